import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { idleView, type PlatformView } from '../../../src/platform/api/records/view.ts';
import { accept, acme, ask, shop } from './acme.ts';
import { judge, volumesetFindings } from './judged.ts';

const set = (more: JsonObject = {}): JsonObject => ({ initialCapacity: 10, ...more });
const grown = (autoscaling: JsonObject): JsonObject => set({ autoscaling });
const foreseen = (predictive: JsonObject): JsonObject =>
  grown({ minFreePercentage: 20, scalingFactor: 2, predictive: { enabled: true, ...predictive } });
const shared = (more: JsonObject = {}): JsonObject => set({ fileSystemType: 'shared', ...more });
const mounted = (resources: JsonObject): JsonObject => shared({ mountOptions: { resources } });
const keyed = (region: string, keyId: string): JsonObject =>
  set({ customEncryption: { regions: { [region]: { keyId } } } });
const arn = 'arn:aws:kms:us-east-1:111122223333:key/1234abcd-12ab';

describe('volume sets that the platform takes', () => {
  it.each([
    ['the least', set()],
    ['the greatest', set({ initialCapacity: 65_536 })],
    ['one with xfs (VOL-2)', set({ fileSystemType: 'xfs' })],
    ['the greatest fast one', set({ initialCapacity: 65_536, performanceClass: 'high-throughput-ssd' })],
    ['a fast one from 200 GB', set({ initialCapacity: 200, performanceClass: 'high-throughput-ssd' })],
    ['bounds of growth', grown({ maxCapacity: 10, minFreePercentage: 100, scalingFactor: 1 })],
    [
      'the least of prediction',
      foreseen({ lookbackHours: 1, projectionHours: 1, minDataPoints: 2, scalingFactor: 1.1 }),
    ],
    ['the most of prediction', foreseen({ lookbackHours: 168, projectionHours: 72, minDataPoints: 100 })],
    ['prediction turned off needs nothing', grown({ predictive: { enabled: false } })],
    ['snapshots once per hour', set({ snapshots: { schedule: '15 * * * *', retentionDuration: '1.5d' } })],
    ['a key', keyed('aws-us-east-1', arn)],
    ['mounts by default and at the ratio', mounted({ minCpu: '250m', maxCpu: '1', minMemory: '512Mi' })],
    ['a shared one that writes its class', shared({ performanceClass: 'shared' })],
    [
      'a shared one as the client sends it: a retention without a schedule (SNAP-6)',
      shared({ snapshots: { createFinalSnapshot: true, retentionDuration: '7d' } }),
    ],
  ])('%s', (_, spec) => {
    expect(volumesetFindings(spec)).toEqual([]);
  });
});

