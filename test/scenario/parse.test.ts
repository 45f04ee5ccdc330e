import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { behaviourBook } from '../../src/scenario/read/behaviours.ts';
import type { Scenario } from '../../src/scenario/scenario.ts';
import { good, head, parse, shop, told } from './builders.ts';

/** A scenario without the places of its parts, for comparison. */
function plain(scenario: Scenario): unknown {
  return JSON.parse(
    JSON.stringify(scenario, (key, value) =>
      key === 'place' || key === 'files' ? undefined : value instanceof Map ? [...value] : value,
    ),
  );
}

describe('the settings of a run', () => {
  it('defaults: org acme, seed 1, measured, prefix svc, the name of the file', () => {
    const { org, seed, timing, prefix, name, prices } = good(head);
    expect({ org, seed, timing, prefix, name, prices }).toEqual({
      org: 'acme',
      seed: '1',
      timing: 'measured',
      prefix: 'svc',
      name: 's',
      prices: null,
    });
  });

  it('end and for say the same', () => {
    expect(good(head).end).toBe(Date.UTC(2026, 11, 1));
    expect(good('svcsim: 1\nstart: 2026-11-01T01:00:00+01:00\nend: 2026-12-01T00:00:00Z\n').start).toBe(
      good(head).start,
    );
  });

  it.each([
    ['a/b/black-friday.yaml', 'black-friday'],
    ['-', 'scenario'],
    ['x.scenario.json', 'x.scenario'],
  ])('a scenario without a name in %s is called %s', (file, name) => {
    expect(good(head, {}, { file }).name).toBe(name);
  });

  it('a seed as number and as text is one seed', () => {
    expect(good(`${head}seed: 7\n`).seed).toBe(good(`${head}seed: "7"\n`).seed);
  });

  it('assumptions are resolved, and those that were given are known', () => {
    const scenario = good(`${head}assumptions: { cron.onFailure.limit: 3, replica.start.duration: 30s }\n`);
    expect(scenario.assumptions['cron.onFailure.limit']).toBe(3);
    expect(scenario.assumptions['replica.start.duration']).toEqual({ kind: 'constant', value: 30_000 });
    expect(scenario.assumptionsGiven.toSorted()).toEqual(['cron.onFailure.limit', 'replica.start.duration']);
  });

  it('timing: instant makes drawn durations 0', () => {
    expect(good(`${head}timing: instant\n`).assumptions['replica.pull.duration']).toEqual({
      kind: 'constant',
      value: 0,
    });
  });

  it('locations add to the catalogue: a new one becomes a resource, a known one does not', () => {
    const { locations, resources } = good(
      `${head}locations:\n  byok-home: { provider: byok, region: home, zones: 1 }\n  aws-us-east-1: { zones: 2, latencies: { gcp-us-east1: 40ms } }\n`,
    );
    expect([...locations.keys()]).toEqual(['aws-us-east-1', 'byok-home']);
    expect(locations.get('aws-us-east-1')?.latencies.get('gcp-us-east1')).toBe(40);
    expect(resources.map((resource) => resource.link)).toEqual(['/org/acme/location/byok-home']);
  });

  it('a weight of a location is heeded, or warned of where requests do not go by weights (`traffic.route.location`)', () => {
    const weighed = `${head}locations: { aws-us-east-1: { weight: 3 } }\n`;
    const { scenario, problems } = parse(weighed);
    expect(scenario?.locations.get('aws-us-east-1')?.weight).toBe(3);
    expect(problems).toMatchObject([
      { severity: 'warning', rule: 'traffic.route.location', message: expect.stringContaining('has no effect') },
    ]);
    expect(parse(`${weighed}assumptions: { traffic.route.location: weights }\n`).problems).toEqual([]);
  });

  it('keys that begin with x- are a place for anchors, and << merges them', () => {
    const { resources } = good(
      `${head}x-spec: &spec { type: standard, containers: [{ name: a, image: "a:1" }] }\nresources:\n  - { kind: gvc, name: g }\n  - { kind: workload, gvc: g, name: one, spec: *spec }\n  - { kind: workload, gvc: g, name: two, spec: { <<: *spec, defaultOptions: { debug: true } } }\n`,
    );
    expect(resources[2]?.doc['spec']).toEqual({
      type: 'standard',
      containers: [{ name: 'a', image: 'a:1' }],
      defaultOptions: { debug: true },
    });
    expect(resources[1]?.doc['spec']).toEqual({ type: 'standard', containers: [{ name: 'a', image: 'a:1' }] });
  });

  it('NET-5: a domain routes to workloads of the scenario, and to no others', () => {
    const domain = (to: string): string =>
      `${head}${shop}  - { kind: domain, name: a.example.com, spec: { routes: [{ workloadLink: ${to} }] } }\n`;
    expect(good(domain('//gvc/shop/workload/api')).resources[0]).toMatchObject({
      kind: 'domain',
      link: '/org/acme/domain/a.example.com',
    });
    expect(told(domain('//gvc/shop/workload/apy'))).toEqual(['15:75 platform-refuses']);
  });

  it('a price book that cannot be read is told where it stands', () => {
    expect(
      told(`${head}prices: book.yaml\n`, {
        'book.yaml':
          'kind: pricebook\nname: x\ncurrency: usd\nissuer: y\nskus: [{ id: a, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: 2027-01-01T00:00:00Z, list: "1" }] }]\n',
      }),
    ).toEqual(['book.yaml:3:11 price-book']);
  });

  it.each([
    ['after', '2026-11-02', true],
    ['with', '2026-11-01', false],
  ])('a price that begins %s the run, told where it begins', (_, day, isGap) => {
    const book = `{ kind: pricebook, name: x, currency: USD, issuer: y, skus: [{ id: a, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: ${day}T00:00:00Z, list: "1" }] }] }`;
    const { problems, scenario } = parse(`${head}prices: ${book}\n`);
    expect(scenario === null).toBe(isGap);
    expect(problems.map(({ line, column, message }) => [line, column, message])).toEqual(
      !isGap
        ? []
        : [
            [
              4,
              8 + book.indexOf(day) + 1,
              'gap: a has no price from 2026-11-01T00:00:00Z until 2026-11-02T00:00:00Z, while the run needs one; write "0" for a free meter',
            ],
          ],
    );
  });

  it('a gap in a book of its own file is told there', () => {
    const book =
      'kind: pricebook\nname: x\ncurrency: USD\nissuer: y\nskus:\n  - id: a\n    meters: [reserved-cpu]\n    unit: Core-Hours\n    prices:\n      - { from: 2026-01-01T00:00:00Z, until: 2026-11-30T00:00:00Z, list: "1" }\n';
    expect(told(`${head}prices: book.yaml\n`, { 'book.yaml': book })).toEqual(['book.yaml:10:46 price-book']);
    expect(told(`${head.replace('30d', '29d')}prices: book.yaml\n`, { 'book.yaml': book })).toEqual([]);
  });
});

