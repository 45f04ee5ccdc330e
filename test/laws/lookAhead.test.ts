import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectAheadSame } from './aheadSame.ts';
import { ended, holds, scenarioOf } from './play.ts';
import { scenarioAt, shipped } from './shipped.ts';
import { type Doc, world } from './worlds.ts';

const gb = fc.integer({ min: 0, max: 60 }).map((amount) => `${amount / 2}GB`);
const curve = fc.oneof(
  fc.record({ start: gb, growth: fc.integer({ min: -20, max: 60 }).map((amount) => `${amount / 4}GB/d`) }),
  fc
    .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 47 }), gb), { minLength: 2, maxLength: 12, selector: ([h]) => h })
    .map((points) => ({ points: points.sort(([a], [b]) => a - b).map(([hours, amount]) => [`${hours}h`, amount]) })),
);
const predictive = fc.oneof(
  fc.constant({ enabled: false }),
  fc.record({
    enabled: fc.constant(true),
    lookbackHours: fc.integer({ min: 1, max: 30 }),
    projectionHours: fc.integer({ min: 1, max: 12 }),
    minDataPoints: fc.integer({ min: 2, max: 40 }),
    minGrowthRateGBPerHour: fc.constantFrom(0, 0.01, 0.1, 1),
    scalingFactor: fc.constantFrom(1.1, 1.5),
  }),
);
const autoscaling = fc.record({
  maxCapacity: fc.integer({ min: 12, max: 60 }),
  minFreePercentage: fc.constantFrom(1, 10, 20, 50, 90),
  scalingFactor: fc.constantFrom(1.1, 1.3, 2),
  predictive,
});
const assumptions = fc.record({
  'volume.limit.window': fc.constantFrom('leftOpen', 'closed'),
  'volume.predictive.window': fc.constantFrom('leftOpen', 'closed'),
  'volume.predictive.origin': fc.constantFrom('fittedLine', 'lastValue'),
  'volume.predictive.trigger': fc.constantFrom('projectedFree', 'targetAboveCapacity', 'withReactive'),
  'volume.full': fc.constantFrom('clamp', 'crash'),
  'volume.expand.order': fc.constantFrom('stopFirst', 'growFirst'),
  'volume.expand.restart': fc.constantFrom('yes', 'online'),
  'hpa.cpu.base': fc.constantFrom('limit', 'reserve'),
});
const change = fc.oneof(
  gb.map((add) => ({ behavior: { 'ash/disk': { usage: { add } } } })),
  autoscaling.map((to) => ({ patch: '/gvc/ash/volumeset/disk', with: { spec: { autoscaling: to } } })),
  fc.integer({ min: 11, max: 70 }).map((newStorageCapacity) => ({
    post: '/gvc/ash/volumeset/disk/-command',
    with: { type: 'expandVolume', spec: { location: 'aws-us-east-1', volumeIndex: 0, newStorageCapacity } },
  })),
  fc.boolean().map((suspend) => ({
    patch: '/gvc/ash/workload/db',
    with: { spec: { defaultOptions: { suspend } } },
  })),
);
/** One database with one volume, for three days. */
function withVolume(usage: object, autoscaling: object): Doc {
  return {
    svcsim: 1,
    start: '2026-11-29T00:00:00Z',
    for: '3d',
    seed: 1,
    assumptions: {},
    resources: [
      { kind: 'gvc', name: 'ash', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
      {
        kind: 'volumeset',
        gvc: 'ash',
        name: 'disk',
        spec: {
          fileSystemType: 'ext4',
          performanceClass: 'general-purpose-ssd',
          initialCapacity: 10,
          autoscaling,
        },
      },
      {
        kind: 'workload',
        gvc: 'ash',
        name: 'db',
        spec: {
          type: 'stateful',
          containers: [{ name: 'main', image: 'db:1', volumes: [{ uri: 'svc://volumeset/disk', path: '/data' }] }],
          defaultOptions: { autoscaling: { metric: 'disabled', minScale: 1, maxScale: 1 } },
        },
      },
    ],
    behavior: { 'ash/disk': { usage } },
    timeline: [],
  };
}

const instant = fc.tuple(fc.integer({ min: 0, max: 71 * 60 }), fc.constantFrom(0, 0, 17, 59));
const oneVolume = fc
  .record({
    curve,
    autoscaling,
    assumptions,
    changes: fc.array(fc.tuple(instant, change), { maxLength: 6 }),
  })
  .map((given): Doc => {
    const timeline = given.changes.map(([[minutes, seconds], what]) => ({
      at: `+${minutes * 60 + seconds}s`,
      ...what,
    }));
    return { ...withVolume(given.curve, given.autoscaling), assumptions: given.assumptions, timeline };
  });

describe('looking ahead decides as evaluating every tick', () => {
  it.each(shipped.short)('in %s', (file) => {
    expectAheadSame(scenarioAt(file));
  });

  it('in worlds of all kinds', () => {
    holds(25, world({ hours: [4, 27, 50], burstsMax: 9 }), (doc) => {
      expectAheadSame(scenarioOf(doc));
    });
  });

  it('for a young volume, whose prediction waits for points enough', () => {
    const predictive = { enabled: true, lookbackHours: 10, projectionHours: 12, minDataPoints: 40 };
    const autoscaling = { maxCapacity: 60, minFreePercentage: 10, scalingFactor: 1.5, predictive };
    const doc = withVolume({ start: '2GB', growth: '20GB/d' }, autoscaling);
    const scenario = scenarioOf({ ...doc, assumptions: { 'run.start': 'cold' } });
    expectAheadSame(scenario);
    const [first] = ended(scenario, false).journal.filter(({ type }) => type === 'expansion.accepted');
    // The device is there after 21 s, and read from the first minute on.
    expect(first?.at).toBe(scenario.start + 40 * 60_000);
  });

  it('for one volume, whatever it stores and however it grows', () => {
    const seen = new Map<string, number>();
    let fewer = 0;
    holds(120, oneVolume, (doc) => {
      const scenario = scenarioOf(doc);
      if (expectAheadSame(scenario) > 8) fewer += 1;
      for (const { type } of ended(scenario, false).journal) seen.set(type, (seen.get(type) ?? 0) + 1);
    });
    for (const type of [
      'expansion.accepted',
      'expansion.refused',
      'expansion.cleared',
      'volume.full',
      'volume.relieved',
    ])
      expect(seen.get(type), type).toBeGreaterThan(5);
    expect(fewer).toBeGreaterThan(40);
  });
});
