import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, type Instant, instantFromCivil } from '../../src/engine/time.ts';
import type { Grain } from '../../src/platform/metering/cells.ts';
import { Ledger, type LedgerCell, type LedgerOptions } from '../../src/platform/metering/ledger.ts';
import { parsePriceBook } from '../../src/platform/metering/pricebook.ts';
import { priceCuts } from '../../src/platform/metering/priceMatch.ts';
import type { PriceBook } from '../../src/platform/metering/prices.ts';
import { billOf } from '../../src/report/bill/bill.ts';
import { focusLines } from '../../src/report/focus/focus.ts';
import { defaultAssumptions } from '../../src/rules/assumptions.ts';
import { play, runs, seriesOf, start, workedExample } from '../platform/metering/builders.ts';
import { type FocusTruth, focusProblems, rowsOf } from './focusRules.ts';

const from = '2027-01-01T00:00:00Z';
const scenarioHash = '0123456789abcdef'.repeat(4);

/** Tiers, a price that changes within a day, credits, taxes, a contracted price, a metering policy that adds time. */
function bookOf(changes: object = {}): PriceBook {
  const { book, findings } = parsePriceBook({
    kind: 'pricebook',
    name: 'test',
    currency: 'USD',
    issuer: 'Köhler, "Test" & Co',
    metering: { preset: 'whole-hours' },
    skus: [
      {
        id: 'cpu',
        meters: ['reserved-cpu'],
        unit: 'Core-Hours',
        prices: [
          { from, tiers: [{ upTo: '1.5', list: '0' }, { upTo: '2.5', list: '0.0312' }, { list: '0.017' }] },
          { from: '2027-06-01T02:00:00Z', list: '0.07', contracted: '0.0613' },
        ],
      },
      { id: 'memory', meters: ['reserved-memory'], unit: 'GiB-Hours', prices: [{ from, list: '0.0041' }] },
      { id: 'volume', meters: ['volume-capacity'], unit: 'GB-Months', prices: [{ from, list: '0.115' }] },
    ],
    credits: [{ id: 'trial', org: 'birch', amount: '0.02', from, until: '2028-01-01T00:00:00Z' }],
    tax: [{ id: 'vat', org: 'birch', rate: '0.19' }],
    ...changes,
  });
  if (book === null) throw new Error(JSON.stringify(findings));
  return book;
}

interface Written {
  readonly text: string;
  readonly truth: FocusTruth;
}

function written(
  cells: readonly LedgerCell[],
  book: PriceBook,
  end: Instant,
  { rowsPer = 'hour' as Grain, assumptions = defaultAssumptions } = {},
): Written {
  const about = { cells, book, assumptions, horizon: { start, end } };
  const { bill } = billOf(about);
  const lines = focusLines({ ...about, invoices: bill.invoices, rowsPer, seed: '1', scenarioHash });
  return { text: [...lines].map((line) => `${line}\n`).join(''), truth: { bill, cells } };
}

/**
 * Seven hours across the end of a month: a workload whose tags change, a job whose container has a comma in its name,
 * volumes.
 */
function sample(book = bookOf()): Written {
  const ledger = new Ledger({ metering: book.metering, cuts: priceCuts(book) });
  const begin = instantFromCivil(2027, 5, 31, 21 * hour);
  const end = begin + 7 * hour;
  const cpu = ledger.series(seriesOf({ tags: { team: 'wëb, "x"', 'a\n': '' } }));
  const later = ledger.series(seriesOf({ tags: {} }));
  const span = ledger.open(cpu, 225, begin + 1_000, 1);
  ledger.move(span, later, begin + 5 * hour, 2);
  ledger.open(ledger.series(seriesOf({ meter: 'reserved-memory' })), 416 * 1_048_576, begin, 1);
  ledger.open(ledger.series(seriesOf({ location: 'gcp-us-east1', provider: 'unknown' })), 1_000, begin + 2 * hour, 1);
  const job = ledger.series(seriesOf({ resource: 'workload/nightly', workloadType: 'cron', container: 'a,b' }));
  for (let at = begin; at < end; at += 2 * hour) ledger.close(ledger.open(job, 500, at, 1), at + 20 * 60_000, 2);
  for (const volumeIndex of [0, 2, 10]) {
    const volume = { resource: 'volumeset/data', workloadType: null, container: null, volumeIndex };
    const meter = { meter: 'volume-capacity', performanceClass: 'general-purpose-ssd' } as const;
    ledger.open(ledger.series(seriesOf({ ...volume, ...meter })), 10e9, begin, 1);
  }
  return written(ledger.cells(end), book, end);
}

