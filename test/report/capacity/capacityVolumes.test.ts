import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../../src/engine/time.ts';
import { ran } from '../ran.ts';

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
      expansionsRefused: 1,
      blockedMs: 7 * hour + 40 * minute,
      firstRefusal: { at: '2026-11-01T17:30:00.000Z', cause: 'rolling-limit', rule: 'LIMIT-1' },
    });
    // None is left from 13:25 to 01:10, when the fifth takes the place of the first, and so to 05:40.
    expect(volume?.saturation).toContainEqual({
      limit: 'expansions',
      value: 4,
      ms: 16 * hour + 15 * minute,
      count: 1,
      longestMs: 16 * hour + 15 * minute,
      firstAt: '2026-11-01T13:25:00.000Z',
    });
  });

  it('LIMIT-1: an expansion exactly 24 hours old no longer counts; where it is assumed to, the wait is a reading longer', () => {
    const volume = volumeOf(jumping('assumptions: { volume.limit.window: closed }\n'));
    expect(volume?.blockedMs).toBe(7 * hour + 41 * minute);
  });

  it('counts refusals wherever it names the first one: an expansion, a full volume, a threshold at the greatest capacity', () => {
    const small = volumeOf(jumping().replace('maxCapacity: 40', 'maxCapacity: 11'));
    // 12.5 GB at the end are more than 11: it is full once, and below its threshold from its last expansion on.
    expect(small).toMatchObject({ refusals: 2, expansionsRefused: 0, firstRefusal: { cause: 'max-capacity' } });
    expect(volumeOf(jumping().replace('for: 2d', 'for: 1h'))).toMatchObject({ refusals: 0, firstRefusal: null });
  });

  it('counts the expansions that are left from those of the last 24 hours', () => {
    const left = (length: string): number | null | undefined =>
      volumeOf(jumping().replace('for: 2d', `for: ${length}`))?.expansionsLeft;
    expect([left('1h'), left('2h'), left('14h'), left('25h'), left('49h30m')]).toEqual([4, 3, 0, 0, 4]);
  });

  it('VOLAUTO-1: tells how long it was as large as it may be, and how far from that it stayed', () => {
    // 10.5 GB at 09:00 ask for 13.125 GB.
    const volume = volumeOf(jumping().replace('maxCapacity: 40', 'maxCapacity: 12'));
    expect(volume?.firstRefusal?.cause).toBe('max-capacity');
    // Once below the threshold at the greatest capacity, where nothing is asked for and so nothing journalled, and once
    // full.
    expect(volume).toMatchObject({ refusals: 2, expansionsRefused: 0 });
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

  it('VOLAUTO-1: has too little free from the first reading that says so, not from that with the least room', () => {
    // 7.5 GB of 10 at first; 8.1 leave less than a fifth from 02:00 on, 8.6 the least from 03:00 on.
    const more = ['02:00', '03:00'].map((at, index) => {
      const add = index === 0 ? '600MB' : '500MB';
      return `  - { at: 2026-11-01T${at}:00Z, behavior: { shop/data: { usage: { add: ${add} } } } }\n`;
    });
    const text = jumping().replace(/timeline:[\s\S]*$/, `timeline:\n${more.join('')}`);
    const volume = volumeOf(text.replace('maxCapacity: 40', 'maxCapacity: 10'));
    expect(volume?.lowestFreeAt).toBe('2026-11-01T03:00:00.000Z');
    expect(volume?.firstRefusal).toEqual({
      at: '2026-11-01T02:00:00.000Z',
      cause: 'max-capacity',
      rule: 'VOLAUTO-1',
    });
  });

  it('counts the room at the end, too, which no reading has seen', () => {
    const growing = (growth: string): string =>
      jumping()
        .replace(/usage: \{[^}]*\}/, `usage: { start: 1GB, growth: ${growth} }`)
        .replace(/timeline:[\s\S]*$/, '');
    const volume = volumeOf(growing('1GB/d'));
    expect(volume?.lowestFreePct).toBe(volume?.freePct);
  });

  it('one that does not grow by itself has its own capacity for a limit, and no expansions left to it', () => {
    // 7.5 GB at first, and one more at each of the times: 10 GB hold it no longer from 09:00 on.
    const fixed = jumping().replace(/, autoscaling: \{[^}]*scalingFactor[^}]*\}/, '');
    const volume = volumeOf(fixed);
    expect(volume).toMatchObject({ grows: false, expansionsLeft: null, fullMs: 39 * hour });
    expect(volume?.saturation).toEqual([
      {
        limit: 'capacity',
        value: 10,
        ms: 39 * hour,
        count: 1,
        longestMs: 39 * hour,
        firstAt: '2026-11-01T09:00:00.000Z',
      },
    ]);
    expect(volume?.headrooms[0]).toEqual({
      of: 'used',
      limit: 'capacity',
      unit: 'GB',
      p99: '10.0',
      bound: '10.0',
      headroom: '0.0',
    });
    // A hundredth of two days are 28 minutes and 48 seconds: two hours count, a quarter of an hour does not.
    const calm = fixed.replace(
      /timeline:[\s\S]*$/,
      'timeline:\n  - { at: +46h, behavior: { shop/data: { usage: { add: 1GB } } } }\n',
    );
    expect(volumeOf(calm)?.headrooms[0]).toMatchObject({ p99: '8.5', headroom: '0.15' });
    expect(volumeOf(calm.replace('+46h', '+47h45m'))?.headrooms[0]).toMatchObject({ p99: '7.5', headroom: '0.25' });
  });

  it('has the trend over the last week, and of a younger volume over its age, in whole hours', () => {
    expect(volumeOf(jumping())?.trendMs).toBe(2 * 24 * hour);
    expect(volumeOf(jumping().replace('for: 2d', 'for: 30m'))?.trendMs).toBeNull();
  });
});
