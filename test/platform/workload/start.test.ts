import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { planDetachment, planRestart, planStart, type VolumeSteps } from '../../../src/platform/workload/start.ts';

const created: VolumeSteps = { prepare: 20 * second, by: 'create', attach: 15 * second };
const detached: VolumeSteps = { prepare: 30 * second, by: 'detach', attach: 15 * second };

describe('the start of a replica', () => {
  it.each<[string, VolumeSteps[], number]>([
    ['without a volume', [], 14],
    ['with a new volume', [created], 49],
    ['with the volume it had before', [detached], 59],
    ['with both, side by side', [created, detached], 59],
  ])('%s: runs as long after its creation as the steps take', (_, volumes, seconds) => {
    const start = planStart({ createdAt: 1_000, schedule: second, volumes, pull: 8 * second, start: 5 * second });
    expect(start.startedAt - 1_000).toBe(seconds * second);
  });

  it('is placed, mounts, pulls, starts, in this order', () => {
    const start = planStart({
      createdAt: 0,
      schedule: 1,
      volumes: [
        { prepare: 10, by: 'create', attach: 5 },
        { prepare: 9, by: 'detach', attach: 5 },
      ],
      pull: 100,
      start: 1_000,
    });
    const prepared = { at: 11, by: 'create' };
    expect(start).toEqual({ placedAt: 1, prepared, mountedAt: 16, pulledAt: 116, startedAt: 1_116 });
  });

  it('waits for the first of volumes that take as long', () => {
    const volumes: VolumeSteps[] = [
      { prepare: 10, by: 'create', attach: 5 },
      { prepare: 8, by: 'detach', attach: 7 },
    ];
    const { prepared } = planStart({ createdAt: 0, schedule: 1, volumes, pull: 1, start: 1 });
    expect(prepared).toEqual({ at: 11, by: 'create' });
  });

  it.each([
    ['counted', 0, 30],
    ['counted', 20, 10],
    ['counted', 30, 0],
    ['counted', 3600, 0],
    ['chargedAgain', 3600, 30],
  ] as const)(
    '`volume.detach.elapsed` %s: of a volume released %i s ago, %i s of the detachment are left',
    (how, ago, left) => {
      const asked = { whole: 30 * second, elapsed: ago * second };
      expect(planDetachment(asked, { 'volume.detach.elapsed': how })).toBe(left * second);
    },
  );

  it('in its place repeats the start step alone', () => {
    expect(planRestart({ exitedAt: 7, wait: 10 * second, start: 5 * second })).toBe(7 + 15 * second);
  });
});
