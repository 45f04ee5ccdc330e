/**
 * Laws of money for a fixed history of what was reserved, under any book: what billing promises whoever pays.
 *
 * The ledger's own laws stand in `test/platform/metering/ledger.test.ts`, those of whole runs in `moneyRuns.test.ts`.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, type Instant, instantFromCivil } from '../../src/engine/time.ts';
import { compare, type Decimal, formatDecimal, minus, plus, times, zero } from '../../src/platform/metering/decimal.ts';
import type { LedgerCell } from '../../src/platform/metering/ledger.ts';
import { consumedFromBase, consumedPerPricingUnit } from '../../src/platform/metering/meters.ts';
import { tagsText } from '../../src/platform/metering/series.ts';
import type { Bill, UsageRow } from '../../src/report/bill/billDocument.ts';
import { meters } from '../../src/rules/meterNames.ts';
import { allSeries, byKey, play, type Run, reference, seriesOf, start } from '../platform/metering/builders.ts';
import {
  type BookDoc,
  billed,
  bookDoc,
  bookOf,
  decimal,
  later,
  ledgerOf,
  until,
  uses,
  withPrices,
} from './moneyBooks.ts';

const settings = { seed: 1, numRuns: 60 };

function holds<Given>(given: fc.Arbitrary<Given>, law: (given: Given) => void): void {
  fc.assert(fc.property(given, law), settings);
}

const cases = fc.tuple(uses, bookDoc());

function billFor(history: readonly Run[], doc: BookDoc): Bill {
  const book = bookOf(doc);
  return billed(ledgerOf(history, book).cells(until), book);
}

function sum(values: readonly (string | null)[]): string {
  return formatDecimal(values.reduce((total, value) => plus(total, decimal(value)), zero));
}

/** Sums of a column by whatever rows have in common. */
function sumsBy(
  rows: readonly UsageRow[],
  key: (row: UsageRow) => string,
  of: 'quantity' | 'cost',
): Map<string, string> {
  const sums = new Map<string, string>();
  for (const row of rows) sums.set(key(row), sum([sums.get(key(row)) ?? '0', row[of]]));
  return sums;
}

/** Without the names of rows, which depend on how fine they are. */
function invoicesOf({ invoices }: Bill) {
  return invoices.map(({ lines, ...more }) => ({ ...more, lines: lines.map((line) => ({ ...line, rows: null })) }));
}

