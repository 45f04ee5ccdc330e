// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is how a scenario names a parameter.
import { describe, expect, it } from 'vitest';
import { isoFromInstant } from '../../../src/engine/time.ts';
import { readDocument } from '../../../src/scenario/parse.ts';
import { ScenarioReading } from '../../../src/scenario/text/reading.ts';
import { good, head, parse, shop, told } from '../builders.ts';

/** The document with its values, before its shape is checked. */
function document(text: string): Record<string, unknown> {
  return { ...readDocument(text, { file: 's.yaml' }, new ScenarioReading({}))?.root };
}

const params = (more: string): string =>
  `${head}params: { n: 24, half: 0.5, word: api, yes: true, long: 80ms, text: "007" }\n${more}`;

describe('${name} in a text', () => {
  it.each([
    ['a whole scalar is read as YAML: a number', '"${n}"', 24],
    ['a fraction', "'${half}'", 0.5],
    ['a truth value', '"${yes}"', true],
    ['a text', '"${long}"', '80ms'],
    ['digits that were written as a text', '"${text}"', 7],
    ['a text because it is tagged so', '!!str "${n}"', '24'],
    ['inside a longer text', '"${n}%/week"', '24%/week'],
    ['twice, and another', '"${n} of ${n} ${word}s"', '24 of 24 apis'],
    ['a blank makes it a longer text', '"${n} "', '24 '],
    ['without quotes outside of braces', '${n}%/week', '24%/week'],
    ['what is not declared stays: manifests hold such', '"${HOME}/${n}"', '${HOME}/24'],
    ['a dollar sign before it stays', '"$${n}"', '$24'],
    ['no braces', '"$n {n}"', '$n {n}'],
    ['blanks inside', '"${ n }"', '${ n }'],
  ])('%s', (_, written, value) => {
    expect(document(params(`installation:\n  baseUrl: ${written}\n`))['installation']).toEqual({ baseUrl: value });
  });

  it('keys stay as they are, and so do the author’s own parts and the texts of files', () => {
    const root = document(params('quotas: { "${n}": 5 }\nx-own: ["${n}"]\nfiles: { a.csv: "${n}" }\n'));
    expect([root['quotas'], root['x-own'], root['files']]).toEqual([{ '${n}': 5 }, ['${n}'], { 'a.csv': '${n}' }]);
  });

  it('amounts of a price book stay texts, its days do not', () => {
    const root = document(params('prices: { dueDays: "${n}", skus: [{ prices: [{ list: "${half}" }] }] }\n'));
    expect(root['prices']).toEqual({ dueDays: 24, skus: [{ prices: [{ list: '0.5' }] }] });
  });

  it('in lists, at any depth', () => {
    expect(document(params('expect: [[{ a: ["${n}"] }]]\n'))['expect']).toEqual([[{ a: [24] }]]);
  });

  it('in the time of the run, its behaviour, expectations, timeline and assumptions', () => {
    const scenario = good(`svcsim: 1
start: "2026-11-0\${day}T00:00:00Z"
for: "\${day}d"
params: { day: 2, boot: { uniform: { from: 10s, to: 10s } }, limit: 3 }
${shop}behavior: { shop/api: { start: "\${boot}" } }
timeline: [{ at: "+\${day}h", get: /gvc/shop/workload/api }]
assumptions: { cron.onFailure.limit: "\${limit}" }
expect: [{ metric: replicas.ready, of: shop/api, atEnd: "\${day}" }]
`);
    const { start, end, behaviours, timeline, assumptions } = scenario;
    expect([isoFromInstant(start), end - start]).toEqual(['2026-11-02T00:00:00.000Z', 2 * 86_400_000]);
    expect(behaviours.workloads.get('shop/workload/api')?.start).toEqual({ kind: 'constant', value: 10_000 });
    expect(timeline[0]?.instants).toEqual([start + 2 * 3_600_000]);
    expect(assumptions['cron.onFailure.limit']).toBe(3);
    expect(scenario.expect[0]?.text).toContain('2');
  });

  it('in a copy: what an anchor shares is replaced in both places, and nothing in what was read', () => {
    const root = document(
      params('x-a: &a { cpu: "${n}" }\nbehavior: { shop/api: *a, shop/web: { <<: *a, memory: 1Mi } }\n'),
    );
    expect(root['behavior']).toEqual({ 'shop/api': { cpu: 24 }, 'shop/web': { cpu: 24, memory: '1Mi' } });
    expect(root['x-a']).toEqual({ cpu: '${n}' });
  });

  it('unquoted inside braces it is no YAML, which the error says with what to write', () => {
    const [one, ...more] = parse(params('demand: [{ to: shop/api, growth: ${n}%/week }]\n')).problems;
    expect(one).toMatchObject({ code: 'yaml-syntax', line: 5, column: 34, hint: 'write "${n}%/week"' });
    expect(one?.message).toContain('needs quotes');
    expect(more).toEqual([]);
    expect(parse(params('expect: [${n}, 2]\n')).problems[0]).toMatchObject({ column: 10, hint: 'write "${n}"' });
    expect(parse(params('expect: [a, {]\n')).problems[0]?.message).not.toContain('quotes');
  });
});

