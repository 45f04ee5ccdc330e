import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour } from '../../../src/engine/time.ts';
import { Ledger } from '../../../src/platform/metering/ledger.ts';
import { parsePriceBook } from '../../../src/platform/metering/pricebook.ts';
import { priceCuts } from '../../../src/platform/metering/priceMatch.ts';
import { billOf } from '../../../src/report/bill/bill.ts';
import type { Bill } from '../../../src/report/bill/billDocument.ts';
import { isLedgerOf, isMeteredAlike, repriced } from '../../../src/report/bill/reprice.ts';
import { lineChanges, payableChanges } from '../../../src/report/bill/repriceChanges.ts';
import { jsonText } from '../../../src/report/words/jsonText.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { play, runs, seriesOf, start, workedExample } from '../../platform/metering/builders.ts';

const from = '2027-01-01T00:00:00Z';

function bookOf(cpu: readonly object[] = [{ from, list: '0.0312' }], changes: object = {}) {
  const { book, findings } = parsePriceBook({
    kind: 'pricebook',
    name: 'test',
    currency: 'USD',
    issuer: 'Test',
    skus: [
      { id: 'cpu', meters: ['reserved-cpu'], unit: 'Core-Hours', prices: cpu },
      { id: 'memory', meters: ['reserved-memory'], unit: 'GiB-Hours', prices: [{ from, list: '0.0041' }] },
      { id: 'volume', meters: ['volume-capacity'], unit: 'GB-Months', prices: [{ from, list: '0.115' }] },
    ],
    ...changes,
  });
  if (book === null) throw new Error(JSON.stringify(findings));
  return book;
}

const end = start + 2.5 * hour;

function billed(ledger: Ledger, book = bookOf(), until = end): Bill {
  const about = { cells: ledger.cells(until), book, assumptions: defaultAssumptions, horizon: { start, end: until } };
  return billOf({ ...about, eventsOf: ledger.spanEvents() }).bill;
}

function example(book = bookOf()): Ledger {
  const ledger = new Ledger({ events: true, cuts: priceCuts(book) });
  workedExample(ledger);
  return ledger;
}

describe('a bill at other prices', () => {
  it('at its own is the same to the byte, whatever was held', () => {
    const books = fc.constantFrom(
      bookOf(),
      bookOf([{ from, tiers: [{ upTo: '3', list: '0.5' }, { list: '0.1' }] }]),
      bookOf([
        { from, list: '0.5' },
        { from: '2027-05-11T05:00:00Z', list: '0.1' },
      ]),
      bookOf([{ from, list: '1' }], {
        metering: { preset: 'whole-hours', perMeter: { 'reserved-cpu': { preset: 'exact' } } },
      }),
    );
    const periods = fc.constantFrom('utcMonth' as const, 'fixed30d' as const);
    fc.assert(
      fc.property(
        runs,
        fc.nat({ max: 70 }),
        books,
        periods,
        fc.constantFrom('month', 'day'),
        (history, days, book, period, rowsPer) => {
          const until = start + (days + 1) * 24 * hour;
          const cuts = [...new Set([...priceCuts(book), start, start + 720 * hour, start + 1440 * hour])].sort(
            (a, b) => a - b,
          );
          const ledger = play(history, until, { metering: book.metering, cuts, events: true, cellsMax: 200 });
          const cells = ledger.cells(until);
          const assumptions = { ...defaultAssumptions, 'billing.period': period };
          const about = { cells, book, assumptions, horizon: { start, end: until }, rowsPer };
          const { bill } = billOf({ ...about, eventsOf: ledger.spanEvents() });
          const read: Bill = JSON.parse(jsonText(bill));
          expect(isLedgerOf(read, cells)).toBe(true);
          expect(jsonText(repriced(read, { cells }, book).bill)).toBe(jsonText(bill));
        },
      ),
      { seed: 7, numRuns: 25 },
    );
  });

  it('costs what a run with those prices costs', () => {
    const book = bookOf([{ from, list: '0.05' }]);
    const { bill, findings } = repriced(billed(example()), { cells: example().cells(end) }, book);
    expect(findings).toEqual([]);
    expect(bill.invoices).toEqual(billed(example(book), book).invoices);
    expect(bill.book.hash).toBe(book.hash);
  });

  it('names the events of the whole period where prices change in it', () => {
    const book = bookOf([
      { from, list: '0.05' },
      { from: '2027-05-03T15:00:00Z', list: '0.06' },
    ]);
    const old = billed(example());
    const { bill } = repriced(old, { cells: example(book).cells(end) }, book);
    expect(bill.usage.map(({ skuPriceId, events }) => [skuPriceId, events])).toEqual([
      [`cpu/${from}/t0`, old.usage[0]?.events],
      ['cpu/2027-05-03T15:00:00Z/t0', old.usage[0]?.events],
      [`memory/${from}/t0`, old.usage[1]?.events],
    ]);
  });

  it('that change inside an entry of a ledger by days cannot be rated', () => {
    const coarse = new Ledger({ cellsMax: 1 });
    workedExample(coarse);
    expect(billed(coarse).grain).not.toBe('hour');
    const book = bookOf([
      { from, list: '0.05' },
      { from: '2027-05-03T15:00:00Z', list: '0.06' },
    ]);
    const { findings } = repriced(billed(coarse), { cells: coarse.cells(end) }, book);
    expect(findings).toMatchObject([
      { severity: 'error', message: expect.stringMatching(/within an entry of a ledger/) },
    ]);
  });

  it('is told beside the old one, in the same currency with the difference', () => {
    const old = billed(example());
    const dearer = repriced(old, { cells: example().cells(end) }, bookOf([{ from, list: '1.0312' }])).bill;
    const id = 'INV-birch-2027-05';
    expect(payableChanges(old, dearer)).toEqual([{ invoice: id, before: '0.07', after: '1.83', difference: '1.76' }]);
    const [line] = lineChanges(old, dearer);
    expect(line).toMatchObject({
      meter: 'reserved-cpu',
      invoice: id,
      difference: '1.7625',
      prices: { after: [`cpu/${from}/t0`] },
    });
    const yen = repriced(old, { cells: example().cells(end) }, bookOf([{ from, list: '7' }], { currency: 'JPY' })).bill;
    expect(payableChanges(old, yen)).toEqual([{ invoice: id, before: '0.07', after: '12.0', difference: null }]);
    expect(lineChanges(old, yen).map(({ difference }) => difference)).toEqual([null, null]);
  });
});

describe('what a ledger cannot tell', () => {
  it('is another metering', () => {
    const old = billed(example());
    expect(isMeteredAlike(old, bookOf([{ from, list: '2' }], { metering: { preset: 'exact' } }))).toBe(true);
    expect(isMeteredAlike(old, bookOf([{ from, list: '2' }], { metering: { preset: 'whole-hours' } }))).toBe(false);
  });

  it('is a bill of another run', () => {
    const other = new Ledger();
    other.open(other.series(seriesOf()), 1, start, 1);
    expect(isLedgerOf(billed(example()), other.cells(end))).toBe(false);
    expect(isLedgerOf(billed(example()), [])).toBe(false);
  });
});
