/**
 * The ledger: exactly which amounts were reserved, and for how long (BILL-1, BILL-2, BILL-3). Nothing is sampled; each
 * change of a reserved amount closes a span and adds `amount * length` to its series.
 */

import { hash32 } from '../../engine/hash.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import type { Meter, OptionalMeter } from '../../rules/meterNames.ts';
import { zoneName } from '../workload/zone.ts';
import { Cells, type Grain } from './cells.ts';
import { float } from './columns.ts';
import { billedLength, exactMetering, isExact, type Metering, type MeteringPolicy, policyOf } from './policy.ts';
import { compareSeries, type MeterSeries, seriesText, type Tags } from './series.ts';
import { type Span, SpanHistory, spansIn } from './spanHistory.ts';
import { Spans } from './spans.ts';
import { type SpanEvents, Trail } from './trail.ts';

/** The finest entry of the ledger. */
export interface LedgerCell {
  readonly series: MeterSeries;
  /** The start of the calendar stretch; not cut at the horizon. */
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
  /** Whether it is time that the metering policy added to runs. */
  readonly surplus: boolean;
  /** In base units of the meter, more than 0. */
  readonly amount: bigint;
}

export interface LedgerOptions {
  readonly metering?: Metering;
  /** Instants at which prices change or a billing period begins, rising. No cell contains one inside, at any grain. */
  readonly cuts?: readonly Instant[];
  /** Meters that are charged: of the optional ones, only these are held. */
  readonly meters?: readonly Meter[];
  /** Keep the journal numbers of every span; otherwise `spanEvents` finds none. */
  readonly events?: boolean;
  /** Gives each replica its own series. */
  readonly replicas?: boolean;
  /** A million if absent. */
  readonly cellsMax?: number;
}

/** All spans of one series. */
export interface HeldSeries {
  readonly series: MeterSeries;
  readonly count: number;
  /** In no certain order. It makes an object for each: ask only if there are few. */
  spans(): readonly Span[];
}

/** A part of a run with one amount. */
interface Piece {
  readonly series: number;
  readonly from: Instant;
  readonly until: Instant;
  readonly amount: number;
}

export class Ledger {
  private readonly options: LedgerOptions;
  private readonly charged: ReadonlySet<Meter>;
  /** Whether a meter that counts requests is held: each request asks. */
  readonly holdsRequests: boolean;
  private columns: Cells;
  private allSeries: MeterSeries[] = [];
  /** By `slotOf`. */
  private handles = new Map<number, number>();
  /** By series; null if every run counts exactly as long as it lasted. */
  private policies: (MeteringPolicy | null)[] = [];
  /** The closed spans; null if their journal numbers are not kept. */
  private history: SpanHistory | null;
  private spans = new Spans();
  /** By span, only under a policy that rounds: the pieces before the present one. */
  private earlier = new Map<number, Piece[]>();

  constructor(options: LedgerOptions = {}) {
    this.options = options;
    this.charged = new Set(options.meters ?? []);
    this.holdsRequests = this.holds('requests') || this.holds('workload-egress');
    this.columns = new Cells(options.cellsMax ?? 1_000_000, options.cuts ?? []);
    this.history = options.events === true ? new SpanHistory() : null;
  }

  /** The calendar stretch of a cell now; it can become coarser, never finer. */
  get grain(): Grain {
    return this.columns.grain;
  }

  /** Whether an optional meter is held: if it is not asked for, it has no series. */
  holds(meter: OptionalMeter): boolean {
    return this.charged.has(meter);
  }

  /** Whether `spanEvents` can find any. */
  get keepsEvents(): boolean {
    return this.history !== null;
  }

  /** The handle of a series; equal keys have equal handles. */
  series(key: MeterSeries): number {
    const slot = this.slotOf(key);
    const known = this.handles.get(slot);
    if (known !== undefined) return known;
    const handle = this.allSeries.length;
    const policy = policyOf(this.options.metering ?? exactMetering, key.meter);
    this.handles.set(slot, handle);
    this.allSeries.push(key);
    this.policies.push(isExact(policy) ? null : policy);
    return handle;
  }

  /**
   * The series in which one replica holds an amount: the given one, unless replicas have their own series.
   *
   * @param replica null: no replica, but an execution
   */
  ofReplica(series: number, replica: { readonly ordinal: number; readonly zone: number } | null): number {
    if (this.options.replicas !== true || replica === null) return series;
    const key = this.allSeries[series];
    if (key === undefined) return series;
    return this.series({ ...key, replicaIndex: replica.ordinal, zone: zoneName(replica.zone) });
  }

