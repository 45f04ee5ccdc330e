import { describe, expect, it } from 'vitest';
import { hour, instantFromCivil } from '../../src/engine/time.ts';
import { Ledger } from '../../src/platform/metering/ledger.ts';
import { parsePriceBook } from '../../src/platform/metering/pricebook.ts';
import { priceCuts } from '../../src/platform/metering/priceMatch.ts';
import { billOf } from '../../src/report/bill/bill.ts';
import { defaultAssumptions } from '../../src/rules/assumptions.ts';
import { seriesOf, start } from '../platform/metering/builders.ts';

const from = '2027-01-01T00:00:00Z';
const tiers = [{ upTo: '50', list: '0' }, { upTo: '800', list: '0.081' }, { list: '0.064' }];
const GB = 1_000_000_000;
const sender = (gvc: string, resource: string) =>
  seriesOf({ gvc, resource, meter: 'mounter-egress', container: 'cpln-mounter' });

/** GB that a gvc's workload sends in an hour after the start. */
type Sent = readonly [hours: number, gvc: string, GB: number, resource?: string];

function billFor(sent: readonly Sent[], sku: object = {}, more: { readonly rowsPer?: 'hour' } = {}) {
  const egress = { id: 'egress', meters: ['mounter-egress'], unit: 'GB', prices: [{ from, tiers }], ...sku };
  const doc = { kind: 'pricebook', name: 'test', currency: 'USD', issuer: 'Test', skus: [egress] };
  const { book, findings } = parsePriceBook(doc);
  if (book === null) throw new Error(JSON.stringify(findings));
  const ledger = new Ledger({ cuts: priceCuts(book) });
  for (const [hours, gvc, amount, resource = 'workload/api'] of sent)
    ledger.add(ledger.series(sender(gvc, resource)), amount * GB, start + hours * hour);
  const horizon = { start, end: instantFromCivil(2027, 7, 1) };
  return billOf({ cells: ledger.cells(horizon.end), book, assumptions: defaultAssumptions, horizon, ...more }).bill;
}

function rows(...given: Parameters<typeof billFor>): unknown[] {
  return billFor(...given).usage.map(({ gvc, skuPriceId, quantity, pricingQuantity, cost }) => {
    expect(quantity).toBe(pricingQuantity);
    return [gvc, skuPriceId?.split('/').at(-1), quantity, cost];
  });
}

function lines(...given: Parameters<typeof billFor>): unknown[] {
  return billFor(...given).invoices.flatMap(({ period, lines: all }) =>
    all.flatMap((line) =>
      line.kind === 'usage' ? [[period, line.tier, line.quantity, line.listPrice, line.cost]] : [],
    ),
  );
}

describe('the first 50 GB of a month are free, those up to 800 cost 0.081, all others 0.064', () => {
  const sent: readonly Sent[] = [
    [0, 'shop', 40],
    [1, 'blog', 40],
    [2, 'shop', 1_000],
  ];

  it('for the whole org, in the order in which it sends: the row that crosses a bound is split there', () => {
    expect(rows(sent)).toEqual([
      ['blog', 't0', '10.0', '0.0'],
      ['blog', 't1', '30.0', '2.43'],
      ['shop', 't0', '40.0', '0.0'],
      ['shop', 't1', '720.0', '58.32'],
      ['shop', 't2', '280.0', '17.92'],
    ]);
    expect(lines(sent)).toEqual([
      ['2027-05', 0, '50.0', '0.0', '0.0'],
      ['2027-05', 1, '750.0', '0.081', '60.75'],
      ['2027-05', 2, '280.0', '0.064', '17.92'],
    ]);
  });

  it('for each gvc', () => {
    expect(rows(sent, { tierScope: 'gvc' })).toEqual([
      ['blog', 't0', '40.0', '0.0'],
      ['shop', 't0', '50.0', '0.0'],
      ['shop', 't1', '750.0', '60.75'],
      ['shop', 't2', '240.0', '15.36'],
    ]);
  });

  it('for each workload', () => {
    const both: readonly Sent[] = [
      [0, 'shop', 60, 'workload/a'],
      [0, 'shop', 60, 'workload/b'],
    ];
    const each = [
      ['shop', 't0', '50.0', '0.0'],
      ['shop', 't1', '10.0', '0.81'],
    ];
    expect(rows(both, { tierScope: 'resource' })).toEqual([...each, ...each]);
  });

  it('within one hour by the order of series', () => {
    const both: readonly Sent[] = [
      [0, 'shop', 40],
      [0, 'blog', 40],
    ];
    expect(rows(both)).toEqual([
      ['blog', 't0', '40.0', '0.0'],
      ['shop', 't0', '10.0', '0.0'],
      ['shop', 't1', '30.0', '2.43'],
    ]);
  });

  it('a bound belongs to the tier below it', () => {
    expect(
      rows([
        [0, 'shop', 50],
        [1, 'shop', 1],
      ]),
    ).toEqual([
      ['shop', 't0', '50.0', '0.0'],
      ['shop', 't1', '1.0', '0.081'],
    ]);
  });

  it('each month begins anew', () => {
    const nextMonth = 29 * 24;
    expect(
      lines([
        [0, 'shop', 60],
        [nextMonth, 'shop', 60],
      ]),
    ).toEqual([
      ['2027-05', 0, '50.0', '0.0', '0.0'],
      ['2027-05', 1, '10.0', '0.081', '0.81'],
      ['2027-06', 0, '50.0', '0.0', '0.0'],
      ['2027-06', 1, '10.0', '0.081', '0.81'],
    ]);
  });

  it('rows by the hour are the same units in the same tiers', () => {
    const hourly = billFor(sent, {}, { rowsPer: 'hour' });
    expect(
      hourly.usage.map(({ period, skuPriceId, quantity }) => [period, skuPriceId?.split('/').at(-1), quantity]),
    ).toEqual([
      ['2027-05-03T15', 't0', '10.0'],
      ['2027-05-03T15', 't1', '30.0'],
      ['2027-05-03T14', 't0', '40.0'],
      ['2027-05-03T16', 't1', '720.0'],
      ['2027-05-03T16', 't2', '280.0'],
    ]);
  });
});

