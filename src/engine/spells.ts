/**
 * How often and how long something was the case.
 */
import type { Duration, Instant } from './time.ts';

/** A condition that holds and ceases, folded as it comes; a spell of no length is none. */
export class Spells {
  /** Spells that have lasted for some time, the present one included. */
  count = 0;
  /** Settled time in all spells. */
  total: Duration = 0;
  longest: Duration = 0;
  /** Begin of the first spell; null: none yet. */
  firstAt: Instant | null = null;
  /** Begin of the longest one. */
  longestAt: Instant | null = null;
  private beganAt: Instant | null = null;
  private settledAt: Instant = 0;
  /** The spell that ceased last, and when: it goes on if it is the case again at that instant. */
  private ceased: { readonly beganAt: Instant; readonly at: Instant } | null = null;

  get isOn(): boolean {
    return this.beganAt !== null;
  }

  /** Whether it is the case from an instant on. */
  set(at: Instant, isOn: boolean): void {
    this.settle(at);
    const { beganAt, ceased } = this;
    if (!isOn && beganAt !== null) {
      this.ceased = { beganAt, at };
      this.beganAt = null;
    }
    if (isOn && beganAt === null) {
      this.beganAt = ceased !== null && ceased.at === at ? ceased.beganAt : at;
      this.settledAt = at;
    }
  }

  /** Counts what held until an instant; it may go on after that. */
  settle(until: Instant): void {
    const { beganAt, settledAt } = this;
    if (beganAt === null || until <= settledAt) return;
    if (settledAt === beganAt) {
      this.count += 1;
      this.firstAt ??= beganAt;
    }
    this.total += until - settledAt;
    if (until - beganAt > this.longest) {
      this.longest = until - beganAt;
      this.longestAt = beganAt;
    }
    this.settledAt = until;
  }

  /** As it is at an instant, of which nothing has been counted before: a spell that goes on begins there. */
  carriedForward(at: Instant): Spells {
    const begun = new Spells();
    begun.set(at, this.isOn);
    return begun;
  }

  fork(): Spells {
    const fork = new Spells();
    fork.count = this.count;
    fork.total = this.total;
    fork.longest = this.longest;
    fork.firstAt = this.firstAt;
    fork.longestAt = this.longestAt;
    fork.beganAt = this.beganAt;
    fork.settledAt = this.settledAt;
    fork.ceased = this.ceased;
    return fork;
  }
}