describe('focus.csv', () => {
  it('has a row for each hour of the worked example, and one for what rounding adds', () => {
    const book = bookOf({ metering: {}, credits: [], tax: [] });
    const ledger = new Ledger({ cuts: priceCuts(book) });
    workedExample(ledger);
    const end = start + 2.5 * hour;
    const { text, truth } = written(ledger.cells(end), book, end);
    expect(focusProblems(text, truth)).toEqual([]);
    const shown = rowsOf(text).map((row) => [
      row.ChargeCategory,
      row.ChargePeriodStart,
      row.ConsumedQuantity,
      row.PricingQuantity,
      row.SkuPriceId,
      row.BilledCost,
    ]);
    const memory = `memory/${from}/t0`;
    expect(shown).toEqual([
      ['Adjustment', '2027-05-01T00:00:00Z', null, null, null, truth.bill.invoices[0]?.rounding],
      ['Usage', '2027-05-03T14:00:00Z', '2430.0', '0.675', `cpu/${from}/t0`, '0.0'],
      ['Usage', '2027-05-03T14:00:00Z', '4387.5', '1.21875', memory, '0.004996875'],
      ['Usage', '2027-05-03T15:00:00Z', '2430.0', '0.675', `cpu/${from}/t0`, '0.0'],
      ['Usage', '2027-05-03T15:00:00Z', '4387.5', '1.21875', memory, '0.004996875'],
      ['Usage', '2027-05-03T16:00:00Z', '540.0', '0.15', `cpu/${from}/t0`, '0.0'],
      ['Usage', '2027-05-03T16:00:00Z', '945.0', '0.2625', `cpu/${from}/t1`, '0.00819'],
      ['Usage', '2027-05-03T16:00:00Z', '2681.25', '0.744791667', memory, '0.0030536458347'],
    ]);
  });

  it('of a book with everything is as FOCUS wants it', () => {
    const { text, truth } = sample();
    expect(focusProblems(text, truth)).toEqual([]);
    const rows = rowsOf(text);
    expect([...new Set(rows.map((row) => row.ChargeCategory))].sort()).toEqual([
      'Adjustment',
      'Credit',
      'Tax',
      'Usage',
    ]);
    expect([...new Set(rows.map((row) => row.x_PriceTier))].sort()).toEqual(['0', '1', '2', null]);
    expect([...new Set(rows.map((row) => row.x_Surplus))].sort()).toEqual(['false', null, 'true']);
    expect(new Set(rows.map((row) => row.InvoiceId)).size).toBe(2);
  });

  it('names the invoice of the organization that each row is of', () => {
    const book = bookOf({ credits: [], tax: [] });
    const ledger = new Ledger({ metering: book.metering, cuts: priceCuts(book) });
    const end = start + 3 * hour;
    for (const org of ['birch', 'cedar', 'fir'])
      for (const container of ['main', 'helper'])
        ledger.open(ledger.series(seriesOf({ org, container })), 500, start, 1);
    const { text, truth } = written(ledger.cells(end), book, end);
    expect(focusProblems(text, truth)).toEqual([]);
    const usage = rowsOf(text).filter((row) => row.ChargeCategory === 'Usage');
    for (const { BillingAccountName: org, BillingAccountId, InvoiceId, ResourceId } of usage) {
      expect(BillingAccountId).toBe(`/org/${org}`);
      expect(InvoiceId).toBe(`INV-${org}-2027-05`);
      expect(ResourceId?.startsWith(`/org/${org}/`)).toBe(true);
    }
    expect(new Set(usage.map((row) => row.BillingAccountName))).toEqual(new Set(['birch', 'cedar', 'fir']));
  });

  it('writes what is no printable ASCII as JSON does', () => {
    const [row] = rowsOf(sample().text).filter(({ Tags }) => Tags !== '{}');
    expect(row?.InvoiceIssuerName).toBe('K\\u00f6hler, "Test" & Co');
    expect(row?.Tags).toBe('{"a\\n":"","team":"w\\u00ebb, \\"x\\""}');
    expect(JSON.parse(row?.Tags ?? '')).toEqual({ team: 'wëb, "x"', 'a\n': '' });
  });

  it('is of the platform where nobody knows whose location it is', () => {
    const rows = rowsOf(sample().text).filter(({ RegionId }) => RegionId === 'gcp-us-east1');
    expect(new Set(rows.map((row) => row.HostProviderName))).toEqual(new Set([rows[0]?.ProviderName]));
  });

  it('has no rows for usage that costs nothing since it is not charged', () => {
    const assumptions = { ...defaultAssumptions, 'billing.chargedMeters': ['reserved-cpu'] };
    const book = bookOf();
    const ledger = new Ledger();
    workedExample(ledger);
    const end = start + 3 * hour;
    const { text, truth } = written(ledger.cells(end), book, end, { assumptions });
    expect(focusProblems(text, truth)).toEqual([]);
    expect(new Set(rowsOf(text).map((row) => row.SkuMeter))).toEqual(new Set(['reserved-cpu', null]));
  });

  it('of a run in which nothing is held is its header', () => {
    expect(written([], bookOf(), start + hour).text.split('\n')).toHaveLength(2);
  });
});

