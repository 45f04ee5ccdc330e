/**
 * From an org's usage to what it pays, month after month: credits, taxes, whole coins.
 */

import type { Instant } from '../../engine/time.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import { difference, type Fraction, lesser, nought, product, roundedTo, sum } from './fraction.ts';
import { fractionOf } from './price.ts';

/** Digits after the point of a smallest coin, where they are not two (ISO 4217). */
const otherCoins = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
]);

interface Settled {
  /** What each that pays takes off, below 0, by id. */
  readonly credits: readonly (readonly [id: string, cost: Fraction])[];
  readonly taxes: readonly (readonly [id: string, { readonly rate: Fraction; readonly cost: Fraction }])[];
  readonly rounding: Fraction;
  readonly payable: Fraction;
}

/** Purses that are emptied one after the other; what is in them stays there from one month to the next. */
export class Settlement {
  private readonly book: PriceBook;
  private readonly org: string;
  private readonly purses: { readonly id: string; readonly from: Instant; readonly until: Instant; left: Fraction }[];

  constructor(book: PriceBook, org: string) {
    const own = book.credits.filter((credit) => credit.org === org);
    this.book = book;
    this.org = org;
    this.purses = own
      .map(({ id, from, until, amount }) => ({ id, from, until, left: fractionOf(amount) }))
      .sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1));
  }

  /** Settles the next month, of which the time from `from` to `until` (excluded) was simulated. */
  next({ from, until }: { readonly from: Instant; readonly until: Instant }, usageTotal: Fraction): Settled {
    let owed = usageTotal;
    const credits: [string, Fraction][] = [];
    for (const purse of this.purses) {
      const isOpen = purse.from < until && from < purse.until;
      const taken = isOpen ? lesser(purse.left, owed) : nought;
      if (taken.top === 0n) continue;
      purse.left = difference(purse.left, taken);
      owed = difference(owed, taken);
      credits.push([purse.id, difference(nought, taken)]);
    }
    const taxes = this.book.tax
      .filter((tax) => tax.org === this.org)
      .map(({ id, rate }) => [id, { rate: fractionOf(rate), cost: product(owed, fractionOf(rate)) }] as const);
    const exact = sum(owed, sumOf(taxes.map(([, { cost }]) => cost)));
    const payable = this.payableOf(exact);
    return { credits, taxes, rounding: difference(payable, exact), payable };
  }

  /** An amount in whole coins, as the book rounds. */
  private payableOf(exact: Fraction): Fraction {
    const { currency, invoice } = this.book;
    if (invoice.rounding === 'none') return exact;
    return roundedTo(exact, otherCoins.get(currency) ?? 2, invoice.rounding);
  }
}

export function sumOf(parts: readonly Fraction[]): Fraction {
  return parts.reduce(sum, nought);
}
