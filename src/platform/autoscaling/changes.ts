/**
 * Recent changes of a replica count, and the range that the rate limits leave.
 */
import type { Instant } from '../../engine/time.ts';
import { timesDown, timesUp } from './ratio.ts';
import type { SyncSettings } from './settings.ts';

/** Changes of the desired count, oldest first; mutable plain data. */
export interface Changes {
  /** Immutable entries; `by` is negative for a scale-down. */
  readonly entries: { readonly at: Instant; readonly by: number }[];
}

/** The rate limits of a count (`hpa.up`, `hpa.down`). */
export type Rates = Pick<SyncSettings, 'up' | 'down'>;

/** The range of a count at one sync, both bounds included. */
export interface ScaleRange {
  readonly least: number;
  readonly most: number;
}

export function newChanges(): Changes {
  return { entries: [] };
}

export function cloneChanges({ entries }: Changes): Changes {
  return { entries: entries.slice() };
}

/** Remembers what another does. */
export function assumeChanges({ entries }: Changes, other: Changes): void {
  while (entries.length > other.entries.length) entries.pop();
  for (let i = 0; i < other.entries.length; i += 1) entries[i] = other.entries[i]!;
}

/** Records a change of the desired count, whatever caused it. */
export function rememberChange({ entries }: Changes, at: Instant, by: number): void {
  if (by !== 0) entries.push({ at, by });
}

/** Drops the changes up to an instant, this one included: with a period of p, `now - p`. */
export function forgetChanges({ entries }: Changes, until: Instant): void {
  while (entries.length > 0 && entries[0]!.at <= until) entries.shift();
}

/**
 * The range that the rate limits leave (`hpa.upReplicas`, `hpa.upPercent`, `hpa.downPercent` and their periods),
 * relative to the count at the start of the period. A change exactly one period old is before it.
 *
 *   from 1, 2, 5, 10 without changes  -> up to 5, 6, 10, 20; down to 0
 *   10, of which 5 are 10 s old       -> up to 10: it was 5
 */
export function reachOf(changes: Changes, current: number, rates: Rates, now: Instant): ScaleRange {
  const before = countBefore(changes, current, now - rates.up.period);
  const rise = Math.max(before + rates.up.replicas, timesUp(before, rates.up.growth));
  const fall = timesDown(countBefore(changes, current, now - rates.down.period), rates.down.remaining);
  return { least: Math.min(current, fall), most: Math.max(current, rise) };
}

/** The next instant at which a change stops limiting the range; null: no change limits it. */
export function reachChangesAt({ entries }: Changes, rates: Rates, now: Instant): Instant | null {
  let next: Instant | null = null;
  for (const { at } of entries) {
    for (const end of [at + rates.up.period, at + rates.down.period])
      if (end > now && (next === null || end < next)) next = end;
  }
  return next;
}

/** The count right after an instant; changes at it are part of it. */
function countBefore({ entries }: Changes, current: number, until: Instant): number {
  let before = current;
  for (const { at, by } of entries) if (at > until) before -= by;
  return Math.max(0, before);
}
