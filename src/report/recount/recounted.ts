/**
 * The figures that a bill ought to have: recounted sums, rated, added up to totals and invoices.
 */
import type { Instant } from '../../engine/time.ts';
import type { PriceBook } from '../../platform/metering/pricebook.ts';
import { lineName, rowName, seriesMonth } from './billed.ts';
import { Figures, type Sections } from './figures.ts';
import { difference, type Fraction, nought, roundedTo, sum } from './fraction.ts';
import { consumedOf } from './meter.ts';
import { type Rated, rate } from './rated.ts';
import type { Recount } from './recount.ts';
import { nameOf } from './series.ts';

/** Digits after the point of a smallest coin, where they are not two (ISO 4217). */
const otherCoins = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
]);

/** A bill's figures from the journal (BILL-1, BILL-2, BILL-3, BILL-4, `billing.chargedMeters`). */
export function sectionsOfRecount(
  recount: Recount,
  book: PriceBook,
  horizon: { readonly start: Instant; readonly end: Instant },
): Sections {
  const { org, assumptions } = recount.options;
  const charged = assumptions['billing.chargedMeters'];
  const sums = recount.series(horizon.end);
  const rated = rate(sums, { book, charged, start: horizon.start });
  const totals = new Figures();
  for (const { series, base, surplus } of sums) {
    const quantity = consumedOf(series.meter, base);
    totals.add(series.meter, { base: { top: base, bottom: 1n }, quantity, surplus: surplus ? quantity : nought });
  }
  return { rows: rowsOf(rated), totals, invoices: invoicesOf(rated, org, book) };
}

function rowsOf(rated: readonly Rated[]): Figures {
  const figures = new Figures();
  for (const { series, surplus, month, quantity, charge } of rated) {
    const name = seriesMonth(nameOf(series, surplus), month.name);
    const values = {
      quantity,
      surplus: surplus ? quantity : nought,
      pricingQuantity: charge?.quantity ?? null,
      listCost: charge?.listCost ?? null,
      cost: charge?.cost ?? null,
    };
    figures.add(rowName(name, charge?.priceId ?? null), values, name);
  }
  return figures;
}

function invoicesOf(rated: readonly Rated[], org: string, book: PriceBook): Figures {
  const figures = new Figures();
  const totals = new Map<string, Fraction>();
  for (const { series, surplus, month, charge } of rated) {
    if (charge === null) continue;
    const id = `INV-${org}-${month.name}`;
    totals.set(id, sum(totals.get(id) ?? nought, charge.cost));
    const { quantity, cost, priceId } = charge;
    figures.add(lineName(id, series.meter, priceId, surplus), { quantity, cost });
  }
  for (const [id, usageTotal] of totals) {
    const payable = payableOf(usageTotal, book);
    figures.add(id, { usageTotal, rounding: difference(payable, usageTotal), payable });
  }
  return figures;
}

/** A total in whole coins, as the book rounds. */
function payableOf(total: Fraction, { currency, invoice }: PriceBook): Fraction {
  if (invoice.rounding === 'none') return total;
  return roundedTo(total, otherCoins.get(currency) ?? 2, invoice.rounding);
}
