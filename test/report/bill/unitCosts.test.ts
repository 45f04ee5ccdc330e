import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, instantFromCivil } from '../../../src/engine/time.ts';
import { quotientToNine } from '../../../src/platform/metering/decimal.ts';
import { exampleBook } from '../../../src/platform/metering/exampleBook.ts';
import { Ledger } from '../../../src/platform/metering/ledger.ts';
import { parsePriceBook } from '../../../src/platform/metering/pricebook.ts';
import { billOf } from '../../../src/report/bill/bill.ts';
import { amount } from '../../../src/report/bill/costs.ts';
import { unitCostsOf, unitCountsFrom } from '../../../src/report/bill/unitCosts.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { play, runs, seriesOf, start } from '../../platform/metering/builders.ts';
import { asked } from '../asked.ts';
import { eventful, ran } from '../ran.ts';

/** Usage by a book in which all costs 1 for each unit. */
function usageOf(ledger: Ledger, from: number, end: number) {
  const { book } = parsePriceBook({
    kind: 'pricebook',
    name: 'ones',
    currency: 'USD',
    issuer: 'Test',
    skus: [
      {
        id: 'cpu',
        meters: ['reserved-cpu'],
        unit: 'Core-Hours',
        prices: [{ from: '2020-01-01T00:00:00Z', list: '1' }],
      },
      {
        id: 'disk',
        meters: ['volume-capacity'],
        unit: 'GB-Hours',
        prices: [{ from: '2020-01-01T00:00:00Z', list: '1' }],
      },
    ],
  });
  if (book === null) throw new Error('no book');
  const horizon = { start: from, end };
  return billOf({ cells: ledger.cells(end), book, assumptions: defaultAssumptions, horizon }).bill.usage;
}

const whole = (count: number) => amount(String(count));

describe('unit costs: per million requests, successful cron execution, stored GB-month, replica-hour', () => {
  const ledger = new Ledger();
  ledger.open(ledger.series(seriesOf()), 500, start, 1);
  ledger.open(ledger.series(seriesOf({ resource: 'workload/web' })), 1_500, start, 1);
  ledger.open(ledger.series(seriesOf({ resource: 'workload/nightly', workloadType: 'cron' })), 100, start, 1);
  const usage = usageOf(ledger, start, start + 4 * hour);
  const counts = new Map([
    ['shop/workload/api', { requests: whole(300), replicas: whole(4 * hour) }],
    ['shop/workload/web', { replicas: whole(12 * hour) }],
    ['shop/workload/nightly', { executions: whole(3) }],
    ['shop/workload/weekly', { executions: whole(0) }],
  ]);
  const [org, api, nightly, web, weekly] = unitCostsOf(usage, counts);

  it('of a workload, exact to nine decimals half up', () => {
    expect(api).toEqual({
      gvc: 'shop',
      resource: 'workload/api',
      cost: '2.0',
      perMillionRequests: '6666.666666667',
      perSuccessfulExecution: null,
      perStoredGBMonth: null,
      perReplicaHour: '0.5',
      requests: '300.0',
      successfulExecutions: null,
      storedGBMonths: null,
      replicaSeconds: '14400.0',
    });
    expect(nightly).toMatchObject({ cost: '0.4', perSuccessfulExecution: '0.133333333', perReplicaHour: null });
    expect(web).toMatchObject({ perReplicaHour: '0.5', perMillionRequests: null });
  });

  it('null where the divisor is 0', () => {
    expect(weekly).toMatchObject({ cost: '0.0', successfulExecutions: 0, perSuccessfulExecution: null });
    expect(unitCostsOf([], new Map())).toEqual([
      expect.objectContaining({ gvc: null, cost: '0.0', perMillionRequests: null, perReplicaHour: null }),
    ]);
  });

  it('of the org: what such things cost by what came of them all', () => {
    expect(org).toMatchObject({
      gvc: null,
      resource: null,
      cost: '8.4',
      perMillionRequests: '6666.666666667',
      perSuccessfulExecution: '0.133333333',
      perReplicaHour: '0.5',
      requests: '300.0',
      successfulExecutions: 3,
    });
  });

  it('a stored GB-month is as long as its month: 10 GB through February and March are 20', () => {
    const from = instantFromCivil(2027, 2, 1);
    const disk = { resource: 'volumeset/data', workloadType: null, container: null, volumeIndex: 0 } as const;
    const stored = new Ledger();
    const meter = { meter: 'volume-capacity', performanceClass: 'general-purpose-ssd' } as const;
    stored.open(stored.series(seriesOf({ ...disk, ...meter })), 10_000_000_000, from, 1);
    const [, line] = unitCostsOf(usageOf(stored, from, from + 59 * day), new Map());
    // 28 and 31 days of 24 hours at 10.
    expect(line).toMatchObject({ cost: '14160.0', storedGBMonths: '20.0', perStoredGBMonth: '708.0' });
  });

  it('divides decimals of any length', () => {
    expect(quotientToNine(amount('0.5'), amount('3'))).toEqual({ coefficient: 166_666_667n, scale: 9 });
    expect(quotientToNine(amount('1'), amount('0.0625'))).toEqual({ coefficient: 16_000_000_000n, scale: 9 });
  });
});