describe('Conservation', () => {
  const levels: readonly ((row: UsageRow) => string)[] = [
    (row) => `${row.gvc} ${row.resource} ${row.location} ${row.container} ${row.volumeIndex} ${tagsText(row.tags)}`,
    (row) => `${row.gvc} ${row.resource}`,
    (row) => row.gvc,
    (row) => row.org,
  ];

  it('what cells hold is what containers, workloads, gvcs and the org have used, and it costs the same, whatever the cuts', () => {
    holds(cases, ([history, doc]) => {
      const book = bookOf(doc);
      const cells = ledgerOf(history, book).cells(until);
      const whole = billed(cells, book);
      for (const meter of meters) {
        const own = cells.filter(({ series }) => series.meter === meter);
        const base = own.reduce((total, { amount }) => total + amount, 0n);
        const rows = whole.usage.filter((row) => row.meter === meter);
        for (const level of levels)
          expect(sum([...sumsBy(rows, level, 'quantity').values()])).toBe(formatDecimal(consumedFromBase(meter, base)));
      }
      for (const rowsPer of ['day', 'hour'] as const) {
        const finer = billed(cells, book, { rowsPer });
        expect(invoicesOf(finer)).toEqual(invoicesOf(whole));
        const atPrice = (row: UsageRow): string => `${levels[0]?.(row)} ${row.period.slice(0, 7)} ${row.skuPriceId}`;
        for (const of of ['quantity', 'cost'] as const)
          expect(sumsBy(finer.usage, atPrice, of)).toEqual(sumsBy(whole.usage, atPrice, of));
      }
    });
  });

  it('a ledger of days or months has the same invoices, line by line, and the same use of everybody', () => {
    holds(fc.tuple(cases, fc.constantFrom(0, 20)), ([[history, doc], cellsMax]) => {
      const book = bookOf(doc);
      const [fine, coarse] = [billFor(history, doc), billed(ledgerOf(history, book, cellsMax).cells(until), book)];
      expect(invoicesOf(coarse)).toEqual(invoicesOf(fine));
      expect(coarse.totals).toEqual(fine.totals);
      for (const level of levels)
        expect(sumsBy(coarse.usage, level, 'quantity')).toEqual(sumsBy(fine.usage, level, 'quantity'));
    });
  });

  it('an invoice is its usage, less credits, more taxes, rounded: its lines add up to what is paid', () => {
    holds(cases, ([history, doc]) => {
      const { invoices, usage } = billFor(history, doc);
      expect(sum(invoices.map(({ usageTotal }) => usageTotal))).toBe(sum(usage.map(({ cost }) => cost)));
      for (const { lines, usageTotal, credits, tax, rounding, payable } of invoices) {
        const of = (kind: string): string => sum(lines.flatMap((line) => (line.kind === kind ? [line.cost] : [])));
        expect([of('usage'), of('credit'), of('tax'), of('adjustment')]).toEqual([usageTotal, credits, tax, rounding]);
        expect(sum(lines.map(({ cost }) => cost))).toBe(payable);
        expect(payable.startsWith('-')).toBe(false);
      }
    });
  });

  it('no credit gives more than it has, or to another org, and none is left while something is to pay that it may pay', () => {
    holds(cases, ([history, doc]) => {
      const { invoices } = billFor(history, doc);
      for (const { id, org, amount, from, until: end } of doc.credits) {
        const given = invoices.flatMap(({ lines }) => lines.filter((line) => line.kind === 'credit' && line.id === id));
        const left = plus(decimal(amount), decimal(sum(given.map(({ cost }) => cost))));
        expect(left.coefficient >= 0n).toBe(true);
        if (org !== 'birch') expect(given).toEqual([]);
        else if (left.coefficient > 0n)
          for (const { period, usageTotal, credits } of invoices)
            if (from.slice(0, 7) < period && period < end.slice(0, 7)) expect(sum([usageTotal, credits])).toBe('0.0');
      }
    });
  });

  it('what is priced and what was consumed agree within one unit of the ninth decimal, in every row and every part of one', () => {
    holds(fc.tuple(cases, fc.constantFrom('hour', 'month')), ([[history, doc], rowsPer]) => {
      const book = bookOf(doc);
      for (const row of billed(ledgerOf(history, book).cells(until), book, { rowsPer }).usage) {
        const [year = 0, month = 0] = row.period.split('-').map(Number);
        const length =
          instantFromCivil(month === 12 ? year + 1 : year, (month % 12) + 1, 1) - instantFromCivil(year, month, 1);
        const per = row.pricingUnit === null ? 1n : consumedPerPricingUnit(row.pricingUnit, length);
        const apart = minus(times(decimal(row.pricingQuantity), whole(per)), decimal(row.quantity));
        const allowed = { coefficient: per, scale: 9 };
        expect(compare(apart, allowed) <= 0 && compare(minus(zero, apart), allowed) <= 0).toBe(true);
        expect(`${row.quantity}${row.pricingQuantity}`).not.toContain('-');
        expect(row.cost).toBe(costOf(row, doc, 'contracted'));
        expect(row.listCost).toBe(costOf(row, doc, 'list'));
      }
    });
  });
});

function whole(value: bigint): Decimal {
  return { coefficient: value, scale: 0 };
}

/** Price times quantity, the price looked up by its id. */
function costOf({ skuPriceId, pricingQuantity }: UsageRow, doc: BookDoc, which: 'list' | 'contracted'): string {
  const [id, from, tier] = (skuPriceId ?? '').split('/');
  const entry = doc.skus.find((sku) => sku.id === id)?.prices.find((price) => price.from === from);
  const { list = '', contracted = list } = entry?.tiers[Number(tier?.slice(1))] ?? {};
  return formatDecimal(times(decimal(which === 'list' ? list : contracted), decimal(pricingQuantity)));
}

describe('Tiers', () => {
  it('hold as many units as their bounds leave between them, and none before the one below is full', () => {
    holds(fc.tuple(uses, bookDoc({ isDated: false })), ([history, doc]) => {
      for (const { org, lines } of billFor(history, doc).invoices) {
        expect(org).toBe('birch');
        for (const sku of doc.skus.filter(({ tierScope }) => tierScope === 'org')) {
          const own = lines.filter((line) => line.kind === 'usage' && line.skuPriceId.startsWith(`${sku.id}/`));
          const inTier = sku.prices[0]?.tiers.map((_, tier) =>
            sum(own.flatMap((line) => (line.kind === 'usage' && line.tier === tier ? [line.quantity] : []))),
          );
          const used = decimal(sum(inTier ?? []));
          let below: Decimal = zero;
          for (const [tier, { upTo }] of (sku.prices[0]?.tiers ?? []).entries()) {
            const top = upTo === undefined || compare(decimal(upTo), used) > 0 ? used : decimal(upTo);
            expect(inTier?.[tier]).toBe(compare(top, below) > 0 ? formatDecimal(minus(top, below)) : '0.0');
            below = compare(top, below) > 0 ? top : below;
          }
        }
      }
    });
  });
});

