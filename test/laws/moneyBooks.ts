/**
 * Price books and histories of use at random, for the laws of money: prices that change, tiers of every scope,
 * contracted prices, credits, taxes.
 */

import fc from 'fast-check';
import { day, hour, type Instant, instantFromIso, shortIsoFromInstant } from '../../src/engine/time.ts';
import { type Decimal, formatDecimal, parseDecimal, times, zero } from '../../src/platform/metering/decimal.ts';
import type { Ledger, LedgerCell } from '../../src/platform/metering/ledger.ts';
import { parsePriceBook } from '../../src/platform/metering/pricebook.ts';
import { priceCuts } from '../../src/platform/metering/priceMatch.ts';
import type { PriceBook } from '../../src/platform/metering/prices.ts';
import { billOf } from '../../src/report/bill/bill.ts';
import type { Bill } from '../../src/report/bill/billDocument.ts';
import { defaultAssumptions } from '../../src/rules/assumptions.ts';
import { mebibyte, play, type Run, start } from '../platform/metering/builders.ts';

/** A price book as its file has it. */
export interface BookDoc {
  readonly kind: 'pricebook';
  readonly name: string;
  readonly currency: string;
  readonly issuer: string;
  readonly invoice: { readonly rounding: string };
  readonly skus: readonly SkuDoc[];
  readonly credits: readonly CreditDoc[];
  readonly tax: readonly { readonly id: string; readonly org: string; readonly rate: string }[];
}

interface SkuDoc {
  readonly id: string;
  readonly meters: readonly string[];
  readonly match?: object;
  readonly unit: string;
  readonly tierScope: string;
  readonly prices: readonly EntryDoc[];
}

interface EntryDoc {
  readonly from: string;
  readonly tiers: readonly TierDoc[];
}

interface TierDoc {
  readonly upTo?: string;
  readonly list: string;
  readonly contracted?: string;
}

interface CreditDoc {
  readonly id: string;
  readonly org: string;
  readonly amount: string;
  readonly from: string;
  readonly until: string;
}

/** Where every history ends. */
export const until: Instant = start + 80 * day;

const long = '2020-01-01T00:00:00Z';
/** Within a month, at the start of one, and between hours of a day. */
const changes = ['2027-05-10T07:00:00Z', '2027-06-01T00:00:00Z', '2027-06-20T13:00:00Z'];

/** 0 or more, of many sizes. */
const price = fc.tuple(fc.nat(99_999), fc.nat(6)).map(([digits, scale]) => text(digits, -scale));
/** Above 0. */
const size = fc
  .tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: -6, max: 9 }))
  .map(([digits, exponent]) => text(digits, exponent));

function text(digits: number, exponent: number): string {
  return exponent < 0
    ? formatDecimal({ coefficient: BigInt(digits), scale: -exponent })
    : `${digits}${'0'.repeat(exponent)}`;
}

/** A list price, and often a contracted one below it. */
const prices = fc.tuple(price, fc.option(fc.nat(100), { nil: null })).map(([list, percent]) => {
  return percent === null
    ? { list }
    : { list, contracted: formatDecimal(times(decimal(list), { coefficient: BigInt(percent), scale: 2 })) };
});

const tiers = fc
  .tuple(
    fc.uniqueArray(size, { maxLength: 3, selector: (bound) => formatDecimal(decimal(bound)) }),
    fc.array(prices, { minLength: 4, maxLength: 4 }),
  )
  .map(([bounds, list]): TierDoc[] => {
    const rising = [...bounds].sort((a, b) => Number(a) - Number(b));
    return [...rising, null].map((upTo, index) => ({
      ...(upTo === null ? {} : { upTo }),
      ...(list[index] ?? { list: '1' }),
    }));
  });

interface BookShape {
  /** Prices may change in time; default true. */
  readonly isDated?: boolean;
}

function skus({ isDated = true }: BookShape): fc.Arbitrary<SkuDoc[]> {
  const dates = isDated ? fc.subarray(changes) : fc.constant([]);
  const sku = (id: string, meter: string, units: readonly string[], match?: object): fc.Arbitrary<SkuDoc> =>
    fc
      .record({
        unit: fc.constantFrom(...units),
        tierScope: fc.constantFrom('org', 'gvc', 'resource'),
        dates,
        all: fc.array(tiers, { minLength: 4, maxLength: 4 }),
      })
      .map(({ unit, tierScope, dates: own, all }) => ({
        id,
        meters: [meter],
        ...(match === undefined ? {} : { match }),
        unit,
        tierScope,
        prices: [long, ...own].map((from, index) => ({ from, tiers: all[index] ?? [{ list: '1' }] })),
      }));
  return fc.tuple(
    sku('cpu', 'reserved-cpu', ['Core-Hours', 'Core-Seconds']),
    sku('memory', 'reserved-memory', ['GiB-Hours', 'GiB-Seconds']),
    sku('disk', 'volume-capacity', ['GB-Months', 'GB-Hours', 'GB-Seconds']),
    sku('cron', 'reserved-cpu', ['Core-Hours', 'Core-Seconds'], { workloadType: 'cron' }),
  );
}

