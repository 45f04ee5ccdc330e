/**
 * Shared evaluations, the records: the result of the last evaluation and the state for which it was found. A deployment
 * in exactly that state gets the same result.
 *
 * They skip evaluations; `test/laws/lookAhead.test.ts` guards them.
 */
import type { Instant } from '../../engine/time.ts';
import type { Plan } from '../plan.ts';
import { type Ceiling, newCeiling } from '../traffic/ceiling.ts';
import type { ScalingAction } from '../workload/scaling.ts';
import type { Measurement, ScaleDecision } from './decision.ts';
import { clonePanic, newPanic, type Panic } from './kpa.ts';
import { cloneSyncMemory, newSyncMemory, type SyncMemory } from './sync.ts';

/** The result of an evaluation. Immutable. */
export interface EvaluationResult {
  readonly plan: Plan<ScalingAction>;
  readonly measured: readonly Measurement[];
  /** null: the count stays, or nothing was asked but whether a request waits. */
  readonly decided: ScaleDecision | null;
  /** When the next evaluation may change something. */
  readonly next: Instant;
}

/** Derived data, mutable. */
export interface SharedEvaluation {
  readonly state: EvaluationState;
  /** null: there is no result that another deployment may take over. */
  found: EvaluationResult | null;
  /** What was remembered after it, by the loop that did. */
  readonly sync: SyncMemory;
  readonly panic: Panic;
  readonly ceiling: Ceiling;
}

export function newSharedEvaluation(): SharedEvaluation {
  return {
    state: new EvaluationState(),
    found: null,
    sync: newSyncMemory(),
    panic: newPanic(),
    ceiling: newCeiling([]),
  };
}

/** An independent copy. */
export function cloneSharedEvaluation({ state, found, sync, panic, ceiling }: SharedEvaluation): SharedEvaluation {
  return {
    state: state.fork(),
    found,
    sync: cloneSyncMemory(sync),
    panic: clonePanic(panic),
    ceiling: { ...ceiling },
  };
}

/**
 * Everything that an evaluation depends on, as numbers and as immutable objects: recorded, or compared with the last
 * recording. Reused for every evaluation: its lists only grow, and entries beyond the counts belong to an older state.
 */
export class EvaluationState {
  readonly #numbers: number[] = [];
  readonly #parts: object[] = [];
  #numberCount = 0;
  #partCount = 0;
  #isCompared = false;
  #numbersAdded = 0;
  #partsAdded = 0;
  #isSame = true;

  /** Whether everything that was added since `beginComparing` equals the recording; true while recording. */
  get isSame(): boolean {
    return this.#isSame;
  }

  /** What is added from now on until `end` replaces the recording. */
  beginRecording(): void {
    this.#begin(false);
  }

  /** What is added from now on until `end` is compared with the recording. */
  beginComparing(): void {
    this.#begin(true);
  }

  #begin(isCompared: boolean): void {
    this.#isCompared = isCompared;
    this.#isSame = true;
    this.#numbersAdded = 0;
    this.#partsAdded = 0;
  }

  addNumber(value: number): void {
    const at = this.#numbersAdded;
    this.#numbersAdded = at + 1;
    if (!this.#isCompared) this.#numbers[at] = value;
    else if (at >= this.#numberCount || this.#numbers[at] !== value) this.#isSame = false;
  }

  addPart(part: object): void {
    const at = this.#partsAdded;
    this.#partsAdded = at + 1;
    if (!this.#isCompared) this.#parts[at] = part;
    else if (at >= this.#partCount || this.#parts[at] !== part) this.#isSame = false;
  }

  /** Ends recording or comparing; when comparing, a part of the recording that was not added makes it differ. */
  end(): void {
    if (!this.#isCompared) {
      this.#numberCount = this.#numbersAdded;
      this.#partCount = this.#partsAdded;
    } else if (this.#numbersAdded < this.#numberCount || this.#partsAdded < this.#partCount) this.#isSame = false;
  }

  fork(): EvaluationState {
    const fork = new EvaluationState();
    for (let i = 0; i < this.#numberCount; i += 1) fork.addNumber(this.#numbers[i]!);
    for (let i = 0; i < this.#partCount; i += 1) fork.addPart(this.#parts[i]!);
    fork.end();
    return fork;
  }
}