describe('volume sets that the platform refuses', () => {
  const auto = 'spec.autoscaling';
  const mount = 'spec.mountOptions.resources';
  it.each([
    ['no capacity', {}, 'VOL-3 spec.initialCapacity'],
    ['an unknown file system', set({ fileSystemType: 'zfs' }), 'VOL-2 spec.fileSystemType'],
    ['an unknown class', set({ performanceClass: 'fast' }), 'VOL-4 spec.performanceClass'],
    ['the class of shared ones', set({ performanceClass: 'shared' }), 'VOL-4 spec.performanceClass'],
    ['9 GB', set({ initialCapacity: 9 }), 'VOL-7 spec.initialCapacity'],
    ['65537 GB', set({ initialCapacity: 65_537 }), 'VOL-7 spec.initialCapacity'],
    [
      '199 fast GB',
      set({ initialCapacity: 199, performanceClass: 'high-throughput-ssd' }),
      'VOL-8 spec.initialCapacity',
    ],
    [
      '65537 fast GB',
      set({ initialCapacity: 65_537, performanceClass: 'high-throughput-ssd' }),
      'VOL-8 spec.initialCapacity',
    ],
    ['9 shared GB', shared({ initialCapacity: 9 }), 'fields.bounds.sharedCapacityGB spec.initialCapacity'],
    ['a bound below the beginning', grown({ maxCapacity: 9 }), `VOLAUTO-1 ${auto}.maxCapacity`],
    ['nothing free', grown({ minFreePercentage: 0.5, scalingFactor: 2 }), `VOLAUTO-2 ${auto}.minFreePercentage`],
    ['101 percent free', grown({ minFreePercentage: 101, scalingFactor: 2 }), `VOLAUTO-2 ${auto}.minFreePercentage`],
    ['a shrinking factor', grown({ minFreePercentage: 20, scalingFactor: 0.9 }), `VOLAUTO-3 ${auto}.scalingFactor`],
    ['enabled as a number', grown({ predictive: { enabled: 1 } }), `VOLAUTO-4 ${auto}.predictive.enabled`],
    ['too long a look back', foreseen({ lookbackHours: 169 }), `VOLAUTO-5 ${auto}.predictive.lookbackHours`],
    ['too far a look ahead', foreseen({ projectionHours: 73 }), `VOLAUTO-6 ${auto}.predictive.projectionHours`],
    ['one point', foreseen({ minDataPoints: 1 }), `VOLAUTO-7 ${auto}.predictive.minDataPoints`],
    [
      'a growth in words',
      foreseen({ minGrowthRateGBPerHour: 'slow' }),
      `VOLAUTO-8 ${auto}.predictive.minGrowthRateGBPerHour`,
    ],
    ['a small predictive factor', foreseen({ scalingFactor: 1.09 }), `VOLAUTO-9 ${auto}.predictive.scalingFactor`],
    [
      'a small inherited factor',
      grown({ minFreePercentage: 20, scalingFactor: 1.05, predictive: { enabled: true } }),
      `VOLAUTO-9 ${auto}.scalingFactor`,
    ],
    [
      'prediction without a threshold',
      grown({ scalingFactor: 2, predictive: { enabled: true } }),
      `VOLAUTO-10 ${auto}.predictive.enabled`,
    ],
    ['mounts of ext4', set({ mountOptions: { resources: {} } }), 'VOL-21 spec.mountOptions'],
    ['mounts of xfs', set({ fileSystemType: 'xfs', mountOptions: { resources: {} } }), 'VOL-21 spec.mountOptions'],
    ['an unreadable minimum of a mount', mounted({ minCpu: 'half' }), `VOL-21 ${mount}.minCpu`],
    ['an unreadable maximum of a mount', mounted({ maxCpu: 'all' }), `VOL-21 ${mount}.maxCpu`],
    ['an unreadable least memory of a mount', mounted({ minMemory: 'some' }), `VOL-21 ${mount}.minMemory`],
    ['an unreadable most memory of a mount', mounted({ maxMemory: 'all' }), `VOL-21 ${mount}.maxMemory`],
    ['mount cpu too far apart', mounted({ minCpu: '3999m', maxCpu: '8' }), `VOL-22 ${mount}.minCpu`],
    ['mount cpu below a quarter', mounted({ minCpu: '249m', maxCpu: '1' }), `VOL-23 ${mount}.minCpu`],
    ['mount memory too far apart', mounted({ minMemory: '4Gi', maxMemory: '9Gi' }), `VOL-24 ${mount}.minMemory`],
    ['mount memory below a quarter', mounted({ minMemory: '255Mi', maxMemory: '1Gi' }), `VOL-25 ${mount}.minMemory`],
    ['a maximum too high for the default minimum', mounted({ maxCpu: '2001m' }), `VOL-23 ${mount}.maxCpu`],
    ['a key that is no ARN', keyed('aws-us-east-1', '1234'), 'ENC-2 spec.customEncryption.regions.aws-us-east-1.keyId'],
    ["another region's key", keyed('aws-us-west-2', arn), 'ENC-2 spec.customEncryption.regions.aws-us-west-2.keyId'],
    ['a key elsewhere than AWS', keyed('gcp-us-east1', arn), 'ENC-3 spec.customEncryption.regions.gcp-us-east1'],
    ['a region without its provider', keyed('us', arn), 'ENC-2 spec.customEncryption.regions.us'],
    [
      'a key of a shared set',
      shared({ customEncryption: { regions: { 'aws-us-east-1': { keyId: arn } } } }),
      'ENC-4 spec.customEncryption',
    ],
    [
      'a retention in weeks',
      set({ snapshots: { retentionDuration: '2w' } }),
      'SNAP-1 spec.snapshots.retentionDuration',
    ],
    ['an unreadable schedule', set({ snapshots: { schedule: 'daily' } }), 'SNAP-2 spec.snapshots.schedule'],
    ['two snapshots an hour', set({ snapshots: { schedule: '0,30 * * * *' } }), 'SNAP-3 spec.snapshots.schedule'],
    ['snapshots of a shared set', shared({ snapshots: { schedule: '0 * * * *' } }), 'SNAP-6 spec.snapshots'],
  ])('%s', (_, spec, finding) => {
    expect(volumesetFindings(spec)).toEqual([finding]);
  });

  it("ENC-8: a key for a location of the customer's own", () => {
    const control = acme();
    accept(control, 'POST', '/org/acme/location', { name: 'aws-ca-west-1', provider: 'byok' });
    const findings = judge(
      'volumeset',
      { name: 'new', spec: keyed('aws-ca-west-1', arn.replace('us-east-1', 'ca-west-1')) },
      control,
    );
    expect(findings.map((one) => one.rule)).toEqual(['ENC-8']);
  });
});