describe('Additivity', () => {
  it('the usage of two spells that meet at the start of a month is that of both together', () => {
    holds(fc.tuple(cases, fc.constantFrom(6, 7)), ([[history, doc], month]) => {
      const book = bookOf(doc);
      const b = instantFromCivil(2027, month, 1);
      const early = play(history, b, { cuts: [] }).cells(b);
      const cells = ledgerOf(history, book).cells(until);
      const late = cells.filter(({ from }) => from >= b);
      expect(byKey([...early, ...late])).toEqual(byKey(cells));
      const lines = (bill: Bill) =>
        invoicesOf(bill).map(({ id, usageTotal, lines: all }) => [
          id,
          usageTotal,
          all.filter(({ kind }) => kind === 'usage'),
        ]);
      const apart = [
        billed(
          cells.filter(({ from }) => from < b),
          book,
          { horizon: { start, end: b } },
        ),
        billed(late, book, { horizon: { start: b, end: until } }),
      ];
      expect(apart.flatMap(lines)).toEqual(lines(billed(cells, book)));
    });
  });
});

describe('Homogeneity', () => {
  it('prices times k give costs before credits times k, row by row', () => {
    holds(fc.tuple(cases, fc.nat(50)), ([[history, doc], k]) => {
      const by = (text: string | null): string => formatDecimal(times(decimal(text), whole(BigInt(k))));
      const once = billFor(history, doc);
      const often = billFor(history, withPrices(doc, by));
      expect(often.usage.map(({ cost, listCost }) => [cost, listCost])).toEqual(
        once.usage.map(({ cost, listCost }) => [by(cost), by(listCost)]),
      );
      expect(often.invoices.map(({ usageTotal }) => usageTotal)).toEqual(
        once.invoices.map((one) => by(one.usageTotal)),
      );
    });
  });
});

describe('Shift', () => {
  /** From May 2027 to May 2028, and every month from then on is as long as it was. */
  const by = 366 * day;
  const dateless = (bill: Bill): string =>
    JSON.stringify({ ...bill, book: null, horizon: null }).replaceAll(/20[2-9]\d-\d\d(-\d\dT\d\d:00:00Z)?/g, 'then');

  it('by whole months of equal length, with the book, changes only dates', () => {
    holds(cases, ([history, doc]) => {
      const book = bookOf(later(doc, by));
      const cuts = book.skus.flatMap(({ prices }) => prices.map(({ from }) => from)).sort((a, b) => a - b);
      const moved = play(
        history.map((run) => ({ ...run, at: run.at + by })),
        until + by,
        { cuts },
      );
      const bill = billed(moved.cells(until + by), book, { horizon: { start: start + by, end: until + by } });
      expect(dateless(bill)).toBe(dateless(billFor(history, doc)));
    });
  });
});

describe('Permutation', () => {
  it('of what happens independently at one instant changes no byte', () => {
    const together = fc.tuple(uses, bookDoc(), fc.nat(40 * 24)).map(([history, doc, hours]) => {
      return { history: history.map((run) => ({ ...run, at: hours * hour })), doc };
    });
    holds(together, ({ history, doc }) => {
      expect(JSON.stringify(billFor([...history].reverse(), doc))).toBe(JSON.stringify(billFor(history, doc)));
    });
  });
});

describe('Renaming', () => {
  it('moves rows, and parts in tiers between them, but no line of an invoice and no total', () => {
    const name = fc.constantFrom('workload/a', 'workload/zebra', 'workload/nightlx');
    holds(fc.tuple(cases, name), ([[history, doc], resource]) => {
      const book = bookOf(doc);
      const cells = ledgerOf(history, book).cells(until);
      const named = new Map(
        allSeries.map((series) => [series, series.resource === 'workload/api' ? { ...series, resource } : series]),
      );
      const renamed = cells.map((cell): LedgerCell => ({ ...cell, series: named.get(cell.series) ?? cell.series }));
      const [before, after] = [billed(cells, book), billed(renamed, book)];
      expect(after.totals).toEqual(before.totals);
      expect(invoicesOf(after)).toEqual(invoicesOf(before));
    });
  });
});

