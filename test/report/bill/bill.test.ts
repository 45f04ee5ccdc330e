import { describe, expect, it } from 'vitest';
import { day, hour, instantFromCivil } from '../../../src/engine/time.ts';
import { exampleBook } from '../../../src/platform/metering/exampleBook.ts';
import { Ledger, type LedgerOptions } from '../../../src/platform/metering/ledger.ts';
import { presets } from '../../../src/platform/metering/policy.ts';
import { parsePriceBook } from '../../../src/platform/metering/pricebook.ts';
import { priceCuts } from '../../../src/platform/metering/priceMatch.ts';
import { billOf } from '../../../src/report/bill/bill.ts';
import type { Invoice, UsageLine } from '../../../src/report/bill/billDocument.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { seriesOf, start, workedExample } from '../../platform/metering/builders.ts';

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

describe('the bytes of a bill', () => {
  it('are the same for the same history', () => {
    const ledger = new Ledger();
    workedExample(ledger);
    const bytes = () => JSON.stringify(bill(ledger, start + hour, { book: exampleBook }));
    expect(bytes()).toBe(bytes());
  });
});
