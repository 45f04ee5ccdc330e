/** What a ledger of hours takes on its way to money: rated at prices in tiers, and written as FOCUS rows. */

import { hour, instantFromCivil } from '../../src/engine/time.ts';
import type { LedgerCell } from '../../src/platform/metering/ledger.ts';
import { parsePriceBook } from '../../src/platform/metering/pricebook.ts';
import type { PriceBook } from '../../src/platform/metering/prices.ts';
import { rate } from '../../src/platform/metering/rating.ts';
import type { MeterSeries } from '../../src/platform/metering/series.ts';
import { billOf, ratingOf } from '../../src/report/bill/bill.ts';
import { focusLines } from '../../src/report/focus/focus.ts';
import { defaultAssumptions } from '../../src/rules/assumptions.ts';
import type { Meter } from '../../src/rules/meterNames.ts';
import { type Bench, nanoseconds, speedRow } from './rows.ts';

const rounds = 5;
const workloads = 100;
const hours = 720;
const start = instantFromCivil(2026, 11, 1);
const horizon = { start, end: start + hours * hour };
const used: readonly Meter[] = ['reserved-cpu', 'reserved-memory', 'requests'];

/** Of 300 series for a month, all counted together where tiers end. */
export const ratingBench: Bench = {
  id: 'rating',
  name: 'rating of a ledger',
  run: () => {
    const cells = used.flatMap((meter) => Array.from({ length: workloads }, (_, i) => cellsOf(i, meter)).flat());
    const input = { cells, book: tieredBook(), assumptions: defaultAssumptions, horizon };
    const { invoices } = billOf(input).bill;
    const focus = { ...input, invoices, rowsPer: 'hour', seed: '1', scenarioHash: null } as const;
    const adding = (): number => nanoseconds(cells.length, () => addedUp(cells));
    const writing = (): number => nanoseconds(cells.length, () => saidPlainly(cells));
    return [
      speedRow(
        'rating with tiers',
        'ns',
        0.05,
        turns(() => nanoseconds(cells.length, () => rate(ratingOf(input, 'month'))), adding),
        'each cell; adding up the amounts of each series',
      ),
      speedRow(
        'rating focus.csv',
        'ns',
        0.25,
        turns(() => nanoseconds(cells.length, () => Array.from(focusLines(focus)).length), writing),
        'each row, rated by the hour; as JSON what is in a cell',
      ),
    ];
  },
};

function turns(value: () => number, yardstick: () => number): { value: number; yardstick: number }[] {
  return Array.from({ length: rounds }, () => ({ value: value(), yardstick: yardstick() }));
}

function cellsOf(i: number, meter: Meter): LedgerCell[] {
  const series: MeterSeries = {
    org: 'acme',
    gvc: `g${i % 7}`,
    resource: `workload/w${i}`,
    workloadType: 'standard',
    location: 'aws-us-east-1',
    provider: 'aws',
    locationType: 'hosted',
    container: 'main',
    volumeIndex: null,
    meter,
    performanceClass: null,
    tags: { team: `t${i % 3}` },
  };
  return Array.from({ length: hours }, (_, at) => {
    const from = start + at * hour;
    const amount = 250n * BigInt(hour - ((at * 7_919 + i * 31) % 1_000));
    return { series, from, until: from + hour, surplus: false, amount };
  });
}

function tieredBook(): PriceBook {
  const units = { 'reserved-cpu': 'Core-Hours', 'reserved-memory': 'GiB-Hours', requests: 'Requests' };
  const tiers = [{ upTo: '1000', list: '0.04' }, { upTo: '10000', list: '0.03' }, { list: '0.02' }];
  const prices = [{ from: '2026-01-01T00:00:00Z', tiers }];
  const skus = Object.entries(units).map(([meter, unit]) => ({ id: meter, meters: [meter], unit, prices }));
  const { book } = parsePriceBook({ kind: 'pricebook', name: 'tiers', currency: 'USD', issuer: 'Test', skus });
  if (book === null) throw new Error('no book');
  return book;
}

function addedUp(cells: readonly LedgerCell[]): ReadonlyMap<MeterSeries, bigint> {
  const sums = new Map<MeterSeries, bigint>();
  for (const { series, amount } of cells) sums.set(series, (sums.get(series) ?? 0n) + amount);
  return sums;
}

function saidPlainly(cells: readonly LedgerCell[]): number {
  let characters = 0;
  for (const { series, from, until, amount } of cells)
    characters += JSON.stringify({ ...series, from, until, amount: amount.toString() }).length;
  return characters;
}
