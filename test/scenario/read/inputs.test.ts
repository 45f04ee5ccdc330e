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
    ['no such resource', 'shop/workload/apo.spec.type', '1', '--set:1:1 unknown-path'],
    ['no such entry', 'shop/workload/api.spec.containers.nope.cpu', '1', '--set:1:35 unknown-path'],
    ['no path', '', '1', '--set:1:1 bad-input'],
    ['__proto__', 'installation.__proto__.x', '1', '--set:1:1 bad-input'],
    ['an unknown key', 'sede', '1', '--set:1:1 unknown-path'],
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

describe('a change by a path that leads nowhere is an error, with the nearest path', () => {
  const errors = (path: string, value: string) =>
    parse(head + shop, {}, set(path, value)).problems.filter(({ severity }) => severity === 'error');

  it('at the unknown part of the input, with the path to copy', () => {
    const path = 'shop/workload/api.spec.defaultOptions.autoscaling.minscale';
    expect(errors(path, '3')).toEqual([
      {
        file: '--set',
        line: 1,
        column: path.indexOf('minscale') + 1,
        endColumn: path.length + 1,
        code: 'unknown-path',
        rule: null,
        severity: 'error',
        message:
          "'shop/workload/api.spec.defaultOptions.autoscaling' has no field 'minscale': this change would have no effect",
        hint: "did you mean 'shop/workload/api.spec.defaultOptions.autoscaling.minScale'?",
      },
    ]);
  });

  it('at the line of its input', () => {
    const sets = [
      { path: 'seed', value: '2' },
      { path: 'sede', value: '3' },
    ];
    expect(told(head, {}, { set: sets })).toEqual(['--set:2:1 unknown-path']);
  });

  it('once, and the scenario is not changed', () => {
    expect(told(head + shop, {}, set('demand[0]', '{ to: nobody }'))).toEqual(['--set:1:8 unknown-path']);
  });

  it('in a map that is given as a value, too', () => {
    const path = 'shop/workload/api.spec.defaultOptions.autoscaling';
    expect(errors(path, '{ metric: cpu, target: 60, maxscale: 3 }')).toMatchObject([
      { code: 'unknown-path', hint: `did you mean '${path}.maxScale'?` },
    ]);
    expect(errors(path, '{ metric: cpu, target: 60, maxScale: 3 }')).toEqual([]);
    expect(errors('timeline[+]', '{ at: +1h, fualt: {} }')).toMatchObject([
      { code: 'unknown-path', hint: "did you mean 'timeline[+].fault'?" },
    ]);
  });

  it('but null removes an unknown field that the file has', () => {
    const text = head + shop.replace('type: standard,', 'type: standard, flavour: 3,');
    expect(parse(text).problems).toMatchObject([{ severity: 'warning', code: 'platform-doubts' }]);
    const path = 'shop/workload/api.spec.flavour';
    expect(parse(text, {}, set(path, 'null')).problems).toEqual([]);
    expect(told(text, {}, set(path, '4'))).toContain('--set:1:24 unknown-path');
    expect(told(text, {}, set('shop/workload/api.spec.flavor', 'null'))).toContain('--set:1:24 unknown-path');
  });

  it('null of a known field that is absent changes nothing', () => {
    const path = 'shop/workload/api.spec.defaultOptions.suspend';
    expect(good(head + shop, {}, set(path, 'null')).resources).toEqual(good(head + shop).resources);
  });

  it('null for a resource that there is not is one, too', () => {
    expect(errors('shop/volumeset/dat', 'null')).toMatchObject([
      { code: 'unknown-path', hint: "did you mean 'shop/volumeset/data'?" },
    ]);
  });

  it('an earlier input may add what a later one changes', () => {
    const sets = [
      { path: 'resources[+]', value: '{ kind: gvc, name: more }' },
      { path: 'gvc/more.description', value: 'one more' },
    ];
    expect(told(head, {}, { set: sets })).toEqual([]);
    expect(told(head, {}, { set: sets.toReversed() })).toEqual(['--set:1:1 unknown-path']);
  });

  it('a location where nothing is', () => {
    const text = `${head}${shop}`;
    expect(errors('locations.aws-us-eest-1.zones', '3')).toMatchObject([
      { code: 'unknown-path', hint: "did you mean 'locations.aws-us-east-1.zones'?" },
    ]);
    expect(errors('locations.aws-us-west-2.zones', '3')).toMatchObject([{ code: 'no-effect', severity: 'error' }]);
    const own = { path: 'locations.byok-lab', value: '{ zones: 2 }' };
    const placed = { path: 'gvc/shop.spec.staticPlacement.locationLinks[+]', value: '//location/byok-lab' };
    expect(told(text, {}, { set: [own, placed] })).toEqual([]);
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

describe('an assumption that there is not', () => {
  const messages = (options: Parameters<typeof parse>[2]): string[] =>
    parse(head, {}, options).problems.map(({ file, message, hint }) => `${file}: ${message} ${hint ?? ''}`.trim());

  it('is an error of --assume, with the nearest name', () => {
    const wrong = "--assume: there is no assumption 'cron.forbid.mised'; did you mean 'cron.forbid.missed'?";
    expect(messages({ assume: { 'cron.forbid.mised': 'lateStart' } })).toEqual([wrong]);
    expect(messages({ assume: { 'cron.forbid.mised': 'null' } })).toEqual([wrong]);
    expect(messages({ assume: { 'cron.forbid.missed': 'null' } })).toEqual([]);
  });

  it('is an error of --set, with the nearest path', () => {
    expect(messages(set('assumptions.cron.forbid.mised', 'lateStart'))).toEqual([
      "--set: there is no assumption 'cron.forbid.mised' did you mean 'assumptions.cron.forbid.missed'?",
    ]);
  });
});

describe('so is that of a variant', () => {
  const variants = (said: string): string => `${head}${shop}variants: { one: ${said} }\n`;
  const taken = (said: string) => parse(variants(said), {}, { variants: ['one'] }).problems;
  const api = 'shop/workload/api';

  it.each([
    [
      'a field that there is not',
      `{ resources: { ${api}: { spec: { defaultOptions: { autoscaling: { minscale: 3 } } } } } }`,
      'minscale',
      `${api}.spec.defaultOptions.autoscaling.minScale`,
    ],
    [
      'one of an entry that is added',
      `{ resources: { ${api}: { spec: { "$append/containers": [{ name: b, image: "b:1", minCPU: 50m }] } } } }`,
      'minCPU',
      `${api}.spec.containers.+.minCpu`,
    ],
    [
      'one of an entry that is merged',
      `{ resources: { ${api}: { spec: { containers: [{ name: main, minCPU: 50m }] } } } }`,
      'minCPU',
      `${api}.spec.containers.main.minCpu`,
    ],
    [
      'one that is replaced',
      `{ resources: { ${api}: { spec: { $replace/defaultoptions: {} } } } }`,
      '$replace/defaultoptions',
      `${api}.spec.defaultOptions`,
    ],
    ['one that is removed', `{ resources: { ${api}: { spec: { jop: null } } } }`, 'jop', `${api}.spec.job`],
    ['one that is dropped', `{ resources: { ${api}: { $drop: [tagz] } } }`, 'tagz', `${api}.tags`],
    [
      'a step that is left out',
      `{ resources: { ${api}: { suspend: true } } }`,
      'suspend',
      `${api}.spec.defaultOptions.suspend`,
    ],
    ['a resource that there is not', '{ resources: { shop/workload/apy: {} } }', 'shop/workload/apy', api],
    ['a behaviour of nothing', '{ behavior: { shop/apo: { start: 3s } } }', 'shop/apo', 'behavior.shop/api'],
    ['a part of a behaviour', '{ behavior: { shop/api: { strat: 3s } } }', 'strat', 'behavior.shop/api.start'],
    ['a key of a demand', '{ demand: [{ to: shop/api, rate: 3/s, grwth: 1%/d }] }', 'grwth', 'demand.+.growth'],
    ['a key of the timeline', '{ timeline: [{ at: +1h, fualt: {} }] }', 'fualt', 'timeline.+.fault'],
    ['a quota', '{ quotas: { domain: 3 } }', 'domain', 'quotas.domains'],
    ['an assumption', '{ assumptions: { cron: { forbid: { mised: x } } } }', 'mised', 'assumptions.cron.forbid.missed'],
    ['a domain of the installation', '{ installation: { apDomain: x } }', 'apDomain', 'installation.appDomain'],
  ])('%s', (_, said, unknown, nearest) => {
    // A demand reaches the workload by its port.
    const ported = variants(said).replace(
      'memory: 512Mi }',
      'memory: 512Mi, ports: [{ number: 80, protocol: http }] }',
    );
    const { problems } = parse(ported, {}, { variants: ['one'] });
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors).toMatchObject([
      { file: 's.yaml', line: 15, code: 'unknown-path', hint: `did you mean '${nearest}'?` },
    ]);
    const line = variants(said).split('\n')[14] ?? '';
    expect(errors.map(({ column, endColumn }) => line.slice(column - 1, endColumn - 1))).toEqual([unknown]);
  });

  it.each([
    ['a field that is absent', `{ resources: { ${api}: { spec: { rolloutOptions: { minReadySeconds: 3 } } } } }`],
    ['one that is removed and absent', `{ resources: { ${api}: { spec: { job: null } } } }`],
    ['tags', `{ resources: { ${api}: { tags: { any: 3 }, "$drop/tags": [other] } } }`],
    ['what no schema lists', `{ resources: { ${api}: { spec: { securityOptions: { any: { thing: 3 } } } } } }`],
    ['a parameter of its own', `{ params: { days: 3 }, for: "\${days}d" }`],
    ['a family of assumptions', '{ assumptions: { replica: { start: { duration: 9s } } } }'],
  ])('%s is known', (_, said) => {
    expect(taken(said).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('a distribution of a parameter', () => {
    const text = `${head}name: "a-\${days}"\nparams: { days: 3 }\nvariants: { one: { params: { days: { unifrm: {} } } } }\n`;
    expect(parse(text, {}, { variants: ['one'] }).problems).toContainEqual(
      expect.objectContaining({ code: 'unknown-path', line: 6, hint: "did you mean 'params.days.uniform'?" }),
    );
  });

  it('but null removes an unknown field that the file has', () => {
    const text = variants(`{ resources: { ${api}: { spec: { flavour: null } } } }`);
    const own = text.replace('type: standard,', 'type: standard, flavour: 3,');
    expect(parse(own, {}, { variants: ['one'] }).problems).toEqual([]);
  });

  it('a map where none belongs is only a wrong type', () => {
    expect(taken('{ seed: { a: 1 } }')).toMatchObject([{ code: 'wrong-type', severity: 'error' }]);
  });

  it('a behaviour may be of what the variant itself or a manifest makes', () => {
    const post = '{ at: +1h, post: /gvc/shop/workload, with: { name: made, spec: { type: standard } } }';
    const made = `{ timeline: [${post}], behavior: { shop/made: { start: 3s } } }`;
    expect(taken(made).filter(({ code }) => code === 'unknown-path')).toEqual([]);
    const text = `${head}manifests: g.yaml\nvariants: { one: { behavior: { g/w: { start: 3s }, g/x: { start: 3s } } } }\n`;
    const workload =
      '{ kind: workload, gvc: g, name: w, spec: { type: standard, containers: [{ name: a, image: "a:1" }] } }';
    const files = { 'g.yaml': `{ kind: gvc, name: g }\n---\n${workload}\n` };
    const problems = parse(text, files, { variants: ['one'] }).problems;
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'unknown-path', hint: "did you mean 'behavior.g/w'?" },
    ]);
  });

  it('one that is not taken keeps no run from starting', () => {
    const said = '{ resources: { shop/workload/api: { spec: { minCpu: 3m } } } }';
    expect(parse(variants(said)).scenario).not.toBeNull();
  });
});