describe('the counter runs on when prices change', () => {
  const change = '2027-05-03T15:00:00Z';

  it('bounds that changed are measured from the start of the month, whatever came before them did cost', () => {
    const prices = [
      { from, list: '1' },
      { from: change, tiers: [{ upTo: '50', list: '3' }, { list: '2' }] },
    ];
    // 40 before the change, at one price; of the 30 after it 10 are left of the first 50.
    expect(
      rows(
        [
          [0, 'shop', 40],
          [1, 'shop', 30],
        ],
        { prices },
      ),
    ).toEqual([
      ['shop', 't0', '40.0', '40.0'],
      ['shop', 't0', '10.0', '30.0'],
      ['shop', 't1', '20.0', '40.0'],
    ]);
  });

  it('a bound that was passed already is not filled any more', () => {
    const prices = [
      { from, tiers: [{ upTo: '100', list: '0' }, { list: '1' }] },
      { from: change, tiers: [{ upTo: '30', list: '0' }, { list: '1' }] },
    ];
    expect(
      rows(
        [
          [0, 'shop', 40],
          [1, 'shop', 30],
        ],
        { prices },
      ),
    ).toEqual([
      ['shop', 't0', '40.0', '0.0'],
      ['shop', 't1', '30.0', '30.0'],
    ]);
  });
});

describe('what was consumed is split where the priced quantity is', () => {
  function parts(upTo: string, seconds: number): unknown[] {
    const doc = {
      kind: 'pricebook',
      name: 'test',
      currency: 'USD',
      issuer: 'Test',
      skus: [
        {
          id: 'cpu',
          meters: ['reserved-cpu'],
          unit: 'Core-Hours',
          prices: [{ from, tiers: [{ upTo, list: '1', contracted: '0.9' }, { list: '0.5' }] }],
        },
      ],
    };
    const { book } = parsePriceBook(doc);
    if (book === null) throw new Error('no book');
    const ledger = new Ledger();
    ledger.close(ledger.open(ledger.series(seriesOf()), 1_000, start, 1), start + seconds * 1_000, 2);
    const horizon = { start, end: start + 24 * hour };
    const { usage, totals } = billOf({
      cells: ledger.cells(horizon.end),
      book,
      assumptions: defaultAssumptions,
      horizon,
    }).bill;
    expect(totals.map(({ quantity }) => quantity)).toEqual([`${seconds}.0`]);
    return usage.map((row) => [row.quantity, row.pricingQuantity, row.listCost, row.cost]);
  }

  it('exactly at the bound', () => {
    expect(parts('1.5', 7_200)).toEqual([
      ['5400.0', '1.5', '1.5', '1.35'],
      ['1800.0', '0.5', '0.25', '0.25'],
    ]);
  });

  it('also where hours do not come out even', () => {
    expect(parts('0.1', 700)).toEqual([
      ['360.0', '0.1', '0.1', '0.09'],
      ['340.0', '0.094444444', '0.047222222', '0.047222222'],
    ]);
  });

  it('and where a bound is finer than anything that is held', () => {
    expect(parts('0.000000001', 1)).toEqual([
      ['0.0000036', '0.000000001', '0.000000001', '0.0000000009'],
      ['0.9999964', '0.000277777', '0.0001388885', '0.0001388885'],
    ]);
  });
});
