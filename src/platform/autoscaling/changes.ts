/**
 * By how much a count has changed lately, and how far that lets it move now.
 */
import type { Instant } from '../../engine/time.ts';
import { timesDown, timesUp } from './ratio.ts';
import type { SyncSettings } from './settings.ts';

/** Mutable, plain data: changes of the wanted count, oldest first. */
export interface Changes {
  /** Immutable entries; `by` is below 0 where replicas were taken away. */
  readonly entries: { readonly at: Instant; readonly by: number }[];
}

/** By how much a count may change in a stretch of time (`hpa.up`, `hpa.down`). */
export type Rates = Pick<SyncSettings, 'up' | 'down'>;

/** How far a count may move at one sync, both included. */
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

/** Notes a change of the wanted count, whoever made it. */
export function rememberChange({ entries }: Changes, at: Instant, by: number): void {
  if (by !== 0) entries.push({ at, by });
}

/** Drops the changes up to an instant, this one included: with a period of p, `now - p`. */
export function forgetChanges({ entries }: Changes, until: Instant): void {
  while (entries.length > 0 && entries[0]!.at <= until) entries.shift();
}

/**
 * How far the count may move (`hpa.upReplicas`, `hpa.upPercent`, `hpa.downPercent` and their periods), from what it was
 * when the period began. A change exactly a period old is before it.
 *
 *   from 1, 2, 5, 10 at rest     -> up to 5, 6, 10, 20; down to 0
 *   10, of which 5 are 10 s old  -> up to 10: it was 5
 */
export function reachOf(changes: Changes, current: number, rates: Rates, now: Instant): ScaleRange {
  const before = countBefore(changes, current, now - rates.up.period);
  const rise = Math.max(before + rates.up.replicas, timesUp(before, rates.up.growth));
  const fall = timesDown(countBefore(changes, current, now - rates.down.period), rates.down.remaining);
  return { least: Math.min(current, fall), most: Math.max(current, rise) };
}

/** The next instant at which a change is too old to bind the reach; null where none binds it. */
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