describe('VOL-1: a volume set', () => {
  it('has a spec', () => {
    const findings = judge('volumeset', { kind: 'volumeset', name: 'new' });
    expect(findings.map(({ rule, path }) => `${rule} ${path.join('.')}`)).toEqual(['VOL-1 spec']);
    expect(volumesetFindings('ext4' as unknown as JsonObject)).toEqual(['VOL-1 spec']);
  });

  it('is shown with its kind and its spec', () => {
    expect(accept(acme(), 'GET', `${shop}/volumeset/data`)).toMatchObject({
      kind: 'volumeset',
      name: 'data',
      description: 'data',
      tags: {},
      spec: { initialCapacity: 10 },
    });
  });
});

describe('doubts about volume sets', () => {
  it.each([
    ['half of what growth needs', grown({ minFreePercentage: 20 }), 'volume.autoscale.requires spec.autoscaling'],
    [
      'a factor of 1',
      grown({ minFreePercentage: 20, scalingFactor: 1 }),
      'volume.factorOne spec.autoscaling.scalingFactor',
    ],
    [
      'a bound above the class',
      grown({ minFreePercentage: 20, scalingFactor: 2, maxCapacity: 70_000 }),
      'VOL-7 spec.autoscaling.maxCapacity',
    ],
  ])('%s', (_, spec, finding) => {
    expect(volumesetFindings(spec, 'warning')).toEqual([finding]);
    expect(volumesetFindings(spec)).toEqual([]);
  });
});

describe('what a volume set was made stays', () => {
  const path = `${shop}/volumeset/data`;

  it.each([
    ['performanceClass', 'high-throughput-ssd', 'VOL-5'],
    ['fileSystemType', 'xfs', null],
  ])('%s is immutable', (field, value, rule) => {
    const { refusal, reason } = ask(acme(), 'PATCH', path, { spec: { [field]: value, initialCapacity: 200 } });
    expect(refusal?.code).toBe('IMMUTABLE');
    expect(reason.rules).toEqual(rule === null ? [] : [rule]);
  });

  it('the default may be written out', () => {
    const control = acme();
    accept(control, 'PATCH', path, { spec: { performanceClass: 'general-purpose-ssd', fileSystemType: 'ext4' } });
  });

  it('ENC-6: the key of a region stays where volumes exist, and only there', () => {
    const view: PlatformView = { ...idleView, hasVolumesIn: (_, location) => location === 'aws-us-east-1' };
    const control = acme();
    const other = arn.replace('us-east-1', 'eu-central-1');
    const far = { spec: keyed('aws-eu-central-1', other) };
    expect(ask(control, 'PATCH', path, far, view).response.status).toBe(200);
    const { refusal, reason } = ask(control, 'PATCH', path, { spec: keyed('aws-us-east-1', arn) }, view);
    expect(refusal?.code).toBe('IMMUTABLE');
    expect(reason.rules).toEqual(['ENC-6']);
  });

  it('VOL-6: a class written for a shared set says nothing, so that it is no change', () => {
    const control = acme();
    const all = `${shop}/volumeset/all`;
    accept(control, 'POST', `${shop}/volumeset`, { name: 'all', spec: shared() });
    for (const performanceClass of ['general-purpose-ssd', 'high-throughput-ssd', 'shared']) {
      expect(ask(control, 'PATCH', all, { spec: { performanceClass } }).changes).toEqual([]);
      expect(ask(control, 'PUT', all, { name: 'all', spec: shared({ performanceClass }) }).changes).toEqual([]);
    }
    expect(accept(control, 'GET', all)).toMatchObject({ version: 1, spec: { performanceClass: 'shared' } });
    expect(ask(control, 'PATCH', all, { spec: { performanceClass: 'fast' } }).refusal?.code).toBe('INVALID');
  });

  it('VOL-6: a shared set is shown with class shared, whatever was written', () => {
    const control = acme();
    accept(control, 'POST', `${shop}/volumeset`, {
      name: 'all',
      spec: shared({ performanceClass: 'general-purpose-ssd' }),
    });
    expect(accept(control, 'GET', `${shop}/volumeset/all`)).toMatchObject({ spec: { performanceClass: 'shared' } });
  });
});
