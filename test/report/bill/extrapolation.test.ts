import { describe, expect, it } from 'vitest';
import { day, hour, instantFromCivil } from '../../../src/engine/time.ts';
import { exampleBook } from '../../../src/platform/metering/exampleBook.ts';
import { Ledger } from '../../../src/platform/metering/ledger.ts';
import { billOf } from '../../../src/report/bill/bill.ts';
import { amount } from '../../../src/report/bill/costs.ts';
import { extrapolationsOf } from '../../../src/report/bill/extrapolation.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { seriesOf } from '../../platform/metering/builders.ts';

/** A thousand cores for a stretch of time. */
function billFor(start: number, end: number) {
  const ledger = new Ledger();
  ledger.open(ledger.series(seriesOf()), 1_000_000, start, 1);
  const cells = ledger.cells(end);
  return billOf({ cells, book: exampleBook, assumptions: defaultAssumptions, horizon: { start, end } }).bill;
}

describe('--extrapolate month is a separate, labelled figure', () => {
  it('six hours of a month of 30 days stand for 120 times as much', () => {
    const from = instantFromCivil(2026, 11, 7, 5 * hour);
    expect(extrapolationsOf(billFor(from, from + 6 * hour))).toEqual([
      {
        invoice: 'INV-birch-2026-11',
        period: '2026-11',
        simulatedMs: 6 * hour,
        monthMs: 30 * day,
        usageTotal: '187.2',
        extrapolatedUsage: '22464.0',
      },
    ]);
  });

  it('a month that is simulated whole stands for itself, and the rest of another for all of it', () => {
    const bill = billFor(instantFromCivil(2027, 1, 22), instantFromCivil(2027, 3, 1));
    expect(extrapolationsOf(bill).map(({ period, extrapolatedUsage }) => [period, extrapolatedUsage])).toEqual([
      ['2027-01', '23212.8'],
      ['2027-02', '20966.4'],
    ]);
    expect(amount(bill.invoices[1]?.usageTotal ?? '')).toEqual(amount('20966.4'));
  });

  it('runs across two months by the part of each', () => {
    const bill = billFor(instantFromCivil(2026, 10, 31, 12 * hour), instantFromCivil(2026, 11, 1, 6 * hour));
    expect(extrapolationsOf(bill).map(({ simulatedMs, monthMs }) => simulatedMs / monthMs)).toEqual([
      0.5 / 31,
      0.25 / 30,
    ]);
  });
});
