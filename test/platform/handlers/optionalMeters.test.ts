import { describe, expect, it } from 'vitest';
import { Run } from '../../../src/experiment/run.ts';
import { exampleDocument } from '../../../src/platform/metering/exampleDocument.ts';
import { meterKinds } from '../../../src/platform/metering/meters.ts';
import { type OptionalMeter, optionalMeters } from '../../../src/rules/meterNames.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import { database, type Given, replicas, workload } from './ran.ts';

/** The built-in book with a SKU for each optional meter that is named. */
function bookWith(...named: readonly OptionalMeter[]): object {
  const more = named.map((meter) => {
    const prices = [{ from: '1970-01-01T00:00:00Z', list: '0.001' }];
    return { id: meter, meters: [meter], unit: meterKinds[meter].consumedUnit, prices };
  });
  return { ...exampleDocument, skus: [...exampleDocument.skus, ...more] };
}

function billOf(given: Given, prices: object, isLiteral = false) {
  const gvc = { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } };
  const resources = [gvc, ...given.resources];
  const start = '2026-11-01T00:00:00Z';
  const document = { svcsim: 1, name: 'optional', start, timing: 'instant', ...given, resources, prices };
  const { scenario, problems } = parseScenario(JSON.stringify(document), { file: 'optional.json' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  const run = new Run(scenario, { isLiteral });
  run.advance();
  return run.bill();
}

/** What an optional meter comes to, in consumed units; undefined: it has no usage. */
function metered(meter: OptionalMeter, given: Given, isLiteral = false): string | undefined {
  const { bill } = billOf(given, bookWith(meter), isLiteral);
  return bill.totals.find((total) => total.meter === meter)?.quantity;
}

const web = (count: number, more: object = {}): object => workload('web', 'standard', { ...replicas(count), ...more });
const port = {
  containers: [{ name: 'main', image: 'web:1', cpu: '500m', memory: '128Mi', ports: [{ number: 8080 }] }],
};
const suspend = { at: '+1h', patch: '/gvc/shop/workload/web', with: { spec: { defaultOptions: { suspend: true } } } };
const hour = 3_600;
const shared = { fileSystemType: 'shared', performanceClass: 'shared' };

describe('what each optional meter counts', () => {
  it('replica-time: replicas as long as they are billed, those of executions too', () => {
    expect(metered('replica-time', { for: '2h', resources: [web(3)] })).toBe(`${6 * hour}.0`);
    const job = workload('job', 'cron', { job: { schedule: '0 * * * *' } });
    const behavior = { 'shop/job': { execution: { duration: '10m' } } };
    expect(metered('replica-time', { for: '3h', resources: [job], behavior })).toBe(`${hour / 2}.0`);
  });

  it('mount-time: mount points of shared sets', () => {
    expect(metered('mount-time', { for: '2h', resources: database(shared, 3) })).toBe(`${6 * hour}.0`);
  });

  it.each([
    ['a direct one', { loadBalancer: { direct: { enabled: true } } }, 'standard', `${2 * hour}.0`],
    ['direct addresses of replicas', { loadBalancer: { replicaDirect: true } }, 'stateful', `${2 * hour}.0`],
    ['none of its own', {}, 'standard', undefined],
  ] as const)('load-balancer-time: %s', (_, spec, type, expected) => {
    const resources = [workload('web', type, { ...replicas(2), ...spec })];
    expect(metered('load-balancer-time', { for: '2h', resources, timeline: [suspend] })).toBe(expected);
  });

  it('snapshot-storage: what a snapshot stores, from its making until it expires', () => {
    const given = {
      for: '10h',
      resources: database({ snapshots: { schedule: '0 1 1 11 *', retentionDuration: '2h' } }),
      behavior: { 'shop/data': { usage: { start: '4GB' } } },
    };
    expect(metered('snapshot-storage', given)).toBe(`${8 * hour}.0`);
  });

  it('ephemeral-storage: what each replica is allotted', () => {
    const containers = [{ name: 'main', image: 'a:1', cpu: '1500m', minCpu: '500m', memory: '256Mi' }];
    expect(metered('ephemeral-storage', { for: '1h', resources: [web(2, { containers })] })).toBe(`${3 * hour}.0`);
  });

  it('ephemeral-storage: an execution has what its own containers ask for', () => {
    const job = workload('job', 'cron', { job: { schedule: '0 9 1 1 *' } });
    const overrides = [{ name: 'main', cpu: '4000m' }];
    const run = { type: 'runCronWorkload', spec: { location: 'aws-us-east-1', containerOverrides: overrides } };
    const timeline = [{ at: '+10m', post: '/gvc/shop/workload/job/-command', with: run }];
    const behavior = { 'shop/job': { execution: { duration: '30m' } } };
    expect(metered('ephemeral-storage', { for: '1h', resources: [job], behavior, timeline })).toBe(`${2 * hour}.0`);
  });

  it('cron-executions: each that starts, however it ends', () => {
    const job = workload('job', 'cron', { job: { schedule: '*/10 * * * *', concurrencyPolicy: 'Replace' } });
    const behavior = { 'shop/job': { execution: { duration: '15m', failure: '50%' } } };
    expect(metered('cron-executions', { for: '2h', resources: [job], behavior })).toBe('12.0');
  });
});

describe('requests', () => {
  const resources = [web(2, port)];
  const amounts = { for: '3h', resources, demand: [{ to: 'shop/web', rate: '7/s' }] };

  it('amounts count as they come, whole requests of each hour', () => {
    expect(metered('requests', amounts)).toBe(`${3 * hour * 7}.0`);
  });

  it('what is left of a request waits for the next hour', () => {
    expect(metered('requests', { ...amounts, demand: [{ to: 'shop/web', rate: '1.5/h' }] })).toBe('4.0');
  });

  it('nothing comes to a workload that is suspended', () => {
    expect(metered('requests', { ...amounts, timeline: [suspend] })).toBe(`${hour * 7}.0`);
  });

  it('looking ahead or not, with locations that come and go, it is the same', () => {
    const given = {
      ...amounts,
      demand: [
        {
          to: 'shop/web',
          rate: {
            points: [
              ['0h', '0.1/s'],
              ['3h', '9.7/s'],
            ],
          },
        },
      ],
      timeline: [
        { at: '+47m', patch: '/location/aws-us-east-1', with: { spec: { enabled: false } } },
        { at: '+95m', patch: '/location/aws-us-east-1', with: { spec: { enabled: true } } },
      ],
    };
    expect(metered('requests', given)).toBe(metered('requests', given, true));
  });

  it('those that come one by one count when they have ended, answered or refused', () => {
    const given = { ...amounts, demand: [{ to: 'shop/web', rate: '60/h', arrivals: 'poisson' }] };
    const { bill } = billOf(given, bookWith('requests'));
    const count = Number(bill.totals.find(({ meter }) => meter === 'requests')?.quantity);
    expect(count).toBeGreaterThan(120);
    expect(count).toBeLessThan(250);
  });

  it('workload-egress: `billing.responseBytes` each; nothing where that is 0, which a book that prices it is told', () => {
    const assumptions = { 'billing.responseBytes': 2_000_000 };
    expect(metered('workload-egress', { ...amounts, assumptions })).toBe(`${(3 * hour * 7 * 2) / 1_000}`);
    const { bill, findings } = billOf(amounts, bookWith('workload-egress'));
    expect(bill.totals.some(({ meter }) => meter === 'workload-egress')).toBe(false);
    expect(findings.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      expect.stringContaining('warning: the usage of workload-egress is always 0: billing.responseBytes is 0'),
    ]);
  });

  it('log-storage meters 0, which a book that prices it is told', () => {
    const { bill, findings } = billOf(amounts, bookWith('log-storage'));
    expect(bill.totals.some(({ meter }) => meter === 'log-storage')).toBe(false);
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('the usage of log-storage is always 0'),
    ]);
  });
});

