/**
 * One workload that follows its load, at random.
 */
import fc from 'fast-check';
import type { ScenarioDocument } from '../document.ts';
import { askedScenario, container, places } from './askedWorkload.ts';
import { clocks, withClock, withRateZone } from './clocks.ts';
import { gvcOf } from './scenarios.ts';
import { shrinkingScenarios } from './simpler.ts';

const clock = (half: number): string => `0${Math.floor(half / 2)}:${half % 2 === 0 ? '00' : '30'}`;

const perSecond = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 300 }) },
  { weight: 1, arbitrary: fc.constant(0) },
);
const inOrder = (length: number) =>
  fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9 }), perSecond), {
    minLength: 2,
    maxLength: length,
    selector: ([hour]) => hour,
  });
/** Rates of requests: a number, a daily course, points that are joined, or steps. */
export const rates: fc.Arbitrary<string | object> = fc.oneof(
  perSecond.map((value) => `${value}/s`),
  // Less than a request in the time after which a workload falls asleep.
  fc.constantFrom('10/h', '40/h', '2/m'),
  inOrder(6).map((points) => ({ daily: points.sort(([a], [b]) => a - b).map(([h, r]) => [clock(h), `${r}/s`]) })),
  inOrder(8).map((points) => ({ points: points.sort(([a], [b]) => a - b).map(([h, r]) => [`${h * 30}m`, `${r}/s`]) })),
  inOrder(8).map((steps) => ({ steps: steps.sort(([a], [b]) => a - b).map(([h, r]) => [`${h * 30}m`, `${r}/s`]) })),
);
const noise = fc.option(fc.record({ every: fc.constantFrom('1m', '7m', '1h'), cv: fc.constantFrom(0.1, 0.5) }), {
  nil: undefined,
});
const bounds = fc.record({ minScale: fc.integer({ min: 1, max: 3 }), maxScale: fc.constantFrom(3, 8, 30) });
const replicated = fc
  .tuple(fc.constantFrom('cpu', 'memory', 'rps', 'latency'), fc.constantFrom(20, 60, 90), bounds)
  .map(([metric, target, scale]) => ({ metric, target, ...scale, scaleToZeroDelay: 60 + 60 * (target % 7) }));
/** Several metrics at once, each with a target of its own. */
const severalMetrics = fc
  .tuple(fc.subarray(['cpu', 'memory', 'rps'], { minLength: 2 }), fc.constantFrom(20, 60, 90), bounds)
  .map(([names, target, scale]) => ({
    metric: 'multi',
    multi: names.map((metric) => ({ metric, target: metric === 'rps' ? target / 2 : target })),
    ...scale,
  }));
const requested = fc
  .tuple(fc.constantFrom('concurrency', 'rps'), fc.constantFrom(2, 10, 50), bounds, fc.boolean(), fc.nat(3))
  .map(([metric, target, { minScale, maxScale }, sleeps, most]) => ({
    metric,
    target,
    minScale: sleeps ? 0 : minScale,
    maxScale,
    scaleToZeroDelay: 60,
    ...(most === 0 ? { maxConcurrency: 20 } : {}),
  }));
/** A scale that no load moves: more replicas of it must not answer less. */
const fixed = fc.integer({ min: 1, max: 5 }).map((scale) => ({ metric: 'disabled', minScale: scale, maxScale: scale }));
const kind = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom('standard', 'stateful'),
      autoscaling: fc.oneof({ weight: 3, arbitrary: replicated }, { weight: 1, arbitrary: severalMetrics }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('serverless'), autoscaling: requested }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('standard', 'stateful'), autoscaling: fixed }) },
);
const change = fc.oneof(
  fc.tuple(fc.integer({ min: 2, max: 9 }), fc.constantFrom('500m', '500m', '250m')).map(([version, cpu]) => ({
    patch: '/gvc/ash/workload/api',
    with: { spec: { containers: [container(version, cpu)] } },
  })),
  fc.boolean().map((suspend) => ({ patch: '/gvc/ash/workload/api', with: { spec: { defaultOptions: { suspend } } } })),
  bounds.map((scale) => ({
    patch: '/gvc/ash/workload/api',
    with: { spec: { defaultOptions: { autoscaling: scale } } },
  })),
  fc.constantFrom('1ms', '40ms').map((cpu) => ({ behavior: { 'ash/api': { request: { cpu } } } })),
  fc.constantFrom(0, 0.5, 1, 3).map((scale) => ({ demand: { 'ash/api': { scale } } })),
  fc
    .constantFrom(
      { slowService: { of: 'ash/api', latency: '300ms' } },
      { slowService: { of: 'ash/api', latency: '20s' } },
      { failingService: { of: 'ash/api', failure: '60%' } },
    )
    .map((fault) => ({ fault, for: '31m' })),
  fc
    .integer({ min: 0, max: 5 })
    .map((attempts) => ({ patch: '/gvc/ash/workload/api', with: { spec: { requestRetryPolicy: { attempts } } } })),
  fc
    .subarray(places, { minLength: 1 })
    .map((own) => ({ patch: '/gvc/ash', with: { spec: gvcOf({ gvc: 'ash', locations: own }).spec } })),
);
const assumptions = fc.oneof(
  fc.constantFrom<ScenarioDocument['assumptions']>({}, { 'run.start': 'minScale' }),
  fc.constantFrom<ScenarioDocument['assumptions']>(
    { 'run.start': 'cold' },
    { 'hpa.tolerance': 0 },
    { 'fluid.overflow': 'lost' },
    { 'fluid.latency': 'serviceTime' },
    { 'traffic.route.replica': 'leastRequests' },
    { 'traffic.route.replica': 'random' },
    { 'traffic.queue': 0 },
    { 'timeout.from': 'arrival' },
    { 'serverless.wake': 'nextTick' },
    { 'traffic.route.location': 'equal' },
    { 'traffic.route.location': 'weights' },
    { 'fluid.idle': 'zeroRate' },
    { 'replica.pull.cache': 'location' },
    { 'replica.scaleDown.order': 'random' },
    { 'order.ties': 'shuffle' },
  ),
);