  /**
   * Begins a run: a replica, a volume or a mount holds `amount` from `at` on.
   *
   * @param amount millicores or bytes, whole, 0 or more
   * @param at may be in the future; closing before it adds nothing
   * @param seq of the journal entry that reserves
   * @returns the span's handle; handles of closed spans are used again
   */
  open(series: number, amount: number, at: Instant, seq: number): number {
    checkAmount(amount);
    return this.spans.open(series, amount, at, seq);
  }

  /** Changes the amount of the run from `at` on; an unchanged amount has no effect. */
  change(span: number, amount: number, at: Instant, seq: number): void {
    checkAmount(amount);
    if (amount === this.spans.amountOf(span)) return;
    this.cut(span, at, seq);
    this.spans.setAmount(span, amount);
  }

  /**
   * Continues the run in another series (its tags or its payer changed): for the rounding of its length it is still one
   * run.
   */
  move(span: number, series: number, at: Instant, seq: number): void {
    if (series === this.spans.seriesOf(span)) return;
    this.cut(span, at, seq);
    this.spans.setSeries(span, series);
  }

  /** Continues the run under other tags. */
  retag(span: number, tags: Tags, at: Instant, seq: number): void {
    const series = this.allSeries[this.spans.seriesOf(span)];
    if (series !== undefined) this.move(span, this.series({ ...series, tags }), at, seq);
  }

  /** Ends the run. The handle is invalid afterwards. */
  close(span: number, at: Instant, seq: number): void {
    this.finish(span, at, seq, true);
    this.spans.close(span);
  }

  /** Adds whole runs, one after another; their journal numbers are not kept. */
  addRuns(series: number, amount: number, from: Float64Array, until: Float64Array, count: number): void {
    checkAmount(amount);
    if (amount === 0) return;
    const policy = this.policies[series] ?? null;
    if (policy === null) {
      this.columns.addTimes(series * 2, amount, from, until, count);
      return;
    }
    for (let run = 0; run < count; run += 1)
      this.bookRun([{ series, from: float(from, run), until: float(until, run), amount }], policy);
  }

  /** Adds a count at an instant: bytes of egress, requests, executions; with `each`, the count times that. */
  add(series: number, count: number, at: Instant, each = 1): void {
    checkAmount(count);
    checkAmount(each);
    if (count > 0 && each > 0) this.columns.addAt(series * 2, count, each, at);
  }

  /**
   * Every cell up to an instant, in order of series and then of time, with open spans closed there. The ledger itself
   * does not change.
   *
   * An open run counts as long as it has lasted, whatever the metering policy: its length is not known yet.
   */
  cells(until: Instant): LedgerCell[] {
    const closed = this.fork();
    closed.history = null;
    for (const span of closed.spans.all()) closed.finish(span, until, 0, false);
    const found: LedgerCell[] = [];
    closed.allSeries.forEach((series, handle) => {
      for (const surplus of [false, true]) {
        closed.columns.forEach(handle * 2 + (surplus ? 1 : 0), (from, stretchUntil, amount) => {
          found.push({ series, from, until: stretchUntil, surplus, amount });
        });
      }
    });
    return found;
  }

  /**
   * Finds the journal numbers of a series' spans that touch `[from, until)`, in order of opening. It sees the present
   * ledger, so use it before the ledger changes; it finds none unless they are kept.
   */
  spanEvents(): (key: MeterSeries, from: Instant, until: Instant) => SpanEvents[] {
    const { history } = this;
    if (history === null) return () => [];
    const open = this.openBySeries();
    const trails: Trail[] = [];
    return (key, from, until) => {
      const handle = this.handles.get(this.slotOf(key));
      if (handle === undefined) return [];
      trails[handle] ??= new Trail(history.of(handle, open[handle] ?? []));
      return trails[handle].touching(from, until);
    };
  }

  /**
   * The spans of every series, those still open included; null unless they are kept. Counts and whole runs (`add`,
   * `addRuns`) have none. It sees the present ledger, so use it before the ledger changes.
   */
  heldSpans(): readonly HeldSeries[] | null {
    const { history } = this;
    if (history === null) return null;
    const open = this.openBySeries();
    return this.allSeries.map((series, handle) => ({
      series,
      count: history.countOf(handle) + (open[handle]?.length ?? 0),
      spans: () => spansIn(history.of(handle, open[handle] ?? [])),
    }));
  }

  /** Forgets the journal numbers of all spans, and keeps those of later ones no longer. */
  forgetEvents(): void {
    this.history = null;
  }

  /** Gives the journal entries of all spans other numbers. */
  renumber(numberOf: (seq: number) => number): void {
    for (const span of this.spans.all())
      this.spans.goOn(span, this.spans.fromOf(span), numberOf(this.spans.openedBy(span)));
    this.history?.renumber(numberOf);
  }

