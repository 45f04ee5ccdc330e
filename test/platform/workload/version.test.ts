import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { needsNewVersion, type VersionedParts, versionTriggers } from '../../../src/platform/workload/version.ts';

const list = {
  prefix: 'svc',
  isAliased: true,
  triggers: [
    'containers',
    'identity',
    'debug',
    'multiZone',
    'capacityAI',
    'loadBalancer',
    'tag:protocol',
    'tag:multiZone',
    'tag:tracingDisabled',
    'tag:disableServiceMeshInboundPort',
    'tag:largeDisk',
    'tag:deployTimestamp',
  ],
};

const container: JsonObject = {
  name: 'main',
  image: 'shop:1',
  cpu: '1',
  memory: '1Gi',
  env: [{ name: 'A', value: 'b' }],
};
const spec: JsonObject = {
  type: 'standard',
  containers: [container],
  defaultOptions: {
    autoscaling: { metric: 'cpu', minScale: 1, maxScale: 5 },
    capacityAI: false,
    debug: false,
    multiZone: { enabled: false },
    suspend: false,
    timeoutSeconds: 5,
  },
  rolloutOptions: { minReadySeconds: 0 },
};
const before: VersionedParts = { spec, tags: { team: 'blue' } };
const withSpec = (change: JsonObject): VersionedParts => ({ ...before, spec: { ...spec, ...change } });
const withContainer = (change: JsonObject) => withSpec({ containers: [{ ...container, ...change }] });
const withOptions = (change: JsonObject) =>
  withSpec({ defaultOptions: { ...(spec.defaultOptions as JsonObject), ...change } });
const withTags = (tags: JsonObject): VersionedParts => ({ ...before, tags: { ...before.tags, ...tags } });
const here = (change: JsonObject) =>
  withSpec({ localOptions: [{ ...(spec.defaultOptions as JsonObject), location: 'aws-us-east-1', ...change }] });

describe('VER-2: a change that running replicas must be given makes a new version', () => {
  it.each<[string, VersionedParts, string[]]>([
    ['another image', withContainer({ image: 'shop:2' }), ['containers']],
    ['another amount', withContainer({ cpu: '1500m' }), ['containers']],
    ['another value in the environment', withContainer({ env: [{ name: 'A', value: 'c' }] }), ['containers']],
    ['a container more', withSpec({ containers: [container, { name: 'side', image: 'side:1' }] }), ['containers']],
    ['a container less', withSpec({ containers: [] }), ['containers']],
    [
      'a field taken away',
      withSpec({ containers: [{ name: 'main', image: 'shop:1', cpu: '1', memory: '1Gi' }] }),
      ['containers'],
    ],
    ['an identity', withSpec({ identityLink: '//identity/reader' }), ['identity']],
    ['debug', withOptions({ debug: true }), ['debug']],
    [
      'multi-zone and capacity AI at once',
      withOptions({ multiZone: { enabled: true }, capacityAI: true }),
      ['multiZone', 'capacityAI'],
    ],
    ['debug in one location', here({ debug: true }), ['debug']],
    ['replica-direct', withSpec({ loadBalancer: { replicaDirect: true } }), ['loadBalancer']],
    ['a tag that reaches the replica', withTags({ 'svc/largeDisk': 'true' }), ['tag:largeDisk']],
    ['a redeployment', withTags({ 'svc/deployTimestamp': '2026-11-01' }), ['tag:deployTimestamp']],
    [
      'a redeployment under the other prefix',
      withTags({ 'cpln/deployTimestamp': '2026-11-01' }),
      ['tag:deployTimestamp'],
    ],
  ])('%s', (_, after, triggers) => {
    expect(versionTriggers(before, after, list)).toEqual(triggers);
    expect(versionTriggers(after, before, list)).toEqual(triggers);
  });
});