describe('parameters and the changes of a run', () => {
  const text = `${head}params: { growth: { triangular: { low: 3, mode: 5, high: 9 }, round: 0.1 } }
name: "at-\${growth}"
variants:
  calm: { params: { growth: 1 } }
`;
  const changed = (...set: readonly (readonly [path: string, value: string])[]) =>
    good(text, {}, { set: set.map(([path, value]) => ({ path, value })) });
  const value = (...set: readonly (readonly [path: string, value: string])[]): string | undefined =>
    changed(...set).parameters[0]?.value;

  it('--set replaces a distribution by a constant, or a part of it', () => {
    expect(value(['params.growth', '8'])).toBe('8');
    expect(value(['params.growth.round', '5'])).toMatch(/^(5|10)$/);
    expect(Number(value(['params.growth.triangular.mode', '8.9']))).toBeGreaterThan(Number(value()));
  });

  it('a variant sets them too, one by one, and may refer to them', () => {
    expect(good(text, {}, { variants: ['calm'] }).name).toBe('at-1.calm');
    const two = `${head}${shop}params: { a: 1, b: 2 }
name: "\${a}-\${b}"
variants:
  other: { params: { b: 3 }, resources: { shop/workload/api: { description: "\${b} of them" } } }
`;
    const { name, resources } = good(two, {}, { variants: ['other'] });
    expect(name).toBe('1-3.other');
    expect(resources.find((resource) => resource.name === 'api')?.doc['description']).toBe('3 of them');
  });

  it('of a file that it includes are merged one by one', () => {
    const base = { 'base.yaml': 'params: { a: 1, b: 2 }\n' };
    expect(good(`${head}include: base.yaml\nparams: { b: 3 }\nname: "\${a}-\${b}"\n`, base).name).toBe('1-3');
  });

  it('what --set puts in may refer to one', () => {
    expect(changed(['name', 'set-${growth}'], ['params.growth', '2']).name).toBe('set-2');
  });

  it('the file may name a replication, which an option replaces; without one it is 0', () => {
    const names = [{}, { replication: 0 }, { replication: 4 }].map((options) => good(text, {}, options).name);
    expect(names[0]).toBe(names[1]);
    expect(names[2]).not.toBe(names[0]);
    expect(good(`${text}replication: 4\n`).name).toBe(names[2]);
    expect(good(`${text}replication: 4\n`, {}, { replication: 0 }).name).toBe(names[0]);
  });

  it.each([
    ['-1', ['4:14 wrong-value']],
    ['1.5', ['4:14 wrong-type']],
    ['"1"', ['4:14 wrong-type']],
  ])('a replication of %s is an error', (written, problems) => {
    expect(told(`${head}replication: ${written}\n`)).toEqual(problems);
  });
});

