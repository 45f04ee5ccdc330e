/**
 * Which tiers usage falls into: all that one counter counts in a month laid end to end, and cut where tiers end.
 */
import { difference, type Fraction, isLess, lesser, nought, product, sum } from './fraction.ts';
import { perPriced } from './meter.ts';
import { type Entry, fractionOf, type Sku } from './price.ts';
import type { Series } from './series.ts';
import type { Sum } from './tally.ts';

/** A sum of the tally with what it comes to. */
export interface Measured {
  readonly sum: Sum;
  readonly sku: Sku;
  readonly entry: Entry;
  readonly consumed: Fraction;
  readonly quantity: Fraction;
  /** What the series has consumed before in this month, and what of it was priced. */
  readonly before: { readonly consumed: Fraction; readonly quantity: Fraction };
}

/** How much of a sum is in one tier. */
export interface Part {
  readonly sum: Sum;
  readonly sku: Sku;
  readonly entry: Entry;
  readonly tier: number;
  readonly consumed: Fraction;
  readonly quantity: Fraction;
}

/**
 * Parts of all that was measured: of one counter by time, and at one time by gvc, resource, location, container, volume
 * and surplus.
 */
export function partsOf(measured: readonly Measured[]): Part[] {
  const inOrder = [...measured].sort((a, b) => a.sum.from - b.sum.from || compare(placeOf(a.sum), placeOf(b.sum)));
  const ends = new Map<string, Fraction>();
  return inOrder.flatMap((one) => {
    const counter = counterOf(one);
    const start = ends.get(counter) ?? nought;
    const end = sum(start, one.quantity);
    ends.set(counter, end);
    return cut(one, start, end);
  });
}

/**
 * What lies between two counts, by the tiers that it overlaps. Where it is cut, as much is consumed as is priced, since
 * the month began.
 */
function cut({ consumed, quantity, before, ...one }: Measured, start: Fraction, end: Fraction): Part[] {
  const per = { top: perPriced(one.sku.unit, one.sum.month), bottom: 1n };
  const parts: Part[] = [];
  const all = sum(before.consumed, consumed);
  let taken = before.consumed;
  let floor = nought;
  for (const [tier, { upTo }] of one.entry.tiers.entries()) {
    const from = isLess(start, floor) ? floor : start;
    const until = upTo === null ? end : lesser(end, fractionOf(upTo));
    if (upTo !== null) floor = fractionOf(upTo);
    const isOver = !isLess(until, end);
    // What came to nothing by rounding is in the tier that comes next.
    const isEmpty = !isLess(from, until) && !(quantity.top === 0n && (upTo === null || isLess(start, floor)));
    if (isEmpty) continue;
    const within = difference(until, from);
    const level = isOver ? all : product(sum(before.quantity, difference(until, start)), per);
    parts.push({ ...one, tier, consumed: difference(level, taken), quantity: within });
    taken = level;
    if (isOver) break;
  }
  return parts;
}

/** SKU, month, and whose units are counted together. */
function counterOf({ sku, sum: { series, month } }: Measured): string {
  const scopes = { org: [], gvc: [series.gvc], resource: [series.gvc, series.resource] };
  return [sku.id, month.name, ...scopes[sku.tierScope]].join(' ');
}

type Place = readonly (string | number)[];

function placeOf({ series, surplus }: Sum): Place {
  const { gvc, resource, location, container, volumeIndex, performanceClass, workloadType }: Series = series;
  const { provider, locationType } = series;
  return [
    gvc,
    resource,
    location,
    container ?? '',
    volumeIndex ?? -1,
    performanceClass ?? '',
    workloadType ?? '',
    provider,
    locationType,
    surplus ? 1 : 0,
  ];
}

function compare(a: Place, b: Place): number {
  for (const [index, one] of a.entries()) {
    const other = b[index] ?? '';
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
