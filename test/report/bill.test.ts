import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, instantFromCivil } from '../../src/engine/time.ts';
import { formatDecimal, parseDecimal, plus, times, zero } from '../../src/platform/metering/decimal.ts';
import { exampleBook } from '../../src/platform/metering/exampleBook.ts';
import type { LedgerOptions } from '../../src/platform/metering/ledger.ts';
import { Ledger } from '../../src/platform/metering/ledger.ts';
import { presets } from '../../src/platform/metering/policy.ts';
import { parsePriceBook } from '../../src/platform/metering/pricebook.ts';
import { priceCuts } from '../../src/platform/metering/priceMatch.ts';
import { defaultAssumptions } from '../../src/platform/rules/assumptions.ts';
import { type Bill, billOf } from '../../src/report/bill.ts';
import type { Invoice, UsageLine } from '../../src/report/billInvoices.ts';
import { play, runs, seriesOf, start, workedExample } from '../platform/metering/builders.ts';

type BillOptions = Partial<Parameters<typeof billOf>[0]>;

const from = '2027-01-01T00:00:00Z';

function book(changes: object = {}, cpu = '0.0312', memory = '0.0041') {
  const found = parsePriceBook({
    kind: 'pricebook',
    name: 'test',
    currency: 'USD',
    issuer: 'Test',
    skus: [
      { id: 'cpu', meters: ['reserved-cpu'], unit: 'Core-Hours', prices: [{ from, list: cpu }] },
      { id: 'mem', meters: ['reserved-memory'], unit: 'GiB-Hours', prices: [{ from, list: memory }] },
      { id: 'disk', meters: ['volume-capacity'], unit: 'GB-Months', prices: [{ from, list: '0.1' }] },
    ],
    ...changes,
  }).book;
  if (found === null) throw new Error('no book');
  return found;
}

function bill(ledger: Ledger, end: number, options: BillOptions = {}) {
  const horizon = { start, end };
  return billOf({
    cells: ledger.cells(end),
    book: book(),
    assumptions: defaultAssumptions,
    horizon,
    ...options,
  });
}

function usageTotal({ invoices }: Bill): string {
  return formatDecimal(invoices.reduce((sum, one) => plus(sum, parseDecimal(one.usageTotal) ?? zero), zero));
}

function usageLines(invoice: Invoice | undefined): UsageLine[] {
  return invoice?.lines.flatMap((line) => (line.kind === 'usage' ? [line] : [])) ?? [];
}

