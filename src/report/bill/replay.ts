/**
 * Derives a ledger from a journal: the billed amounts of a run under another metering policy, without a new simulation.
 *
 * The second integrator reads the journal, and the replay counts its result in cells as the ledger has them. To run the
 * ledger itself over the journal would need all its calls a second time; to rate the integrator's sums would need a
 * second bill.
 */

import type { Entry } from '../../engine/journal.ts';
import { hour, type Instant } from '../../engine/time.ts';
import { Cells } from '../../platform/metering/cells.ts';
import { chargedMeters } from '../../platform/metering/charged.ts';
import type { LedgerCell } from '../../platform/metering/ledger.ts';
import { periodCuts } from '../../platform/metering/period.ts';
import { priceCuts } from '../../platform/metering/priceMatch.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import type { Horizon } from '../../platform/metering/rating.ts';
import { type MeterSeries, seriesText } from '../../platform/metering/series.ts';
import { SpanHistory } from '../../platform/metering/spanHistory.ts';
import { type SpanEvents, Trail } from '../../platform/metering/trail.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Counted, Hold } from '../recount/counted.ts';
import { Hearing } from '../recount/hearing.ts';
import type { Series } from '../recount/series.ts';

export interface ReplayOptions {
  readonly org: string;
  /** `end`: as far as the run came. */
  readonly horizon: Horizon;
  readonly assumptions: Assumptions;
  readonly book: PriceBook;
  /** Whether the run's ledger told replicas apart. */
  readonly replicas: boolean;
  /** A million if absent, as in a ledger. */
  readonly cellsMax?: number;
}

/** The input of a bill. */
export interface Recorded {
  readonly cells: readonly LedgerCell[];
  readonly eventsOf: (series: MeterSeries, from: Instant, until: Instant) => readonly SpanEvents[];
}

export class Replay {
  private readonly end: Instant;
  private readonly counts: CellCounts;
  private readonly hearing: Hearing;

  constructor({ org, horizon, assumptions, book, replicas, cellsMax = 1_000_000 }: ReplayOptions) {
    const cuts = new Set([...priceCuts(book), ...periodCuts(assumptions['billing.period'], horizon)]);
    const metered = new Set(chargedMeters(assumptions['billing.chargedMeters'], book));
    this.end = horizon.end;
    this.counts = new CellCounts(
      cellsMax,
      [...cuts].sort((a, b) => a - b),
    );
    this.hearing = new Hearing({ org, metering: book.metering, metered, assumptions, replicas }, this.counts);
  }

  /** Takes the next entry of a whole journal; throws where entries contradict each other. */
  listen(entry: Entry): void {
    this.hearing.listen(entry);
  }

  /** Everything up to the end, what is open there as long as it has lasted. To be called once, after the last entry. */
  close(): Recorded {
    this.hearing.countOpen(this.counts, this.end);
    return { cells: this.counts.cells(), eventsOf: this.counts.events() };
  }
}

/** A series; its handle is its place among all. */
interface Known {
  readonly handle: number;
  readonly series: MeterSeries;
}

class CellCounts implements Counted {
  private readonly columns: Cells;
  private readonly cuts: readonly Instant[];
  private readonly known = new Map<string, Known>();
  private readonly history = new SpanHistory();
  /** Hearing names the same series by the same record, nearly always. */
  private readonly byRecord = new WeakMap<Series, Known>();

  constructor(cellsMax: number, cuts: readonly Instant[]) {
    this.columns = new Cells(cellsMax, cuts);
    this.cuts = cuts;
  }

  hold(series: Series, { from, until, billed, amount, entry, end }: Hold): void {
    const { handle } = this.knownOf(series);
    if (amount > 0 && billed > from) this.columns.addTime(handle * 2, amount, from, billed);
    const span = {
      from,
      until: end === null ? Number.POSITIVE_INFINITY : until,
      opened: entry,
      closed: end ?? 0,
      amount,
    };
    if (span.until > from) this.history.add(handle, span);
  }

  spread(
    series: Series,
    { from, until }: { readonly from: Instant; readonly until: Instant },
    amountBy: (at: Instant) => bigint,
  ): void {
    for (let at = from; at < until; ) {
      const end = Math.min(until, (Math.floor(at / hour) + 1) * hour, ...this.cuts.filter((cut) => cut > at));
      this.add(series, false, amountBy(end) - amountBy(at), at);
      at = end;
    }
  }

  add(series: Series, surplus: boolean, base: bigint, at: Instant): void {
    if (base === 0n) return;
    const slot = this.knownOf(series).handle * 2 + (surplus ? 1 : 0);
    // In two parts that are safe as doubles: time that is added to a large volume is more than one.
    const high = Number(base >> 20n);
    if (high > 0) this.columns.addAt(slot, high, 1 << 20, at);
    const low = Number(base & 0xfffffn);
    if (low > 0) this.columns.addAt(slot, low, 1, at);
  }

  cells(): readonly LedgerCell[] {
    const cells: LedgerCell[] = [];
    for (const { series, handle } of this.known.values()) {
      for (const surplus of [false, true]) {
        this.columns.forEach(handle * 2 + (surplus ? 1 : 0), (from, until, amount) => {
          cells.push({ series, from, until, surplus, amount });
        });
      }
    }
    return cells;
  }

  events(): Recorded['eventsOf'] {
    const trails = new Map<string, Trail>();
    return (series, from, until) => {
      const key = seriesText(series);
      const trail = trails.get(key) ?? new Trail(this.history.of(this.known.get(key)?.handle ?? -1, []));
      trails.set(key, trail);
      return trail.touching(from, until);
    };
  }

  private knownOf(heard: Series): Known {
    let known = this.byRecord.get(heard);
    if (known !== undefined) return known;
    const { name: _, replicaIndex, zone, ...rest } = heard;
    // What a journal says of these was written from such a series.
    const series = { ...rest, ...(replicaIndex === null ? {} : { replicaIndex, zone }) } as MeterSeries;
    const key = seriesText(series);
    known = this.known.get(key) ?? { handle: this.known.size, series };
    this.known.set(key, known);
    this.byRecord.set(heard, known);
    return known;
  }
}
