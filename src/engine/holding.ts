/**
 * How often and how long something was the case, as plain data: for records of a world, which a fork copies field by
 * field (else see `Spells`).
 */
import type { Duration, Instant } from './time.ts';

/** Mutable, of fixed shape; make it with `newHolding`. */
export interface Holding {
  /** All the time in which it held. */
  ms: Duration;
  /** Spells of it: two that touch are one. */
  count: number;
  longestMs: Duration;
  /** Begin of the first spell; null: it never held. */
  firstAt: Instant | null;
  /** The spell that was counted last. */
  beganAt: Instant;
  endedAt: Instant;
}

export function newHolding(): Holding {
  return { ms: 0, count: 0, longestMs: 0, firstAt: null, beganAt: 0, endedAt: 0 };
}

/** Counts a stretch of time in which it held, which begins no earlier than all counted before have ended. */
export function hold(holding: Holding, from: Instant, length: Duration): void {
  if (length <= 0) return;
  if (holding.firstAt === null || from > holding.endedAt) {
    holding.count += 1;
    holding.beganAt = from;
  }
  holding.firstAt ??= from;
  holding.ms += length;
  holding.endedAt = from + length;
  holding.longestMs = Math.max(holding.longestMs, holding.endedAt - holding.beganAt);
}