describe('the worked example: 225m and 416Mi for 7 h 50 min of replica time', () => {
  const ledger = new Ledger({ events: true });
  workedExample(ledger);
  const end = start + 2.5 * hour;
  const { bill: whole, findings } = bill(ledger, end, { eventsOf: ledger.spanEvents() });

  it('gives 6345 Core-Seconds and 11456.25 GiB-Seconds', () => {
    expect(findings).toEqual([]);
    expect(whole.totals.map(({ quantity, unit, base, baseUnit }) => [quantity, unit, base, baseUnit])).toEqual([
      ['6345.0', 'Core-Seconds', '6345000000', 'mcoreMs'],
      ['11456.25', 'GiB-Seconds', String(11_731_200_000n * 1_048_576n), 'byteMs'],
    ]);
  });

  it('rates rows exactly', () => {
    expect(
      whole.usage.map((row) => [row.id, row.period, row.pricingQuantity, row.pricingUnit, row.skuPriceId, row.cost]),
    ).toEqual([
      ['u1', '2027-05', '1.7625', 'Core-Hours', `cpu/${from}/t0`, '0.05499'],
      ['u2', '2027-05', '3.182291667', 'GiB-Hours', `mem/${from}/t0`, '0.0130473958347'],
    ]);
    expect(whole.usage[0]?.events).toEqual([
      [12, null],
      [13, null],
      [14, null],
      [15, null],
    ]);
  });

  it('rounds the invoice once, to 0.07', () => {
    const [invoice] = whole.invoices;
    expect(invoice).toMatchObject({
      id: 'INV-birch-2027-05',
      partial: true,
      usageTotal: '0.0680373958347',
      credits: '0.0',
      tax: '0.0',
      rounding: '0.0019626041653',
      payable: '0.07',
    });
    expect(
      usageLines(invoice).map((line) => [line.meter, line.quantity, line.listPrice, line.cost, line.share, line.rows]),
    ).toEqual([
      ['reserved-cpu', '1.7625', '0.0312', '0.05499', '0.808231993', ['u1']],
      ['reserved-memory', '3.182291667', '0.0041', '0.0130473958347', '0.191768007', ['u2']],
    ]);
  });

  it.each([
    ['half-even', 'USD', '0.07'],
    ['none', 'USD', '0.0680373958347'],
    ['half-up', 'JPY', '0.0'],
    ['half-up', 'KWD', '0.068'],
  ])('%s in %s pays %s', (rounding, currency, payable) => {
    const other = bill(ledger, end, { book: book({ invoice: { rounding }, currency }) }).bill;
    expect(other.invoices[0]?.payable).toBe(payable);
  });

  it('names its book, its horizon and what it took for granted', () => {
    expect(whole).toMatchObject({
      schema: 'svcsim/bill/1',
      currency: 'USD',
      horizon: { start: '2027-05-03T14:00:00Z', end: '2027-05-03T16:30:00Z' },
      grain: 'hour',
    });
    expect(whole.assumptions['billing.surge']).toBe('billed');
    expect(Object.keys(whole.assumptions).every((name) => name.startsWith('billing.'))).toBe(true);
  });
});

describe('rounding runs on along a series', () => {
  it('three hours of 700 Core-Seconds add up to what they are together', () => {
    const ledger = new Ledger();
    const series = ledger.series(seriesOf());
    for (let hours = 0; hours < 3; hours += 1) {
      ledger.close(ledger.open(series, 1_000, start + hours * hour, 1), start + hours * hour + 700_000, 2);
    }
    const rows = bill(ledger, start + day, { rowsPer: 'hour' }).bill.usage;
    expect(rows.map((row) => [row.period, row.pricingQuantity])).toEqual([
      ['2027-05-03T14', '0.194444444'],
      ['2027-05-03T15', '0.194444445'],
      ['2027-05-03T16', '0.194444444'],
    ]);
    expect(bill(ledger, start + day).bill.usage[0]?.pricingQuantity).toBe('0.583333333');
  });

  it('starts again with each month, whose length GB-Months divide by', () => {
    const ledger = new Ledger();
    const disk = seriesOf({ resource: 'volumeset/data', container: null, volumeIndex: 0, meter: 'volume-capacity' });
    const first = instantFromCivil(2027, 5, 1);
    ledger.open(ledger.series(disk), 10_000_000_000, first, 1);
    const { usage, invoices } = billOf({
      cells: ledger.cells(instantFromCivil(2027, 7, 1)),
      book: book(),
      assumptions: defaultAssumptions,
      horizon: { start: first, end: instantFromCivil(2027, 6, 30) },
    }).bill;
    expect(usage.map((row) => [row.period, row.pricingQuantity])).toEqual([
      ['2027-05', '10.0'],
      ['2027-06', '10.0'],
    ]);
    expect(invoices.map((one) => [one.period, one.partial])).toEqual([
      ['2027-05', false],
      ['2027-06', true],
    ]);
  });
});

