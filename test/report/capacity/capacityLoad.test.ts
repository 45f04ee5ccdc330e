import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minute } from '../../../src/engine/time.ts';
import { Run } from '../../../src/experiment/run.ts';
import { meanWait } from '../../../src/platform/traffic/erlang.ts';
import type { Capacity } from '../../../src/report/capacity/capacity.ts';
import { Chronicle } from '../../../src/report/fold/chronicle.ts';
import { capacityCsv } from '../../../src/report/render/capacityCsv.ts';
import { terminalSummary } from '../../../src/report/render/terminal.ts';
import { type Report, reportOf } from '../../../src/report/report.ts';
import { jsonText } from '../../../src/report/words/jsonText.ts';
import { noPaint } from '../../../src/report/words/paint.ts';
import { good } from '../../scenario/builders.ts';

const [east, central] = ['aws-us-east-1', 'aws-eu-central-1'];

interface Given {
  readonly for?: string;
  readonly locations?: readonly string[];
  readonly type?: string;
  readonly autoscaling?: object;
  readonly request?: object;
  readonly demand?: readonly object[];
  readonly timeline?: readonly object[];
  readonly assumptions?: object;
}

/** `shop/api`, by default two replicas that can answer 50 requests a second each, in 80 ms if they do nothing else. */
function document(given: Given): string {
  const { locations = [east], type = 'standard', request = { cpu: '10ms', duration: '80ms' } } = given;
  const autoscaling = given.autoscaling ?? { metric: 'disabled', minScale: 2, maxScale: 2 };
  const ports = [{ number: 8080, protocol: 'http' }];
  const containers = [{ name: 'main', image: 'api:1', cpu: '500m', memory: '512Mi', ports }];
  const locationLinks = locations.map((location) => `//location/${location}`);
  return JSON.stringify({
    svcsim: 1,
    name: 'load',
    start: '2026-11-02T00:00:00Z',
    for: given.for ?? '1h',
    resources: [
      { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks } } },
      { kind: 'workload', gvc: 'shop', name: 'api', spec: { type, containers, defaultOptions: { autoscaling } } },
    ],
    behavior: { 'shop/api': { request } },
    demand: given.demand ?? [{ to: 'shop/api', rate: '10/s' }],
    timeline: given.timeline ?? [],
    assumptions: given.assumptions ?? {},
  });
}

function reported(given: Given, isLiteral = false): { readonly run: Run; readonly report: Report } {
  return reportedOf(document(given), isLiteral);
}

function reportedOf(text: string, isLiteral = false): { readonly run: Run; readonly report: Report } {
  const scenario = good(text);
  const chronicle = new Chronicle(scenario);
  const run = new Run(scenario, { isLiteral, sink: (entry) => chronicle.listen(entry) });
  run.advance();
  return { run, report: reportOf(run, chronicle) };
}

const capacityOf = (given: Given): Capacity => reported(given).report.capacity;
const loadOf = (given: Given) => capacityOf(given).workloads[0]?.load;
const steps = (...of: readonly (readonly [string, string])[]): readonly object[] => [
  { to: 'shop/api', rate: { steps: of } },
];

