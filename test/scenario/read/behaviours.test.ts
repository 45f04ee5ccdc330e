import { describe, expect, it } from 'vitest';
import type { WorkloadBehaviour } from '../../../src/platform/behaviour.ts';
import { curveAt } from '../../../src/platform/traffic/curve.ts';
import { behaviourBook } from '../../../src/scenario/read/behaviours.ts';
import { good, head, mountsData, parse, shop, told } from '../builders.ts';

const constant = (value: number) => ({ kind: 'constant', value });
const behaviour = (text: string, more = mountsData): string => `${head}${shop}behavior:\n  ${text}\n${more}`;
const api = (entry: string): WorkloadBehaviour | undefined =>
  good(behaviour(`shop/api: ${entry}`)).behaviours.workloads.get('shop/workload/api');

describe('behaviour of workloads', () => {
  it.each<[string, object]>([
    [
      '{ start: 20s, readyAfter: 1m, stop: 2s, pull: 500ms }',
      { start: constant(20_000), readyAfter: constant(60_000), stop: constant(2_000), pull: constant(500) },
    ],
    [
      '{ crash: { every: { exponential: { mean: 30d } } } }',
      { crashEvery: { kind: 'exponential', mean: 30 * 86_400_000 } },
    ],
    [
      '{ execution: { duration: { lognormal: { mean: 12m, cv: 0.4 } }, failure: 2% } }',
      { execution: { duration: { kind: 'lognormal', mean: 720_000, cv: 0.4 }, failure: 0.02 } },
    ],
    [
      '{ start: { triangular: { low: 2s, mode: 3s, high: 8s } } }',
      { start: { kind: 'triangular', low: 2_000, mode: 3_000, high: 8_000 } },
    ],
    ['{ execution: { duration: never } }', { execution: { duration: 'never', failure: 0 } }],
    ['{ cpu: 100m, memory: 220Mi }', { cpuMillicores: 100, memoryBytes: 230_686_720 }],
    ['{ cpu: 1.5 }', { cpuMillicores: 1_500 }],
    ['{ ephemeral: { start: 1GB, growth: 24GB/d } }', { ephemeral: { startBytes: 1e9, growthBytesPerHour: 1e9 } }],
    ['{ ephemeral: 2GB }', { ephemeral: { startBytes: 2e9, growthBytesPerHour: 0 } }],
    [
      '{ mounter: { cpu: 50m, memory: 64Mi, egress: 2.4GB/d } }',
      { mounter: { cpuMillicores: 50, memoryBytes: 67_108_864, egressBytesPerHour: 1e8 } },
    ],
  ])('%s', (entry, expected) => {
    expect(api(entry)).toEqual(expected);
  });

  it('what is asked about a request', () => {
    const { scenario, problems } = parse(
      behaviour(
        'shop/api: { authorization: { latency: 15ms, denied: 1%, failure: 2% }, rateLimit: { rate: 100/s, burst: 20, latency: 3ms } }',
      ),
    );
    expect(problems.map(({ code }) => code)).toEqual(['no-service', 'no-service']);
    expect(scenario?.behaviours.workloads.get('shop/workload/api')).toEqual({
      authorization: { latency: { kind: 'constant', value: 15 }, denied: 0.01, failure: 0.02 },
      rateLimit: { perSecond: 100, burst: 20, latency: { kind: 'constant', value: 3 } },
    });
    expect(told(`${head}${shop}behavior:\n  shop/api: { rateLimit: { burst: 0, rate: 5 } }\n`)).toEqual([
      '16:35 wrong-value',
      '16:44 wrong-type',
    ]);
  });

  it('what a request costs', () => {
    const { scenario, problems } = parse(
      behaviour(
        'shop/api: { request: { cpu: 12ms, duration: { exponential: { mean: 80ms } }, memory: 1Mi, failure: 2% } }',
      ),
    );
    expect(problems).toEqual([]);
    expect(scenario?.behaviours.workloads.get('shop/workload/api')?.request).toEqual({
      cpu: { kind: 'constant', value: 12 },
      duration: { kind: 'exponential', mean: 80 },
      memoryBytes: { kind: 'constant', value: 1_048_576 },
      failure: 0.02,
    });
  });
});

