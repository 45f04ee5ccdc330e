/**
 * Price tiers: the price of the first units of a billing period, and of those after them (graduated: a unit keeps the
 * price of its tier).
 */

import { grouped } from '../../engine/grouped.ts';
import type { Instant } from '../../engine/time.ts';
import { scaledTo } from './decimal.ts';
import type { PriceEntry } from './prices.ts';
import type { PricedStretch, RatingPosition, SeriesCourse } from './seriesCourse.ts';

/** The position at which a tier is full. Usage counts by time, and at one time in the order of cells. */
export interface TierEnd extends RatingPosition {
  /** Start of the cell in which it becomes full; before all time if usage under earlier prices has filled it. */
  readonly at: Instant;
}

/**
 * The end of each tier of the prices of a stretch, the lowest first; a tier that is never full has no end, nor have
 * those above it.
 */
export type TierEnds = ReadonlyMap<PricedStretch, readonly TierEnd[]>;

/**
 * Counts the units of one billing period that share their tiers (`tierScope`), in order of time, and finds where they
 * fill each tier.
 *
 * A bound belongs to the tier below it. Units stay counted when prices change: the new bounds are also measured from
 * the start of the period, whatever the earlier units cost.
 *   60 GB after 20 GB, bounds at 50 and 800 -> 30 GB in tier 0, 30 GB in tier 1
 */
export function tierEnds(courses: readonly SeriesCourse[]): TierEnds {
  const ends = new Map<PricedStretch, readonly TierEnd[]>();
  for (const counted of grouped(courses.filter(isTiered), counterKey).values()) {
    const byEntry = grouped(
      counted.flatMap(({ stretches }) => stretches),
      ({ entry }) => entry,
    );
    let before = 0n;
    const inTime = [...byEntry].sort(([a], [b]) => (a?.from ?? 0) - (b?.from ?? 0));
    for (const [entry, stretches] of inTime) {
      if (entry === null) continue;
      const found = endsAmong(stretches, entry, before);
      for (const stretch of stretches) ends.set(stretch, found);
      before += quantityUntil(Number.POSITIVE_INFINITY, stretches);
    }
  }
  return ends;
}

/** Whether any price has tiers, so the order of usage matters. */
function isTiered({ sku }: SeriesCourse): boolean {
  return sku?.prices.some(({ tiers }) => tiers.length > 1) === true;
}

/** Courses with equal keys are counted together: one SKU and billing period, within the SKU's scope. */
function counterKey({ sku, period, series }: SeriesCourse): string {
  const { org, gvc, resource } = series;
  const owner = { org: [org], gvc: [org, gvc], resource: [org, gvc, resource] }[sku?.tierScope ?? 'org'];
  return JSON.stringify([sku?.id, period.start, ...owner]);
}

type Stretches = readonly [PricedStretch, ...PricedStretch[]];

const fullBefore: TierEnd = { at: Number.NEGATIVE_INFINITY, cell: -1, within: 0n };

/** @param before units counted under earlier prices */
function endsAmong(stretches: Stretches, { tiers }: PriceEntry, before: bigint): TierEnd[] {
  const ends: TierEnd[] = [];
  const all = quantityUntil(Number.POSITIVE_INFINITY, stretches);
  for (const { upTo } of tiers) {
    const scale = stretches[0].course.units?.scale ?? 0;
    const room = upTo === null ? null : scaledTo(upTo, scale) - before;
    if (room === null || room > all) break;
    ends.push(room <= 0n ? fullBefore : endOf(room, stretches));
  }
  return ends;
}

/**
 * The position at which the units of stretches fill a given room: by bisection over time first, so most cells are not
 * read.
 */
function endOf(room: bigint, stretches: Stretches): TierEnd {
  let low = Math.min(...stretches.map(({ course, first }) => course.cellAt(first).from));
  let high = Math.max(...stretches.map(({ course, end }) => course.cellAt(end - 1).from));
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (quantityUntil(middle + 1, stretches) >= room) high = middle;
    else low = middle + 1;
  }
  let left = room - quantityUntil(low, stretches);
  for (const { course, first, end } of stretches) {
    const last = course.cellFrom(low + 1, first, end);
    for (let cell = course.cellFrom(low, first, end); cell < last; cell += 1) {
      const quantity = course.quantityBefore(cell + 1) - course.quantityBefore(cell);
      if (quantity >= left) return { at: low, cell, within: left };
      left -= quantity;
    }
  }
  throw new Error(`tier cut at ${low} leaves ${left} of ${room} units`);
}

/** The priced quantity of all cells of stretches that begin before an instant. */
function quantityUntil(instant: Instant, stretches: Stretches): bigint {
  let sum = 0n;
  for (const { course, first, end } of stretches)
    sum += course.quantityBefore(course.cellFrom(instant, first, end)) - course.quantityBefore(first);
  return sum;
}
