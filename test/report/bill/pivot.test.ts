import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour } from '../../../src/engine/time.ts';
import { formatDecimal, plus, zero } from '../../../src/platform/metering/decimal.ts';
import { exampleBook } from '../../../src/platform/metering/exampleBook.ts';
import { Ledger } from '../../../src/platform/metering/ledger.ts';
import { billOf } from '../../../src/report/bill/bill.ts';
import type { UsageRow } from '../../../src/report/bill/billDocument.ts';
import { amount } from '../../../src/report/bill/costs.ts';
import { dimensionsOf, isFineEnough, stepOf } from '../../../src/report/bill/dimension.ts';
import { dimensions, type Pivot, type PivotDimension, pivotOf } from '../../../src/report/bill/pivot.ts';
import { pivotCsv } from '../../../src/report/bill/pivotText.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { play, runs, seriesOf, start } from '../../platform/metering/builders.ts';

const end = start + 70 * day;

function billBy(ledger: Ledger, rowsPer: 'month' | 'day' | 'hour', until = end) {
  const cells = ledger.cells(until);
  const about = { book: exampleBook, assumptions: defaultAssumptions, horizon: { start, end: until } };
  return billOf({ cells, rowsPer, ...about }).bill;
}

function sumOf(texts: readonly (string | null)[]): string {
  return formatDecimal(texts.reduce((sum, text) => (text === null ? sum : plus(sum, amount(text))), zero));
}

const every: readonly PivotDimension[] = [...dimensions, 'tag:team', 'tag:nobody'];

/** A workload of two teams after each other, one of none, and a volume. */
function teams(): Ledger {
  const ledger = new Ledger();
  const [web, core] = ['web', 'core'].map((team) => ({ tags: { team } }));
  const span = ledger.open(ledger.series(seriesOf(web)), 1_000, start, 1);
  ledger.move(span, ledger.series(seriesOf(core)), start + hour, 2);
  ledger.open(ledger.series(seriesOf({ resource: 'workload/other', tags: { area: 'x' } })), 1_000, start, 3);
  const volume = { resource: 'volumeset/data', workloadType: null, container: null, meter: 'volume-capacity' } as const;
  for (const volumeIndex of [10, 9]) {
    ledger.open(ledger.series(seriesOf({ ...volume, volumeIndex, ...web })), 2_000_000_000, start, 4);
  }
  return ledger;
}

