import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { parseScenario } from '../../src/scenario/parse.ts';
import { renderProblems } from '../../src/scenario/text/frame.ts';
import { head, parse, shop, told } from './builders.ts';

const bomb = `x-a: &a [1,1,1,1,1,1,1,1,1,1]\n${[...'bcdefgh'].map((name, i) => `x-${name}: &${name} [${Array(10).fill(`*${'abcdefgh'[i]}`).join()}]\n`).join('')}`;

/** Lines, each a blank further in than the one before. */
function nested(count: number, line: string): string {
  return Array.from({ length: count }, (_, depth) => `${' '.repeat(depth)}${line}\n`).join('');
}

/** Each row: what is wrong, the text, and all that is told of it. */
const texts: readonly (readonly [reason: string, text: string, told: readonly string[]])[] = [
  ['an empty file', '', ['1:1 empty-file']],
  ['comments alone', '# nothing\n', ['1:1 empty-file']],
  ['a list', '- svcsim: 1\n', ['1:1 wrong-type']],
  ['a word', 'hello', ['1:1 wrong-type']],
  ['a bracket that is not closed', 'svcsim: 1\nname: [a\nseed: 1\n', ['3:1 yaml-syntax']],
  [
    'several mistakes of YAML on one line, of which the first is told',
    `${head}x-a:\n  b: 1\n c: d: e\n`,
    ['6:1 yaml-syntax'],
  ],
  ['a tab that indents', 'svcsim: 1\ninstallation:\n\tbaseUrl: x\n', ['3:1 yaml-syntax']],
  ['two documents', `${head}---\nseed: 2\n`, ['5:1 several-documents']],
  ['an alias bomb', head + bomb, ['9:9 alias-bomb']],
  ['an alias without anchor', `${head}x-a: *b\n`, ['4:6 unknown-alias']],
  ['an alias inside its anchor', `${head}x-a: &a [*a]\n`, ['4:10 alias-cycle']],
  ['a key twice', `${head}seed: 1\nseed: 2\n`, ['5:1 duplicate-key']],
  [
    '__proto__ at the top and below',
    `${head}__proto__: { a: 1 }\ninstallation: { __proto__: 1 }\n`,
    ['4:1 forbidden-key', '5:17 forbidden-key'],
  ],
  ['bytes of a picture', '\u0089PNG\n\u001a\u0000', ['2:1 not-text']],
  ['nesting of 150', `${head}x-a: ${'['.repeat(150)}${']'.repeat(150)}\n`, ['4:106 too-deep']],
  ['nesting of half a million', `${head}x-a: ${'['.repeat(500_000)}`, ['4:6 too-deep']],
  ['nesting of half a million lists in a line', `x-a:\n  ${'- '.repeat(500_000)}`, ['2:3 too-deep']],
  ['nesting of 3000 by indentation', `${head}${nested(3_000, 'a:')}`, ['504:1 too-deep']],
  ['nesting of 3000 by dashes below one another', `${head}x-a:\n${nested(3_000, '- - -')}`, ['503:1 too-deep']],
  ['a number that is none', `${head}x-a: .nan\n`, ['4:6 not-plain']],
  ['a number too long to be kept', `${head}seed: 12345678901234567890\n`, ['4:7 not-plain']],
  ['no format', 'start: 2026-11-01T00:00:00Z\n', ['1:1 missing-key']],
  ['a format of the future, and nothing else is said', 'svcsim: 2\nbogus: 1\n', ['1:9 unknown-format']],
  ['a format as text', 'svcsim: "1"\n', ['1:9 unknown-format']],
  ['a start without zone', 'svcsim: 1\nstart: 2026-11-01T00:00:00\nfor: 1d\n', ['2:8 date-without-zone']],
  ['an offset of 99 hours', 'svcsim: 1\nstart: 2026-11-01T00:00:00+99:00\nfor: 1d\n', ['2:8 bad-date']],
  ['an offset of 99 minutes', 'svcsim: 1\nstart: 2026-11-01T00:00:00+01:99\nfor: 1d\n', ['2:8 bad-date']],
  ['a start before 1970', 'svcsim: 1\nstart: 1969-12-31T23:59:59Z\nfor: 1d\n', ['2:8 before-1970']],
  ['a start that is no day', 'svcsim: 1\nstart: 2026-02-30T00:00:00Z\nfor: 1d\n', ['2:8 bad-date']],
  [
    'an end before the start',
    'svcsim: 1\nstart: 2026-11-01T00:00:00Z\nend: 2026-10-01T00:00:00Z\n',
    ['3:6 end-before-start'],
  ],
  [
    'an end at the start',
    'svcsim: 1\nstart: 2026-11-01T00:00:00Z\nend: 2026-11-01T00:00:00Z\n',
    ['3:6 end-before-start'],
  ],
  ['a run of no length', 'svcsim: 1\nstart: 2026-11-01T00:00:00Z\nfor: 0\n', ['3:6 wrong-type']],
  ['no end', 'svcsim: 1\nstart: 2026-11-01T00:00:00Z\n', ['1:1 missing-key']],
  ['an end and a length', `${head}end: 2026-12-01T00:00:00Z\n`, ['3:1 contradiction']],
  ['a length without unit', 'svcsim: 1\nstart: 2026-11-01T00:00:00Z\nfor: 30\n', ['3:6 wrong-type']],
  ['a length in an unknown unit', 'svcsim: 1\nstart: 2026-11-01T00:00:00Z\nfor: 30 days\n', ['3:6 bad-unit']],
  [
    'unknown keys',
    `${head}resorces: []\nlocations: { aws-us-east-1: { zone: 3 } }\n`,
    ['4:1 unknown-key', '5:31 unknown-key'],
  ],
  ['a name that is a path', `${head}name: ../x\n`, ['4:7 bad-name']],
  ['an assumption of no such name', `${head}assumptions: { cron.forbid.mised: skip }\n`, ['4:16 bad-assumption']],
  [
    'a value that an assumption does not take',
    `${head}assumptions: { cron.forbid.missed: late }\n`,
    ['4:36 bad-assumption'],
  ],
  ['a workload without gvc', `${head}resources: [{ kind: workload, name: api }]\n`, ['4:13 missing-key']],
  [
    'a gvc that is not there',
    `${head}resources: [{ kind: volumeset, gvc: shp, name: data, spec: { initialCapacity: 10 } }, { kind: gvc, name: shop }]\n`,
    ['4:37 unknown-gvc'],
  ],
  [
    'a resource twice',
    `${head}resources: [{ kind: gvc, name: shop }, { kind: gvc, name: shop }]\n`,
    ['4:59 duplicate-resource'],
  ],
  ['a kind of nothing', `${head}resources: [{ kind: worklod, name: api }]\n`, ['4:21 unknown-kind']],
  ['a resource that is text', `${head}resources: [api]\n`, ['4:13 wrong-type']],
  [
    'what one mistake hides elsewhere',
    `${head}seed: []\ntiming: never\nquotas: { foo: 1 }\n`,
    ['4:7 wrong-type', '5:9 wrong-value', '6:11 unknown-key'],
  ],
];