describe('use of volumes', () => {
  it.each<[string, object]>([
    ['{ start: 8GB, growth: 1.5GB/d }', { kind: 'line', startBytes: 8e9, growthBytesPerHour: 62_500_000 }],
    ['{ growth: -24GB/d }', { kind: 'line', startBytes: 0, growthBytesPerHour: -1e9 }],
    ['{ start: 8GB }', { kind: 'line', startBytes: 8e9, growthBytesPerHour: 0 }],
    ['{ start: 8GB, growth: 3%/week }', { kind: 'compound', startBytes: 8e9, factor: 1.03, period: 7 * 86_400_000 }],
    [
      '{ points: [[0h, 8GB], [36h, 20GB]] }',
      { kind: 'points', ages: [0, 36 * 3_600_000], bytes: [8e9, 20e9], repeat: null },
    ],
    [
      '{ points: [[0h, 10GB], [10s, 20GB], [10s, 5GB]] }',
      { kind: 'points', ages: [0, 9_999, 10_000], bytes: [10e9, 19.999e9, 5e9], repeat: null },
    ],
    [
      '{ points: [[10s, 20GB], [10s, 5GB]] }',
      { kind: 'points', ages: [9_999, 10_000], bytes: [20e9, 5e9], repeat: null },
    ],
    [
      '{ points: [[9999ms, 20GB], [10s, 30GB], [10s, 5GB]] }',
      { kind: 'points', ages: [9_999, 10_000], bytes: [20e9, 5e9], repeat: null },
    ],
  ])('%s', (usage, expected) => {
    expect(good(behaviour(`shop/data: { usage: ${usage} }`)).behaviours.volumesets.get('shop/volumeset/data')).toEqual({
      usage: expected,
    });
  });

  it.each([
    ['two curves', '{ growth: 1GB/d, points: [[0h, 1GB]] }', '16:40 contradiction'],
    ['points out of order', '{ points: [[2h, 1GB], [1h, 2GB]] }', '16:46 wrong-order'],
    ['two points at the start', '{ points: [[0h, 1GB], [0s, 2GB]] }', '16:46 same-age'],
    ['a point within a jump', '{ points: [[1h, 1GB], [60m, 2GB], [1h, 3GB]] }', '16:58 same-age'],
    [
      'points of which a line leads past the end to more',
      '{ points: [[0h, 1GB], [40d, 2GB], [50d, 3GB]] }',
      '16:58 after-end',
    ],
    ['a jump outside of the timeline', '{ add: 1GB }', '16:25 wrong-place'],
    ['a growth without time', '{ growth: 1GB }', '16:33 bad-unit'],
    ['a bare number', '{ start: 8 }', '16:32 wrong-type'],
  ])('%s is a problem', (_, usage, problem) => {
    expect(told(behaviour(`shop/data: { usage: ${usage} }`))).toEqual([problem]);
  });
});

