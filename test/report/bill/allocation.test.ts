import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Run, type RunOptions } from '../../../src/experiment/run.ts';
import { type Decimal, formatDecimal, plus, times, zero } from '../../../src/platform/metering/decimal.ts';
import { exampleBook } from '../../../src/platform/metering/exampleBook.ts';
import { type AllocatedPart, allocationMethods, allocationOf, splitBy } from '../../../src/report/bill/allocation.ts';
import { amount } from '../../../src/report/bill/costs.ts';
import { allocationCsv } from '../../../src/report/focus/allocationCsv.ts';
import { focusColumns } from '../../../src/report/focus/columns.ts';
import { MountChronicle } from '../../../src/report/fold/mountChronicle.ts';
import { files, scenarioOf, stateful } from '../recountScenarios.ts';

const other = `
  - kind: workload
    gvc: shop
    name: reader
    tags: { team: read }
    spec:
      type: stateful
      containers: [{ name: main, image: "r:1", cpu: 1000m, memory: 1Gi, volumes: [{ uri: svc://volumeset/data, path: /data }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }`;

/**
 * `db` mounts from the start with two replicas of 250m and 33m; `reader`, one of 1000m, is suspended after an hour;
 * nobody mounts from the fifth hour on.
 */
const scenario = scenarioOf({
  start: '2026-10-31T21:00:00Z',
  length: '6h',
  resources: stateful(files) + other,
  rest: `behavior:
  shop/db: { stop: 0s }
  shop/reader: { stop: 0s }
timeline:
  - { at: +1h, patch: /gvc/shop/workload/reader, with: { spec: { defaultOptions: { suspend: true } } }, answers: 200 }
  - { at: +4h, patch: /gvc/shop/workload/db, with: { spec: { defaultOptions: { suspend: true } } }, answers: 200 }
assumptions: { termination.preStop: 0s }
`,
});

function allocated(method: (typeof allocationMethods)[number], options: RunOptions = {}) {
  const mounts = new MountChronicle(scenario.assumptions);
  const run = new Run(scenario, { ...options, sink: (entry) => mounts.listen(entry) });
  run.advance();
  const { bill } = run.bill();
  return { bill, parts: allocationOf(bill, mounts.upTo(run.now), method), mounts: mounts.upTo(run.now) };
}

const origin = {
  book: exampleBook,
  seed: '1',
  scenarioHash: null,
  horizon: { start: scenario.start, end: scenario.end },
  periods: 'utcMonth',
} as const;

function sum(parts: readonly AllocatedPart[], of: (part: AllocatedPart) => string): string {
  return formatDecimal(parts.reduce((total, part) => plus(total, amount(of(part))), zero));
}