describe('the unit costs of a run', () => {
  it('requests are those of demands that were answered, single ones and amounts', () => {
    const demands = {
      fluid: '{ to: shop/api, rate: 10/s }',
      single: '{ to: shop/api, rate: 10/s, arrivals: poisson }',
    };
    for (const [arrivals, demand] of Object.entries(demands)) {
      const { report } = ran(asked({ demand }));
      const [, api] = report.bill.unitCosts ?? [];
      const served = report.capacity.demand.find((one) => one.arrivals === arrivals)?.served ?? '';
      expect(Number(served)).toBeGreaterThan(10_000);
      expect(api?.requests).toBe(served);
      expect(Number(api?.perMillionRequests)).toBeCloseTo((Number(api?.cost) / Number(served)) * 1e6, 6);
    }
  });

  it('executions are those of the capacity report, replica-hours those that are billed', () => {
    const { report } = ran(eventful);
    const lines = report.bill.unitCosts ?? [];
    const ofJob = report.capacity.cron.filter(({ name }) => name === 'job');
    const succeeded = ofJob.reduce((sum, one) => sum + one.succeeded, 0);
    expect(lines.find(({ resource }) => resource === 'workload/job')).toMatchObject({
      successfulExecutions: succeeded,
      perReplicaHour: null,
    });
    const web = lines.find(({ resource }) => resource === 'workload/web');
    const days = report.capacity.workloads.filter(({ name }) => name === 'web').map(({ replicas }) => replicas?.mean);
    const mean = days.reduce((sum, one) => sum + Number(one), 0);
    expect(Number(web?.replicaSeconds) / 86_400).toBeCloseTo(mean, 4);
    expect(lines.find(({ resource }) => resource === 'volumeset/data')?.perStoredGBMonth).not.toBeNull();
  });

  it('are the same from the counts that a bill tells', () => {
    const { bill } = ran(eventful).report;
    const lines = bill.unitCosts ?? [];
    expect(unitCostsOf(bill.usage, unitCountsFrom(lines))).toEqual(lines);
  });

  it('law: the costs of all things are that of the org', () => {
    fc.assert(
      fc.property(runs, (history) => {
        const end = start + 40 * day;
        const cells = play(history, end).cells(end);
        const horizon = { start, end };
        const { bill } = billOf({ cells, book: exampleBook, assumptions: defaultAssumptions, horizon });
        const [org, ...things] = unitCostsOf(bill.usage, new Map());
        const sum = things.reduce(
          (total, { cost }) => total + amount(cost).coefficient * 10n ** BigInt(30 - amount(cost).scale),
          0n,
        );
        const all = amount(org?.cost ?? '');
        expect(sum).toBe(all.coefficient * 10n ** BigInt(30 - all.scale));
      }),
      { seed: 1, numRuns: 30 },
    );
  });
});