const front = {
  kind: 'workload',
  gvc: 'ash',
  name: 'front',
  spec: {
    type: 'standard',
    containers: [container(1)],
    defaultOptions: { autoscaling: { metric: 'cpu', target: 60, minScale: 1, maxScale: 6 } },
  },
};

const drawn: fc.Arbitrary<ScenarioDocument> = fc
  .record({
    kind,
    demands: fc.array(fc.record({ rate: rates, noise, from: fc.constantFrom(undefined, ...places) }), {
      minLength: 1,
      maxLength: 2,
    }),
    locations: fc.subarray(places, { minLength: 1 }),
    cpu: fc.constantFrom('1ms', '6ms', '30ms'),
    // Of a fixed scale: more than it can do. Because needs vary, some requests are answered in time all the same.
    need: fc.constantFrom('30ms', '120ms', '300ms'),
    memory: fc.constantFrom('1Mi', '20Mi'),
    changes: fc.array(fc.tuple(fc.integer({ min: 0, max: 4 * 60 }), fc.constantFrom(0, 7, 30), change), {
      maxLength: 5,
    }),
    assumptions,
    crash: fc.option(fc.constantFrom('40m', '3h'), { nil: undefined }),
    // What is asked of a workload that asks `api` in turn, from wherever it has replicas.
    front: fc.option(fc.record({ rate: rates, from: fc.constantFrom(...places) }), { nil: undefined, freq: 1 }),
    // Another autoscaling in the last location.
    local: fc.option(fc.constantFrom({ minScale: 2, maxScale: 30 }, { target: 33 }), { nil: undefined, freq: 2 }),
    clock: clocks,
  })
  .map(({ clock, ...given }) => {
    const document = askedScenario({
      for: '5h',
      locations: given.locations,
      spec: {
        type: given.kind.type,
        defaultOptions: { autoscaling: given.kind.autoscaling },
        ...(given.local === undefined || ['disabled', 'multi'].includes(given.kind.autoscaling.metric)
          ? {}
          : {
              localOptions: [
                {
                  location: `//location/${given.locations.at(-1)}`,
                  autoscaling: { ...given.kind.autoscaling, ...given.local },
                },
              ],
            }),
      },
      others: given.front === undefined ? [] : [front],
      assumptions: given.assumptions,
      behavior: {
        'ash/front': { request: { cpu: '9ms' } },
        'ash/api': {
          request: {
            cpu: given.kind.autoscaling.metric === 'disabled' ? { exponential: { mean: given.need } } : given.cpu,
            duration: { exponential: { mean: '50ms' } },
            memory: given.memory,
          },
          ...(given.crash === undefined ? {} : { crash: { every: { exponential: { mean: given.crash } } } }),
        },
      },
      demand: [
        ...given.demands.map((one) => ({
          to: 'ash/api',
          rate: one.rate,
          ...(one.noise === undefined ? {} : { noise: one.noise }),
          ...(one.from === undefined ? {} : { from: one.from }),
        })),
        ...(given.front === undefined
          ? []
          : [
              { to: 'ash/front', ...given.front },
              { to: 'ash/api', by: 'ash/front', rate: given.front.rate },
            ]),
      ],
      timeline: given.changes.map(([minutes, seconds, what]) => ({ at: `+${minutes * 60 + seconds}s`, ...what })),
    });
    const demand = document.demand.map((one) => withRateZone(one, clock.zoned?.zone));
    return withClock({ ...document, demand }, clock);
  });

/**
 * Scenarios of one workload that follows its load: of any type that keeps replicas, in one or two locations, under
 * demand as a rate, with changes in mid-course. They are valid, and shrink by whole resources.
 */
export const scenariosUnderLoad: fc.Arbitrary<ScenarioDocument> = shrinkingScenarios(drawn);