describe('order carries no meaning but in the timeline', () => {
  const resources = shop.split('\n').slice(1).join('\n');

  it('resources come by link, whatever the order of the file', () => {
    const [gvc, volumeset, ...rest] = resources.split(/\n(?= {2}- )/);
    const turned = `resources:\n${[...rest.map((text) => text.trimEnd()).toReversed(), volumeset, gvc].join('\n')}\n`;
    expect(turned).not.toBe(shop);
    expect(plain(good(head + turned))).toEqual(plain(good(head + shop)));
  });

  it('a law: keys of the file may stand in any order', () => {
    const parts = [
      'seed: 3\n',
      'org: x\n',
      shop,
      'behavior: { shop/api: { start: 3s }, "shop/*": { start: 4s, stop: 1s }, "*/*": { stop: 9s } }\n',
      'assumptions: { cron.onFailure.limit: 3, replica.start.duration: 30s }\n',
      'quotas: { agents: 1, domains: 2 }\n',
    ];
    const given = plain(good(head + parts.join('')));
    fc.assert(
      fc.property(fc.shuffledSubarray(parts, { minLength: parts.length }), (shuffled) => {
        expect(plain(good(head + shuffled.join('')))).toEqual(given);
      }),
      { seed: 1, numRuns: 20 },
    );
  });
});

describe('YAML and JSON', () => {
  it('the same scenario in both is one scenario', () => {
    const json = JSON.stringify(
      {
        svcsim: 1,
        start: '2026-11-01T00:00:00Z',
        for: '30d',
        resources: [{ kind: 'gvc', name: 'shop' }],
        behavior: { '*/*': { start: '1s' } },
      },
      null,
      2,
    );
    const yaml = `${head}resources: [{ kind: gvc, name: shop }]\nbehavior: { "*/*": { start: 1s } }\n`;
    expect(plain(good(json))).toEqual(plain(good(yaml)));
  });

  it('lines that end in CRLF, and a byte order mark, change nothing', () => {
    expect(plain(good(`\uFEFF${(head + shop).replaceAll('\n', '\r\n')}`))).toEqual(plain(good(head + shop)));
  });

  it('a file of 1 MB is read whole', () => {
    const workloads = Array.from(
      { length: 2_500 },
      (_, i) =>
        `  - kind: workload\n    gvc: shop\n    name: w${i}\n    description: ${'one of a great many workloads '.repeat(6)}\n    spec:\n      type: standard\n      containers:\n        - name: main\n          image: registry.example/main:1\n          cpu: 100m\n          memory: 128Mi\n`,
    );
    const text = head + shop + workloads.join('');
    expect(text.length).toBeGreaterThan(990_000);
    expect(good(text).resources).toHaveLength(2_504);
  });
});

