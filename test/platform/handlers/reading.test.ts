import { describe, expect, it } from 'vitest';
import { hour } from '../../../src/engine/time.ts';
import type { Run } from '../../../src/experiment/run.ts';
import { database, ran } from './ran.ts';

const start = Date.UTC(2026, 10, 1);
const autoscaling = { maxCapacity: 1_000, minFreePercentage: 20, scalingFactor: 1.5 };
const growing = { 'shop/data': { usage: { start: '4GB', growth: '0.2GB/h' } } };
const predicted = (at: string, predictive: object): object => ({
  at,
  patch: '/gvc/shop/volumeset/data',
  with: { spec: { autoscaling: { predictive } } },
});
const jump = (at: string, add: string): object => ({ at, behavior: { 'shop/data': { usage: { add } } } });
const command = (at: string, type: string, spec: object = {}): object => ({
  at,
  post: '/gvc/shop/volumeset/data/-command',
  with: { type, spec: { location: 'aws-us-east-1', volumeIndex: 0, ...spec } },
});

describe('the window of prediction after a change of the set (VOLAUTO-14, VOLAUTO-19)', () => {
  const decided = (given: Partial<Parameters<typeof ran>[0]>): unknown =>
    ran({ for: '4h', resources: database({ autoscaling }), behavior: growing, ...given })
      .of('expansion.accepted')
      .map(({ at, data }) => [(at - start) / hour, data['points']]);

  it('a longer lookback sees the readings that it asks for at once', () => {
    const predictive = { enabled: true, lookbackHours: 1, projectionHours: 1, minDataPoints: 100 };
    expect(
      decided({
        resources: database({ autoscaling: { ...autoscaling, predictive } }),
        timeline: [predicted('+2h', { lookbackHours: 6, projectionHours: 24 })],
      }),
    ).toEqual([[2, 360]]);
  });

  it('so does a prediction that is enabled, those before a jump as well', () => {
    const timeline = [
      jump('+2h30m', '1MB'),
      predicted('+3h', { enabled: true, lookbackHours: 2, projectionHours: 24 }),
    ];
    expect(decided({ timeline })).toEqual([[3, 120]]);
  });

  it('and those of before a loss of data no more (`volume.usage.readingsOnLoss`)', () => {
    const timeline = [
      command('+2h', 'deleteVolume'),
      predicted('+3h', { enabled: true, lookbackHours: 2, projectionHours: 60 }),
    ];
    // The device is there at 02:01:06; the first reading of it comes at 02:02, the 59th at 03:00.
    expect(decided({ timeline })).toEqual([[3, 59]]);
    // Where they count, use has fallen: no growth to predict from.
    const kept = { timeline, assumptions: { 'volume.usage.readingsOnLoss': 'keep' } };
    expect(decided(kept)).toEqual([]);
  });
});

/** What the volume's window holds, oldest first. */
function readingsOf(run: Run): unknown {
  for (const entity of run.sim.world.entities) {
    if (entity.kind !== 'volume') continue;
    const { forecast } = entity.volume;
    if (forecast === null) return null;
    const { base, length, ring, slot } = forecast;
    return { base, readings: Array.from({ length }, (_, x) => ring[(slot + x) % ring.length]) };
  }
  return undefined;
}

describe('readings are there whether prediction looks at them or not', () => {
  // No growth is enough for it: it looks, and decides nothing.
  const looking = { enabled: true, lookbackHours: 6, projectionHours: 1, minGrowthRateGBPerHour: 1_000 };
  it.each([
    ['nothing but growth', []],
    ['jumps, one right after a reading', [jump('+1h', '2GB'), { ...jump('+2h', '-3GB'), order: 'last' }]],
    ['two jumps between two readings', [jump('+1h5s', '2GB'), jump('+1h7s', '1GB')]],
    [
      'an expansion of a volume that was full',
      [jump('+1h', '50GB'), command('+2h', 'expandVolume', { newStorageCapacity: 200 })],
    ],
    [
      'another curve',
      [
        {
          at: '+90m',
          behavior: {
            'shop/data': {
              usage: {
                points: [
                  ['0h', '1GB'],
                  ['3h', '9GB'],
                ],
              },
            },
          },
        },
      ],
    ],
    ['a loss of data', [command('+1h', 'shrinkVolume', { newStorageCapacity: 10 }), jump('+2h', '1GB')]],
    [
      'a restore',
      [
        command('+1h', 'createVolumeSnapshot', { snapshotName: 'one' }),
        command('+2h', 'restoreVolume', { snapshotName: 'one' }),
      ],
    ],
  ] as const)('%s', (_, timeline) => {
    for (const readingsOnLoss of ['drop', 'keep']) {
      const given = {
        for: '4h',
        behavior: growing,
        timeline: [...timeline, predicted('+3h', looking)],
        assumptions: { 'volume.usage.readingsOnLoss': readingsOnLoss },
      };
      const set = { initialCapacity: 20, autoscaling: { ...autoscaling, minFreePercentage: 1 } };
      const always = ran({
        ...given,
        resources: database({ ...set, autoscaling: { ...set.autoscaling, predictive: looking } }),
      });
      const later = ran({ ...given, resources: database(set) });
      expect(readingsOf(later.run)).toEqual(readingsOf(always.run));
      expect(readingsOf(always.run)).not.toBeNull();
    }
  });
});
