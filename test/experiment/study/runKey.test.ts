import { describe, expect, it } from 'vitest';
import { capturePlan, type PlanChanges } from '../../../src/experiment/study/planText.ts';
import { runKeys } from '../../../src/experiment/study/runKey.ts';
import type { Inputs } from '../../../src/scenario/read/inputs.ts';
import { failing } from './shops.ts';

const base = failing('20%');

interface Asked {
  readonly file?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly inputs?: Inputs;
  readonly changes?: PlanChanges;
  readonly replication?: number;
  readonly build?: string;
}

/** The key of a run of a text; other files are found by their paths. */
function keyOf(text: string, asked: Asked = {}): string {
  const { file = 'a/shop.yaml', files = {}, inputs = {}, changes = {}, replication = 0, build = '1' } = asked;
  const read = (path: string): string | { error: string } => files[path] ?? { error: `there is no ${path}` };
  const list = (): string[] => Object.keys(files).filter((path) => path.includes('/manifests/'));
  const { plan, parsed } = capturePlan(text, { file, read, list, ...inputs }, changes);
  expect(parsed.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return runKeys(build)(plan, replication);
}

const key = keyOf(base);

describe('the key of a run', () => {
  it('is 64 hexadecimal digits, the same each time', () => {
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(keyOf(base)).toBe(key);
  });

  it.each<[string, string, Asked?]>([
    ['a comment', `# for the autumn\n${base.replace('for: 24h', 'for: 24h # a day')}`],
    ['the order of keys', base.replace('svcsim: 1\nname: failing\n', 'name: failing\nsvcsim: 1\n')],
    ['another style', base.replace('for: 24h', '"for": "24h"')],
    ['the name', base.replace('name: failing', 'name: other')],
    ['a description', `${base}description: of a night\n`],
    ['an expectation', `${base}expect: [{ metric: executions.failed, of: shop/night, is: "<= 3" }]\n`],
    ['a variant that is not applied', `${base}variants: { long: { for: 48h } }\n`],
    ['the seed that is the default', `${base}seed: 1\n`],
    ['the same seed on the command line', base, { inputs: { seed: '1' } }],
    ['a change to the same value', base, { changes: { set: [{ path: 'for', value: '24h' }] } }],
    ['another folder', base, { file: '/elsewhere/b/shop.yaml' }],
    ['another name of the file', base, { file: 'a/market.yaml' }],
  ])('does not change with %s', (_, text, asked) => {
    expect(keyOf(text, asked)).toBe(key);
  });

  it('does not change with a study', () => {
    // Read as it is: this svcsim may not know the shape of studies.
    const plan = (text: string) => capturePlan(text, { file: 'shop.yaml' }).plan;
    const keyFor = runKeys('1');
    const study = 'studies: { autumn: { plans: { today: {} } } }\n';
    expect(keyFor(plan(base + study), 0)).toBe(keyFor(plan(base), 0));
  });

  it.each<[string, string, Asked?]>([
    ['another replication', base, { replication: 1 }],
    ['another seed', `${base}seed: 2\n`],
    ['another seed on the command line', base, { inputs: { seed: '2' } }],
    ['another build', base, { build: '2' }],
    ['another length', base.replace('24h', '25h')],
    ['--set', base, { inputs: { set: [{ path: 'for', value: '25h' }] } }],
    ["a plan's change", base, { changes: { set: [{ path: 'for', value: '25h' }] } }],
    ["a plan's assumption", base, { changes: { assume: { 'cron.forbid.missed': 'lateStart' } } }],
    ['a parameter', `${base}params: { pods: 3 }\n`],
    ['a description of a resource', base.replace('name: night\n', 'name: night\n    description: x\n')],
  ])('changes with %s', (_, text, asked) => {
    expect(keyOf(text, asked)).not.toBe(key);
  });

  it('is the same, whether a variant, --set or the file itself makes the plan', () => {
    const set = [{ path: 'for', value: '25h' }];
    const keys = [
      keyOf(base.replace('24h', '25h')),
      keyOf(base, { inputs: { set } }),
      keyOf(base, { changes: { set } }),
      keyOf(`${base}variants: { longer: { for: 25h } }\n`, { changes: { variants: ['longer'] } }),
    ];
    expect(new Set(keys).size).toBe(1);
  });

  it('tells replications of two seeds apart', () => {
    const keys = ['1', '11'].flatMap((seed) =>
      [0, 1, 10, 11].map((replication) => keyOf(base, { replication, inputs: { seed } })),
    );
    expect(new Set(keys).size).toBe(8);
  });
});

describe('the key of a run with parameters', () => {
  const growing = (value: string, place = `\${hours}h`): string =>
    `${base.replace('24h', `"${place}"`)}params: { hours: ${value} }\n`;
  const drawn = '{ uniform: { from: 24, to: 26 }, round: 1 }';

  it('changes with the distribution, and with the place where it stands', () => {
    const keys = [growing(drawn), growing('{ uniform: { from: 24, to: 27 }, round: 1 }'), growing(drawn, '25h'), base];
    expect(new Set(keys.map((text) => keyOf(text))).size).toBe(4);
  });

  it('is not that of a plan which has the drawn value in every replication', () => {
    const { parsed } = capturePlan(growing(drawn), { file: 'shop.yaml' });
    const value = parsed.scenario?.parameters[0]?.value ?? '';
    expect(value).toMatch(/^2[456]$/);
    expect(keyOf(growing(drawn, `${value}h`))).not.toBe(keyOf(growing(drawn)));
  });

  it('changes if a text moves to an included file, in which no parameter stands', () => {
    const other = `  - { kind: gvc, name: other, description: "of \${hours}", spec: {} }\n`;
    const main = `${growing(drawn)}include: more.yaml\n`;
    const moved = keyOf(main, { files: { 'a/more.yaml': `resources:\n${other}` } });
    const own = main.replace('resources:\n', `resources:\n${other}`);
    expect(keyOf(own, { files: { 'a/more.yaml': 'resources: []\n' } })).not.toBe(moved);
  });
});

describe('the key of a run that reads other files', () => {
  const included = 'resources:\n  - { kind: gvc, name: other, spec: {} }\n';
  const including = `${base}include: parts/more.yaml\n`;
  const withInclude = (text: string): string => keyOf(including, { files: { 'a/parts/more.yaml': text } });

  it('changes with what an included file says, not with its comments, expectations and descriptions', () => {
    const known = withInclude(included);
    expect(withInclude(`# another\n${included}description: parts\n`)).toBe(known);
    expect(withInclude(`${included}expect: [{ metric: executions.failed, of: shop/night, is: "<= 3" }]\n`)).toBe(known);
    expect(withInclude(included.replace('other', 'another'))).not.toBe(known);
  });

  it('changes with the folder of an included file, since paths in it are relative', () => {
    const keyWith = (folder: string): string =>
      keyOf(including, {
        files: { 'a/parts/more.yaml': `include: ${folder}/most.yaml\n`, [`a/parts/${folder}/most.yaml`]: included },
      });
    expect(keyWith('one')).not.toBe(keyWith('two'));
  });

  it('changes with the files that a pattern finds', () => {
    const text = `${base}manifests: manifests/*.yaml\n`;
    const gvc = (name: string): string => `{ kind: gvc, name: ${name}, spec: {} }`;
    const keyWith = (...names: string[]): string =>
      keyOf(text, { files: Object.fromEntries(names.map((name) => [`a/manifests/${name}.yaml`, gvc(name)])) });
    expect(keyWith('one')).toBe(keyWith('one'));
    expect(keyWith('one', 'two')).not.toBe(keyWith('one'));
  });

  it('changes with the content of a price book, not with its folder', () => {
    const text = `${base}prices: prices/book.yaml\n`;
    const book = (list: string): string => `kind: pricebook
name: mine
currency: USD
issuer: Me
skus: [{ id: cpu, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: 1970-01-01T00:00:00Z, list: "${list}" }] }]
`;
    const keyWith = (list: string, folder = 'a'): string =>
      keyOf(text, { file: `${folder}/shop.yaml`, files: { [`${folder}/prices/book.yaml`]: book(list) } });
    expect(keyWith('0.03')).toBe(keyWith('0.03'));
    expect(keyWith('0.03', '/elsewhere/b')).toBe(keyWith('0.03'));
    expect(keyWith('0.04')).not.toBe(keyWith('0.03'));
  });

  it('changes with the content of a trace, and if two traces change places', () => {
    const demand = (file: string): string =>
      `{ to: shop/api, rate: { trace: { file: ${file}, value: n, unit: requests, repeat: true } } }`;
    const web = `  - kind: workload
    gvc: shop
    name: api
    spec:
      type: standard
      containers: [{ name: main, image: api:1, cpu: 500m, memory: 512Mi, ports: [{ number: 80, protocol: http }] }]
      firewallConfig: { external: { inboundAllowCIDR: [0.0.0.0/0] } }
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }
behavior:
  shop/api: { request: { cpu: 1ms, duration: 10ms } }
`;
    const text = `${base.replace('behavior:\n', web)}demand: [${demand('one.csv')}, ${demand('two.csv')}]\n`;
    const trace = (count: number): string =>
      `time,n\n2026-11-01T00:00:00Z,${count}\n2026-11-01T01:00:00Z,${count}\n2026-11-01T02:00:00Z,${count}\n`;
    const keyWith = (one: number, two: number): string =>
      keyOf(text, { files: { 'a/one.csv': trace(one), 'a/two.csv': trace(two) } });
    expect(new Set([keyWith(10, 20), keyWith(10, 21), keyWith(20, 10)]).size).toBe(3);
  });
});

describe('the key of a plan that cannot be read', () => {
  it('is there all the same, and changes with the text', () => {
    const keyFor = runKeys('1');
    const keys = ['', ': [', 'svcsim: 9', 'just text'].map((text) =>
      keyFor(capturePlan(text, { file: 'shop.yaml' }).plan, 0),
    );
    expect(new Set(keys).size).toBe(4);
  });
});
