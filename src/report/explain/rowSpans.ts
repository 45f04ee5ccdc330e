/**
 * The spans of a usage row: the amount held, the time, and the journal entries that opened and closed each span.
 */

import { grouped } from '../../engine/grouped.ts';
import type { Instant } from '../../engine/time.ts';
import { formatDecimal, minus, plus, zero } from '../../platform/metering/decimal.ts';
import { consumedFromBase } from '../../platform/metering/meters.ts';
import type { SpanEvents } from '../../platform/metering/trail.ts';
import type { Meter } from '../../rules/meterNames.ts';
import type { Bill, UsageRow } from '../bill/billDocument.ts';
import { amount } from '../bill/costs.ts';
import { type RowPeriod, stretchOf } from '../bill/rowStretch.ts';
import type { PageEntry } from '../picture/picture.ts';

/** A time span with one held amount, cut to the period of the row. */
export interface ExplainedSpan {
  /** Millicores or bytes; null where no entry says it. */
  readonly amount: number | null;
  readonly from: Instant;
  /** Excluded. */
  readonly until: Instant;
  /** In the row's unit; null where the amount is. */
  readonly quantity: string | null;
  /** Number of the journal entry from which on it was held. */
  readonly opened: number;
  /** null: it went on beyond the run. */
  readonly closed: number | null;
}

export interface RowSpans {
  readonly spans: readonly ExplainedSpan[];
  /** Of all spans. */
  readonly quantity: string;
  /**
   * What the row says less that, `0.0` where they agree; other tiers of the same usage included, whose spans these are,
   * too.
   */
  readonly unexplained: string;
  /** Other rows of the same usage, in other tiers, whose spans these are, too. */
  readonly sharedWith: readonly string[];
}

/** Spans that follow each other where a tag changes have an amount that only the first one's entry says. */
export class RowTrail {
  private readonly row: UsageRow;
  private readonly bill: Bill;
  /** Spans of the same series under whatever tags, by the entry that closed them. */
  private readonly byClose: ReadonlyMap<string, readonly SpanEvents[]>;

  constructor(row: UsageRow, bill: Bill) {
    this.row = row;
    this.bill = bill;
    const own = bill.usage.filter((one) => seriesKey(one) === seriesKey(row)).flatMap(({ events = [] }) => events);
    // A span that lasts longer than a row is in several.
    const once = new Map<string, SpanEvents[]>();
    for (const [key, alike] of grouped(own, (pair) => pair.join())) once.set(key, alike.slice(0, 1));
    this.byClose = grouped([...once.values()].flat(), ([, close]) => String(close));
  }

  /** Numbers of the entries that tell of the spans, whole. */
  needed(): ReadonlySet<number> {
    const needed = new Set<number>();
    const add = ([open, close]: SpanEvents): void => {
      if (close !== null) needed.add(close);
      if (needed.has(open)) return;
      needed.add(open);
      for (const before of this.byClose.get(String(open)) ?? []) add(before);
    };
    for (const pair of this.row.events ?? []) add(pair);
    return needed;
  }

  /**
   * @param entries those needed, as far as the journal has them
   * @param within a part of the row's stretch; null: all of it
   */
  spans(entries: ReadonlyMap<number, PageEntry>, within: RowPeriod | null): RowSpans {
    const whole = stretchOf(this.row, this.bill);
    const stretch = within ?? whole;
    const turns = new Map<number, number>();
    const spans = (this.row.events ?? []).flatMap((pair): ExplainedSpan[] => {
      const [open, close] = pair;
      const turn = turns.get(open) ?? 0;
      turns.set(open, turn + 1);
      const entry = entries.get(open);
      const from = Math.max(stretch.from, entry === undefined ? stretch.from : this.heldFrom(entry));
      const until = Math.min(stretch.until, (close === null ? undefined : entries.get(close)?.at) ?? stretch.until);
      if (until <= from) return [];
      const held = this.amountOf(pair, turn, entries);
      const base = held === null ? null : BigInt(held) * BigInt(until - from);
      const quantity = base === null ? null : formatDecimal(consumedFromBase(this.row.meter, base));
      return [{ amount: held, from, until, quantity, opened: open, closed: close }];
    });
    const quantity = spans.reduce(
      (sum, span) => (span.quantity === null ? sum : plus(sum, amount(span.quantity))),
      zero,
    );
    const tiers = tiersOf(this.row, this.bill);
    const said = tiers.reduce((sum, one) => plus(sum, amount(one.quantity)), zero);
    const sharedWith = tiers.filter((one) => one !== this.row).map(({ id }) => id);
    return { spans, quantity: formatDecimal(quantity), unexplained: formatDecimal(minus(said, quantity)), sharedWith };
  }