describe('prices', () => {
  const prices = [
    { from, list: '1' },
    { from: '2027-05-03T15:00:00Z', list: '2', contracted: '1.5' },
  ];
  const dated = book({ skus: [{ id: 'cpu', meters: ['reserved-cpu'], unit: 'Core-Hours', prices }] });

  function ledgerOf(options: LedgerOptions): Ledger {
    const ledger = new Ledger(options);
    ledger.open(ledger.series(seriesOf()), 1_000, start, 1);
    return ledger;
  }

  it('a changed price counts from its instant, in a row of its own, by the hour as by the month', () => {
    for (const cellsMax of [1_000_000, 0]) {
      const { usage } = bill(ledgerOf({ cellsMax, cuts: priceCuts(dated) }), start + 2 * hour, { book: dated }).bill;
      expect(usage.map((row) => [row.skuPriceId, row.listCost, row.cost])).toEqual([
        [`cpu/${from}/t0`, '1.0', '1.0'],
        ['cpu/2027-05-03T15:00:00Z/t0', '2.0', '1.5'],
      ]);
    }
  });

  it('a price change inside a coarse entry is told, not guessed', () => {
    const { bill: found, findings } = bill(ledgerOf({ cellsMax: 0 }), start + 2 * hour, { book: dated });
    expect(found.grain).toBe('month');
    expect(findings.map((finding) => finding.message)).toEqual([expect.stringContaining('cut for other prices')]);
    expect(found.usage[0]?.cost).toBeNull();
  });

  it('only prices within the horizon matter, though a month is longer', () => {
    const around = [
      { from: '2027-05-02T00:00:00Z', list: '1' },
      { from: '2027-05-04T00:00:00Z', list: '2' },
    ];
    const within = book({ skus: [{ id: 'cpu', meters: ['reserved-cpu'], unit: 'Core-Hours', prices: around }] });
    const { bill: found, findings } = bill(ledgerOf({ cellsMax: 0 }), start + 2 * hour, { book: within });
    expect(findings).toEqual([]);
    expect(found.usage.map((row) => row.cost)).toEqual(['2.0']);
  });

  it('usage without a price, or with two, is an error; usage that is not charged is none', () => {
    const ledger = new Ledger();
    ledger.open(ledger.series(seriesOf({ meter: 'mount-cpu' })), 1_000, start, 1);
    ledger.open(ledger.series(seriesOf({ meter: 'mount-cpu', resource: 'workload/b' })), 1_000, start, 1);
    const missing = bill(ledger, start + hour);
    expect(missing.findings).toMatchObject([{ path: ['skus'], severity: 'error' }]);
    expect(missing.findings[0]?.message).toMatch(/mount-cpu of birch\/shop\/workload\/api .* and 1 more/);
    const free = bill(ledger, start + hour, { assumptions: { ...defaultAssumptions, 'billing.chargedMeters': [] } });
    expect(free.findings).toEqual([]);
    expect(free.bill.usage[0]).toMatchObject({
      quantity: '3600.0',
      pricingQuantity: null,
      pricingUnit: null,
      skuPriceId: null,
      listCost: null,
      cost: null,
    });
    expect(free.bill.invoices).toEqual([]);
    const tied = book({
      skus: [
        {
          id: 'a',
          meters: ['mount-cpu'],
          match: { provider: 'aws' },
          unit: 'Core-Hours',
          prices: [{ from, list: '1' }],
        },
        { id: 'b', meters: ['mount-cpu'], match: { gvc: 'shop' }, unit: 'Core-Hours', prices: [{ from, list: '1' }] },
      ],
    });
    expect(bill(ledger, start + hour, { book: tied }).findings[0]?.message).toContain('tie: a and b');
  });

  it('surplus has rows and a line of its own', () => {
    const ledger = new Ledger({ metering: { policy: presets['whole-hours'], perMeter: {} } });
    ledger.close(ledger.open(ledger.series(seriesOf()), 1_000, start, 1), start + hour / 4, 2);
    const { usage, totals, invoices } = bill(ledger, start + hour).bill;
    expect(usage.map((row) => [row.quantity, row.surplus])).toEqual([
      ['900.0', '0.0'],
      ['2700.0', '2700.0'],
    ]);
    expect(totals.map((total) => [total.quantity, total.surplus])).toEqual([['3600.0', '2700.0']]);
    expect(usageLines(invoices[0]).map((line) => [line.surplus, line.quantity])).toEqual([
      [false, '0.25'],
      [true, '0.75'],
    ]);
  });
});

