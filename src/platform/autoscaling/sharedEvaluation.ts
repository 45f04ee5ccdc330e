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
 * Everything that an evaluation depends on, as numbers and as immutable objects: of the last evaluation, and of the one
 * that is described now. Reused for every evaluation: its lists only grow, and entries beyond the counts belong to an
 * older state. The numbers are written into a column directly, as a call for each would make an object of each instant.
 */
export class EvaluationState {
  #before = new Description();
  #now = new Description();

  /** The description to fill, numbers and parts each in their order. @param numbers how many there are at most */
  begin(numbers: number): Description {
    this.#now.begin(numbers);
    return this.#now;
  }

  /** Ends the description. Returns whether it equals the one before, whose place it takes. */
  isAsBefore(): boolean {
    const [before, now] = [this.#before, this.#now];
    this.#before = now;
    this.#now = before;
    return now.equals(before);
  }

  fork(): EvaluationState {
    const fork = new EvaluationState();
    fork.#before = this.#before.clone();
    return fork;
  }
}

/** The numbers and the parts of a state; what fills it counts the numbers. */
export class Description {
  numbers = new Float64Array(64);
  numberCount = 0;
  readonly #parts: object[] = [];
  #partCount = 0;

  begin(numbers: number): void {
    if (numbers > this.numbers.length) this.numbers = new Float64Array(2 * numbers);
    this.numberCount = 0;
    this.#partCount = 0;
  }

  addPart(part: object): void {
    this.#parts[this.#partCount] = part;
    this.#partCount += 1;
  }

  equals(other: Description): boolean {
    if (this.numberCount !== other.numberCount || this.#partCount !== other.#partCount) return false;
    for (let i = 0; i < this.numberCount; i += 1) if (this.numbers[i] !== other.numbers[i]) return false;
    for (let i = 0; i < this.#partCount; i += 1) if (this.#parts[i] !== other.#parts[i]) return false;
    return true;
  }

  clone(): Description {
    const clone = new Description();
    clone.numbers = this.numbers.slice();
    clone.numberCount = this.numberCount;
    for (let i = 0; i < this.#partCount; i += 1) clone.addPart(this.#parts[i]!);
    return clone;
  }
}