describe('include', () => {
  const base =
    'seed: 5\norg: base\nresources:\n  - { kind: gvc, name: shop, description: base }\n  - { kind: gvc, name: other }\nbehavior: { shop/api: { start: 1s, stop: { uniform: { from: 1s, to: 2s } } } }\ntimeline: [{ at: +1d, get: /gvc/base }]\nassumptions: { cron.onFailure.limit: 3 }\n';
  const own = `${head}include: lib/base.yaml\nseed: 6\nresources: [{ kind: gvc, name: shop, description: own }]\nbehavior: { shop/api: { stop: 3s } }\ntimeline: [{ at: +1d, get: /gvc/own }]\n`;

  it('comes first: own values, resources and parts of behaviour stand, lists are joined', () => {
    const scenario = good(own, { 'lib/base.yaml': base });
    expect([scenario.seed, scenario.org]).toEqual(['6', 'base']);
    expect(scenario.resources.map(({ name, doc }) => [name, doc['description']])).toEqual([
      ['other', undefined],
      ['shop', 'own'],
    ]);
    expect(behaviourBook(scenario.behaviours).workload('shop', 'api')).toEqual({
      start: { kind: 'constant', value: 1_000 },
      stop: { kind: 'constant', value: 3_000 },
    });
    expect(scenario.timeline.map(({ action }) => (action.kind === 'request' ? action.path : ''))).toEqual([
      '/org/base/gvc/base',
      '/org/base/gvc/own',
    ]);
    expect(scenario.assumptions['cron.onFailure.limit']).toBe(3);
    expect(scenario.files).toEqual(['s.yaml', 'lib/base.yaml']);
  });

  it('problems stand in the file they come from', () => {
    const problems = told(own, {
      'lib/base.yaml': base.replace('+1d', '1d').replace('cron.onFailure', 'cron.onFailur'),
    });
    expect(problems).toEqual(['7:13 unknown-name', 'lib/base.yaml:7:18 bad-date', 'lib/base.yaml:8:16 bad-assumption']);
  });

  it('a circle is told once, at the entry that closes it', () => {
    expect(
      told(`${head}include: a.yaml\n`, { 'a.yaml': 'include: [b.yaml]\n', 'b.yaml': 'include: a.yaml\n' }),
    ).toEqual(['b.yaml:1:10 cyclic-include']);
    expect(told(`${head}include: s.yaml\n`)).toEqual(['4:10 cyclic-include']);
  });

  it('a file that two others include counts once', () => {
    const scenario = good(`${head}include: [a.yaml, b.yaml]\n`, {
      'a.yaml': 'include: c.yaml\n',
      'b.yaml': 'include: c.yaml\n',
      'c.yaml': 'timeline: [{ at: +1d, get: / }]\n',
    });
    expect(scenario.timeline).toHaveLength(1);
  });

  it('a missing file is told at its name', () => {
    expect(told(`${head}include: [nope.yaml]\nmanifests: [no.yaml, no/*.yaml]\n`)).toEqual([
      '4:11 file-unreadable',
      '5:13 file-unreadable',
      '5:22 no-such-file',
    ]);
  });

  it('paths count from the file they stand in', () => {
    const files = { 'lib/deep/a.yaml': 'manifests: ../m/x.yaml\n', 'lib/m/x.yaml': 'kind: gvc\nname: found\n' };
    expect(good(`${head}include: lib/deep/a.yaml\n`, files).resources.map((resource) => resource.name)).toEqual([
      'found',
    ]);
  });
});

describe('manifests', () => {
  it('hold several documents, lists of them, or kind: list', () => {
    const files = {
      'm/a.yaml': 'kind: gvc\nname: a\n---\n- { kind: gvc, name: b }\n---\n',
      'm/b.json': '{"kind":"list","items":[{"kind":"gvc","name":"c"}]}',
    };
    expect(good(`${head}manifests: ["m/*", m/a.yaml]\n`, files).resources.map((resource) => resource.name)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });
});

describe('the first lesson', () => {
  it('is a good scenario without a warning', () => {
    const file = 'scenarios/tour/01-one-volume.yaml';
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    expect(parse(text, {}, { file }).problems).toEqual([]);
    expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=../../schema/scenario.schema.json');
  });
});
