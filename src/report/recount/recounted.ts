/**
 * The figures that a bill ought to have: recounted sums, rated, added up to totals and invoices.
 */

import type { Instant } from '../../engine/time.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import { lineName, rowName, seriesMonth } from './billed.ts';
import type { Month } from './calendar.ts';
import { Figures, type Sections, type Values } from './figures.ts';
import { type Fraction, nought, quotient, roundedTo, sum } from './fraction.ts';
import { chargedOf, consumedOf } from './meter.ts';
import { type Charge, type Rated, rate } from './rated.ts';
import type { Recount } from './recount.ts';
import { nameOf } from './series.ts';
import { Settlement, sumOf } from './settlement.ts';
import type { Grain } from './tally.ts';

interface Horizon {
  readonly start: Instant;
  /** Excluded. */
  readonly end: Instant;
}

/**
 * A bill's figures from the journal (BILL-1, BILL-2, BILL-3, BILL-4, `billing.chargedMeters`, `billing.byok`,
 * `billing.period`).
 *
 * @param grain of the ledger: by hours, days or months it counts tiers
 */
export function sectionsOfRecount(recount: Recount, book: PriceBook, horizon: Horizon, grain: Grain): Sections {
  const { org, assumptions } = recount.options;
  const { 'billing.chargedMeters': listed, 'billing.byok': byok } = assumptions;
  const charged = chargedOf(listed, book);
  const sums = recount.series(horizon.end, grain);
  const rated = rate(sums, { book, charged, byok, start: horizon.start });
  const totals = new Figures();
  for (const { series, base, surplus } of sums) {
    const quantity = consumedOf(series.meter, base);
    totals.add(series.meter, { base: { top: base, bottom: 1n }, quantity, surplus: surplus ? quantity : nought });
  }
  return { rows: rowsOf(rated), totals, invoices: invoicesOf(rated, { org, book, horizon }) };
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

function invoicesOf(
  rated: readonly Rated[],
  { org, book, horizon }: { readonly org: string; readonly book: PriceBook; readonly horizon: Horizon },
): Figures {
  const months = new Map<string, { readonly month: Month; readonly lines: Map<string, Line> }>();
  for (const { series, surplus, month, charge } of rated) {
    if (charge === null) continue;
    const id = `INV-${org}-${month.name}`;
    const { lines } = months.get(id) ?? { lines: new Map<string, Line>() };
    months.set(id, { month, lines });
    const name = lineName(id, series.meter, charge.priceId, surplus);
    const { quantity, cost } = lines.get(name) ?? { quantity: nought, cost: nought };
    lines.set(name, { charge, quantity: sum(quantity, charge.quantity), cost: sum(cost, charge.cost) });
  }
  const figures = new Figures();
  const settlement = new Settlement(book, org);
  for (const [id, { month, lines }] of [...months].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const usageTotal = [...lines.values()].reduce((all, { cost }) => sum(all, cost), nought);
    for (const [name, line] of lines) figures.add(name, valuesOf(line, usageTotal));
    const time = { from: Math.max(month.from, horizon.start), until: Math.min(month.until, horizon.end) };
    const { credits, taxes, rounding, payable } = settlement.next(time, usageTotal);
    for (const [credit, cost] of credits) figures.add(`${id} credit ${credit}`, { cost });
    for (const [tax, { rate, cost }] of taxes) figures.add(`${id} tax ${tax}`, { rate, cost });
    if (rounding.top !== 0n) figures.add(`${id} adjustment`, { cost: rounding });
    const [credit, tax] = [credits.map(([, cost]) => cost), taxes.map(([, { cost }]) => cost)];
    figures.add(id, { usageTotal, credits: sumOf(credit), tax: sumOf(tax), rounding, payable });
  }
  return figures;
}

/** A line for usage: all that is charged at one price. */
interface Line {
  readonly charge: Charge;
  readonly quantity: Fraction;
  readonly cost: Fraction;
}

function valuesOf({ charge, quantity, cost }: Line, usageTotal: Fraction): Values {
  const { list: listPrice, contracted: contractedPrice, tier } = charge;
  const share = usageTotal.top === 0n ? nought : roundedTo(quotient(cost, usageTotal), 9, 'half-up');
  return { quantity, listPrice, contractedPrice, tier: { top: BigInt(tier), bottom: 1n }, cost, share };
}
