/**
 * Faults of a run that hit no target, or only some of the targets that they name.
 */
import type { Instant } from '../../engine/time.ts';
import type { Fact } from './fact.ts';

/** Misses of one fault of the scenario, at all of its times. */
export interface MissedFault {
  /** `replicaKill`. */
  readonly fault: string;
  readonly subject: string;
  readonly firstAt: Instant;
  readonly count: number;
  /** Whether the first time somebody else was struck. */
  readonly struckSome: boolean;
  /** Why, in words. */
  readonly message: string;
}

export class FaultChronicle {
  private readonly misses: Map<string, MissedFault> = new Map();
  /** How many the fault struck that began last: a miss is told right after it. */
  private struck = 0;

  listen(fact: Fact): void {
    if (fact.type === 'fault.begun') this.struck = fact.data.struck ?? 0;
    if (fact.type !== 'fault.missed') return;
    const { at, subject } = fact;
    const { fault, message } = fact.data;
    const key = `${subject.name} ${fault} ${message}`;
    const known = this.misses.get(key);
    const first = { fault, subject: subject.name, firstAt: at, count: 0, struckSome: this.struck > 0, message };
    this.misses.set(key, { ...(known ?? first), count: (known?.count ?? 0) + 1 });
  }

  /** In the order of their first times. */
  get missed(): readonly MissedFault[] {
    return [...this.misses.values()];
  }

  /** Without the misses of before. */
  carriedForward(): FaultChronicle {
    const begun = new FaultChronicle();
    begun.struck = this.struck;
    return begun;
  }

  /** Adds those of another part of the run. Faults are all in one part. */
  join(other: FaultChronicle): void {
    for (const [key, missed] of other.misses) this.misses.set(key, missed);
    this.struck = Math.max(this.struck, other.struck);
  }

  fork(): FaultChronicle {
    const fork = new FaultChronicle();
    for (const [key, missed] of this.misses) fork.misses.set(key, missed);
    fork.struck = this.struck;
    return fork;
  }
}