describe('the load of a workload', () => {
  it('is worked out by hand: two replicas, 10 requests a second, one hour', () => {
    const { demand, workloads } = capacityOf({});
    expect(demand).toEqual([
      {
        gvc: 'shop',
        name: 'api',
        arrivals: 'fluid',
        offered: '36000.0',
        served: '36000.0',
        succeeded: '36000.0',
        failed: '0.0',
        unrouted: '0.0',
        unroutedMs: 0,
        unroutedFrom: null,
        peakPerSecond: '10.0',
        peakAt: '2026-11-02T00:00:00.000Z',
      },
    ]);
    // A tenth of 100 a second. 80 ms, and 20 ms of a processor that is busy for a tenth, by turns with another one: 20
    // * 0.1^2 / (1 - 0.1^2).
    const allTime = { countedMs: 3_600_000, leftOutMs: 0 };
    const tenth = { mean: '0.1', p50: '0.1', p90: '0.1', p95: '0.1', p99: '0.1', max: '0.1', ...allTime };
    const took = '80.20202';
    expect(workloads[0]?.load).toEqual({
      replicasOverTime: [{ at: '2026-11-02T00:00:00.000Z', desired: 2, ready: 2 }],
      replicaChanges: 1,
      requests: {
        offered: '36000.0',
        served: '36000.0',
        succeeded: '36000.0',
        lost: '0.0',
        waiting: '0.0',
        failed: '0.0',
        retries: '0.0',
      },
      peakPerSecond: '10.0',
      peakAt: '2026-11-02T00:00:00.000Z',
      waitingP99: '0.0',
      waitingPeak: null,
      heldMs: 0,
      utilisation: tenth,
      // Of two replicas a tenth each.
      busyReplicas: { mean: '0.2', p50: '0.2', p90: '0.2', p95: '0.2', p99: '0.2', max: '0.2', ...allTime },
      latencyMs: expect.objectContaining({
        mean: took,
        p50: '80.0',
        p90: '80.0',
        p95: '80.0',
        ...allTime,
        trust: 'steady',
      }),
    });
    // Hardly one in 50 meets another at its processor; both take as long as they take together.
    const { p99, max } = workloads[0]?.load?.latencyMs ?? {};
    expect(Number(p99)).toBeGreaterThan(80);
    expect(Number(p99)).toBeLessThan(100);
    expect(Number(max)).toBeLessThan(200);
  });

  it('uses the cpu of what is reserved that requests need, and memory only where that is said', () => {
    const [one] = capacityOf({ request: { cpu: '10ms', duration: '80ms', memory: '1Mi' } }).workloads;
    // 10 a second for 10 ms are a tenth of a core of one; 0.8 requests in flight have 0.8 of 1,024 MiB.
    expect(one?.cpu).toMatchObject({ reserved: '3600.0', used: '360.0', usedP99: '100.0', efficiency: '0.1' });
    expect(one?.memory).toMatchObject({ reserved: '3600.0', used: '2.8125', efficiency: '0.000781' });
    expect(capacityOf({}).workloads[0]?.memory.used).toBeNull();
    const [busy] = capacityOf({ demand: [{ to: 'shop/api', rate: '150/s' }] }).workloads;
    expect(busy?.cpu).toMatchObject({ used: '3600.0', usedP99: '1000.0', headroom: '0.0', efficiency: '1.0' });
  });

  const rush = steps(['0m', '110/s'], ['10m', '50/s']);

  /** As many requests at once as two replicas answer 100 a second of; time in line does not count for the timeout. */
  const inPlaces = {
    type: 'serverless',
    request: { duration: { exponential: { mean: '80ms' } } },
    autoscaling: { metric: 'disabled', minScale: 2, maxScale: 2, maxConcurrency: 4 },
  };

  it('`fluid.overflow`: what is beyond the capacity waits, and is worked off', () => {
    const load = loadOf({ ...inPlaces, demand: rush });
    // 10 a second too many for 600 s; then 50 a second of 100 are free, for 120 s. 720 s of 3,600 all are busy, half of
    // them in the rest.
    expect(load?.requests).toEqual({
      offered: '216000.0',
      served: '216000.0',
      succeeded: '216000.0',
      lost: '0.0',
      waiting: '0.0',
      failed: '0.0',
      retries: '0.0',
    });
    expect(load?.waitingPeak).toEqual({ requests: '6000.0', at: '2026-11-02T00:10:00.000Z' });
    expect(Number(load?.utilisation?.mean)).toBeCloseTo(0.6, 5);
    expect(load?.utilisation).toMatchObject({ p50: '0.5', p90: '1.0', max: '1.0' });
    // At 0:10: 80 ms, the wait for one of 8 places that are taken for 0.95 of the time, and 6,000 others first.
    const wait = meanWait({ servers: 8, perSecond: 95, service: 80 });
    expect(Number(load?.latencyMs?.max) / (60_080 + wait)).toBeCloseTo(1, 2);
    expect(load?.latencyMs?.trust).toBe('rough');
  });

  it('`timeout.from`: who would wait for too long on a replica is given up', () => {
    const load = loadOf({ demand: rush });
    // 10 a second too many fill 5 s of 100 a second in 50 s. Then all wait for 5 s, and all that are alike are done for
    // nine tenths.
    expect(load?.requests).toEqual({
      offered: '216000.0',
      served: '216000.0',
      succeeded: '155500.0',
      lost: '0.0',
      waiting: '0.0',
      failed: '60500.0',
      retries: '0.0',
      byStatus: { '504': '60500.0' },
    });
    expect(load?.waitingPeak?.requests).toBe('500.0');
    expect(Number(load?.latencyMs?.max)).toBeCloseTo(5_000, 1);
    expect(load?.latencyMs?.trust).toBe('rough');
  });

  it('`timeout.from` arrival: so is who waits for a place', () => {
    const load = loadOf({ ...inPlaces, demand: rush, assumptions: { 'timeout.from': 'arrival' } });
    expect(load?.waitingPeak?.requests).toBe('500.0');
    // Of exponential durations what is too much: 10 a second for 550 s.
    expect(Number(load?.requests.byStatus?.['504']) / 5_500).toBeCloseTo(1, 1);
  });

  it('`timeout.from` arrival: who is served has waited for nearly as long as who is given up', () => {
    const demand = [{ to: 'shop/api', rate: '115/s' }];
    const load = loadOf({ ...inPlaces, demand, assumptions: { 'timeout.from': 'arrival' } });
    expect(Number(load?.latencyMs?.p50)).toBeGreaterThan(4_800);
    expect(Number(load?.latencyMs?.max)).toBeCloseTo(5_000, 0);
  });

  it('has no percentiles where waits have no end of variance, and says why', () => {
    const heavy = { duration: { pareto: { minimum: '50ms', shape: 1.5 } } };
    const load = loadOf({ ...inPlaces, request: heavy, demand: [{ to: 'shop/api', rate: '45/s' }] });
    expect(load?.latencyMs).toMatchObject({ p50: null, p99: null, max: null, trust: 'rough' });
    expect(load?.latencyMs?.noPercentiles).toMatch(/no end of variance/);
    expect(Number(load?.latencyMs?.mean)).toBeGreaterThan(150);
    const free = loadOf({ request: heavy, demand: [{ to: 'shop/api', rate: '45/s' }] });
    expect(Number(free?.latencyMs?.p50)).toBeCloseTo(50 * 2 ** (1 / 1.5), -1);
    expect(free?.latencyMs?.noPercentiles).toBeUndefined();
  });

  const poisson = (perSecond: string): object[] => [{ to: 'shop/api', rate: perSecond, arrivals: 'poisson' }];
  const fluid = (perSecond: string): object[] => [{ to: 'shop/api', rate: perSecond }];
  const failedShares = (given: Given, perSecond: string): { readonly flowing: number; readonly single: number } => {
    const { failed, offered } = loadOf({ ...given, demand: fluid(perSecond) })?.requests ?? {};
    const calls = capacityOf({ ...given, demand: poisson(perSecond) }).workloads[0]?.calls;
    return { flowing: Number(failed) / Number(offered), single: (calls?.failed ?? 0) / (calls?.total ?? 0) };
  };
  const arrival = { 'timeout.from': 'arrival' };
  const uneven = { lognormal: { mean: '80ms', cv: 2 } };
  it.each<[string, Given, string, number]>([
    ['a processor, all alike', { request: { cpu: '50ms' } }, '30/s', 0.01],
    ['a processor, exponential', { request: { cpu: { exponential: { mean: '50ms' } } } }, '30/s', 0.02],
    ['a processor, uneven', { request: { cpu: { lognormal: { mean: '50ms', cv: 2 } } } }, '30/s', 0.05],
    ['places, exponential', { ...inPlaces, assumptions: arrival }, '150/s', 0.02],
    ['places, uneven', { ...inPlaces, request: { duration: uneven }, assumptions: arrival }, '150/s', 0.05],
    ['no line', { ...inPlaces, assumptions: { 'traffic.queue': 0 } }, '80/s', 0.02],
    [
      'no line, uneven',
      { ...inPlaces, request: { duration: uneven }, assumptions: { 'traffic.queue': 0 } },
      '150/s',
      0.02,
    ],
    ['a short line', { ...inPlaces, assumptions: { 'traffic.queue': 3 } }, '110/s', 0.02],
  ])('as many fail as of single requests: %s', (_, given, perSecond, slack) => {
    const { flowing, single } = failedShares({ ...given, for: '20m' }, perSecond);
    expect(flowing).toBeGreaterThan(0.02);
    expect(Math.abs(flowing - single), `${flowing} of the amount, ${single} of single requests`).toBeLessThan(slack);
  });

  it('the time that requests were held for a replica counts, that of those refused in the end too', () => {
    const asleep = { metric: 'concurrency', target: 10, minScale: 0, maxScale: 1 };
    const given = { type: 'serverless', autoscaling: asleep, request: { duration: '100ms' } };
    const demand = steps(['0m', '0/s'], ['30m', '2/s']);
    const load = loadOf({ ...given, demand });
    // 30 minutes of requests. The first came after half a second and waited until a replica was ready; the last of them
    // hardly at all.
    const heldMs = (load?.heldMs ?? 0) - 500;
    expect(heldMs).toBeGreaterThan(5_000);
    expect(heldMs).toBeLessThan(60_000);
    expect(Number(load?.latencyMs?.mean)).toBeCloseTo(100 + (500 * heldMs + heldMs ** 2 / 2) / 1_800_000, 3);
    // Half a request, which is all that is held for nearly as long, comes within a quarter of a second.
    expect(Math.abs(Number(load?.latencyMs?.max) - 100 - heldMs)).toBeLessThan(300);

    const late = document({ ...given, demand }).replace('"request":', '"start":"100s","request":');
    const single = late.replace('"rate":', '"arrivals":"poisson","rate":');
    const [flowing, calls] = [late, single].map((text) => reportedOf(text).report.capacity.workloads[0]);
    // All that came up to a minute before the replica waited for a minute, and were refused; how many those are is
    // chance with single requests.
    const { mean = '', max = '' } = flowing?.load?.latencyMs ?? {};
    expect(Math.abs(Number(mean) / Number(calls?.calls?.latencyMs.mean) - 1)).toBeLessThan(0.15);
    expect(Number(max)).toBeCloseTo(60_100, -1);
  });

  it('`traffic.queue`: after a cold start nobody joins those that were held until they are answered', () => {
    const asleep = { metric: 'concurrency', target: 5, minScale: 0, maxScale: 1, maxConcurrency: 4 };
    const load = loadOf({
      ...inPlaces,
      autoscaling: asleep,
      demand: steps(['0m', '0/s'], ['10m', '10/s']),
      assumptions: { 'traffic.queue': 0 },
    });
    // 10 a second are held for 14.5 s, and 50 a second of them answered: for 2.9 s all others are refused.
    const { offered = '', byStatus = {} } = load?.requests ?? {};
    expect([offered, Number(byStatus['503']) > 29]).toEqual(['30000.0', true]);
  });

  it('`fluid.overflow`: or it is lost', () => {
    const load = loadOf({ demand: rush, assumptions: { 'fluid.overflow': 'lost' } });
    expect(load?.requests).toEqual({
      offered: '216000.0',
      served: '210000.0',
      succeeded: '210000.0',
      lost: '6000.0',
      waiting: '0.0',
      failed: '0.0',
      retries: '0.0',
    });
    expect(load?.waitingPeak).toBeNull();
    expect(Number(load?.utilisation?.mean)).toBeCloseTo((600 + 1_500) / 3_600, 5);
  });

  it('takes a rate that rises as it rises', () => {
    const load = loadOf({
      demand: [
        {
          to: 'shop/api',
          rate: {
            points: [
              ['0m', '0/s'],
              ['60m', '80/s'],
            ],
          },
        },
      ],
    });
    expect(load?.utilisation).toMatchObject({ p50: '0.4', p90: '0.72' });
    // 80 ms, and what others at the processor add: to most requests nothing, to one in a hundred four times its 20 ms.
    const { p50, p99, mean, trust } = load?.latencyMs ?? {};
    expect(Number(p50)).toBeLessThan(Number(mean));
    expect(Number(p50)).toBeCloseTo(80, -1);
    expect(Number(p99)).toBeGreaterThan(140);
    expect(Number(p99)).toBeLessThan(195);
    expect(trust).toBe('approximate');
  });

  it('is to be trusted as far as the least of what it was, though the end be quiet', () => {
    expect(loadOf({ demand: steps(['0m', '50/s'], ['30m', '1/s']) })?.latencyMs?.trust).toBe('approximate');
    expect(loadOf({ demand: steps(['0m', '2/s'], ['30m', '1/s']) })?.latencyMs?.trust).toBe('steady');
  });

  it('is none where nothing limits replicas, but that requests take their time', () => {
    const load = loadOf({ request: { duration: '80ms' } });
    expect(load?.utilisation).toBeNull();
    expect(load?.latencyMs).toMatchObject({ mean: '80.0', max: '80.0', trust: 'steady' });
  });

  it('follows what a request costs from when the timeline changes it', () => {
    const timeline = [{ at: '+30m', behavior: { 'shop/api': { request: { cpu: '40ms' } } } }];
    expect(loadOf({ timeline })?.utilisation).toMatchObject({ mean: '0.25', p50: '0.1', p90: '0.4' });
  });

  it('a workload at zero holds its requests', () => {
    const autoscaling = { metric: 'concurrency', target: 5, minScale: 0, maxScale: 5, scaleToZeroDelay: 60 };
    const load = loadOf({ type: 'serverless', autoscaling, demand: steps(['0m', '0/s'], ['30m', '1/s']) });
    // The first whole request is there a second later, and a replica 14 seconds after that.
    expect(load?.heldMs).toBe(15_000);
    expect(load?.waitingPeak).toEqual({ requests: '15.0', at: '2026-11-02T00:30:15.000Z' });
    expect(load?.requests).toEqual({
      offered: '1800.0',
      served: '1800.0',
      succeeded: '1800.0',
      lost: '0.0',
      waiting: '0.0',
      failed: '0.0',
      retries: '0.0',
    });
  });

  it('is not there where nobody asks', () => {
    const { demand, workloads } = capacityOf({ demand: [] });
    expect([demand, workloads[0]?.load]).toEqual([[], null]);
  });
});