describe('pivots by any two of time step, drill-down levels, type, provider, meter, class, tag key', () => {
  it('law: every total is the sum of its cells, and the whole is the usage total', () => {
    const pair = fc.tuple(fc.constantFrom(...every), fc.constantFrom(...every)).filter(([a, b]) => a !== b);
    fc.assert(
      fc.property(runs, pair, (history, by) => {
        const { usage, invoices } = billBy(play(history, end), 'day');
        const pivot = pivotOf(usage, by, 'USD');
        expect(pivot.total).toBe(sumOf(invoices.map(({ usageTotal }) => usageTotal)));
        expect(sumOf(pivot.rows.map(({ total }) => total))).toBe(pivot.total);
        expect(sumOf(pivot.columns.map(({ total }) => total))).toBe(pivot.total);
        for (const row of pivot.rows) expect(sumOf(row.cells)).toBe(row.total);
        pivot.columns.forEach((column, index) => {
          expect(sumOf(pivot.rows.map(({ cells }) => cells[index] ?? null))).toBe(column.total);
        });
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it('law: all pivots agree, at every grain of the rows', () => {
    fc.assert(
      fc.property(runs, (history) => {
        const ledger = play(history, end);
        const [byMonth, byDay] = (['month', 'day'] as const).map((grain) => billBy(ledger, grain).usage);
        for (const dimension of ['month', 'location', 'meter', 'container'] as const) {
          const coarse = pivotOf(byMonth ?? [], [dimension], 'USD');
          expect(pivotOf(byDay ?? [], [dimension], 'USD')).toEqual(coarse);
          expect(pivotOf(byMonth ?? [], ['type', dimension], 'USD').columns).toEqual(
            coarse.rows.map(({ cells: _, ...key }) => key),
          );
        }
      }),
      { seed: 1, numRuns: 20 },
    );
  });

  it('shows (untagged) for a tag key, also where all is tagged, and tells it from a tag of that value', () => {
    const { usage } = billBy(teams(), 'hour', start + 2 * hour);
    const labels = ({ rows }: Pivot) => rows.map(({ key, label, total }) => [key, label, total]);
    expect(labels(pivotOf(usage, ['tag:team', 'meter'], 'USD'))).toEqual([
      ['core', 'core', '0.0312'],
      ['web', 'web', expect.stringMatching(/^0\.0324/)],
      [null, '(untagged)', '0.0624'],
    ]);
    const own = usage.map((row): UsageRow => ({ ...row, tags: { team: '(untagged)' } }));
    expect(labels(pivotOf(own, ['tag:team'], 'USD')).map(([key]) => key)).toEqual(['(untagged)', null]);
    expect(pivotOf([], ['tag:team'], 'USD').rows).toEqual([
      { key: null, label: '(untagged)', total: '0.0', cells: [null] },
    ]);
  });

  it('a change of tags counts from its instant and rewrites nothing earlier', () => {
    const { usage } = billBy(teams(), 'hour', start + 2 * hour);
    const api = usage.filter(({ resource }) => resource === 'workload/api');
    const { columns, rows } = pivotOf(api, ['hour', 'tag:team'], 'USD');
    expect(columns.map(({ label }) => label)).toEqual(['core', 'web', '(untagged)']);
    expect(rows.map(({ key, cells }) => [key, ...cells])).toEqual([
      ['2027-05-03T14', null, '0.0312', null],
      ['2027-05-03T15', '0.0312', null, null],
    ]);
  });

  it('goes by the order of time, numbers and meters, with those last that have none', () => {
    const { usage } = billBy(teams(), 'hour', start + 2 * hour);
    const keys = (dimension: PivotDimension) => pivotOf(usage, [dimension], 'USD').rows.map(({ label }) => label);
    expect(keys('container')).toEqual(['volume 9', 'volume 10', 'web']);
    expect(keys('meter')).toEqual(['reserved-cpu', 'volume-capacity']);
    expect(keys('class')).toEqual(['(none)']);
    expect(keys('type')).toEqual(['standard', '(none)']);
    expect(keys('resource')).toEqual(['shop/volumeset/data', 'shop/workload/api', 'shop/workload/other']);
  });

  it('is a table for spreadsheets, with all digits', () => {
    const { usage } = billBy(teams(), 'hour', start + hour);
    const row = usage.filter(({ resource }) => resource === 'workload/other');
    expect(pivotCsv(pivotOf(row, ['location', 'tag:area'], 'USD'))).toBe(
      'location,x,(untagged),total\naws-eu-west-1,0.0312,,0.0312\ntotal,0.0312,0.0,0.0312\n',
    );
    expect(pivotCsv(pivotOf(row, ['meter'], 'USD'))).toBe('meter,total\nreserved-cpu,0.0312\ntotal,0.0312\n');
  });
});

describe('dimensions as they are typed', () => {
  it('one or two, with tags by their key', () => {
    expect(dimensionsOf('location, meter')).toEqual(['location', 'meter']);
    expect(dimensionsOf('tag:cost-center:eu')).toEqual(['tag:cost-center:eu']);
    expect(dimensionsOf('locaton')).toBe("there is no dimension 'locaton'; did you mean 'location'?");
    expect(dimensionsOf('a,b,c')).toBe('expected one or two dimensions; found 3');
    expect(dimensionsOf('meter,meter')).toBe("'meter' is given twice");
  });

  it('a step of time needs rows that are as fine', () => {
    expect(stepOf(['location', 'day'])).toBe('day');
    expect(stepOf(['month', 'hour'])).toBe('hour');
    expect(stepOf(['meter'])).toBeNull();
    const daily = billBy(teams(), 'day', start + 2 * day);
    expect((['month', 'day', 'hour'] as const).map((step) => isFineEnough(daily, step))).toEqual([true, true, false]);
    const whole = { ...daily, assumptions: { 'billing.period': 'wholeRun' } };
    const invoices = daily.invoices.map((one) => ({ ...one, period: '2027-05-03' }));
    const usage = daily.usage.map((row) => ({ ...row, period: '2027-05-03' }));
    expect(isFineEnough({ ...whole, invoices, usage }, 'day')).toBe(false);
  });
});
