import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/platform/api/document/json.ts';
import { scenarioDigest } from '../../src/scenario/text/digest.ts';
import { good, head, parse, shop, told } from './builders.ts';

/** The shop with the variant `lean`. */
function lean(lines: string): string {
  return `${head}${shop}variants:\n  lean:\n${lines
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n')}\n`;
}

const asLean = { variants: ['lean'] };
const docOf = (text: string, name: string, options = asLean): JsonObject | undefined =>
  good(text, {}, options).resources.find((one) => one.name === name)?.doc;

describe('a variant of a scenario', () => {
  it('is laid over it only where it is asked for', () => {
    const text = lean('seed: 2');
    expect(good(text)).toMatchObject({ name: 's', seed: '1', variants: { known: ['lean'], taken: [] } });
    expect(good(text, {}, asLean)).toMatchObject({ name: 's.lean', seed: '2', variants: { taken: ['lean'] } });
    expect(parse(text).problems).toEqual([]);
  });

  it('changes resources in the patch language of the platform', () => {
    const text = lean(
      [
        'resources:',
        '  shop/workload/api:',
        '    tags: { tier: lean }',
        '    spec:',
        '      containers: [{ name: main, minCpu: 125m, $append/args: [--small] }]',
        '      defaultOptions: { autoscaling: { minScale: 1 } }',
        '  gvc/shop: { spec: { staticPlacement: { $append/locationLinks: [//location/aws-eu-central-1] } } }',
      ].join('\n'),
    );
    expect(docOf(text, 'api')).toMatchObject({
      tags: { tier: 'lean' },
      spec: {
        type: 'standard',
        containers: [{ name: 'main', image: 'api:1', cpu: '500m', minCpu: '125m', args: ['--small'] }],
        defaultOptions: { autoscaling: { minScale: 1 } },
      },
    });
    expect(docOf(text, 'shop')).toMatchObject({
      spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1', '//location/aws-eu-central-1'] } },
    });
  });

  it('takes resources away, of manifests too', () => {
    const text = `${head}manifests: more.yaml\nvariants: { lean: { resources: { other/workload/b: null, gvc/other: { description: small } } } }\n`;
    const files = {
      'more.yaml':
        'kind: gvc\nname: other\n---\n{ kind: workload, gvc: other, name: b, spec: { type: standard, containers: [{ name: main, image: "b:1" }] } }\n',
    };
    const { resources } = good(text, files, asLean);
    expect(resources.map(({ link }) => link)).toEqual(['/org/acme/gvc/other']);
    expect(resources[0]?.doc).toMatchObject({ description: 'small' });
  });

  it('adds to lists, merges maps, and takes the place of all else', () => {
    const text = lean(
      [
        'for: 2d',
        'demand: [{ to: shop/api, rate: 2/s }]',
        'behavior: { shop/api: { memory: 300Mi } }',
        'assumptions: { replica.start.duration: 9s }',
      ].join('\n'),
    )
      .replace('memory: 512Mi }', 'memory: 512Mi, ports: [{ number: 80, protocol: http }] }')
      .replace('for: 30d', 'end: 2026-11-20T00:00:00Z')
      .replace(
        'variants:',
        'demand: [{ to: shop/api, rate: 1/s }]\nbehavior: { shop/api: { cpu: 20m } }\nassumptions: { replica.stop.duration: 1s }\nvariants:',
      );
    const { start, end, demand, behaviours, assumptions } = good(text, {}, asLean);
    expect(end - start).toBe(2 * 86_400_000);
    expect(demand).toHaveLength(2);
    expect(behaviours.workloads.get('shop/workload/api')).toMatchObject({ cpuMillicores: 20 });
    expect(behaviours.workloads.get('shop/workload/api')?.memoryBytes).toBe(300 * 1_048_576);
    expect(assumptions['replica.start.duration']).toMatchObject({ value: 9_000 });
    expect(assumptions['replica.stop.duration']).toMatchObject({ value: 1_000 });
  });

  it('may be followed by others, and --set stands above them all', () => {
    const text = `${lean('seed: 2\ntiming: instant')}  more: { seed: 3 }\n`;
    const both = { variants: ['lean', 'more'] };
    expect(good(text, {}, both)).toMatchObject({ name: 's.lean.more', seed: '3', timing: 'instant' });
    expect(good(text, {}, { variants: ['more', 'lean'] }).seed).toBe('2');
    expect(good(text, {}, { ...both, set: [{ path: 'seed', value: '4' }] }).seed).toBe('4');
  });

  it('counts among what a run was made of, and its absence counts as nothing', () => {
    const text = lean('seed: 2');
    const plain = (content: Uint8Array): string => String.fromCharCode(...content);
    const digest = (variants: readonly string[]): string =>
      scenarioDigest(parse(text, {}, { variants }).texts, 's.yaml', plain);
    expect(digest([])).toBe(scenarioDigest(parse(text).texts, 's.yaml', plain));
    expect(digest(['lean'])).not.toBe(digest([]));
  });
});