describe('requests that find no location', () => {
  const outage = { at: '+10m', fault: { locationOutage: { location: east } }, for: '20m' };

  it('are counted for the workload, from when the last location ceases to answer', () => {
    const { report } = reported({ timeline: [outage] });
    const [demand] = report.capacity.demand;
    // 20 minutes of outage, and 14 seconds until the first replica is ready.
    expect(demand).toMatchObject({
      offered: '36000.0',
      unrouted: '12140.0',
      unroutedMs: 20 * minute + 14_000,
      unroutedFrom: '2026-11-02T00:10:00.000Z',
    });
    expect(report.capacity.workloads[0]?.load?.requests.offered).toBe('23860.0');
    const lines = terminalSummary(report, noPaint, 80).split('\n');
    expect(lines.find((line) => line.includes('no location'))).toMatch(/no location +12,140( +-)+ +12,140$/);
  });

  it('are all, where there is no such workload at all', () => {
    const gone = { at: '+0s', delete: '/gvc/shop/workload/api' };
    const [demand] = capacityOf({ timeline: [gone] }).demand;
    expect(demand).toMatchObject({ offered: '36000.0', unrouted: '36000.0' });
  });

  it('are none while the workload that asks has nothing ready', () => {
    const demand = [
      { to: 'shop/api', rate: '10/s' },
      { to: 'shop/api', by: 'shop/api', rate: '5/s' },
    ];
    const [one] = capacityOf({ assumptions: { 'run.start': 'cold' }, demand }).demand;
    // 10 a second for an hour, and 5 from when it is ready itself, 14 seconds after the start.
    expect(one).toMatchObject({ offered: '53930.0', unrouted: '140.0' });
  });

  it('law: what came to locations and what found none add up to all that was asked', () => {
    const rate = fc.constantFrom<unknown>(
      '7/s',
      {
        daily: [
          ['00:00', '3/s'],
          ['01:00', '190/s'],
        ],
      },
      {
        points: [
          ['10m', '0/s'],
          ['50m', '133/s'],
          ['70m', '1/s'],
        ],
      },
    );
    const noise = fc.constantFrom({}, { noise: { every: '7m', cv: 0.4 } });
    const from = fc.constantFrom({}, { from: { [east]: '33%', [central]: '67%' } });
    const one = fc.tuple(rate, noise, from).map(([r, n, f]) => ({ to: 'shop/api', rate: r, ...n, ...f }));
    const what = fc.oneof(
      fc.constantFrom(east, central).map((location) => ({ locationOutage: { location } })),
      fc.constantFrom('100ms', '9s').map((latency) => ({ slowService: { of: 'shop/api', latency } })),
      fc.constantFrom('40%', '100%').map((failure) => ({ failingService: { of: 'shop/api', failure } })),
    );
    const fault = fc
      .tuple(fc.integer({ min: 1, max: 80 }), what, fc.integer({ min: 1, max: 60 }))
      .map(([at, one, length]) => ({ at: `+${at}m`, fault: one, for: `${length}m` }));
    const given = fc.record({
      for: fc.constant('2h'),
      locations: fc.constantFrom([east, central], [central]),
      autoscaling: fc.constant({ metric: 'cpu', target: 60, minScale: 1, maxScale: 9 }),
      demand: fc.array(one, { minLength: 1, maxLength: 2 }),
      timeline: fc.array(fault, { maxLength: 3 }),
      assumptions: fc.constantFrom({}, { 'fluid.overflow': 'lost' }, { 'run.start': 'cold' }),
    });
    fc.assert(
      fc.property(given, (some) => {
        const { report } = reported(some);
        const { demand, workloads } = report.capacity;
        const came = workloads.reduce((sum, { load }) => sum + Number(load?.requests.offered), 0);
        expect(came + Number(demand[0]?.unrouted)).toBeCloseTo(Number(demand[0]?.offered), 2);
        for (const { load } of workloads) {
          if (load == null) throw new Error('no load');
          const { offered, served, lost, waiting } = load.requests;
          expect(Number(served) + Number(lost) + Number(waiting)).toBeCloseTo(Number(offered), 4);
        }
        const literal = reported(some, true).report;
        expect(jsonText(literal.capacity)).toBe(jsonText(report.capacity));
      }),
      { seed: 1, numRuns: 12 },
    );
  });
});

