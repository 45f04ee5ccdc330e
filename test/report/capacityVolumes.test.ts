import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../src/engine/time.ts';
import { ran } from './ran.ts';

/** A volume of 10 GB that jumps at four times of the day, then a fifth: the bare margin is asked for each time. */
const jumping = (more = ''): string => `svcsim: 1
name: jumping
start: 2026-11-01T00:00:00Z
for: 2d
timing: instant
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: volumeset
    gvc: shop
    name: data
    spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 10, autoscaling: { minFreePercentage: 20, scalingFactor: 1, maxCapacity: 40 } }
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers: [{ name: main, image: "db:1", cpu: 500m, memory: 512Mi, volumes: [{ uri: "svc://volumeset/data", path: /data }] }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }
behavior:
  shop/data: { usage: { start: 7.5GB } }
timeline:
${['01:10', '05:40', '09:00', '13:25', '17:30'].map((at) => `  - { at: 2026-11-01T${at}:00Z, behavior: { shop/data: { usage: { add: 1GB } } } }`).join('\n')}
${more}`;

const volumeOf = (text: string) => ran(text).report.capacity.volumes[0];

describe('the block of volumes', () => {
  it('LIMIT-1: after expansions at 01:10, 05:40, 09:00 and 13:25 a trigger at 17:30 waits until 01:10 of the next day', () => {
    const volume = volumeOf(jumping());
    expect(volume).toMatchObject({
      expansions: 5,
      refusals: 1,
      blockedMs: 7 * hour + 40 * minute,
      firstRefusal: { at: '2026-11-01T17:30:00.000Z', cause: 'rolling-limit', rule: 'LIMIT-1' },
    });
    expect(volume?.saturation).toContainEqual({
      limit: 'expansions',
      value: 4,
      ms: 27_600_000,
      count: 1,
      longestMs: 27_600_000,
      firstAt: '2026-11-01T17:29:00.000Z',
    });
  });

  it('LIMIT-1: an expansion exactly 24 hours old no longer counts; where it is assumed to, the wait is a reading longer', () => {
    const volume = volumeOf(jumping('assumptions: { volume.limit.window: closed }\n'));
    expect(volume?.blockedMs).toBe(7 * hour + 41 * minute);
  });

  it('counts the expansions that are left from those of the last 24 hours', () => {
    const left = (length: string): number | undefined =>
      volumeOf(jumping().replace('for: 2d', `for: ${length}`))?.expansionsLeft;
    expect([left('1h'), left('2h'), left('14h'), left('25h'), left('49h30m')]).toEqual([4, 3, 0, 0, 4]);
  });

  it('VOLAUTO-1: tells how long it was as large as it may be, and how far from that it stayed', () => {
    // 10.5 GB at 09:00 ask for 13.125 GB.
    const volume = volumeOf(jumping().replace('maxCapacity: 40', 'maxCapacity: 12'));
    expect(volume?.firstRefusal?.cause).toBe('max-capacity');
    const [atMax] = volume?.saturation ?? [];
    expect(atMax).toMatchObject({
      limit: 'maxCapacity',
      value: 12,
      ms: 39 * hour - minute,
      count: 1,
      firstAt: '2026-11-01T09:00:00.000Z',
    });
    expect(atMax?.ms).toBe(volume?.atMaxMs);
    expect(volume?.headrooms[0]).toMatchObject({ limit: 'maxCapacity', p99: '12.0', bound: '12.0', headroom: '0.0' });
    expect(volumeOf(jumping())?.headrooms).toMatchObject([
      { limit: 'maxCapacity', bound: '40.0' },
      { limit: 'class IOPS', bound: '3000', p99: null, headroom: null },
    ]);
  });

  it('has the trend over the last week, and of a younger volume over its age, in whole hours', () => {
    expect(volumeOf(jumping())?.trendMs).toBe(2 * 24 * hour);
    expect(volumeOf(jumping().replace('for: 2d', 'for: 30m'))?.trendMs).toBeNull();
  });
});
