/**
 * Tells a cycle of events that keeps time from moving from an instant at which much is lawfully due.
 */

import { type Instant, isoFromInstant } from './time.ts';

/** One event of a cycle: its kind and its subject by name. */
export interface CycleEvent {
  /** As the model names it: `replica.started`. */
  readonly kind: string;
  readonly subject: string;
}

/**
 * Time stands still: events of one instant cause each other for ever. The model's input asks for it; the program is not
 * at fault.
 */
export class StandstillError extends Error {
  readonly at: Instant;
  /** Whose events passed the limit. */
  readonly subject: string;
  /** The shortest sequence of events that repeats. */
  readonly cycle: readonly CycleEvent[];
  /** Of one subject at one instant. */
  readonly eventsMax: number;

  /** @param eventsMax of one subject at one instant */
  constructor(at: Instant, subject: string, cycle: readonly CycleEvent[], eventsMax: number) {
    const again = cycle.map((event) => `${event.kind} ${event.subject}`).join(' -> ');
    super(
      `simulated time does not advance beyond ${isoFromInstant(at)}: more than ${eventsMax} events of ${subject} at this instant, which repeat ${again}`,
    );
    this.name = 'StandstillError';
    this.at = at;
    this.subject = subject;
    this.cycle = cycle;
    this.eventsMax = eventsMax;
  }
}

/** How far back one looks for the cycle. */
const recentMax = 256;

/** Follow-ups, for each anonymous event that was waiting for the instant, that are still lawful. */
const followUpsMax = 16;

/** Counts the events of one instant, from where their number became suspicious. */
export class Standstill {
  private readonly eventsMax: number;
  private readonly addedBefore: number;
  private readonly counts: Map<number, number> = new Map();
  private waiting: number;
  private readonly recent: { kind: number; subject: number }[] = [];

  /**
   * @param eventsMax of one subject; as many may have passed before the first that is counted here
   * @param addedBefore sequence of the last event added before the instant
   */
  constructor(eventsMax: number, addedBefore: number) {
    this.eventsMax = eventsMax;
    this.addedBefore = addedBefore;
    this.waiting = eventsMax;
  }

  /**
   * Counts one more event of the instant; whether its subject has now had more than it lawfully can.
   *
   * Subject 0 stands for many: each event that had waited for the instant allows it some that are added during it.
   */
  isCycle(kind: number, subject: number, sequence: number): boolean {
    this.recent.push({ kind, subject });
    if (this.recent.length > 2 * recentMax) this.recent.splice(0, recentMax);
    if (sequence <= this.addedBefore) this.waiting += 1;
    const count = (this.counts.get(subject) ?? 0) + 1;
    this.counts.set(subject, count);
    return count > this.eventsMax + (subject === 0 ? followUpsMax * this.waiting : 0);
  }

  /** The shortest sequence of events that the last ones repeat; all that is remembered where there is none. */
  cycle(): readonly { readonly kind: number; readonly subject: number }[] {
    const { recent } = this;
    for (let length = 1; 2 * length <= recent.length; length++) {
      const repeats = recent.every((event, i) => {
        const earlier = recent[i - length];
        return earlier === undefined || (earlier.kind === event.kind && earlier.subject === event.subject);
      });
      if (repeats) return recent.slice(-length);
    }
    return recent.slice(-recentMax);
  }
}