describe('keys', () => {
  it('a short key means the workload or the volume set of that name, a long one says which', () => {
    const { behaviours } = good(behaviour('shop/api: { start: 1s }\n  shop/workload/nightly: { start: 2s }'));
    expect([...behaviours.workloads.keys()].toSorted()).toEqual(['shop/workload/api', 'shop/workload/nightly']);
  });

  it('a short key that means both is a problem', () => {
    const twin = shop.replace('name: data', 'name: api');
    const { problems } = parse(`${head}${twin}behavior:\n  shop/api: { start: 1s }\n`);
    expect(problems.map(({ code, hint }) => [code, hint])).toEqual([
      ['ambiguous-name', 'write shop/workload/api or shop/volumeset/api'],
    ]);
  });

  it('a key of nothing is a warning with a guess', () => {
    const { problems } = parse(behaviour('shop/apy: { start: 1s }'));
    expect(problems.map(({ code, severity, hint }) => [code, severity, hint])).toEqual([
      ['unknown-name', 'warning', "did you mean 'shop/api'?"],
    ]);
  });

  it.each([
    ['a rate', 'operations: 200/s', { operations: { kind: 'steady', perSecond: 200 } }],
    ['a size per time, in MB', 'throughput: 6GB/m', { throughput: { kind: 'steady', perSecond: 100 } }],
    ['a day', 'operations: { daily: [["00:00", 200/s], ["12:00", 1800/s]] }', { operations: { kind: 'cycle' } }],
    [
      'what grows',
      'operations: { steps: [[0h, 3/m]], growth: 3%/week }',
      { operations: { kind: 'cycle', ratio: 1.03 } },
    ],
  ])('what volumes read and write: %s', (_, work, expected) => {
    const found = good(behaviour(`shop/data: { ${work} }`)).behaviours.volumesets.get('shop/volumeset/data');
    expect(found).toMatchObject(expected);
    expect(Object.keys(found ?? {})).toEqual(Object.keys(expected));
  });

  it.each([
    ['a bare number', 'operations: 200', '16:28 wrong-type'],
    ['a size', 'throughput: 40MB', '16:28 bad-unit'],
    ['two forms', 'operations: { daily: [["00:00", 1/s]], steps: [[0h, 1/s]] }', '16:55 contradiction'],
    ['no form', 'operations: { growth: 3%/week }', '16:28 missing-key'],
  ])('%s is a problem', (_, work, problem) => {
    expect(told(behaviour(`shop/data: { ${work} }`))).toEqual([problem]);
  });

  describe('a recording of what volumes read and write names the unit of its values', () => {
    const files = { 'io.csv': 'time,value\n2026-11-01T00:00:00Z,30\n2026-11-01T00:05:00Z,60\n' };
    const recorded = (key: string, more: string) =>
      parse(behaviour(`shop/data: { ${key}: { trace: { file: io.csv, repeat: true${more} } } }`), files);

    it.each([
      ['throughput', 'MB/s', 30],
      ['throughput', 'MBps', 30],
      ['throughput', 'MiB/s', 31.45728],
      ['throughput', 'kB/s', 0.03],
      ['throughput', 'GB/m', 500],
      ['operations', 'iops', 30],
      ['operations', 'ops/s', 30],
      ['operations', 'ops/5m', 0.1],
    ] as const)('%s in %s', (key, unit, expected) => {
      const { scenario, problems } = recorded(key, `, unit: ${unit}`);
      expect(problems).toEqual([]);
      const curve = scenario?.behaviours.volumesets.get('shop/volumeset/data')?.[key];
      expect(curve == null ? null : curveAt(curve, scenario?.start ?? 0)).toBeCloseTo(expected, 12);
    });

    it.each([
      ['throughput', '', 'the trace has no unit: its values are read as MB a second (MB/s)'],
      ['operations', '', 'the trace has no unit: its values are read as operations a second (iops)'],
      [
        'throughput',
        ', unit: requests/s',
        "expected a size per time such as MB/s, MiB/s, kB/s or MB/m, found 'requests/s'",
      ],
      ['operations', ', unit: MB/s', "expected iops, or a unit such as ops/s or ops/5m, found 'MB/s'"],
    ])('%s%s', (key, unit, message) => {
      expect(recorded(key, unit).problems.map((problem) => problem.message)).toEqual([message]);
    });
  });

  it('usage is said of volume sets only', () => {
    expect(told(behaviour('shop/api: { usage: { start: 1GB } }'))).toEqual(['16:3 wrong-kind']);
    expect(told(behaviour('shop/data: { start: 1s }'))).toEqual(['16:3 wrong-kind']);
  });

  it('each part comes from the most specific key that has it', () => {
    const { behaviours } = good(
      behaviour(
        '"*/*": { start: 1s, stop: 1s, pull: 1s, readyAfter: 1s, usage: { start: 1GB } }\n  "shop/*": { start: 2s, stop: 2s, pull: 2s }\n  "*/api": { start: 3s, stop: 3s }\n  shop/api: { start: 4s }',
      ),
    );
    expect(behaviours.workloads.get('shop/workload/api')).toEqual({
      start: constant(4_000),
      stop: constant(3_000),
      pull: constant(2_000),
      readyAfter: constant(1_000),
    });
    expect(behaviours.workloads.get('shop/workload/nightly')).toMatchObject({
      start: constant(2_000),
      readyAfter: constant(1_000),
    });
    expect(behaviours.volumesets.get('shop/volumeset/data')?.usage).toMatchObject({ startBytes: 1e9 });
  });

  it('wildcards also mean what the run makes later', () => {
    const book = behaviourBook(good(behaviour('"shop/a*": { start: 1s }\n  "*/*": { start: 9s }')).behaviours);
    expect(book.workload('shop', 'another')).toEqual({ start: constant(1_000) });
    expect(book.workload('else', 'another')).toEqual({ start: constant(9_000) });
    expect(book.volumeset('shop', 'another')).toEqual({});
  });

  it('what the timeline makes is known by name', () => {
    const later = 'timeline: [{ at: +1d, post: /gvc/shop/workload, with: { name: later } }]\n';
    expect(told(behaviour('shop/later: { start: 1s }', later))).toEqual([]);
  });
});

