import { describe, expect, it } from 'vitest';
import { hour, instantFromCivil } from '../../src/engine/time.ts';
import { Ledger } from '../../src/platform/metering/ledger.ts';
import { parsePriceBook } from '../../src/platform/metering/pricebook.ts';
import { billOf } from '../../src/report/bill/bill.ts';
import type { Bill } from '../../src/report/bill/billDocument.ts';
import { settlementText } from '../../src/report/bill/settlementText.ts';
import { defaultAssumptions } from '../../src/rules/assumptions.ts';
import { seriesOf, start } from '../platform/metering/builders.ts';

const from = '2027-01-01T00:00:00Z';
const until = '2027-12-01T00:00:00Z';

interface Parts {
  /** Core-hours, each month from May on. */
  readonly used?: readonly number[];
  readonly price?: string;
  readonly credits?: readonly object[];
  readonly tax?: readonly object[];
  readonly rounding?: string;
  /** End of the run. */
  readonly end?: number;
}

function billFor({ used = [60], price = '1', credits = [], tax = [], rounding = 'half-up', end }: Parts): Bill {
  const { book, findings } = parsePriceBook({
    kind: 'pricebook',
    name: 'test',
    currency: 'USD',
    issuer: 'Test',
    invoice: { rounding },
    skus: [{ id: 'cpu', meters: ['reserved-cpu'], unit: 'Core-Hours', prices: [{ from, list: price }] }],
    credits: credits.map((one) => ({ id: 'trial', org: 'birch', amount: '25.00', from, until, ...one })),
    tax: tax.map((one) => ({ id: 'vat', org: 'birch', rate: '0.20', ...one })),
  });
  if (book === null) throw new Error(JSON.stringify(findings));
  const ledger = new Ledger();
  for (const [month, hours] of used.entries()) {
    const at = instantFromCivil(2027, 5 + month, 4);
    ledger.close(ledger.open(ledger.series(seriesOf()), 1_000, at, 1), at + hours * hour, 2);
  }
  const horizon = { start, end: end ?? instantFromCivil(2027, 5 + used.length, 1) };
  return billOf({ cells: ledger.cells(horizon.end), book, assumptions: defaultAssumptions, horizon }).bill;
}

/** What comes after usage on each invoice, and what is to be paid. */
function settled(parts: Parts): unknown[] {
  return billFor(parts).invoices.map(({ lines, payable }) => [
    ...lines.flatMap((line) => {
      if (line.kind === 'usage') return [];
      return [line.kind === 'adjustment' ? `rounding ${line.cost}` : `${line.id} ${line.cost}`];
    }),
    payable,
  ]);
}

describe('credits', () => {
  it('pay usage, taxes come on the rest: 60 - 25 = 35, of which 20 % are 7', () => {
    const bill = billFor({ credits: [{}], tax: [{}] });
    expect(bill.invoices[0]).toMatchObject({
      lines: [
        { kind: 'usage' },
        { kind: 'credit', id: 'trial', cost: '-25.0' },
        { kind: 'tax', id: 'vat', rate: '0.2', cost: '7.0' },
      ],
      usageTotal: '60.0',
      credits: '-25.0',
      tax: '7.0',
      rounding: '0.0',
      payable: '42.0',
    });
    expect(settlementText(bill)).toBe('Credits pay 25.00 USD, taxes add 7.00 USD.');
  });

  it('pay no more than there is to pay; what is left of them pays the next months', () => {
    expect(settled({ used: [10, 10, 10], credits: [{}] })).toEqual([
      ['trial -10.0', '0.0'],
      ['trial -10.0', '0.0'],
      ['trial -5.0', '5.0'],
    ]);
  });

  it('are used up by their first instant, then by id', () => {
    const credits = [
      { id: 'late', from: '2027-02-01T00:00:00Z' },
      { id: 'b', amount: '10' },
      { id: 'a', amount: '10' },
    ];
    expect(settled({ used: [40], credits })).toEqual([['a -10.0', 'b -10.0', 'late -20.0', '0.0']]);
  });

  it('pay exactly, to the last digit', () => {
    expect(
      settled({ used: [1], price: '0.000000009', credits: [{ amount: '0.000000004' }], rounding: 'none' }),
    ).toEqual([['trial -0.000000004', '0.000000005']]);
  });

  it.each([
    [
      'one that ends with the first of June pays May, not June',
      { until: '2027-06-01T00:00:00Z' },
      ['trial -10.0', '0.0'],
      ['10.0'],
    ],
    [
      'one that ends an hour later pays June, too',
      { until: '2027-06-01T01:00:00Z' },
      ['trial -10.0', '0.0'],
      ['trial -10.0', '0.0'],
    ],
    [
      'one that begins within June pays the whole of June',
      { from: '2027-06-20T00:00:00Z' },
      ['10.0'],
      ['trial -10.0', '0.0'],
    ],
    ['one of another org pays nothing', { org: 'cedar' }, ['10.0'], ['10.0']],
  ])('%s', (_, credit, may, june) => {
    expect(settled({ used: [10, 10], credits: [credit] })).toEqual([may, june]);
  });

  it('one that begins after the run has ended pays nothing, though the month goes on', () => {
    const credits = [{ from: '2027-05-20T00:00:00Z' }];
    expect(settled({ used: [10], credits, end: instantFromCivil(2027, 5, 20) })).toEqual([['10.0']]);
    expect(settled({ used: [10], credits, end: instantFromCivil(2027, 5, 21) })).toEqual([['trial -10.0', '0.0']]);
  });
});

describe('taxes', () => {
  it('come each on the same amount, in the order of their ids, also at a rate of 0', () => {
    const tax = [{ id: 'vat' }, { id: 'city', rate: '0.015' }, { id: 'none', rate: '0' }];
    expect(settled({ used: [100], tax })).toEqual([['city 1.5', 'none 0.0', 'vat 20.0', '121.5']]);
  });

  it('of another org do not count', () => {
    expect(settled({ tax: [{ org: 'cedar' }] })).toEqual([['60.0']]);
  });
});

describe('rounding comes last, once, and has a line where it changes anything', () => {
  it.each([
    ['half-up', '0.125', ['vat 0.025', '0.15']],
    ['half-up', '0.1', ['vat 0.02', '0.12']],
    ['half-up', '0.0375', ['vat 0.0075', 'rounding 0.005', '0.05']],
    ['half-even', '0.0375', ['vat 0.0075', 'rounding -0.005', '0.04']],
    ['half-up', '0.12', ['vat 0.024', 'rounding -0.004', '0.14']],
    ['none', '0.12', ['vat 0.024', '0.144']],
  ])('%s of %s and a tax of 20 %', (rounding, price, expected) => {
    expect(settled({ used: [1], price, tax: [{}], rounding })).toEqual([expected]);
  });

  it('a bill without credits and taxes has nothing to say of them', () => {
    expect(settlementText(billFor({}))).toBeNull();
  });
});