describe('what is wrong with a variant is told', () => {
  const problem = (text: string, options = asLean): string[] =>
    parse(text, {}, options).problems.map(({ file, line, column, message, hint }) =>
      [`${file}:${line}:${column} ${message}`, ...(hint === undefined ? [] : [hint])].join('; '),
    );

  it('with those that there are, where it has another name', () => {
    expect(problem(lean('seed: 2'), { variants: ['laen'] })).toEqual([
      "--variant:1:1 expected a variant of this scenario, found 'laen'; it has lean; did you mean 'lean'?",
    ]);
    expect(problem(head, { variants: ['x'] })).toEqual([
      "--variant:1:1 expected a variant of this scenario, found 'x'; it has none",
    ]);
    expect(problem(lean('seed: 2'), { variants: ['lean', 'lean'] })).toEqual([
      "--variant:2:1 the variant 'lean' is given twice",
    ]);
  });

  it.each([
    ['a resource that is none', 'resources: { shop/workload/apy: {} }', 'shop/workload/apy', 'expected gvc/kind/name'],
    ['what is no patch', 'resources: { shop/workload/api: 5 }', '5', 'expected a map (a patch of shop/workload/api)'],
    [
      'another name',
      'resources: { shop/workload/api: { name: web } }',
      'web',
      "expected 'api', because a patch cannot",
    ],
    [
      'an operator that is none',
      'resources: { shop/workload/api: { spec: { $add/args: [] } } }',
      '$add/args',
      '$add/args is not a PATCH operator',
    ],
    ['a key that no variant has', 'sed: 2', 'sed', "unknown key 'sed'"],
    ['what is no variant', '5', '5', 'expected a map'],
    [
      'what the platform refuses',
      'resources: { shop/workload/api: { spec: { containers: [{ name: main, minCpu: 100m }] } } }',
      '100m',
      'cpu is 500m, so minCpu must be at least 125m',
    ],
    [
      'a field of an entry that it adds',
      'resources: { shop/workload/api: { spec: { $append/containers: [{ name: side, image: "s:1", cpu: much }] } } }',
      'much',
      '',
    ],
    ['an entry of a list', 'demand: [{ to: shop/none, rate: 1/s }]', 'shop/none', ''],
    ['a bad value', 'timing: slow', 'slow', ''],
  ])('where it stands: %s', (_, lines, pointed, start) => {
    const text = lean(lines);
    const { problems } = parse(text, {}, asLean);
    expect(problems).toHaveLength(1);
    const [problem] = problems;
    const line = text.split('\n')[(problem?.line ?? 0) - 1] ?? '';
    expect(line.slice((problem?.column ?? 0) - 1, (problem?.endColumn ?? 0) - 1)).toBe(pointed);
    expect(problem?.message.slice(0, start.length)).toBe(start);
    expect(problem?.severity).toBe('error');
  });

  it('as a warning where the run does without it', () => {
    const { scenario, problems } = parse(lean('sed: 2'));
    expect(scenario).not.toBeNull();
    expect(problems).toMatchObject([{ severity: 'warning', line: 17, column: 5 }]);
  });

  it('also of names that cannot name a folder', () => {
    const text = `${head}variants: { a/b: { seed: 2 } }\n`;
    expect(told(text, {}, { variants: ['a/b'] })).toEqual(['4:13 bad-name']);
  });
});

describe('a patch of a variant', () => {
  it('leaves every other place as it was: what is wrong elsewhere is told as without it', () => {
    const broken = lean(
      'resources: { shop/workload/api: { spec: { containers: [{ name: main, minCpu: 125m }] } } }',
    ).replace('memory: 512Mi }', 'memory: much }');
    expect(told(broken, {}, asLean)).toEqual(told(broken));
    expect(told(broken)).toHaveLength(1);
  });

  it('gives the same scenario as --set does, for any amounts', () => {
    const amounts = fc.record({ minCpu: fc.integer({ min: 125, max: 500 }), minScale: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(amounts, ({ minCpu, minScale }) => {
        const text = lean(
          `resources: { shop/workload/api: { spec: { containers: [{ name: main, minCpu: ${minCpu}m }], defaultOptions: { autoscaling: { minScale: ${minScale}, maxScale: 9 } } } } }`,
        );
        const api = 'shop/workload/api.spec';
        const set = [
          { path: `${api}.containers[0].minCpu`, value: `${minCpu}m` },
          { path: `${api}.defaultOptions.autoscaling.minScale`, value: String(minScale) },
          { path: `${api}.defaultOptions.autoscaling.maxScale`, value: '9' },
        ];
        expect(docOf(text, 'api')).toEqual(good(text, {}, { set }).resources.find(({ name }) => name === 'api')?.doc);
      }),
      { seed: 1, numRuns: 50 },
    );
  });
});
