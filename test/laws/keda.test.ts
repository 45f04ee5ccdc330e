import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour } from '../../src/engine/time.ts';
import { Run } from '../../src/experiment/run.ts';
import { billText, ended, expectSameJournal, holds, scenarioOf } from './play.ts';
import { type Doc, gvcOf } from './worlds.ts';

const places = ['aws-us-east-1', 'azure-eastus2'];

const level = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 4, arbitrary: fc.nat(90) });
const inOrder = (unit: number, length: number) =>
  fc
    .uniqueArray(fc.tuple(fc.nat(9), level), { minLength: 2, maxLength: length, selector: ([at]) => at })
    .map((points) => points.sort(([a], [b]) => a - b).map(([at, value]) => [`${at * unit}s`, value] as const));
const noise = fc.option(fc.record({ every: fc.constantFrom('1m', '7m', '1h'), cv: fc.constantFrom(0.1, 0.9) }), {
  nil: undefined,
});
const signal = fc.oneof(
  { weight: 2, arbitrary: level },
  { weight: 2, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.record({ steps: inOrder(1_807, 8) }) },
  { weight: 3, arbitrary: fc.tuple(inOrder(1_807, 8), noise).map(([points, n]) => withNoise({ points }, n)) },
  { weight: 2, arbitrary: fc.tuple(inOrder(97, 8), noise).map(([points, n]) => withNoise({ points }, n)) },
  { weight: 1, arbitrary: fc.constant('failing') },
);

function withNoise(form: object, given: object | undefined): object {
  return given === undefined ? form : { ...form, noise: given };
}

const trigger = fc.record({
  threshold: fc.constantFrom(1, 5, 20),
  activationThreshold: fc.constantFrom(0, 0, 3, 40),
  metricType: fc.constantFrom('AverageValue', 'AverageValue', 'Value'),
});
const clock = fc.constantFrom('*/20 * * * *', '7 * * * *', '30 1-3 * * *', '0 2 * * *');
const scheduled = fc
  .tuple(clock, clock, fc.nat(9))
  .map(([start, end, desiredReplicas]) => ({ type: 'cron', metadata: { start, end, desiredReplicas } }));
const fallback = fc.option(
  fc.record({
    failureThreshold: fc.nat(5),
    replicas: fc.nat(6),
    behavior: fc.constantFrom('static', 'currentReplicas', 'currentReplicasIfHigher', 'currentReplicasIfLower'),
  }),
  { nil: undefined },
);
const autoscaling = fc
  .record({
    minScale: fc.constantFrom(0, 0, 1, 2),
    maxScale: fc.constantFrom(2, 8, 30),
    pollingInterval: fc.constantFrom(30, 30, 7, 20, 300),
    cooldownPeriod: fc.constantFrom(300, 0, 40, 1_500),
    initialCooldownPeriod: fc.constantFrom(0, 0, 60, 4_000),
    scaleToZeroDelay: fc.constantFrom(30, 300, 900),
    triggers: fc.array(trigger, { minLength: 1, maxLength: 2 }),
    scheduled: fc.option(scheduled, { nil: null, freq: 3 }),
    fallback,
  })
  .map(({ minScale, maxScale, scaleToZeroDelay, triggers, scheduled, fallback, ...keda }) => ({
    metric: 'keda',
    minScale,
    maxScale,
    scaleToZeroDelay,
    keda: {
      ...keda,
      ...(fallback === undefined ? {} : { fallback }),
      triggers: [
        ...triggers.map(({ metricType, ...metadata }) => ({ type: 'kafka', metricType, metadata: numbered(metadata) })),
        ...(scheduled === null ? [] : [scheduled]),
      ],
    },
  }));

function numbered({ threshold, activationThreshold }: { threshold: number; activationThreshold: number }): object {
  return { lagThreshold: String(threshold), activationLagThreshold: activationThreshold };
}

const names = ['kafka', 'kafka-2'];
const change = fc.oneof(
  { weight: 2, arbitrary: fc.boolean().map((suspend) => patch({ defaultOptions: { suspend } })) },
  {
    weight: 2,
    arbitrary: fc.integer({ min: 2, max: 9 }).map((version) => patch({ containers: [container(version)] })),
  },
  { weight: 2, arbitrary: autoscaling.map((options) => patch({ defaultOptions: { autoscaling: options } })) },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(0, 0, 0, 1, 3)
      .map((minScale) => patch({ defaultOptions: { autoscaling: { minScale } } })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...places).map((location) => ({ fault: { locationOutage: { location } }, for: '20m' })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(0, 1), signal)
      .map(([index, value]) => ({ behavior: { 'ash/worker': { keda: { [names[index] ?? '']: value } } } })),
  },
);

