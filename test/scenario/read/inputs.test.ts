import { describe, expect, it } from 'vitest';
import { good, head, parse, shop, told } from '../builders.ts';

const set = (path: string, value: string) => ({ set: [{ path, value }] });
const spec = (path: string, value: string): unknown =>
  good(head + shop, {}, set(path, value)).resources.find((resource) => resource.name === 'api')?.doc['spec'];

describe('--set changes the document before it is checked', () => {
  it('a field of a resource, made where it is missing', () => {
    expect(spec('shop/workload/api.spec.defaultOptions.autoscaling.minScale', '3')).toMatchObject({
      defaultOptions: { autoscaling: { minScale: 3 } },
    });
  });

  it.each([
    'shop/workload/api.spec.containers[0].cpu',
    'shop/workload/api.spec.containers.0.cpu',
    'shop/workload/api.spec.containers.main.cpu',
  ])('an entry of a list: %s', (path) => {
    expect(spec(path, '250m')).toMatchObject({ containers: [{ cpu: '250m', memory: '512Mi' }] });
  });

  it('a number where a text belongs is told with the form that a shell leaves as it is', () => {
    const path = 'shop/workload/api.spec.containers.main.cpu';
    expect(parse(head + shop, {}, set(path, '2')).problems).toMatchObject([
      {
        file: '--set',
        message: 'cpu must be a string; found 2 as a number: quote it',
        hint: `in a shell write --set '${path}="2"'`,
      },
    ]);
    expect(spec(path, '"2"')).toMatchObject({ containers: [{ cpu: '2' }] });
    const [own] = parse(head + shop.replace('cpu: 500m', 'cpu: 2')).problems;
    expect([own?.rule, own?.hint]).toEqual(['WL-4', undefined]);
  });

  it('null takes a key away', () => {
    expect(spec('shop/workload/api.spec.containers[0].memory', 'null')).toEqual({
      type: 'standard',
      containers: [{ name: 'main', image: 'api:1', cpu: '500m' }],
    });
  });

  it('null takes a whole resource away, and the others keep their places', () => {
    const left = good(head + shop, {}, set('shop/volumeset/data', 'null'));
    expect(left.resources.map(({ name }) => name)).toEqual(['shop', 'api', 'nightly']);
    const before = good(head + shop).resources.filter(({ name }) => name !== 'data');
    expect(left.resources.map(({ place }) => place)).toEqual(before.map(({ place }) => place));
    expect(parse(head + shop, {}, set('shop/volumeset/data', '{}')).problems).toMatchObject([
      { code: 'bad-input', hint: 'shop/volumeset/data=null removes the whole resource' },
    ]);
  });

  it('+ adds an entry to a list, and makes the list where there is none', () => {
    const entry = '{ at: +1h, delete: /gvc/shop/workload/api }';
    expect(good(head + shop, {}, set('timeline[+]', entry)).timeline).toHaveLength(1);
    const both = {
      set: [
        { path: 'timeline[+]', value: entry },
        { path: 'timeline.+', value: entry },
      ],
    };
    expect(good(head + shop, {}, both).timeline).toHaveLength(2);
  });

  it.each([
    ['for', '2d', head.replace('for: 30d', 'end: 2026-12-01T00:00:00Z')],
    ['end', '2026-11-03T00:00:00Z', head],
  ])('%s takes the place of the other way to say the end', (key, value, text) => {
    const { start, end } = good(text, {}, set(key, value));
    expect(end - start).toBe(2 * 86_400_000);
    expect(told(text, {}, set(key, 'null'))).toEqual([]);
  });

  it('both ends at once stay a contradiction', () => {
    const sets = [
      { path: 'for', value: '2d' },
      { path: 'end', value: '2026-11-03T00:00:00Z' },
    ];
    expect(told(head, {}, { set: sets })).toEqual(['--set:1:1 contradiction']);
  });

  it('keys of the scenario, with dots and slashes in them', () => {
    expect(good(head, {}, set('seed', '2')).seed).toBe('2');
    expect(
      good(head + shop, {}, set('behavior.shop/api.start', '{ exponential: { mean: 3s } }')).behaviours.workloads.get(
        'shop/workload/api',
      ),
    ).toEqual({ start: { kind: 'exponential', mean: 3_000 } });
    expect(good(head, {}, set('assumptions.cron.onFailure.limit', '3')).assumptions['cron.onFailure.limit']).toBe(3);
  });

  it('changes no other use of an anchor', () => {
    const text = `${head}x-spec: &spec { type: standard, containers: [{ name: a, image: "a:1" }] }\nresources: [{ kind: gvc, name: g }, { kind: workload, gvc: g, name: one, spec: *spec }, { kind: workload, gvc: g, name: two, spec: *spec }]\n`;
    const { resources } = good(text, {}, set('g/workload/one.spec.containers[0].image', 'b:2'));
    expect(resources.map((resource) => JSON.stringify(resource.doc['spec'] ?? null).includes('b:2'))).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('reaches manifests, too', () => {
    expect(
      good(`${head}manifests: g.yaml\n`, { 'g.yaml': 'kind: gvc\nname: g\n' }, set('gvc/g.description', 'hello'))
        .resources[0]?.doc['description'],
    ).toBe('hello');
  });

  it.each([
    ['no such resource', 'shop/workload/apo.spec.type', '1', '--set:1:1 bad-input'],
    ['no such entry', 'shop/workload/api.spec.containers.nope.cpu', '1', '--set:1:1 bad-input'],
    ['no path', '', '1', '--set:1:1 bad-input'],
    ['__proto__', 'installation.__proto__.x', '1', '--set:1:1 bad-input'],
    ['an unknown key', 'sede', '1', '--set:1:1 unknown-key'],
    ['a value that the platform refuses', 'shop/workload/api.spec.type', 'big', '--set:1:1 platform-refuses'],
  ])('%s is told at the input', (_, path, value, problem) => {
    expect(told(head + shop, {}, set(path, value))[0]).toBe(problem);
  });

  it('shows the input as the line of a file', () => {
    const { texts } = parse(
      head,
      {},
      {
        set: [
          { path: 'seed', value: '1' },
          { path: 'name', value: 'a' },
        ],
      },
    );
    expect(texts.get('--set')).toBe('seed=1\nname=a');
  });
});

describe('--assume and --seed', () => {
  it('stand over the file', () => {
    const scenario = good(
      `${head}seed: 1\nassumptions: { cron.onFailure.limit: 2 }\n`,
      {},
      { seed: '9', assume: { 'cron.onFailure.limit': '3' } },
    );
    expect([scenario.seed, scenario.assumptions['cron.onFailure.limit']]).toEqual(['9', 3]);
  });

  it('__proto__ is refused as a name, which no assumption has', () => {
    const assume = Object.fromEntries([['__proto__', '1']]);
    expect(told(head, {}, { assume })).toEqual(['--assume:1:1 bad-input']);
  });

  it('a mistake is told at the input', () => {
    expect(told(head, {}, { assume: { 'cron.onFailure.limit': 'much' } })).toEqual(['--assume:1:1 bad-assumption']);
  });
});

describe('a change by a path that leads nowhere is an error, with the nearest path (`fields.unknown`)', () => {
  const wrong = (path: string, value: string) =>
    parse(head + shop, {}, set(path, value)).problems.filter(({ severity }) => severity === 'error');

  it.each([
    [
      'another case',
      'shop/workload/api.spec.defaultOptions.autoscaling.minscale',
      'shop/workload/api.spec.defaultOptions.autoscaling.minScale',
    ],
    ['a slip', 'shop/workload/api.spec.typpe', 'shop/workload/api.spec.type'],
    [
      'half of a word',
      'shop/workload/api.spec.rolloutOptions.maxSurge',
      'shop/workload/api.spec.rolloutOptions.maxSurgeReplicas',
    ],
    [
      'an entry of a list',
      'shop/workload/api.spec.containers.main.minCPU',
      'shop/workload/api.spec.containers.0.minCpu',
    ],
    ['a step that was left out', 'shop/workload/api.spec.suspend', 'shop/workload/api.spec.defaultOptions.suspend'],
    ['all steps left out', 'shop/workload/api.minScale', 'shop/workload/api.spec.defaultOptions.autoscaling.minScale'],
    ['a gvc', 'gvc/shop.spec.locationLinks', 'gvc/shop.spec.staticPlacement.locationLinks'],
  ])('%s', (_, path, nearest) => {
    expect(wrong(path, '3')).toMatchObject([
      { file: '--set', code: 'unknown-field', rule: 'fields.unknown', hint: `did you mean '${nearest}'?` },
    ]);
  });

  it('in a map that is given as a value, too', () => {
    const path = 'shop/workload/api.spec.defaultOptions.autoscaling';
    expect(wrong(path, '{ metric: cpu, target: 60, maxscale: 3 }')).toMatchObject([
      { code: 'unknown-field', hint: `did you mean '${path}.maxScale'?` },
    ]);
    expect(wrong(path, '{ metric: cpu, target: 60, maxScale: 3 }')).toEqual([]);
  });

  it('without a guess where nothing is near', () => {
    expect(wrong('shop/workload/api.spec.flavour', '3')).toEqual([
      expect.not.objectContaining({ hint: expect.anything() }),
    ]);
  });

  it('of a behaviour of nothing', () => {
    expect(wrong('behavior.shop/apo.start', '3s')).toMatchObject([
      { code: 'unknown-name', hint: "did you mean 'shop/api'?" },
    ]);
    expect(wrong('behavior.shop/x*.start', '3s')).toMatchObject([{ code: 'unknown-name' }]);
  });

  it('what the file itself says so stays a warning', () => {
    const text = `${head}${shop.replace('type: standard,', 'type: standard, flavour: 3,')}behavior: { shop/apo: { start: 3s } }\n`;
    expect(parse(text).problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'warning platform-doubts',
      'warning unknown-name',
    ]);
    expect(parse(text, {}, set('seed', '2')).scenario).not.toBeNull();
  });
});

describe('so is that of a variant', () => {
  const variants = (said: string): string => `${head}${shop}variants: { one: ${said} }\n`;
  const taken = (said: string) => parse(variants(said), {}, { variants: ['one'] }).problems;

  it.each([
    [
      'a field that there is not',
      '{ resources: { shop/workload/api: { spec: { defaultOptions: { autoscaling: { minscale: 3 } } } } } }',
      'unknown-field',
      "did you mean 'spec.defaultOptions.autoscaling.minScale'?",
    ],
    [
      'one of an entry that is added',
      '{ resources: { shop/workload/api: { spec: { "$append/containers": [{ name: b, image: "b:1", minCPU: 50m }] } } } }',
      'unknown-field',
      "did you mean 'spec.containers.1.minCpu'?",
    ],
    ['a behaviour of nothing', '{ behavior: { shop/apo: { start: 3s } } }', 'unknown-name', "did you mean 'shop/api'?"],
  ])('%s', (_, said, code, hint) => {
    const errors = taken(said).filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([{ file: 's.yaml', code, hint }]);
    expect(taken(said).filter(({ rule }) => rule === 'fields.unknown').length).toBeLessThan(2);
  });

  it('one that is not taken keeps no run from starting', () => {
    const said = '{ resources: { shop/workload/api: { spec: { minCpu: 3m } } } }';
    expect(parse(variants(said)).scenario).not.toBeNull();
  });
});