describe('a distribution whose number is wrong', () => {
  it.each([
    [
      'is told once',
      '{ request: { duration: 5ms, cpu: { lognormal: { mean: 5ms, cv: -1 } } } }',
      ['16:76 wrong-value'],
    ],
    [
      'at its own place, of a size too',
      '{ request: { memory: { lognormal: { mean: 5Mi, cv: -1 } } } }',
      ['16:64 wrong-value'],
    ],
  ])('%s', (_, entry, problems) => {
    expect(told(behaviour(`shop/api: ${entry}`))).toEqual(problems);
  });
});

describe('services that nobody asks', () => {
  const workload = (name: string, tags: string): string =>
    `  - { kind: workload, gvc: shop, name: ${name}, tags: { ${tags} }, spec: { type: standard, containers: [{ name: main, image: a }] } }\n`;
  const services = (behaviours: string, tags = '', timeline = ''): string[] =>
    told(
      `${head}resources:\n  - { kind: gvc, name: shop }\n${workload('web', tags)}${workload('api', '')}behavior:\n  ${behaviours}\n${timeline}`,
    ).filter((one) => one.endsWith('no-service'));
  const both = '{ authorization: { latency: 3s }, rateLimit: { rate: 5/s } }';
  const auth = 'svc/externalAuthAddress: a.b';

  it.each([
    ['of which no tag speaks', `shop/web: ${both}`, '', ['9:15 no-service', '9:47 no-service']],
    ['but the one of its tag', `shop/web: ${both}`, auth, ['9:47 no-service']],
    ['which some workload of a pattern has', `shop/*: ${both}`, auth, ['9:45 no-service']],
    ['of a pattern that means nobody here', `other/*: ${both}`, '', []],
  ])('are a warning: %s', (_, behaviours, tags, expected) => {
    expect(services(behaviours, tags)).toEqual(expected);
  });

  it('are a warning in the timeline too, unless an entry of it gives the tag', () => {
    const change = 'timeline:\n  - { at: +1h, behavior: { shop/web: { authorization: { latency: 3s } } } }\n';
    const patch = `  - { at: +2h, patch: /gvc/shop/workload/web, with: { tags: { ${auth} } } }\n`;
    expect(services('shop/web: {}', '', change)).toEqual(['11:40 no-service']);
    expect(services('shop/web: {}', '', change + patch)).toEqual([]);
  });
});