describe('shared volume cost stays on its set or is split even, by mount time or by reserve', () => {
  const all = allocationMethods.flatMap((method) =>
    (['month', 'hour'] as const).map((rowsPer) => ({ method, rowsPer })),
  );
  it.each(all)('law: parts sum exactly to their row: $method, rows by $rowsPer', ({ method, rowsPer }) => {
    const { bill, parts } = allocated(method, { rowsPer });
    const shared = bill.usage.filter(({ resource }) => resource === 'volumeset/data');
    expect(shared.length).toBe({ month: 2, hour: 6 }[rowsPer]);
    for (const row of shared) {
      const own = parts.filter((part) => part.row === row);
      expect(sum(own, ({ cost }) => cost)).toBe(row.cost);
      expect(sum(own, ({ listCost }) => listCost)).toBe(row.listCost);
      expect(sum(own, ({ quantity }) => quantity)).toBe(row.quantity);
      expect(sum(own, ({ pricingQuantity }) => pricingQuantity)).toBe(row.pricingQuantity);
    }
    expect(parts.length).toBe(new Set(parts.map(({ row, workload }) => `${row.id} ${workload}`)).size);
  });

  const shares = (method: (typeof allocationMethods)[number]) =>
    allocated(method, { rowsPer: 'hour' }).parts.map(({ row, workload, weight, of }) => {
      return `${row.period.slice(-2)} ${workload?.slice(14) ?? '-'} ${Math.round((Number(weight) / Number(of)) * 1000)}`;
    });

  it('even: each workload that mounts it in the row as much as each other', () => {
    expect(shares('even')).toEqual([
      '21 db 500',
      '21 reader 500',
      ...['22 db', '23 db', '00 db'].map((one) => `${one} 1000`),
      '01 - 1000',
      '02 - 1000',
    ]);
  });

  it('by mount time: two replicas of one have two mount points', () => {
    expect(shares('mountTime').slice(0, 2)).toEqual(['21 db 667', '21 reader 333']);
  });

  it('by reserve: of mount time by the cpu of who mounts', () => {
    // 283m twice beside 1000m.
    expect(shares('reserve').slice(0, 2)).toEqual(['21 db 361', '21 reader 639']);
  });

  it('is a file of its own, with the columns of FOCUS for allocations', () => {
    const { parts } = allocated('even');
    const rows: Record<string, string>[] = parse(allocationCsv(parts, 'even', origin), { columns: true });
    expect(rows.map(({ AllocatedResourceName, AllocatedTags }) => [AllocatedResourceName, AllocatedTags])).toEqual([
      ['db', '{}'],
      ['reader', '{"team":"read"}'],
      ['db', '{}'],
    ]);
    expect(rows[0]).toMatchObject({
      AllocatedMethodId: 'even',
      AllocatedMethodDetails: '{"x_Basis":"workloads that mount it","x_Weight":"1","x_WeightTotal":"2"}',
      AllocatedResourceId: '/org/acme/gvc/shop/workload/db',
      ResourceId: '/org/acme/gvc/shop/volumeset/data',
      ChargePeriodStart: '2026-10-31T21:00:00Z',
      ChargePeriodEnd: '2026-11-01T00:00:00Z',
      InvoiceId: 'INV-acme-2026-10',
      BillingAccountId: '/org/acme',
      BillingPeriodStart: '2026-10-01T00:00:00Z',
      ChargeCategory: 'Usage',
      ServiceName: 'Shared Volume Sets',
      ServiceSubcategory: 'File Storage',
      SkuMeter: 'shared-volume-capacity',
      x_BookHash: exampleBook.hash,
    });
    const mandatory = focusColumns.filter((column) => !Object.hasOwn(rows[0] ?? {}, column));
    expect(mandatory).toEqual([]);
    for (const { ListUnitPrice, PricingQuantity, ListCost, SkuPriceId, SkuId } of rows) {
      expect(formatDecimal(times(amount(ListUnitPrice ?? ''), amount(PricingQuantity ?? '')))).toBe(ListCost);
      expect(SkuPriceId?.startsWith(`${SkuId}/`)).toBe(true);
    }
    const hourly = allocated('even', { rowsPer: 'hour' }).parts;
    const stays: Record<string, string>[] = parse(allocationCsv(hourly, 'even', origin), { columns: true });
    expect(stays.at(-1)).toMatchObject({ AllocatedMethodId: '', AllocatedResourceId: '', ResourceName: 'data' });
  });

  it('mounts last from the placing of their replica until it is gone', () => {
    const hours = allocated('even').mounts.map(({ workload, from, until }) => [
      workload.slice(14),
      (until - from) / 3.6e6,
    ]);
    expect(hours.map(([name, length]) => [name, Math.round(Number(length))])).toEqual([
      ['reader', 1],
      ['db', 4],
      ['db', 4],
    ]);
  });
});

describe('splitBy', () => {
  it('rounds sums, not parts', () => {
    const one: Decimal = { coefficient: 1n, scale: 0 };
    expect(splitBy(one, [1n, 1n, 1n]).map(formatDecimal)).toEqual(['0.333333333', '0.333333334', '0.333333333']);
    expect(splitBy(amount('0.0000000001'), [1n, 3n]).map(formatDecimal)).toEqual(['0.0', '0.0000000001']);
  });

  it('law: parts are never negative and add up to the whole', () => {
    const weights = fc
      .array(fc.bigInt({ min: 0n, max: 10n ** 20n }), { minLength: 1, maxLength: 6 })
      .filter((all) => all.some((one) => one > 0n));
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.nat({ max: 20 }), weights, (coefficient, scale, all) => {
        const parts = splitBy({ coefficient, scale }, all);
        for (const part of parts) expect(part.coefficient).toBeGreaterThanOrEqual(0n);
        expect(formatDecimal(parts.reduce(plus, zero))).toBe(formatDecimal({ coefficient, scale }));
      }),
      { seed: 1 },
    );
  });
});
