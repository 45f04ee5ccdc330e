/**
 * One whole number for each series and stretch: a UTC month, or the part of one between two dates on which prices change.
 */
import type { Instant } from '../../engine/time.ts';
import { type Month, monthAt } from './calendar.ts';
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

type SumsByStart = Map<Instant, OpenSum>;

/** How many journal numbers a sum keeps. */
export const entriesKept = 32;

export class Tally {
  private readonly cuts: readonly Instant[];
  /** By name of series, then by start of the stretch; surplus apart. */
  private readonly sums = { reserved: new Map<string, SumsByStart>(), surplus: new Map<string, SumsByStart>() };
  private stretch: Stretch = { month: monthAt(0), from: 0, until: 0 };

  /** @param cuts instants at which prices change, in any order */
  constructor(cuts: readonly Instant[]) {
    this.cuts = cuts;
  }

  /** Adds what `amountBy` counts up to the end of each stretch less what it counts up to its start, `from` included, `until` not. */
  spread(
    series: Series,
    { from, until }: { readonly from: Instant; readonly until: Instant },
    amountBy: (at: Instant) => bigint,
    entries: readonly number[],
  ): void {
    for (let at = from; at < until; ) {
      const end = Math.min(until, this.stretchAt(at).until);
      this.add(series, false, amountBy(end) - amountBy(at), at, entries);
      at = end;
    }
  }

  /** Adds to the stretch that holds an instant. */
  add(series: Series, surplus: boolean, base: bigint, at: Instant, entries: readonly number[]): void {
    if (base === 0n) return;
    const { month, from } = this.stretchAt(at);
    const sums = this.sumsOf(series.name, surplus);
    let sum = sums.get(from);
    if (sum === undefined) {
      const key = nameOf(series, surplus);
      sum = { key, series, surplus, month, from, base: 0n, entries: [] };
      sums.set(from, sum);
    }
    sum.base += base;
    for (const entry of entries) {
      if (sum.entries.length < entriesKept && !sum.entries.includes(entry)) sum.entries.push(entry);
    }
  }

  /** In the order of keys, then of time. */
  all(): readonly Sum[] {
    const sums = [...this.sums.reserved.values(), ...this.sums.surplus.values()].flatMap((found) => [
      ...found.values(),
    ]);
    return sums.sort((a, b) => (a.key === b.key ? a.from - b.from : a.key < b.key ? -1 : 1));
  }

  fork(): Tally {
    const copy = new Tally(this.cuts);
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

  private stretchAt(at: Instant): Stretch {
    if (at >= this.stretch.from && at < this.stretch.until) return this.stretch;
    const month = monthAt(at);
    const before = this.cuts.filter((cut) => cut <= at);
    const after = this.cuts.filter((cut) => cut > at);
    this.stretch = { month, from: Math.max(month.from, ...before), until: Math.min(month.until, ...after) };
    return this.stretch;
  }
}