describe('any ledger at any prices', () => {
  const price = fc.nat({ max: 10 ** 9 }).map((nanos) => (nanos / 10 ** 9).toFixed(9));
  const skus = ['reserved-cpu', 'reserved-memory', 'volume-capacity'].map((meter) =>
    fc.record({
      id: fc.constant(meter),
      meters: fc.constant([meter]),
      unit: fc.constantFrom(
        ...(meter === 'reserved-cpu'
          ? ['Core-Hours', 'Core-Seconds']
          : meter === 'reserved-memory'
            ? ['GiB-Hours', 'GiB-Seconds']
            : ['GB-Months', 'GB-Hours', 'GB-Seconds']),
      ),
      tierScope: fc.constantFrom('org', 'gvc', 'resource'),
      prices: fc.oneof(
        price.map((list) => [{ from, list }]),
        fc.tuple(price, price, fc.nat({ max: 60 })).map(([list, next, days]) => [
          { from, list },
          { from: new Date(Date.UTC(2027, 4, 1 + days, days % 24)).toISOString(), list: next, contracted: '0' },
        ]),
        fc
          .tuple(price, price, fc.nat({ max: 10 ** 6 }))
          .map(([list, next, units]) => [{ from, tiers: [{ upTo: `${units + 1}`, list }, { list: next }] }]),
      ),
    }),
  );
  const books = fc.record({
    skus: fc.tuple(...skus),
    metering: fc.constantFrom({}, { preset: 'whole-hours' }, { granularity: '7m', roundUp: false }),
    invoice: fc.constantFrom({}, { rounding: 'half-even' }, { rounding: 'none' }),
    credits: fc.constantFrom([], [{ id: 'trial', org: 'birch', amount: '25.00', from, until: '2027-06-01T00:00:00Z' }]),
    tax: fc.constantFrom([], [{ id: 'vat', org: 'birch', rate: '0.20' }]),
  });
  const grains = fc.constantFrom<Grain>('hour', 'day', 'month');
  const ledgers = fc.constantFrom<LedgerOptions>({}, {}, { cellsMax: 60 });

  it('gives a file that is as FOCUS wants it, and adds up to the ledger and to what is to be paid', () => {
    fc.assert(
      fc.property(runs, fc.nat({ max: 60 }), books, grains, ledgers, (history, hours, changes, rowsPer, options) => {
        const book = bookOf(changes);
        // Rows by the hour for some days, others for some months.
        const length = (hours + 1) * (rowsPer === 'hour' ? 1 : 24) * hour;
        const end = start + length;
        const within = history.map((run) => ({ ...run, at: run.at % length }));
        const ledger = play(within, end, { metering: book.metering, cuts: priceCuts(book), ...options });
        const asked = ledger.grain === 'hour' ? rowsPer : 'month';
        const { text, truth } = written(ledger.cells(end), book, end, { rowsPer: asked });
        expect(focusProblems(text, truth).slice(0, 5)).toEqual([]);
      }),
      { seed: 5, numRuns: 40 },
    );
  });
});