describe('bad input is told with its place, and never thrown', () => {
  it.each(texts)('%s', (_, text, problems) => {
    expect(told(text)).toEqual(problems);
  });

  it.each([
    ['as many values as no alias may add, written out', `${head}x-a: [${'0,'.repeat(510_000)}]\n`, []],
    ['more YAML than there is memory for', `${head}x-a: ${'[0],'.repeat(2_200_000)}\n`, ['1:1 too-long']],
    ['more values in JSON than are read', `{"x-a":[${'0,'.repeat(10_000_001)}0]}`, ['1:1 too-long']],
  ])('%s', (_, text, problems) => {
    expect(told(text)).toEqual(problems);
  });

  it('there is a scenario exactly where there is no error', () => {
    for (const [, text, problems] of texts) expect(parse(text).scenario === null).toBe(problems.length > 0);
    expect(parse(head + shop).scenario).not.toBeNull();
    expect(parse(`${head}behavior: { shop/api: { start: 1s } }\n`).scenario).not.toBeNull();
    expect(parse(`${head}demand: [{ to: shop/api, rate: 1/s }]\n`).scenario).toBeNull();
  });

  it.each([
    ['faults: []', 'write a fault in the timeline: [{ at: +1d, fault: { ... } }]'],
    ['probe: {}', 'write a probe in the timeline: [{ at: +1d, probe: { ... } }]'],
  ])('%s comes with the place where it belongs', (keys, hint) => {
    expect(parse(`${head}${keys}\n`).problems[0]?.hint).toBe(hint);
  });

  it('an unknown key comes with the key that was probably meant', () => {
    const hints = parse(`${head}behaviour: {}\ntimline: []\n`).problems.map((problem) => problem.hint);
    expect(hints).toEqual(["did you mean 'behavior'?", "did you mean 'timeline'?"]);
  });

  it('a format that cannot be read says which can', () => {
    expect(parse('svcsim: 7').problems[0]?.message).toContain('reads format 1');
  });

  it('__proto__ changes no prototype', () => {
    parse(`${head}__proto__: { polluted: true }\nx-a: { "__proto__": { polluted: true } }\n`);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('the rules of the platform are told at their place in the file', () => {
  it('in the scenario', () => {
    const { problems } = parse(`${head}${shop.replace('cpu: 500m', 'cpu: 1000m, minCpu: 100m')}`);
    expect(problems.map(({ line, column, rule }) => ({ line, column, rule }))).toEqual([
      { line: 10, column: 92, rule: 'WL-8' },
    ]);
  });

  it('of a reserve below 1:4 with the assumption that takes it, but not of a stateful workload', () => {
    const hintOf = (text: string) => parse(`${head}${text}`).problems.find(({ rule }) => rule === 'WL-8')?.hint ?? null;
    const small = shop.replace('cpu: 500m', 'cpu: 1000m, minCpu: 100m');
    expect(hintOf(small)).toContain('resource.ratio.appliesTo: stateful');
    expect(hintOf(small.replace('type: standard', 'type: stateful'))).toBeNull();
  });

  it('a field that is missing is told at the key of what lacks it', () => {
    const { problems } = parse(`${head}${shop.replace('job: { schedule: 0 3 * * * }', 'job: {}')}`);
    expect(problems.map(({ line, column, endColumn, rule }) => [line, column, endColumn, rule])).toEqual([
      [14, 71, 74, 'CRON-1'],
    ]);
  });

  it('in a manifest of several documents', () => {
    const manifest =
      'kind: gvc\nname: shop\n---\nkind: workload\nname: api\ngvc: shop\nspec:\n  type: standard\n  containers:\n    - name: main\n      image: api\n      cpu: 1000m\n      minCpu: 100m\n      portz: []\n';
    const { problems } = parse(`${head}manifests: m/*.yaml\n`, { 'm/a.yaml': manifest });
    expect(
      problems.map(({ file, line, column, rule, severity }) => `${file}:${line}:${column} ${rule} ${severity}`),
    ).toEqual(['m/a.yaml:13:15 WL-8 error', 'm/a.yaml:14:7 fields.unknown warning']);
  });
});

describe('a law: no text makes parseScenario throw', () => {
  const word = fc.constantFrom(
    ...[
      'svcsim: 1',
      'start: ',
      '2026-11-01T00:00:00Z',
      'for: 30d',
      'resources:',
      '- ',
      '  ',
      '\n',
      '{',
      '}',
      '[',
      ']',
      ': ',
      ', ',
      '&a ',
      '*a',
      '<<: ',
      '"',
      "'",
      '|',
      '>',
      '#',
      '!!set',
      '---',
      '\t',
    ],
    ...[
      'kind: workload',
      'kind: gvc',
      'name: x',
      'gvc: x',
      'spec:',
      'behavior:',
      'x/x: ',
      'usage',
      'timeline:',
      'at: +1d',
      'every: "* * * * *"',
      'fault',
      'expect:',
      'metric: bill.total',
      'is: 3',
      'include: s.yaml',
      'null',
      '1e9',
      '-1',
      '%',
    ],
  );

  it('of random YAML-like words', () => {
    const files = { 's.yaml': 'a: 1', 'x.yaml': '- 1' };
    const text = fc.array(fc.oneof({ weight: 9, arbitrary: word }, { weight: 1, arbitrary: fc.string() }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, fc.boolean(), (words, isHeaded) => {
        const { scenario, problems, texts } = parse((isHeaded ? head : '') + words.join(''), files);
        expect(scenario === null).toBe(problems.some((problem) => problem.severity === 'error'));
        for (const { line, column, endColumn } of problems)
          expect(line >= 1 && column >= 1 && endColumn > column).toBe(true);
        renderProblems(problems, (file) => texts.get(file));
      }),
      { seed: 1, numRuns: 600 },
    );
  });

  it('of documents of the right keys with values of any kind', () => {
    const keys = [
      'name',
      'seed',
      'org',
      'timing',
      'include',
      'manifests',
      'resources',
      'behavior',
      'demand',
      'timeline',
      'assumptions',
      'prices',
      'expect',
      'variants',
      'locations',
      'principals',
      'quotas',
      'installation',
      'kind',
      'gvc',
      'spec',
      'tags',
      'shop/api',
      'shop/*',
      'usage',
      'trace',
      'growth',
      'points',
      'at',
      'every',
      'post',
      'with',
      'fault',
      'metric',
      'is',
      'of',
      'start',
      'execution',
      'duration',
      'containers',
      'cpu',
      'volumes',
      'hpa',
      'skus',
    ];
    const leaf = fc.oneof(
      fc.constantFrom(
        'workload',
        'gvc',
        'shop',
        '+1d',
        '30s',
        '1GB',
        '5%',
        '<= 3',
        'x',
        '* * * * *',
        'bill.total',
        null,
        true,
      ),
      fc.integer(),
      fc.double(),
      // What JavaScript turns into text by asking it.
      fc.constantFrom<object>({ toString: 1, valueOf: 1 }, [{ toString: null }], { length: 2, toJSON: 1, toString: 1 }),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 4 }),
      ),
    }));
    const document = fc.dictionary(fc.constantFrom(...keys.slice(0, 18)), tree, { maxKeys: 6 });
    fc.assert(
      fc.property(document, (more) => {
        const text = JSON.stringify({ svcsim: 1, start: '2026-11-01T00:00:00Z', for: '2d', ...more });
        const { problems } = parseScenario(text, { file: 's.json' });
        expect(problems.filter(({ message }) => /\[object|undefined/.test(message))).toEqual([]);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('of a whole scenario, of which any one value is a map or a list that cannot be made text', () => {
    const file = 'scenarios/tour/04-a-stateful-set.yaml';
    const text = readFileSync(file, 'utf8');
    for (const path of pathsOf(parseYaml(text)))
      for (const value of [{ toString: 1, valueOf: 1 }, [{ toString: null }], 'NaN']) {
        const document = parseYaml(text);
        put(document, path, value);
        const { problems } = parseScenario(JSON.stringify(document), { file });
        const told = problems.map(({ message, hint }) => `${message} ${hint ?? ''}`);
        expect(told.filter((one) => /\[object|undefined/.test(one))).toEqual([]);
      }
  });
});

/** Of every value below the root. */
function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  const inner = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [...(path.length === 0 ? [] : [path]), ...inner.flatMap(([key, one]) => pathsOf(one, [...path, key]))];
}

function put(document: unknown, path: readonly string[], value: unknown): void {
  const holder = path.slice(0, -1).reduce<unknown>((one, key) => Reflect.get(one as object, key), document);
  Reflect.set(holder as object, path.at(-1) ?? '', value);
}
