import { describe, expect, it } from 'vitest';
import {
  type ContainerOverride,
  overrideTask,
  planRunNow,
  type RunNowView,
} from '../../../src/platform/cron/runNow.ts';
import type { ContainerSettings } from '../../../src/platform/workload/settings.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';

const main: ContainerSettings = {
  name: 'main',
  image: 'job:1',
  cpuMillicores: 1000,
  memoryBytes: 512,
  minCpuMillicores: 500,
  minMemoryBytes: 256,
  volumes: [],
};
const sidecar: ContainerSettings = { ...main, name: 'sidecar' };

function plan(parts: Partial<RunNowView> = {}) {
  return planRunNow({
    type: 'cron',
    location: 'aws-us-east-1',
    locations: ['aws-us-east-1', 'gcp-us-east1'],
    closed: 'none',
    suspendedBy: null,
    containers: [main, sidecar],
    overrides: [],
    assumptions: defaultAssumptions,
    ...parts,
  });
}

function containers(overrides: readonly ContainerOverride[], reserve: 'replace' | 'keepMin' = 'replace') {
  const made = plan({ overrides, assumptions: { ...defaultAssumptions, 'billing.cronOverrideReserve': reserve } });
  if (made.kind !== 'act') throw new Error(made.message);
  return made.actions[0]?.containers;
}

describe('CRON-17: variables of one execution', () => {
  it('are those of the container with the overridden ones in their place', () => {
    const own = { ...main, env: [{ name: 'LOG', value: 'info' }] };
    const env = [
      { name: 'LOG', value: 'debug' },
      { name: 'ONCE', value: 'yes' },
    ];
    const made = plan({ containers: [own, sidecar], overrides: [{ name: 'main', env }] });
    if (made.kind !== 'act') throw new Error(made.message);
    expect(made.actions[0]?.containers).toEqual([{ ...own, env }, sidecar]);
  });
});

describe('CRON-13 to CRON-18: running now', () => {
  it.each<[string, Partial<RunNowView>, string[]]>([
    ['starts', {}, ['CRON-18']],
    ['starts while suspended', { suspendedBy: 'job' }, ['CRON-18', 'SUSP-7']],
    ['starts while suspended as a whole', { suspendedBy: 'defaultOptions' }, ['CRON-18', 'SUSP-7']],
    ['starts with another image', { overrides: [{ name: 'main', image: 'job:2' }] }, ['CRON-18', 'CRON-17']],
    [
      'starts with another size',
      { overrides: [{ name: 'main', memoryBytes: 1 }] },
      ['CRON-18', 'CRON-17', 'billing.cronOverrideReserve'],
    ],
    [
      'starts with other variables',
      { overrides: [{ name: 'main', env: [] }] },
      ['CRON-18', 'CRON-17', 'cron.override.env'],
    ],
  ])('%s', (_, parts, reason) => {
    const made = plan(parts);
    expect([made.kind, [...made.reason.rules, ...made.reason.assumptions]]).toEqual(['act', reason]);
  });

  it.each<[string, Partial<RunNowView>, string, string[], string]>([
    [
      'another type of workload',
      { type: 'standard' },
      'COMMAND_REFUSED',
      ['CRON-13'],
      'runCronWorkload is only for cron workloads; this one is standard',
    ],
    [
      'an unknown location',
      { location: 'mars' },
      'BAD_REFERENCE',
      ['CRON-14'],
      "'mars' is not a location of the GVC; it has aws-us-east-1, gcp-us-east1",
    ],
    [
      'an unknown container',
      { overrides: [{ name: 'mian' }] },
      'BAD_REFERENCE',
      ['CRON-15'],
      "container 'mian' does not exist; the workload has main, sidecar",
    ],
    [
      'a disabled location',
      { closed: 'disabled' },
      'COMMAND_REFUSED',
      ['LOC-7'],
      'no execution can start in aws-us-east-1 now: disabled',
    ],
    ['an outage', { closed: 'outage' }, 'COMMAND_REFUSED', [], 'no execution can start in aws-us-east-1 now: outage'],
  ])('refuses %s', (_, parts, code, rules, message) => {
    expect(plan(parts)).toMatchObject({ kind: 'refuse', code, reason: { rules }, message });
  });

  it('overrides the named container and no other (CRON-17)', () => {
    expect(containers([{ name: 'main', image: 'job:2', cpuMillicores: 2000, memoryBytes: 128 }])).toEqual([
      {
        ...main,
        image: 'job:2',
        cpuMillicores: 2000,
        memoryBytes: 128,
        minCpuMillicores: 2000,
        minMemoryBytes: 128,
      },
      sidecar,
    ]);
  });

  it.each([
    ['keeps the reserve where assumed', 2000, 500],
    ['but never above the amount', 250, 250],
  ])('%s', (_, cpuMillicores, reserved) => {
    const [first] = containers([{ name: 'main', cpuMillicores }], 'keepMin') ?? [];
    expect(first).toMatchObject({ cpuMillicores, minCpuMillicores: reserved, minMemoryBytes: 256 });
  });

  it('takes the later of two entries for one container', () => {
    const [first] =
      containers([
        { name: 'main', image: 'a' },
        { name: 'main', image: 'b' },
      ]) ?? [];
    expect(first?.image).toBe('b');
  });
});

describe('CRON-16: what an overridden container runs', () => {
  const task = {
    command: 'run',
    args: ['--all'],
    env: [
      { name: 'A', value: '1' },
      { name: 'B', value: '2' },
    ],
  };
  it.each<[string, ContainerOverride, 'mergeByName' | 'replaceAll', object]>([
    ['nothing overridden', { name: 'main' }, 'mergeByName', task],
    ['arguments as a whole', { name: 'main', args: [] }, 'mergeByName', { ...task, args: [] }],
    ['the command', { name: 'main', command: 'sh' }, 'mergeByName', { ...task, command: 'sh' }],
    [
      'variables by name, new ones last',
      {
        name: 'main',
        env: [
          { name: 'C', value: '3' },
          { name: 'A', value: '9' },
        ],
      },
      'mergeByName',
      {
        ...task,
        env: [
          { name: 'A', value: '9' },
          { name: 'B', value: '2' },
          { name: 'C', value: '3' },
        ],
      },
    ],
    [
      'variables as a whole where assumed',
      { name: 'main', env: [{ name: 'C', value: '3' }] },
      'replaceAll',
      { ...task, env: [{ name: 'C', value: '3' }] },
    ],
  ])('%s', (_, override, rule, expected) => {
    expect(overrideTask(task, [override], rule)).toEqual(expected);
  });
});