describe('a file that is not as FOCUS wants it is told', () => {
  const { text, truth } = sample();
  const header = text.slice(0, text.indexOf('\n'));
  const names = header.split(',');

  /** The file with another value in a column of the first row that a condition holds for. */
  const changed = (
    column: string,
    value: string | null,
    isIt: (row: ReturnType<typeof rowsOf>[number]) => boolean,
  ): string => {
    const rows = rowsOf(text);
    const index = rows.findIndex(isIt);
    if (index === -1) throw new Error('no such row');
    const lines = rows.map((row, at) =>
      names.map((name) => {
        const one = at === index && name === column ? value : (row[name] ?? null);
        return one === null ? '' : `"${one.replaceAll('"', '""')}"`;
      }),
    );
    return `${[names, ...lines].map((fields) => fields.join()).join('\n')}\n`;
  };
  const usage = (row: { ChargeCategory?: string | null }) => row.ChargeCategory === 'Usage';
  const lines = text.trimEnd().split('\n');
  const whole = (all: readonly string[]) => `${all.join('\n')}\n`;
  const is = (category: string) => (row: { ChargeCategory?: string | null }) => row.ChargeCategory === category;
  const ofSku = (id: string) => (row: { SkuId?: string | null }) => row.SkuId === id;

  it('but written in other quotes it is the same', () => {
    expect(focusProblems(changed('x_Seed', '1', usage), truth)).toEqual([]);
  });

  it.each<[string, string]>([
    ['a byte order mark', `\uFEFF${text}`],
    ['line ends of CR and LF', text.replaceAll('\n', '\r\n')],
    ['no end of the last line', text.trimEnd()],
    ['a letter with a diaeresis', text.replace('K\\u00f6hler', 'Köhler')],
    ['columns in another order', text.replace('AvailabilityZone,BilledCost', 'BilledCost,AvailabilityZone')],
    ['a header in small letters', text.replace('BilledCost', 'billedCost')],
    ['rows in another order', whole([header, ...lines.slice(1).reverse()])],
    ['a row that is missing', whole([...lines.slice(0, 9), ...lines.slice(10)])],
    ['a row twice', whole([...lines.slice(0, 9), lines[8] ?? '', ...lines.slice(9)])],
    ['an adjustment that is missing', whole(lines.filter((line) => !line.includes(',Adjustment,')))],
    ['a cost without a fraction', changed('BilledCost', '1', usage)],
    ['a cost with an exponent', changed('BilledCost', '1.0e3', usage)],
    ['a cost one digit off', changed('BilledCost', '0.00390000001', usage)],
    ['a cost of nothing', changed('ListCost', null, usage)],
    ['a date with milliseconds', changed('ChargePeriodStart', '2027-05-03T14:00:00.000Z', usage)],
    ['a date without a zone', changed('BillingPeriodEnd', '2027-06-01T00:00:00', usage)],
    ['an empty charge period', changed('ChargePeriodEnd', '2027-05-03T14:00:00Z', usage)],
    ['a charge period before its billing period', changed('ChargePeriodStart', '2027-04-30T23:00:00Z', usage)],
    ['a credit above 0', changed('BilledCost', '0.5', is('Credit'))],
    ['a tax with a quantity', changed('PricingQuantity', '1.0', is('Tax'))],
    ['a tax of a resource', changed('ResourceId', '/org/birch/gvc/shop/workload/api', is('Tax'))],
    ['an adjustment that recurs', changed('ChargeFrequency', 'Recurring', is('Adjustment'))],
    ['an adjustment for an hour', changed('ChargePeriodEnd', '2027-05-01T01:00:00Z', is('Adjustment'))],
    ['another category', changed('ChargeCategory', 'Purchase', is('Credit'))],
    ['a quantity below 0', changed('ConsumedQuantity', '-1.0', usage)],
    ['a quantity without its unit', changed('ConsumedUnit', null, usage)],
    ['another unit', changed('PricingUnit', 'Core-Seconds', ofSku('cpu'))],
    ['a consumed quantity one millisecond off', changed('ConsumedQuantity', '809.999775', ofSku('cpu'))],
    ['two prices of one name', changed('ListUnitPrice', '0.9', ofSku('memory'))],
    ['a price of another SKU', changed('SkuId', 'other', ofSku('cpu'))],
    ['another tier', changed('x_PriceTier', '1', ofSku('memory'))],
    ['a class that is not storage', changed('ServiceCategory', 'Compute', ofSku('volume'))],
    ['a service of another meter', changed('ServiceName', 'Shared Volume Sets', ofSku('volume'))],
    ['tags that are not sorted', changed('Tags', '{"team":"x","a":"y"}', usage)],
    ['tags in tags', changed('Tags', '{"team":{"a":"b"}}', usage)],
    ['a tag twice', changed('Tags', '{"team":"a","team":"b"}', usage)],
    ['no tags at all', changed('Tags', null, is('Tax'))],
    ['an invoice of another org', changed('BillingAccountId', '/org/cedar', usage)],
    ['an invoice that nobody wrote', changed('InvoiceId', 'INV-birch-2027-07', usage)],
    ['a resource that is called by another name', changed('ResourceName', 'web', usage)],
    ['a location that is called by another name', changed('RegionName', 'Ireland', usage)],
    ['an index that is no whole number', changed('x_VolumeIndex', '0.0', ofSku('volume'))],
    ['two seeds', changed('x_Seed', '2', usage)],
    ['no hash of the scenario', changed('x_ScenarioHash', null, usage)],
    ['a correction', changed('ChargeClass', 'Correction', is('Adjustment'))],
    ['no hash of the book', changed('x_BookHash', null, usage)],
    ['another book in a row', changed('x_BookHash', 'a'.repeat(64), usage)],
    ['an availability zone without a replica', changed('AvailabilityZone', 'a', usage)],
  ])('%s', (_, wrong) => {
    expect(focusProblems(wrong, truth)).not.toEqual([]);
  });
});