describe('who asks for them', () => {
  const given = { for: '1h', resources: [web(1)] };
  const metersOf = (prices: object, terms: object = {}) =>
    billOf({ ...given, assumptions: terms }, prices).bill.totals.map(({ meter }) => meter);

  it('nobody: the ledger holds no series of them', () => {
    expect(metersOf(exampleDocument)).toEqual(['reserved-cpu', 'reserved-memory']);
  });

  it('a book that names all of them', () => {
    expect(metersOf(bookWith(...optionalMeters.filter((meter) => meter !== 'log-storage')))).toEqual([
      'reserved-cpu',
      'reserved-memory',
      'replica-time',
      'ephemeral-storage',
    ]);
  });

  it('`billing.chargedMeters`: what it leaves out is free, though the book names it', () => {
    const prices = bookWith('replica-time', 'ephemeral-storage');
    const { bill } = billOf(
      { ...given, assumptions: { 'billing.chargedMeters': ['reserved-cpu', 'replica-time'] } },
      prices,
    );
    expect(bill.usage.map(({ meter, cost }) => [meter, cost !== null])).toEqual([
      ['replica-time', true],
      ['reserved-cpu', true],
      ['reserved-memory', false],
    ]);
  });

  it('`billing.chargedMeters`: what it names needs a price', () => {
    const { findings } = billOf(
      { ...given, assumptions: { 'billing.chargedMeters': ['replica-time'] } },
      exampleDocument,
    );
    expect(findings.map(({ message }) => message)).toEqual([
      expect.stringContaining('missing price: no SKU prices replica-time'),
    ]);
  });

  it('there is no such meter', () => {
    expect(() =>
      billOf({ ...given, assumptions: { 'billing.chargedMeters': ['replica-tme'] } }, exampleDocument),
    ).toThrow('expected a list of any of reserved-cpu');
  });
});