describe('a value that is refused', () => {
  const scaled = (max: string): string => {
    const options = 'defaultOptions: { autoscaling: { metric: cpu, target: 60, minScale: 1, maxScale: "${max}" } }';
    return `${head}params: { max: ${max} }\n${shop.replace('type: standard,', `type: standard, ${options},`)}`;
  };

  it('is told with the name, the value and the replication', () => {
    const [one, ...more] = parse(scaled('23.7')).problems;
    expect(more).toEqual([]);
    expect(one).toMatchObject({ line: 11, rule: 'WL-18' });
    expect(one?.message).toMatch(/found 23\.7 \(parameter max = 23\.7, replication 0\)$/);
    const uniform = '{ uniform: { from: 23.1, to: 23.4 } }';
    const [drawn] = parse(scaled(uniform), {}, { replication: 7 }).problems;
    expect(drawn?.message).toMatch(/found (23\.\d+) \(parameter max = \1, replication 7\)$/);
    expect(parse(scaled(uniform.replace(/\}$/, ', round: 1 }'))).problems).toEqual([]);
  });

  it('by its shape, by a reader, and where it came by --set', () => {
    const message = (text: string, set: readonly string[] = []): string | undefined =>
      parse(text, {}, { set: set.map((value) => ({ path: 'timing', value })) }).problems.find(
        ({ severity }) => severity === 'error',
      )?.message;
    expect(message(params('timing: "${word}"\n'))).toMatch(/found 'api' \(parameter word = api, replication 0\)$/);
    expect(message(params(''), ['${n}'])).toMatch(/found 24 \(parameter n = 24, replication 0\)$/);
    expect(message('svcsim: 1\nstart: 2026-11-01T00:00:00Z\nfor: "${n} days"\nparams: { n: 3 }\n')).toMatch(
      /found '3 days' \(parameter n = 3, replication 0\)$/,
    );
  });

  it('by an error about the map around it', () => {
    const text = `${head}params: { low: 9 }\n${shop}behavior: { shop/api: { start: { uniform: { from: "\${low}s", to: 5s } } } }\n`;
    expect(parse(text).problems[0]?.message).toMatch(/uniform\.to \(parameter low = 9, replication 0\)$/);
  });

  it('names several parameters of one text', () => {
    const text = `${head}params: { a: 1, b: 2 }\ntiming: "\${a}-\${b}"\n`;
    expect(parse(text).problems[0]?.message).toMatch(/found '1-2' \(parameters a = 1, b = 2, replication 0\)$/);
  });

  it('a number where a text belongs is told how to keep it one', () => {
    const text = `${head}params: { v: 2 }\nname: "\${v}"\n`;
    expect(parse(text).problems[0]).toMatchObject({ code: 'wrong-type', hint: 'to keep it a text: !!str "${v}"' });
    expect(good(text.replace('name: ', 'name: !!str ')).name).toBe('2');
  });

  it('nothing more is said of what a broken parameter would have filled', () => {
    const text = `${head}params: { n: [] }\ntiming: "\${n}"\nquotas: { domains: "\${n}" }\n`;
    expect(told(text)).toEqual(['4:14 wrong-type']);
  });
});

describe('${name} where no parameter stands', () => {
  it.each([
    ['seed: "${n}"\n', '5:7 misplaced-parameter'],
    ['prefix: "${n}"\n', '5:9 misplaced-parameter'],
    ['include: ["${word}.yaml"]\n', '5:11 misplaced-parameter'],
  ])('%j: it is read before parameters are drawn', (line, problem) => {
    expect(told(params(line))).toContain(problem);
  });

  it('an unknown name is told with the nearest one, where its text is refused', () => {
    const hint = (name: string): string | undefined =>
      parse(`${head}params: { growth: 5 }\ntiming: "\${${name}}"\nname: "\${growth}"\n`).problems[0]?.hint;
    expect(hint('grwth')).toBe("${grwth} is no parameter; did you mean '${growth}'?");
    expect(hint('HOME')).toBe('${HOME} is no parameter; to declare it: params: { HOME: 5 }');
    expect(parse(`${head}timing: "\${x}"\n`).problems[0]?.hint).toContain('to declare it');
  });

  it('files that it includes stay as they are, with a warning, and may declare some', () => {
    const base = 'params: { size: 5 }\norg: acme\ndescription: "${size}"\n';
    const text = `${head}include: base.yaml\nname: "n-\${size}"\n`;
    const { scenario, problems } = parse(text, { 'base.yaml': base });
    expect([scenario?.name, scenario?.description]).toEqual(['n-5', '${size}']);
    expect(problems).toMatchObject([
      {
        file: 'base.yaml',
        line: 3,
        code: 'no-effect',
        severity: 'warning',
        message: '${size} is not replaced here: parameters are replaced only in s.yaml itself',
      },
    ]);
  });

  it('manifests stay as they are', () => {
    const manifest = 'kind: gvc\nname: g\ndescription: "${n}"\n';
    const text = `${head}params: { n: 1 }\nmanifests: g.yaml\nname: "x\${n}"\n`;
    const { scenario, problems } = parse(text, { 'g.yaml': manifest });
    expect(scenario?.resources[0]?.doc['description']).toBe('${n}');
    expect(problems.map(({ file, code }) => `${file} ${code}`)).toEqual(['g.yaml no-effect']);
  });
});

describe('a parameter that stands nowhere', () => {
  it('is a warning, unless a variant uses it', () => {
    expect(told(`${head}params: { a: 1, b: 2 }\nname: "x\${b}"\n`)).toEqual(['4:11 no-effect']);
    expect(told(`${head}params: { a: 1 }\nvariants: { v: { description: "\${a}" } }\n`)).toEqual([]);
  });

  it('is an error where --set makes it up', () => {
    const set = [{ path: 'params.grwth', value: '5' }];
    const { problems } = parse(`${head}params: { growth: 1 }\nname: "x\${growth}"\n`, {}, { set });
    expect(problems).toMatchObject([{ file: '--set', severity: 'error', hint: "did you mean 'params.growth'?" }]);
  });
});
