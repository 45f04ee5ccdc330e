/** Laws of bills: the ledger against the journal, and the bill against its prices. */

import { formatDecimal, fromBigInt, parseDecimal, times } from '../../platform/metering/decimal.ts';
import { exampleBook } from '../../platform/metering/exampleBook.ts';
import type { Price, PriceBook } from '../../platform/metering/prices.ts';
import type { Bill } from '../../report/bill/billDocument.ts';
import { compareWithBill } from '../../report/recount/compare.ts';
import { Recount } from '../../report/recount/recount.ts';
import { holds, type Law, sameLines, skipped } from './law.ts';

/** BILL-1: the ledger and the journal agree. */
export const billEqualsRecount: Law = {
  id: 'billEqualsRecount',
  rules: ['BILL-1', 'BILL-2', 'BILL-4'],
  sentence: 'The bill that the ledger gives is the bill that is recomputed from the journal alone, to the last digit.',
  judge: ({ scenario, ended: { run, journal } }) => {
    const { org, assumptions, start } = scenario;
    const book = scenario.prices ?? exampleBook;
    const recount = new Recount({ org, start, assumptions, book });
    for (const entry of journal) recount.listen(entry);
    const [first] = compareWithBill(recount, run.bill().bill, book, { start, end: run.now });
    if (first === undefined) return holds;
    const { figure, of, recounted, billed } = first;
    return { kind: 'broken', expected: `${figure} of ${of}: ${recounted}`, observed: `${figure} of ${of}: ${billed}` };
  },
};

const two = fromBigInt(2n);

/** Twice the price is twice the bill. */
export const twicePriceTwiceBill: Law = {
  id: 'twicePriceTwiceBill',
  rules: [],
  sentence: 'With every price doubled, every cost of the bill is exactly twice as much.',
  judge: ({ scenario, ended: { run } }) => {
    const book = scenario.prices ?? exampleBook;
    if (book.credits.length > 0) return skipped('credits of the price book are not doubled with its prices');
    const { start } = scenario;
    const [once, twice] = [book, doubled(book)].map((each) => run.bill('month', run.cells(), start, each).bill);
    if (once === undefined || twice === undefined) return skipped('there is no bill');
    return sameLines(costLines(once, true), costLines(twice, false));
  },
};

function doubled(book: PriceBook): PriceBook {
  const price = (one: Price): Price => ({
    ...one,
    list: times(one.list, two),
    contracted: times(one.contracted, two),
  });
  const skus = book.skus.map((sku) => ({
    ...sku,
    prices: sku.prices.map((entry) => {
      const [first, ...others] = entry.tiers;
      return { ...entry, tiers: [price(first), ...others.map(price)] as const };
    }),
  }));
  return { ...book, skus };
}

/** The costs of all rows, and their sum on invoices before credits, taxes and rounding. */
function costLines({ usage, invoices }: Bill, isDoubled: boolean): string[] {
  const text = (cost: string | null): string => {
    const value = cost === null ? null : parseDecimal(cost);
    return value === null ? 'none' : formatDecimal(isDoubled ? times(value, two) : value);
  };
  return [
    ...usage.map((row) => `${row.id}: ${text(row.listCost)}, ${text(row.cost)}`),
    ...invoices.map(({ id, usageTotal }) => `${id}: ${text(usageTotal)}`),
  ];
}