describe('Merging', () => {
  const scaled = (run: Run, by: number): Run => ({
    ...run,
    parts: run.parts.map((part) => ({ ...part, amount: Math.floor(part.amount / 4) * by })),
  });

  it('two replicas of half the reserve are one, in money too', () => {
    holds(cases, ([history, doc]) => {
      const one = history.map((run) => scaled(run, 2));
      const two = [...history, ...history].map((run) => scaled(run, 1));
      expect(JSON.stringify(billFor(two, doc))).toBe(JSON.stringify(billFor(one, doc)));
    });
  });

  it('two containers of half the reserve are one in what they consume, and cost as much where nothing is rounded', () => {
    const cpu = [seriesOf({ container: 'a' }), seriesOf({ container: 'b' })];
    holds(fc.tuple(uses, bookDoc()), ([history, doc]) => {
      const book = bookOf(doc);
      const own = history.filter(({ series }) => series === 0).map((run) => scaled(run, 1));
      const cells = ledgerOf(own, book).cells(until);
      const apart = cpu.flatMap((series) => cells.map((cell): LedgerCell => ({ ...cell, series })));
      const together = cells.map((cell): LedgerCell => ({ ...cell, amount: cell.amount * 2n }));
      expect(billed(apart, book).totals).toEqual(billed(together, book).totals);
      const exact = doc.skus[0]?.unit === 'Core-Seconds';
      const quantities = (bill: Bill) => bill.invoices.map(({ usageTotal }) => usageTotal);
      if (exact) expect(quantities(billed(apart, book))).toEqual(quantities(billed(together, book)));
    });
  });
});

describe('an unused SKU', () => {
  it('adds nothing, whomever it is for', () => {
    const match = fc.constantFrom({ gvc: 'elsewhere' }, { org: 'cedar', provider: 'aws' }, { container: 'side' });
    holds(fc.tuple(cases, match), ([[history, doc], other]) => {
      const unused = {
        id: 'unused',
        meters: ['reserved-cpu'],
        match: other,
        unit: 'Core-Hours',
        tierScope: 'org',
        prices: [{ from: '2020-01-01T00:00:00Z', tiers: [{ list: '9' }] }],
      };
      const { book: _, ...more } = billFor(history, { ...doc, skus: [...doc.skus, unused] });
      const { book: __, ...base } = billFor(history, doc);
      expect(JSON.stringify(more)).toBe(JSON.stringify(base));
    });
  });
});

describe('Monotone', () => {
  const costOfUsage = ({ usage }: Bill): Decimal => usage.reduce((total, { cost }) => plus(total, decimal(cost)), zero);
  const isNoLess = (more: Bill, less: Bill): void =>
    expect(compare(costOfUsage(more), costOfUsage(less)) >= 0).toBe(true);

  it('more reserve or a longer life never lowers what usage costs, while prices stay as they are', () => {
    const more = fc.tuple(fc.nat(2_000), fc.nat(2 * day), fc.nat(7));
    holds(fc.tuple(uses, bookDoc({ isDated: false }), more), ([history, doc, [reserve, life, which]]) => {
      const grown = history.map((run, index) =>
        index !== which
          ? run
          : {
              ...run,
              parts: run.parts.map(({ amount, length }, part) => ({
                amount: Math.min(amount + reserve, Number.MAX_SAFE_INTEGER),
                length: part === run.parts.length - 1 ? length + life : length,
              })),
            },
      );
      isNoLess(billFor(grown, doc), billFor(history, doc));
    });
  });

  it('a higher price never lowers what usage costs, whenever it holds and in whichever tier', () => {
    holds(fc.tuple(cases, fc.nat(999), fc.infiniteStream(fc.boolean())), ([[history, doc], by, chosen]) => {
      const raise = (price: string): string =>
        chosen.next().value === true ? sum([price, formatDecimal({ coefficient: BigInt(by), scale: 5 })]) : price;
      // List prices alone: a contracted one that is not raised may then lie below its list price.
      isNoLess(billFor(history, withPrices(doc, raise)), billFor(history, doc));
    });
  });
});

describe('BigInt and limbs', () => {
  it('agree in every cell', () => {
    const end: fc.Arbitrary<Instant> = fc.nat(80 * day).map((length) => start + length);
    holds(fc.tuple(uses, end), ([history, at]) => {
      expect(byKey(play(history, at).cells(at))).toEqual(reference(history, at));
    });
  });
});