describe('laws of the bill', () => {
  const until = start + 80 * day;
  const settings = { seed: 1, numRuns: 40 };

  it('conservation: rows, lines and invoices agree, whatever the grain of ledger and rows', () => {
    const conserves = fc.property(runs, (history) => {
      const fine = bill(play(history, until), until).bill;
      const cost = fine.usage.reduce((sum, row) => plus(sum, parseDecimal(row.cost ?? '0') ?? zero), zero);
      expect(usageTotal(fine)).toBe(formatDecimal(cost));
      for (const invoice of fine.invoices) {
        const lines = invoice.lines.reduce((sum, line) => plus(sum, parseDecimal(line.cost) ?? zero), zero);
        expect(invoice.payable).toBe(formatDecimal(lines));
      }
      const coarse = bill(play(history, until, { cellsMax: 5 }), until).bill;
      expect({ ...coarse, grain: null }).toEqual({ ...fine, grain: null });
      const daily = bill(play(history, until), until, { rowsPer: 'day' }).bill;
      expect(daily.totals).toEqual(fine.totals);
      expect(daily.invoices.map((one) => one.payable)).toEqual(fine.invoices.map((one) => one.payable));
      expect(daily.usage.every((row) => !row.pricingQuantity?.startsWith('-'))).toBe(true);
    });
    fc.assert(conserves, settings);
  });

  it('homogeneity: prices times k give costs times k', () => {
    const homogeneous = fc.property(runs, fc.integer({ min: 0, max: 50 }), (history, k) => {
      const by = (price: string) =>
        formatDecimal(times(parseDecimal(price) ?? zero, { coefficient: BigInt(k), scale: 0 }));
      const withoutDisk = history.filter((run) => run.series !== 3);
      const ledger = play(withoutDisk, until);
      const once = usageTotal(bill(ledger, until).bill);
      expect(usageTotal(bill(ledger, until, { book: book({}, by('0.0312'), by('0.0041')) }).bill)).toBe(by(once));
    });
    fc.assert(homogeneous, settings);
  });

  it('shift: a month of the same length later changes only dates', () => {
    const shifts = fc.property(runs, (history) => {
      const short = history.map((run) => ({
        ...run,
        at: run.at % (20 * day),
        parts: run.parts.slice(0, 1).map((part) => ({ ...part, length: part.length % (7 * day) })),
      }));
      const moved = short.map((run) => ({ ...run, at: run.at + 61 * day }));
      const numbers = (found: Bill) =>
        found.invoices.map(({ usageTotal: total, payable, rounding }) => [total, payable, rounding]);
      const late = start + 95 * day;
      expect(numbers(bill(play(moved, late), late).bill)).toEqual(numbers(bill(play(short, late), late).bill));
    });
    fc.assert(shifts, settings);
  });

  it('renaming moves rows and changes no total; an unused SKU adds nothing', () => {
    const ledger = (resource: string) => {
      const made = new Ledger();
      made.open(made.series(seriesOf({ resource })), 333, start, 1);
      made.open(made.series(seriesOf()), 777, start, 1);
      return made;
    };
    const [a, z] = ['workload/a', 'workload/z'].map((name) => bill(ledger(name), start + 1_234_567).bill);
    expect(a?.totals).toEqual(z?.totals);
    expect(a?.invoices[0]?.payable).toBe(z?.invoices[0]?.payable);
    const small = book({
      skus: [{ id: 'cpu', meters: ['reserved-cpu'], unit: 'Core-Hours', prices: [{ from, list: '0.0312' }] }],
    });
    const other = bill(ledger('workload/a'), start + 1_234_567, { book: small }).bill;
    expect(other.invoices).toEqual(a?.invoices);
  });

  it('two runs of the same history give the same bytes', () => {
    const ledger = new Ledger();
    workedExample(ledger);
    const bytes = () => JSON.stringify(bill(ledger, start + hour, { book: exampleBook }));
    expect(bytes()).toBe(bytes());
  });
});
