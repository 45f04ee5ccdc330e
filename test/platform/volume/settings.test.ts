import { describe, expect, it } from 'vitest';
import { hour, minute, second } from '../../../src/engine/time.ts';
import { capacityBounds, classLimits, type VolumesetSpec } from '../../../src/platform/volume/capacity.ts';
import { volumesetSettings } from '../../../src/platform/volume/settings.ts';
import type { Assumptions } from '../../../src/rules/assumptions.ts';
import { assume, settings, spec } from './specs.ts';

describe('VOL-7, VOL-8: capacities that a class allows', () => {
  it.each([
    ['general-purpose-ssd', 10],
    ['high-throughput-ssd', 200],
    ['shared', 10],
  ] as const)('%s: %s to 65536 GB', (performanceClass, leastGB) => {
    const bounds = { leastMicroGB: leastGB * 1e6, greatestMicroGB: 65_536e6 };
    expect(capacityBounds(performanceClass)).toEqual(bounds);
  });
});

describe('VOL-9 to VOL-11: IOPS and MB/s', () => {
  it.each([
    ['the general maximum at any size', 'general-purpose-ssd', 'gcp', 10, 'fromGeneral', 80_000, 1200],
    ['high throughput starts from the general one', 'high-throughput-ssd', 'aws', 200, 'fromGeneral', 3000, 125],
    ['and reaches its own at the largest', 'high-throughput-ssd', 'aws', 65_536, 'fromGeneral', 4600, 400],
    ['the largest of another provider', 'high-throughput-ssd', 'gcp', 65_536, 'fromGeneral', 100_000, 1200],
    ['the general maximum, also where the other is flat', 'general-purpose-ssd', 'aws', 200, 'flat', 3000, 125],
    ['half way, rounded down', 'high-throughput-ssd', 'azure', 32_868, 'fromGeneral', 9250, 662],
    ['in proportion to the capacity', 'high-throughput-ssd', 'aws', 32_768, 'throughOrigin', 2300, 200],
    ['flat', 'high-throughput-ssd', 'aws', 200, 'flat', 4600, 400],
  ] as const)('%s', (_, performanceClass, provider, gb, curve, iops, megabytesPerSecond) => {
    expect(classLimits(performanceClass, provider, gb * 1e6, curve)).toEqual({ iops, megabytesPerSecond });
  });

  it('none are known for shared volumes and other providers', () => {
    expect(classLimits('shared', 'aws', 10e6, 'flat')).toBeNull();
    expect(classLimits('general-purpose-ssd', 'linode', 10e6, 'flat')).toBeNull();
    expect(classLimits('general-purpose-ssd', 'toString', 10e6, 'flat')).toBeNull();
  });
});

describe('settings of a volume set', () => {
  it('VOL-3: the initial capacity counts GB', () => {
    expect(settings({}, {}, { initialCapacity: 10.5 }).initialMicroGB).toBe(10_500_000);
  });

  it('VOLAUTO-1: the cap is the lesser of maxCapacity and the class maximum', () => {
    expect(settings({}).capMicroGB).toBe(65_536e6);
    expect(settings({ maxCapacity: 50 }).capMicroGB).toBe(50e6);
    expect(settings({ maxCapacity: 100_000 }).capMicroGB).toBe(65_536e6);
  });

  it('VOLAUTO-4, VOLAUTO-5, VOLAUTO-6, VOLAUTO-7, VOLAUTO-8, VOLAUTO-9: prediction has defaults, and the factor of the set', () => {
    const { autoscaling } = settings({ minFreePercentage: 20, scalingFactor: 2, predictive: { enabled: true } });
    expect(autoscaling?.predictive).toEqual({
      lookback: 24 * hour,
      projectionHours: 6,
      minDataPoints: 10,
      minGrowthGBPerHour: 0.01,
      scalingFactor: 2,
      fullPerGB: 1.25,
      targetPerGB: 2.5,
    });
  });

  it('a shared set has mount points; what is left out is the default', () => {
    const shared = spec({ fileSystemType: 'shared', performanceClass: 'shared' });
    const mount = { resources: { minCpu: '250m', maxMemory: '1Gi' } };
    const [bare, stated] = [shared, { ...shared, mountOptions: mount }].map(
      (one) => volumesetSettings(one, assume({})).mount,
    );
    expect(bare).toEqual({
      minCpuMillicores: 500,
      maxCpuMillicores: 2000,
      minMemoryBytes: 2 ** 30,
      maxMemoryBytes: 2 ** 31,
    });
    expect(stated).toEqual({
      minCpuMillicores: 250,
      maxCpuMillicores: 2000,
      minMemoryBytes: 2 ** 30,
      maxMemoryBytes: 2 ** 30,
    });
    expect(settings({}).mount).toBeNull();
  });

  it('ENC-2, ENC-5: custom keys by location', () => {
    const regions = { 'aws-eu-central-1': { keyId: 'key-1' }, 'gcp-us-east1': { keyId: 'key-2' } };
    expect([...settings({}, {}, { customEncryption: { regions } }).keys]).toEqual([
      ['aws-eu-central-1', 'key-1'],
      ['gcp-us-east1', 'key-2'],
    ]);
  });

  it.each<[string, VolumesetSpec['autoscaling'], Assumptions['volume.reading.interval'], number]>([
    ['as long as it is assumed', undefined, 30 * second, 30 * second],
    ['1 ms where readings are exact', undefined, 'exact', 1],
    ['1 ms without prediction', {}, 'exact', 1],
    ['1 ms with a prediction that is off', { predictive: { enabled: false } }, 'exact', 1],
    ['a minute all the same where growth is predicted', { predictive: { enabled: true } }, 'exact', minute],
  ])('`volume.reading.interval`: %s', (_, autoscaling, interval, expected) => {
    const set = spec(autoscaling === undefined ? {} : { autoscaling });
    expect(volumesetSettings(set, assume({ 'volume.reading.interval': interval })).readingInterval).toBe(expected);
  });

  it('throws on text that should have been refused', () => {
    const mountOptions = { resources: { minCpu: 'much' } };
    const shared = spec({ fileSystemType: 'shared', performanceClass: 'shared', mountOptions });
    expect(() => volumesetSettings(shared, assume({}))).toThrow("unreadable quantity 'much'");
    expect(() => volumesetSettings(spec({ snapshots: { retentionDuration: '7w' } }), assume({}))).toThrow('retention');
    expect(() => volumesetSettings(spec({ snapshots: { schedule: 'x' } }), assume({}))).toThrow('schedule');
  });
});
