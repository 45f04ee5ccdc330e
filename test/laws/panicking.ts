/**
 * One serverless workload that panics, at random: its load jumps, its rollouts leave few replicas to answer, and what
 * is assumed of its loop varies.
 */
import fc from 'fast-check';
import { askedWorld, container, places } from './asked.ts';
import { type Doc, gvcOf } from './worlds.ts';

const api = '/gvc/ash/workload/api';

const instant = fc.integer({ min: 0, max: 16 * 60 });
const perSecond = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.constantFrom(0, 0, 0, 0, 0, 1, 10, 20, 30, 40, 50, 60, 80, 100, 120, 160, 200),
);
const inTime = (length: number) =>
  fc
    .uniqueArray(fc.tuple(instant, perSecond), { minLength: 1, maxLength: length, selector: ([at]) => at })
    .chain((list) => perSecond.map((first) => [[0, first] as [number, number], ...list.filter(([at]) => at > 0)]))
    .map((list) => list.sort(([a], [b]) => a - b).map(([at, rate]): [string, string] => [`${at}s`, `${rate}/s`]));
const rate = fc.oneof(
  { weight: 4, arbitrary: inTime(6).map((steps) => ({ steps })) },
  { weight: 2, arbitrary: inTime(6).map((points) => ({ points })) },
  { weight: 2, arbitrary: perSecond.map((value) => `${value}/s`) },
  { weight: 1, arbitrary: fc.constantFrom('10/h', '2/m', '20/m') },
);
const noise = fc.option(fc.record({ every: fc.constantFrom('20s', '3m'), cv: fc.constantFrom(0.1, 0.5) }), {
  nil: undefined,
});
const scale = fc.record({ minScale: fc.constantFrom(0, 0, 1, 2), maxScale: fc.constantFrom(3, 8, 30) });
const autoscaling = fc.record({
  metric: fc.constantFrom('concurrency', 'concurrency', 'rps'),
  target: fc.constantFrom(1, 2, 5, 10, 30),
  scaleToZeroDelay: fc.constantFrom(30, 60, 90),
});
const cpu = fc.constantFrom('1ms', '6ms', '30ms');
const change = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 2, max: 9 }).map((version) => ({
      patch: api,
      with: { spec: { containers: [container(version)] } },
    })),
  },
  fc.boolean().map((suspend) => ({ patch: api, with: { spec: { defaultOptions: { suspend } } } })),
  scale.map((own) => ({ patch: api, with: { spec: { defaultOptions: { autoscaling: own } } } })),
  cpu.map((own) => ({ behavior: { 'ash/api': { request: { cpu: own } } } })),
  fc
    .constantFrom(
      { slowService: { of: 'ash/api', latency: '2s' } },
      { failingService: { of: 'ash/api', failure: '60%' } },
    )
    .map((fault) => ({ fault, for: '3m' })),
  fc
    .subarray(places, { minLength: 1 })
    .map((own) => ({ patch: '/gvc/ash', with: { spec: gvcOf({ gvc: 'ash', locations: own }).spec } })),
);
const usual = <T>(...others: readonly T[]) => fc.option(fc.constantFrom(...others), { nil: undefined, freq: 2 });
const assumptions = fc
  .record({
    'kpa.tick': usual('1s', '5s', '7s', '13s'),
    'kpa.window': usual('2s', '9s', '31s', '120s'),
    'kpa.panicWindow': usual('1s', '3s', '20s', '60s', '90s'),
    'kpa.panicThreshold': usual(1, 1.2, 1.5, 10),
    'kpa.upRate': usual(1.5, 10),
    'kpa.downRate': usual(1.1, 4),
    'serverless.zero': usual('idleExact', 'knative'),
    'serverless.wake': usual('nextTick'),
    'fluid.overflow': usual('lost'),
    'run.start': usual('cold'),
  })
  .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));

/** It is a valid scenario of twenty minutes. */
export const panicking: fc.Arbitrary<Doc> = fc
  .record({
    autoscaling,
    scale,
    demands: fc.array(fc.record({ rate, noise }), { minLength: 1, maxLength: 2 }),
    locations: fc.subarray(places, { minLength: 1 }),
    cpu,
    duration: fc.constantFrom('20ms', '100ms', '700ms', '20s'),
    start: fc.constantFrom('0s', '1s', '20s', '70s'),
    changes: fc.array(fc.tuple(instant, change), { maxLength: 5 }),
    crash: fc.option(fc.constantFrom('4m', '20m'), { nil: undefined, freq: 2 }),
    assumptions,
  })
  .map((given) =>
    askedWorld({
      for: '20m',
      locations: given.locations,
      spec: {
        type: 'serverless',
        defaultOptions: { autoscaling: { ...given.autoscaling, ...given.scale } },
      },
      assumptions: given.assumptions,
      behavior: {
        'ash/api': {
          start: given.start,
          request: { cpu: given.cpu, duration: { exponential: { mean: given.duration } } },
          ...(given.crash === undefined ? {} : { crash: { every: { exponential: { mean: given.crash } } } }),
        },
      },
      demand: given.demands.map((one) => ({
        to: 'ash/api',
        rate: one.rate,
        ...(one.noise === undefined ? {} : { noise: one.noise }),
      })),
      timeline: given.changes.map(([seconds, what]) => ({ at: `+${seconds}s`, ...what })),
    }),
  );