const instants = [long, ...changes, '2027-07-01T00:00:00Z', '2028-01-01T00:00:00Z'];

const credits = fc
  .array(
    fc.record({
      org: fc.constantFrom('birch', 'birch', 'cedar'),
      amount: size,
      dates: fc.subarray(instants, { minLength: 2, maxLength: 2 }),
    }),
    { maxLength: 4 },
  )
  .map((list) =>
    list.map(({ org, amount, dates: [from = '', to = ''] }, index) => ({
      id: `c${index}`,
      org,
      amount,
      from,
      until: to,
    })),
  );

const tax = fc
  .array(
    fc.record({ org: fc.constantFrom('birch', 'cedar'), rate: fc.constantFrom('0', '0.2', '0.075', '1.000000001') }),
    { maxLength: 2 },
  )
  .map((list) => list.map((one, index) => ({ id: `t${index}`, ...one })));

/** Any book that prices what the histories use. */
export function bookDoc(shape: BookShape = {}): fc.Arbitrary<BookDoc> {
  return fc.record({
    kind: fc.constant('pricebook' as const),
    name: fc.constant('any'),
    currency: fc.constantFrom('USD', 'JPY', 'KWD'),
    issuer: fc.constant('Test'),
    invoice: fc.record({ rounding: fc.constantFrom('half-up', 'half-even', 'none') }),
    skus: skus(shape),
    credits,
    tax,
  });
}

/** Uses of a few days within seven weeks, two months of which are whole. */
export const uses: fc.Arbitrary<Run[]> = fc.array(
  fc.record({
    series: fc.nat({ max: 5 }),
    at: fc.nat({ max: 50 * 24 * hour }),
    parts: fc.array(
      fc.record({
        amount: fc.oneof(
          fc.nat(4_000),
          fc.nat(64 * 1024).map((mib) => mib * mebibyte),
          fc.maxSafeNat(),
        ),
        length: fc.oneof(fc.nat(3 * hour), fc.nat(5 * day)),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  { maxLength: 8 },
);

export function bookOf(doc: object): PriceBook {
  const { book, findings } = parsePriceBook(doc);
  if (book === null) throw new Error(`no book: ${JSON.stringify(findings)}`);
  return book;
}

/** The ledger of a history under a book. */
export function ledgerOf(history: readonly Run[], book: PriceBook, cellsMax = 1_000_000): Ledger {
  return play(history, until, { cuts: priceCuts(book), cellsMax });
}

/** The bill of cells; what is wrong with the book throws. */
export function billed(
  cells: readonly LedgerCell[],
  book: PriceBook,
  more: Partial<Parameters<typeof billOf>[0]> = {},
): Bill {
  const input = { cells, book, assumptions: defaultAssumptions, horizon: { start, end: until }, ...more };
  const { bill, findings } = billOf(input);
  if (findings.length > 0) throw new Error(JSON.stringify(findings));
  return bill;
}

export function decimal(value: string | null): Decimal {
  return parseDecimal(value ?? '0') ?? zero;
}

/** The book with every price changed. */
export function withPrices(doc: BookDoc, change: (price: string) => string): BookDoc {
  const tier = ({ list, contracted, ...more }: TierDoc): TierDoc => {
    return { ...more, list: change(list), ...(contracted === undefined ? {} : { contracted: change(contracted) }) };
  };
  return {
    ...doc,
    skus: doc.skus.map((sku) => ({
      ...sku,
      prices: sku.prices.map((entry) => ({ ...entry, tiers: entry.tiers.map(tier) })),
    })),
  };
}

/** The book with every date so much later. */
export function later(doc: BookDoc, by: number): BookDoc {
  const moved = (iso: string): string => shortIsoFromInstant(Number(instantFromIso(iso)) + by);
  return {
    ...doc,
    skus: doc.skus.map((sku) => ({
      ...sku,
      prices: sku.prices.map((entry) => ({ ...entry, from: moved(entry.from) })),
    })),
    credits: doc.credits.map((one) => ({ ...one, from: moved(one.from), until: moved(one.until) })),
  };
}