describe('VER-3: any other change leaves the version as it is', () => {
  it.each<[string, VersionedParts]>([
    ['nothing', before],
    ['the same amounts in other words', withContainer({ cpu: '1000m', memory: '1024Mi' })],
    ['an empty list where there was none', withContainer({ volumes: [] })],
    ['scale and metric', withOptions({ autoscaling: { metric: 'rps', minScale: 3, maxScale: 9 } })],
    ['suspension', withOptions({ suspend: true })],
    ['timeouts', withOptions({ timeoutSeconds: 60 })],
    ['rollout options', withSpec({ rolloutOptions: { minReadySeconds: 30 } })],
    ['retries', withSpec({ requestRetryPolicy: { attempts: 5 } })],
    ['the job', withSpec({ job: { schedule: '* * * * *' } })],
    ['the firewall', withSpec({ firewallConfig: { external: {} } })],
    ['an override of the scale alone', here({ autoscaling: { minScale: 4, maxScale: 8 } })],
    ['plain tags', withTags({ team: 'red', 'svc/ignore': 'true', 'cpln/largeDisk': 'true' })],
  ])('%s', (_, after) => {
    expect(needsNewVersion(before, after, list)).toBe(false);
  });
});

describe('VER-2: a special tag counts by what it says, not by its text (`tag.otherValue`)', () => {
  const tagged = (name: string, value: string | number | boolean): VersionedParts =>
    withTags({ [`svc/${name}`]: value });

  it.each<[string, VersionedParts, VersionedParts]>([
    ['a word outside of its list says nothing', before, tagged('largeDisk', 'no')],
    ['nor does false, where only true is in the list', before, tagged('tracingDisabled', 'false')],
    ['nor false instead of another such word', tagged('multiZone', false), tagged('multiZone', 'never')],
    ['nor a protocol in capitals', before, tagged('protocol', 'HTTP')],
    ['nor a port that is none', before, tagged('disableServiceMeshInboundPort', 70_000)],
    ['true is true as a text too', tagged('largeDisk', true), tagged('largeDisk', 'true')],
    [
      'a port is a port as a text too',
      tagged('disableServiceMeshInboundPort', 80),
      tagged('disableServiceMeshInboundPort', '80'),
    ],
  ])('%s', (_, was, is) => {
    expect(versionTriggers(was, is, list)).toEqual([]);
    expect(versionTriggers(is, was, list)).toEqual([]);
  });

  it.each<[string, VersionedParts, VersionedParts, string]>([
    ['true for a word without effect', tagged('largeDisk', 'no'), tagged('largeDisk', 'true'), 'tag:largeDisk'],
    ['another protocol', tagged('protocol', 'http'), tagged('protocol', 'grpc'), 'tag:protocol'],
    ['a protocol that is taken back', tagged('protocol', 'http'), tagged('protocol', 'HTTP'), 'tag:protocol'],
  ])('%s is a change', (_, was, is, trigger) => {
    expect(versionTriggers(was, is, list)).toEqual([trigger]);
    expect(versionTriggers(is, was, list)).toEqual([trigger]);
  });

  it('a tag that is not special, named in the list all the same, counts by its text', () => {
    const own = { ...list, triggers: ['tag:team'] };
    expect(versionTriggers(before, withTags({ 'svc/team': 'red' }), own)).toEqual(['tag:team']);
  });
});

describe('`version.triggers` everySpecChange', () => {
  const every = { prefix: 'svc', isAliased: true, triggers: ['everySpecChange'] };
  it.each<[string, VersionedParts, boolean]>([
    ['rollout options count', withSpec({ rolloutOptions: { minReadySeconds: 30 } }), true],
    ['timeouts count', withOptions({ timeoutSeconds: 60 }), true],
    ['images count', withContainer({ image: 'shop:2' }), true],
    ['the same amounts do not', withContainer({ cpu: '1000m' }), false],
    [
      'VER-3: scaling does not, even so',
      withOptions({ autoscaling: { metric: 'cpu', minScale: 3, maxScale: 9 } }),
      false,
    ],
    ['tags do not', withTags({ 'svc/largeDisk': 'true' }), false],
  ])('%s', (_, after, expected) => {
    expect(needsNewVersion(before, after, every)).toBe(expected);
  });
});
