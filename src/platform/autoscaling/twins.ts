/**
 * What autoscaling has found last, and of which state: a deployment in the very same state finds the same.
 */
import type { Instant } from '../../engine/time.ts';
import type { Measurement } from '../facts.ts';
import type { Plan } from '../plan.ts';
import { type Ceiling, newCeiling } from '../traffic/ceiling.ts';
import type { ScalingAction } from '../workload/scaling.ts';
import { clonePanic, newPanic, type Panic } from './kpa.ts';
import { cloneSyncMemory, newSyncMemory, type SyncMemory } from './sync.ts';

/** What an evaluation has come to. Immutable. */
export interface Found {
  readonly plan: Plan<ScalingAction>;
  readonly measured: readonly Measurement[];
  /** When the next evaluation may change something. */
  readonly next: Instant;
}

/** Derived data, mutable. */
export interface Twins {
  readonly state: State;
  /** null: nothing that holds for another. */
  found: Found | null;
  /** What was remembered after it, by the loop that did. */
  readonly sync: SyncMemory;
  readonly panic: Panic;
  readonly ceiling: Ceiling;
}

export function newTwins(): Twins {
  return { state: new State(), found: null, sync: newSyncMemory(), panic: newPanic(), ceiling: newCeiling([]) };
}

/** An independent copy. */
export function cloneTwins({ state, found, sync, panic, ceiling }: Twins): Twins {
  return {
    state: state.fork(),
    found,
    sync: cloneSyncMemory(sync),
    panic: clonePanic(panic),
    ceiling: { ...ceiling },
  };
}

/**
 * All that an evaluation rests on, in numbers and in what is replaced and never changed: taken down, or compared with
 * what was taken down last. Told again and again: its lists only grow, and what is beyond the counts is of an earlier
 * state.
 */
export class State {
  readonly #numbers: number[] = [];
  readonly #parts: object[] = [];
  #numberCount = 0;
  #partCount = 0;
  #isCompared = false;
  #numbersTold = 0;
  #partsTold = 0;
  #isSame = true;

  /** Whether all that was told since `begin` is the same; true while it is taken down. */
  get isSame(): boolean {
    return this.#isSame;
  }

  begin(isCompared: boolean): void {
    this.#isCompared = isCompared;
    this.#isSame = true;
    this.#numbersTold = 0;
    this.#partsTold = 0;
  }

  tell(value: number): void {
    const at = this.#numbersTold;
    this.#numbersTold = at + 1;
    if (!this.#isCompared) this.#numbers[at] = value;
    else if (at >= this.#numberCount || this.#numbers[at] !== value) this.#isSame = false;
  }

  tellPart(part: object): void {
    const at = this.#partsTold;
    this.#partsTold = at + 1;
    if (!this.#isCompared) this.#parts[at] = part;
    else if (at >= this.#partCount || this.#parts[at] !== part) this.#isSame = false;
  }

  /** Ends what was begun: where it is compared, nothing that was told before may be missing. */
  end(): void {
    if (!this.#isCompared) {
      this.#numberCount = this.#numbersTold;
      this.#partCount = this.#partsTold;
    } else if (this.#numbersTold < this.#numberCount || this.#partsTold < this.#partCount) this.#isSame = false;
  }

  fork(): State {
    const fork = new State();
    for (let i = 0; i < this.#numberCount; i += 1) fork.tell(this.#numbers[i]!);
    for (let i = 0; i < this.#partCount; i += 1) fork.tellPart(this.#parts[i]!);
    fork.end();
    return fork;
  }
}