describe('the load in words', () => {
  it('is a table of the summary, and lines of capacity.csv', () => {
    const { report } = reported({ locations: [east, central] });
    const text = terminalSummary(report, noPaint, 80);
    const table = text.slice(text.indexOf('  Load'), text.indexOf('  Replicas')).trimEnd().split('\n');
    expect(table.map((line) => line.trimEnd()).slice(0, 4)).toEqual([
      '  Load                requests     ok  req/s  latency  min/mean/max',
      '  shop/api',
      '    aws-eu-central-1    18,000  100 %      5     80ms         2/2/2',
      '    aws-us-east-1       18,000  100 %      5     80ms         2/2/2',
    ]);
    const lines = capacityCsv(report.capacity).split('\n');
    expect(lines).toContain('demand,shop/workload/api,,requests,offered,36000.0,requests');
    expect(lines).toContain('workloads,shop/workload/api,aws-us-east-1,requests,served,18000.0,requests');
    expect(lines).toContain('workloads,shop/workload/api,aws-us-east-1,utilisation,p99,0.05,share');
  });

  it('marks a latency that goes by a rule of thumb, and warns of one that is an order of magnitude', () => {
    const paint = { ...noPaint, warn: (text: string) => `<${text}>` };
    const cellOf = (rate: string): string =>
      terminalSummary(reported({ for: '10m', demand: [{ to: 'shop/api', rate }] }).report, paint, 120);
    expect(cellOf('50/s')).toMatch(/ ~126ms\s/);
    expect(cellOf('90/s')).toMatch(/<~\d+ms>/);
  });

  it('says under the table what the mark means, where there is one', () => {
    const linesOf = (rate: string, width: number): readonly string[] =>
      terminalSummary(reported({ for: '10m', demand: [{ to: 'shop/api', rate }] }).report, noPaint, width).split('\n');
    const note = '  ~ estimate; latencyMs.trust in capacity.json says how exact it is.';
    const lines = linesOf('50/s', 120);
    expect(lines.indexOf(note)).toBe(lines.findIndex((line) => line.includes('~126ms')) + 1);
    expect(linesOf('5/s', 120).join()).not.toContain('~');
    expect(linesOf('50/s', 60).every((line) => line.length <= 60)).toBe(true);
  });

  it('tells of failures where there are any', () => {
    const { report } = reported({
      timeline: [{ at: '+0s', fault: { failingService: { of: 'shop/api', failure: '50%' } } }],
    });
    const text = terminalSummary(report, noPaint, 80);
    expect(text.split('\n').find((line) => line.includes('36,000'))).toMatch(/ 4,500$/);
    const lines = capacityCsv(report.capacity).split('\n');
    expect(lines).toContain('workloads,shop/workload/api,aws-us-east-1,requests,failed,4500.0,requests');
    expect(lines).toContain('workloads,shop/workload/api,aws-us-east-1,requests,retries,27000.0,requests');
  });
});
