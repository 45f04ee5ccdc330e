import { describe, expect, it } from 'vitest';
import { good, head, parse, shop, told } from '../builders.ts';

const quotas = (all: string): string => `${head}quotas: { ${all} }\n${shop}`;

describe('quotas of a scenario (`api.quotas`)', () => {
  it('are counts, millicores and bytes, by their names', () => {
    const all =
      'workloads-per-gvc: 9, memory-per-workload: 8Gi, cpu-per-workload: 4.5, replicas-per-workload: 7, domains: 0';
    expect([...good(quotas(all)).quotas]).toEqual([
      ['cpu-per-workload', 4500],
      ['domains', 0],
      ['memory-per-workload', 8 * 1024 ** 3],
      ['replicas-per-workload', 7],
      ['workloads-per-gvc', 9],
    ]);
    expect(told(quotas(all))).toEqual([]);
    expect(good(quotas('cpu-per-workload: 2500m')).quotas.get('cpu-per-workload')).toBe(2500);
  });

  it.each([
    ['domains: 1.5', '4:20 bad-unit', 'expected a whole number, found 1.5'],
    ['domains: many', '4:20 bad-unit', "expected a whole number, found 'many'"],
    ['cpu-per-workload: 4 cores', '4:29 bad-unit', "expected a number of cores such as 8 or 500m, found '4 cores'"],
    ['memory-per-workload: 64', '4:32 bad-unit', 'expected a size such as 64Gi, found 64'],
    ['replicas-per-workload: -1', '4:34 wrong-value', 'expected a number of at least 0, found -1'],
    ['replicas-per-gvc: 3', '4:11 unknown-key', "no quota has the name 'replicas-per-gvc'"],
  ])('%s is refused', (all, place, message) => {
    expect(told(quotas(all))).toEqual([place]);
    expect(parse(quotas(all)).problems[0]?.message).toBe(message);
  });

  it('of kinds that are kept without an effect count all the same', () => {
    expect(told(quotas('agents: 0, domains: 3, identities-per-gvc: 2'))).toEqual([]);
  });
});

describe('what stands at the start is judged as if it were posted, in the order of the file', () => {
  it.each<[string, string, readonly string[]]>([
    ['two workloads where there may be two', 'workloads-per-gvc: 2', []],
    ['the second of two where there may be one', 'workloads-per-gvc: 1', ['14:11 platform-refuses']],
    ['the only volume set', 'volumesets-per-gvc: 0', ['7:41 platform-refuses']],
    ['default scales, at the spec that leaves them out', 'replicas-per-workload: 4', ['11:5 platform-refuses']],
    ['scales that are written', 'replicas-per-workload: 5', []],
    ['cpu of five replicas, at the containers', 'cpu-per-workload: 2499m', ['11:41 platform-refuses']],
    ['memory of five replicas', 'memory-per-workload: 2559Mi', ['11:41 platform-refuses']],
    ['as much as there may be', 'cpu-per-workload: 2.5, memory-per-workload: 2560Mi', []],
  ])('%s', (_, all, problems) => {
    expect(told(quotas(all))).toEqual(problems);
  });

  it('a maxScale beyond the quota, with the quota as its rule', () => {
    const options = 'type: standard, defaultOptions: { autoscaling: { metric: cpu, target: 50, maxScale: 6 } }';
    const text = quotas('replicas-per-workload: 5').replace('type: standard', options);
    const { scenario, problems } = parse(text);
    expect(scenario).toBeNull();
    expect(problems).toMatchObject([
      {
        line: 11,
        column: 97,
        rule: 'api.quotas',
        message: 'the quota replicas-per-workload is 5; found a scale of up to 6',
      },
    ]);
  });

  it('a law: whatever the names, the first of the file have their place', () => {
    const names = ['mid', 'end', 'beginning'];
    const workloads = names.map(
      (name) =>
        `  - { kind: workload, gvc: shop, name: ${name}, spec: { type: standard, containers: [{ name: main, image: "x:1" }] } }\n`,
    );
    const gvc = '  - { kind: gvc, name: shop }\n';
    for (let max = 0; max <= 3; max += 1) {
      const text = `${head}quotas: { workloads-per-gvc: ${max} }\nresources:\n${gvc}${workloads.join('')}`;
      const refused = parse(text).problems.map(({ line }) => line);
      expect(refused).toEqual([7, 8, 9].slice(max));
    }
  });
});