  /** @param turn how many spans of the row the same entry has opened before */
  private amountOf([open]: SpanEvents, turn: number, entries: ReadonlyMap<number, PageEntry>): number | null {
    const entry = entries.get(open);
    const told = entry === undefined ? null : amountIn(entry, this.row);
    if (told !== null) return told;
    const before = this.byClose.get(String(open)) ?? [];
    const one = before[turn] ?? before[0];
    return one === undefined || one[0] >= open ? null : this.amountOf(one, turn, entries);
  }

  /** From when on what an entry reserves is billed (`billing.replicaFrom`). */
  private heldFrom({ at, data }: PageEntry): Instant {
    const { fromAt, placedAt, startedAt } = data;
    if (typeof fromAt === 'number') return fromAt;
    const from = this.bill.assumptions['billing.replicaFrom'];
    if (from === 'placed' && typeof placedAt === 'number') return placedAt;
    return from === 'started' && typeof startedAt === 'number' ? startedAt : at;
  }
}

/** A row and those of the other tiers that the same usage went through: a row apart for each. */
function tiersOf(row: UsageRow, { usage }: Bill): readonly UsageRow[] {
  const key = tierKey(row);
  return usage.filter((one) => one === row || tierKey(one) === key);
}

function tierKey(row: UsageRow): string {
  const price = row.skuPriceId?.replace(/\/t\d+$/, '') ?? null;
  return JSON.stringify([seriesKey(row), Object.entries(row.tags).sort(), row.period, price, row.surplus === '0.0']);
}

/** All that tells two series apart but their tags. */
function seriesKey(row: UsageRow): string {
  const { org, gvc, resource, workloadType, location, provider, locationType } = row;
  const { container, volumeIndex, replicaIndex = null, zone = null, performanceClass, meter } = row;
  const place = [org, gvc, resource, workloadType, location, provider, locationType];
  return JSON.stringify([...place, container, volumeIndex, replicaIndex, zone, performanceClass, meter]);
}

/** What an entry says that is held from it on; null where it says nothing of that. */
function amountIn({ type, data }: PageEntry, row: UsageRow): number | null {
  const one = heldBy(type, data, row);
  // In the place of replicas that are not there, as many are held at once.
  const { replicas } = data;
  return one === null || type !== 'deployment.kept' || typeof replicas !== 'number' ? one : one * replicas;
}

function heldBy(type: string, data: PageEntry['data'], { meter, container }: UsageRow): number | null {
  switch (meter) {
    case 'volume-capacity':
    case 'shared-volume-capacity': {
      const microGB = numberIn(data, 'toMicroGB') ?? numberIn(data, 'capacityMicroGB');
      return microGB === null ? null : microGB * 1_000;
    }
    case 'replica-time':
    case 'mount-time':
    case 'load-balancer-time':
      return 1;
    case 'ephemeral-storage':
      return numberIn(data, 'ephemeralBytes');
    case 'snapshot-storage':
      return type === 'snapshot.taken' ? numberIn(data, 'bytes') : null;
    case 'mount-cpu':
    case 'mount-memory':
      return type === 'mount.opened' ? pairIn(data, meter) : null;
    case 'mounter-cpu':
    case 'mounter-memory':
      return pairIn(data['mounter'], meter);
    case 'reserved-cpu':
    case 'reserved-memory': {
      const { reserved } = data;
      if (!Array.isArray(reserved)) return null;
      return pairIn(
        reserved.find((one: unknown) => isMap(one) && one['container'] === container),
        meter,
      );
    }
    default:
      return null;
  }
}

function numberIn(data: PageEntry['data'], key: string): number | null {
  const value = data[key];
  return typeof value === 'number' ? value : null;
}

function pairIn(value: unknown, meter: Meter): number | null {
  if (!isMap(value)) return null;
  const found = value[meter.endsWith('-cpu') ? 'cpuMillicores' : 'memoryBytes'];
  return typeof found === 'number' ? found : null;
}

function isMap(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