function patch(spec: object): object {
  return { patch: '/gvc/ash/workload/worker', with: { spec } };
}

function container(version: number): object {
  const ports = [{ number: 8080, protocol: 'http' }];
  return { name: 'main', image: `worker:${version}`, cpu: '500m', memory: '512Mi', ports };
}

const assumptions = fc.oneof(
  fc.constantFrom<object>({}, { 'run.start': 'minScale' }),
  fc.constantFrom<object>(
    { 'run.start': 'cold' },
    { 'hpa.tolerance': 0 },
    { 'hpa.sync': '20s' },
    { 'hpa.downPercent': 50, 'hpa.downPeriod': '60s' },
    { 'keda.value.missing': 'failing' },
    { 'keda.value.location': 'equalShares' },
    { 'keda.fallback.at': 'reached' },
  ),
);

const triggered = fc
  .record({
    type: fc.constantFrom('standard', 'stateful'),
    autoscaling,
    signals: fc.tuple(signal, fc.option(signal, { nil: undefined })),
    locations: fc.subarray(places, { minLength: 1 }),
    isAsked: fc.boolean(),
    changes: fc.array(fc.tuple(fc.nat(4 * 60), fc.constantFrom(0, 7, 30), change), { maxLength: 5 }),
    assumptions,
    crash: fc.option(fc.constantFrom('40m', '3h'), { nil: undefined }),
    start: fc.constantFrom('0s', '0s', '11m'),
  })
  .map((given) => {
    const [first, second] = given.signals;
    // All that a change may tell of has a trigger, in a record or in a change of it.
    const spare = [{ type: 'kafka' }, { type: 'kafka' }];
    return {
      svcsim: 1,
      start: '2026-11-29T00:00:00Z',
      for: '5h',
      seed: 1,
      assumptions: given.assumptions,
      resources: [
        gvcOf({ gvc: 'ash', locations: given.locations }),
        {
          kind: 'workload',
          gvc: 'ash',
          name: 'worker',
          spec: {
            type: given.type,
            containers: [container(1)],
            defaultOptions: { autoscaling: given.autoscaling },
            localOptions: [{ location: '//location/gcp-us-east1', autoscaling: { keda: { triggers: spare } } }],
          },
        },
      ],
      behavior: {
        'ash/worker': {
          keda: { kafka: first, ...(second === undefined ? {} : { 'kafka-2': second }) },
          start: given.start,
          ...(given.crash === undefined ? {} : { crash: { every: { exponential: { mean: given.crash } } } }),
        },
      },
      demand: given.isAsked ? [{ to: 'ash/worker', rate: '5/s' }] : [],
      timeline: given.changes.map(([minutes, seconds, what]) => ({ at: `+${minutes * 60 + seconds}s`, ...what })),
    };
  });

describe('triggers that are looked at ahead', () => {
  it('decide as polling and syncing every time', () => {
    const seen = new Map<string, number>();
    let fewer = 0;
    holds(60, triggered, (doc) => {
      const scenario = scenarioOf(doc as unknown as Doc);
      const [literal, ahead] = [ended(scenario, true), ended(scenario, false)];
      expectSameJournal(ahead.journal, literal.journal);
      expect(billText(ahead.run)).toBe(billText(literal.run));
      if (literal.run.sim.events > 10 * ahead.run.sim.events) fewer += 1;
      for (const { type, data, reason } of ahead.journal) {
        if (type !== 'deployment.scaled' || data.measured === undefined) continue;
        const way = Number(data.to) === 0 ? 'to zero' : Number(data.to) > Number(data.from) ? 'up' : 'down';
        const woken = Number(data.from) === 0 ? ['woken'] : [];
        for (const one of [way, ...woken, ...reason.assumptions]) seen.set(one, (seen.get(one) ?? 0) + 1);
      }
    });
    for (const one of ['up', 'down', 'to zero', 'woken', 'keda.cooldown'])
      expect(seen.get(one), one).toBeGreaterThan(5);
    expect(seen.get('keda.initialCooldown')).toBeGreaterThan(0);
    expect(fewer).toBeGreaterThan(8);
  });

  it('fork at any time into a run that ends the same', () => {
    holds(12, triggered, (doc) => {
      const run = new Run(scenarioOf(doc as unknown as Doc));
      run.sim.runUntil(run.scenario.start + 2 * hour + 1_001);
      const fork = run.fork();
      for (const one of [run, fork]) one.advance();
      expect(fork.sim.digest()).toBe(run.sim.digest());
    });
  });
});
