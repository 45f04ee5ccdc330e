/**
 * One whole number for each series and stretch: a month of the bill, or the part of one between two dates on which
 * prices change. Where it matters in which order things were used, stretches are hours.
 */
import type { Instant } from '../../engine/time.ts';
import type { Month } from './calendar.ts';
import type { Counted, Hold } from './counted.ts';
import { nameOf, type Series } from './series.ts';

export interface Sum {
  /** The same for all sums of one series, surplus apart. */
  readonly key: string;
  readonly series: Series;
  /** Time that the metering policy added. */
  readonly surplus: boolean;
  readonly month: Month;
  /** Start of the stretch. */
  readonly from: Instant;
  readonly base: bigint;
  /** Journal numbers of what begins and ends here, the first `entriesKept` of them, so that memory stays flat. */
  readonly entries: readonly number[];
}

interface Stretch {
  readonly month: Month;
  readonly from: Instant;
  readonly until: Instant;
}

interface OpenSum extends Sum {
  base: bigint;
  readonly entries: number[];
}

/** How fine stretches are that matter. */
export type Grain = 'hour' | 'day' | 'month';

type SumsByStart = Map<Instant, OpenSum>;

/** How many journal numbers a sum keeps. */
export const entriesKept = 32;

/** Above so many fine sums they are added up to days, then to months, as the ledger does with as many cells. */
const fineSumsMax = 1_000_000;

const lengths = { hour: 3_600_000, day: 86_400_000 };
const grains: readonly Grain[] = ['hour', 'day', 'month'];

export class Tally implements Counted {
  private readonly cuts: readonly Instant[];
  private readonly isFine: (series: Series) => boolean;
  private readonly monthAt: (at: Instant) => Month;
  private grain: Grain = 'hour';
  private fineSums = 0;
  /** By name of series, then by start of the stretch; surplus apart. */
  private sums = { reserved: new Map<string, SumsByStart>(), surplus: new Map<string, SumsByStart>() };
  private readonly stretches = new Map<Grain, Stretch>();

  /**
   * @param cuts instants at which prices change, in any order
   * @param isFine of which series hours are kept
   * @param monthAt what bills an instant
   */
  constructor(cuts: readonly Instant[], isFine: (series: Series) => boolean, monthAt: (at: Instant) => Month) {
    this.cuts = cuts;
    this.isFine = isFine;
    this.monthAt = monthAt;
  }

  hold(series: Series, { from, billed, amount, entry, end }: Hold): void {
    const entries = end === null ? [entry] : [entry, end];
    this.spread(series, { from, until: billed }, (by) => BigInt(amount) * BigInt(by), entries);
  }

  /**
   * Adds what `amountBy` counts up to the end of each stretch less what it counts up to its start, `from` included,
   * `until` not.
   */
  spread(
    series: Series,
    { from, until }: { readonly from: Instant; readonly until: Instant },
    amountBy: (at: Instant) => bigint,
    entries: readonly number[],
  ): void {
    for (let at = from; at < until; ) {
      const end = Math.min(until, this.stretchAt(at, this.grainOf(series)).until);
      this.add(series, false, amountBy(end) - amountBy(at), at, entries);
      at = end;
    }
  }

  /** Adds to the stretch that holds an instant. */
  add(series: Series, surplus: boolean, base: bigint, at: Instant, entries: readonly number[]): void {
    if (base === 0n) return;
    const grain = this.grainOf(series);
    const { month, from } = this.stretchAt(at, grain);
    const sums = this.sumsOf(series.name, surplus);
    let sum = sums.get(from);
    if (sum === undefined) {
      const key = nameOf(series, surplus);
      sum = { key, series, surplus, month, from, base: 0n, entries: [] };
      sums.set(from, sum);
      if (grain !== 'month') this.fineSums += 1;
    }
    sum.base += base;
    for (const entry of entries) {
      if (sum.entries.length < entriesKept && !sum.entries.includes(entry)) sum.entries.push(entry);
    }
    if (this.fineSums > fineSumsMax) this.coarsen(this.grain === 'hour' ? 'day' : 'month');
  }

  /** Adds up fine sums to a grain, and keeps to it; one that is finer than the present changes nothing. */
  coarsen(grain: Grain): void {
    if (grains.indexOf(grain) <= grains.indexOf(this.grain)) return;
    const sums = this.all();
    this.grain = grain;
    this.fineSums = 0;
    this.sums = { reserved: new Map(), surplus: new Map() };
    for (const { series, surplus, base, from, entries } of sums) this.add(series, surplus, base, from, entries);
  }

  /** In the order of keys, then of time. */
  all(): readonly Sum[] {
    const sums = [...this.sums.reserved.values(), ...this.sums.surplus.values()].flatMap((found) => [
      ...found.values(),
    ]);
    return sums.sort((a, b) => (a.key === b.key ? a.from - b.from : a.key < b.key ? -1 : 1));
  }

  fork(): Tally {
    const copy = new Tally(this.cuts, this.isFine, this.monthAt);
    copy.grain = this.grain;
    copy.fineSums = this.fineSums;
    for (const sum of this.all()) {
      copy.sumsOf(sum.series.name, sum.surplus).set(sum.from, { ...sum, entries: [...sum.entries] });
    }
    return copy;
  }

  private sumsOf(name: string, surplus: boolean): SumsByStart {
    const sums = surplus ? this.sums.surplus : this.sums.reserved;
    const known = sums.get(name) ?? new Map<Instant, OpenSum>();
    sums.set(name, known);
    return known;
  }

  private grainOf(series: Series): Grain {
    return this.isFine(series) ? this.grain : 'month';
  }

  private stretchAt(at: Instant, grain: Grain): Stretch {
    const known = this.stretches.get(grain);
    if (known !== undefined && at >= known.from && at < known.until) return known;
    const month = this.monthAt(at);
    const length = grain === 'month' ? null : lengths[grain];
    const start = length === null ? month.from : Math.max(month.from, Math.floor(at / length) * length);
    const end = length === null ? month.until : Math.min(month.until, (Math.floor(at / length) + 1) * length);
    const before = this.cuts.filter((cut) => cut <= at);
    const after = this.cuts.filter((cut) => cut > at);
    const stretch = { month, from: Math.max(start, ...before), until: Math.min(end, ...after) };
    this.stretches.set(grain, stretch);
    return stretch;
  }
}