  /** Adds all series of another ledger with the same options: their cells and their runs. */
  join(other: Ledger): void {
    const handles = other.allSeries.map((series) => this.series(series));
    const handleOf = (series: number): number => handles[series]!;
    this.columns.join(other.columns, (slot) => 2 * handleOf(slot >> 1) + (slot & 1));
    for (const span of other.spans.all()) {
      const series = handleOf(other.spans.seriesOf(span));
      const { spans } = other;
      const opened = this.spans.open(series, spans.amountOf(span), spans.fromOf(span), spans.openedBy(span));
      const pieces = other.earlier.get(span)?.map((piece) => ({ ...piece, series: handleOf(piece.series) }));
      if (pieces !== undefined) this.earlier.set(opened, pieces);
    }
    if (other.history !== null) this.history?.join(other.history, handleOf);
  }

  fork(): Ledger {
    const copy = new Ledger(this.options);
    copy.columns = this.columns.fork();
    copy.allSeries = [...this.allSeries];
    copy.handles = new Map(this.handles);
    copy.policies = [...this.policies];
    copy.history = this.history?.fork() ?? null;
    copy.spans = this.spans.fork();
    copy.earlier = new Map([...this.earlier].map(([span, pieces]) => [span, [...pieces]]));
    return copy;
  }

  /**
   * The slot of a series' handle, existing or new: the hash of its text, or the next free one. The texts themselves
   * would need more memory than all other data.
   */
  private slotOf(key: MeterSeries): number {
    for (let slot = hash32(seriesText(key)); ; slot += 1) {
      const handle = this.handles.get(slot);
      if (handle === undefined || compareSeries(this.allSeries[handle] ?? key, key) === 0) return slot;
    }
  }

  /** Closes the present piece of a run; a piece that has not begun simply starts later. */
  private cut(span: number, at: Instant, seq: number): void {
    const series = this.spans.seriesOf(span);
    const from = this.spans.fromOf(span);
    if (at <= from) return;
    const piece = { series, from, until: at, amount: this.spans.amountOf(span) };
    const pieces = this.earlier.get(span);
    if (this.policies[series] === null) this.book(piece);
    else if (pieces === undefined) this.earlier.set(span, [piece]);
    else pieces.push(piece);
    this.note(span, at, seq);
    this.spans.goOn(span, at, seq);
  }

  private finish(span: number, at: Instant, seq: number, ended: boolean): void {
    const series = this.spans.seriesOf(span);
    const from = this.spans.fromOf(span);
    const amount = this.spans.amountOf(span);
    const policy = this.policies[series] ?? null;
    if (policy === null) {
      if (at > from && amount > 0) this.columns.addTime(series * 2, amount, from, at);
    } else {
      const pieces = [...(this.earlier.get(span) ?? []), { series, from, until: Math.max(from, at), amount }];
      this.earlier.delete(span);
      this.bookRun(pieces, ended ? policy : null);
    }
    if (at > from) this.note(span, at, seq);
  }

  /**
   * Time that a policy removes is the last part of the run; time that it adds counts in the stretch in which the run
   * ends.
   */
  private bookRun(pieces: readonly Piece[], policy: MeteringPolicy | null): void {
    const first = pieces[0];
    const last = pieces.at(-1);
    if (first === undefined || last === undefined) return;
    const length = last.until - first.from;
    if (length <= 0) return;
    const billed: Duration = policy === null ? length : billedLength(policy, first.from, last.until);
    for (const piece of pieces) this.book({ ...piece, until: Math.min(piece.until, first.from + billed) });
    if (billed > length && last.amount > 0) {
      this.columns.addAt(last.series * 2 + 1, last.amount, billed - length, last.until - 1);
    }
  }

  private book({ series, from, until, amount }: Piece): void {
    if (until > from && amount > 0) this.columns.addTime(series * 2, amount, from, until);
  }

  private openBySeries(): Span[][] {
    const open: Span[][] = [];
    for (const span of this.spans.all()) {
      const series = this.spans.seriesOf(span);
      open[series] ??= [];
      open[series].push(this.spanUntil(span, Number.POSITIVE_INFINITY, 0));
    }
    return open;
  }

  private note(span: number, at: Instant, seq: number): void {
    this.history?.add(this.spans.seriesOf(span), this.spanUntil(span, at, seq));
  }

  private spanUntil(span: number, until: Instant, closed: number): Span {
    const { spans } = this;
    return {
      from: spans.fromOf(span),
      until,
      opened: spans.openedBy(span),
      closed,
      amount: spans.amountOf(span),
    };
  }
}

function checkAmount(amount: number): void {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new Error(`a reserved amount must be a whole number of 0 or more: ${amount}`);
}
