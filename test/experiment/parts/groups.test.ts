import { describe, expect, it } from 'vitest';
import { groupsOf } from '../../../src/experiment/parts/groups.ts';
import { independentParts } from '../../../src/experiment/parts/independentParts.ts';
import { parseScenario } from '../../../src/scenario/parse.ts';
import type { Scenario } from '../../../src/scenario/scenario.ts';

const workload = (name: string, spec = ''): string => `
  - kind: workload
    gvc: shop
    name: ${name}
    spec:
      type: standard
      containers: [{ name: main, image: 'app:1', cpu: 100m, memory: 128Mi, ports: [{ number: 80, protocol: http }]${spec} }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }`;

function scenarioWith(more: string, resources = ''): Scenario {
  const text = `svcsim: 1
start: 2026-11-01T00:00:00Z
for: 1h
resources:
  - kind: gvc
    name: shop
    spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } }
  - kind: volumeset
    gvc: shop
    name: disk
    spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 10 }
${workload('a')}${workload('b')}${workload('c')}${resources}
${more}`;
  const { scenario, problems } = parseScenario(text, { file: 'shop.yaml' });
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  return scenario;
}

/** Names of the workloads and volume sets of each group, short. */
function groups(scenario: Scenario): string[] {
  return groupsOf(scenario).map(({ names }) => names.map((name) => name.replace(/.*\//, '')).join(' '));
}

const patchOf = (name: string, spec: string): string =>
  `  - { at: +10m, patch: /gvc/shop/workload/${name}, with: { spec: ${spec} } }`;

describe('workloads that may affect each other are in one group', () => {
  it('none do where nothing ties them', () => {
    expect(groups(scenarioWith(''))).toEqual(['disk', 'a', 'b', 'c']);
  });

  it.each([
    ['one that calls another', 'demand:\n  - { to: shop/b, by: shop/a, rate: 1/s }', ['disk', 'a b', 'c']],
    [
      'those that get single requests, which are numbered through',
      'demand:\n  - { to: shop/a, rate: 1/s, arrivals: poisson }\n  - { to: shop/c, rate: 1/s, arrivals: poisson }',
      ['disk', 'a c', 'b'],
    ],
    [
      'those that requests come to as amounts: not',
      'demand:\n  - { to: shop/a, rate: 1/s }\n  - { to: shop/c, rate: 1/s }',
      ['disk', 'a', 'b', 'c'],
    ],
    [
      'those of one change of demand',
      'demand:\n  - { to: shop/a, rate: 1/s }\n  - { to: shop/b, rate: 1/s }\ntimeline:\n  - { at: +10m, demand: { shop/a: { scale: 2 }, shop/b: { scale: 2 } } }',
      ['disk', 'a b', 'c'],
    ],
    [
      'those that faults strike, which are numbered through',
      'timeline:\n  - { at: +10m, fault: { replicaCrash: { of: shop/a } } }\n  - { at: +20m, fault: { replicaCrash: { of: shop/b } } }',
      ['disk', 'a b', 'c'],
    ],
    [
      'all, where a fault may strike any',
      'timeline:\n  - { at: +10m, fault: { locationOutage: { location: aws-us-east-1 } }, for: 5m }',
      ['disk a b c'],
    ],
    [
      'none that are changed one by one',
      `timeline:\n${patchOf('a', '{ type: standard }')}\n${patchOf('b', '{ type: standard }')}`,
      ['disk', 'a', 'b', 'c'],
    ],
    [
      'all, where the GVC is changed',
      'timeline:\n  - { at: +10m, patch: /gvc/shop, with: { tags: { team: x } } }',
      ['disk a b c'],
    ],
    ['all, where one is deleted', 'timeline:\n  - { at: +10m, delete: /gvc/shop/workload/a }', ['disk a b c']],
    [
      'all, where quotas count changes',
      `quotas: { workloads-per-gvc: 9 }\ntimeline:\n${patchOf('a', '{ type: standard }')}`,
      ['disk a b c'],
    ],
    [
      'all, where the API limits writes',
      `assumptions: { api.rateLimit: 5 }\ntimeline:\n${patchOf('a', '{ type: standard }')}`,
      ['disk a b c'],
    ],
    [
      'those whose counts are added up all the time',
      'expect:\n  - { metric: replicas.ready, always: ">= 0" }',
      ['disk a b c'],
    ],
    [
      'those whose counts are added up, to tell since when',
      'expect:\n  - { metric: rollouts.stalled, is: "0" }',
      ['disk a b c'],
    ],
    [
      'one by itself: not',
      'expect:\n  - { metric: replicas.ready, of: shop/a, always: ">= 0" }',
      ['disk', 'a', 'b', 'c'],
    ],
    ['none for a bill', 'expect:\n  - { metric: bill.total, is: ">= 0 USD" }', ['disk', 'a', 'b', 'c']],
  ])('%s', (_, more, expected) => {
    expect(groups(scenarioWith(more))).toEqual(expected);
  });

  it('one that mounts a volume set is in its group', () => {
    const mount = ', volumes: [{ uri: svc://volumeset/disk, path: /data }]';
    const stateful = workload('d', mount).replace('standard', 'stateful');
    expect(groups(scenarioWith('', stateful))).toEqual(['disk d', 'a', 'b', 'c']);
  });
});

describe('the parts of a scenario', () => {
  it('have every workload once, and all that is shared', () => {
    const whole = scenarioWith(
      `timeline:\n${patchOf('a', '{ type: standard }')}\n${patchOf('b', '{ type: standard }')}`,
    );
    const parts = independentParts(whole, 2);
    expect(parts).toHaveLength(2);
    const names = parts.map(({ resources }) => resources.map(({ name }) => name));
    expect(names.flat().filter((name) => name === 'shop')).toHaveLength(2);
    expect(
      names
        .flat()
        .filter((name) => name !== 'shop')
        .sort(),
    ).toEqual(['a', 'b', 'c', 'disk']);
    expect(parts.flatMap(({ timeline }) => timeline.map(({ index }) => index)).sort()).toEqual([0, 1]);
  });

  it('are no more than there are groups, and the whole where one is asked for', () => {
    expect(independentParts(scenarioWith(''), 64)).toHaveLength(4);
    const whole = scenarioWith('');
    expect(independentParts(whole, 1)).toEqual([whole]);
  });

  it('take about as long as each other', () => {
    const cron = (name: string): string =>
      workload(name)
        .replace('type: standard', "type: cron\n      job: { schedule: '* * * * *' }")
        .replace(', ports: [{ number: 80, protocol: http }]', '')
        .replace(/\n *defaultOptions.*/, '');
    const whole = scenarioWith('', cron('x') + cron('y'));
    const parts = independentParts({ ...whole, end: whole.start + 365 * 86_400_000 }, 2);
    for (const { resources } of parts)
      expect(resources.filter(({ name }) => name === 'x' || name === 'y')).toHaveLength(1);
  });
});
