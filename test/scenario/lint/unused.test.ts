import { describe, expect, it } from 'vitest';
import { head, mountsData, parse, shop, type Texts } from '../builders.ts';

const demand = (from: string): string =>
  `behavior: { shop/api: { request: { cpu: 5ms } } }\ndemand: [{ to: shop/api, rate: 1/s, arrivals: poisson${from} }]\n`;
const ported = shop.replace('memory: 512Mi', 'memory: 512Mi, ports: [{ number: 80 }]');

/** Warnings of what has no effect: what each points at, and its message. */
function unused(
  more: string,
  { resources = ported, files = {} }: { resources?: string; files?: Texts } = {},
): string[] {
  const text = `${head}${resources}${more}`;
  const lines = text.split('\n');
  const { problems } = parse(text, files);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return problems.flatMap(({ code, file, line, column, endColumn, message }) =>
    code === 'no-effect' && file === 's.yaml'
      ? [`${lines[line - 1]?.slice(column - 1, endColumn - 1)}: ${message}`]
      : [],
  );
}

describe('an entry of `locations` that nothing is in, and nobody calls from', () => {
  const nowhere = (name: string): string =>
    `${name}: nothing in this scenario runs in '${name}', and no caller is there: this entry has no effect`;

  it.each([
    ['is told', 'locations: { aws-us-west-2: { zones: 2 } }\n', [nowhere('aws-us-west-2')]],
    ['not where a gvc is there', 'locations: { aws-us-east-1: { zones: 2 } }\n', []],
    ['not where callers are there', `locations: { aws-us-west-2: {} }\n${demand(', from: aws-us-west-2')}`, []],
    [
      'not where the timeline places something there',
      'locations: { aws-us-west-2: { zones: 2 } }\ntimeline: [{ at: +1h, patch: /gvc/shop, with: { spec: { staticPlacement: { locationLinks: [//location/aws-us-west-2] } } } }]\n',
      [],
    ],
    [
      'not where somebody reads the list of locations',
      'locations: { aws-us-west-2: { enabled: false } }\ntimeline: [{ at: +1h, get: /location }]\n',
      [],
    ],
    [
      'not where a variant may be there',
      'locations: { aws-us-west-2: { zones: 2 } }\nvariants: { west: { resources: { gvc/shop: { spec: { staticPlacement: { locationLinks: [//location/aws-us-west-2] } } } } } }\n',
      [],
    ],
  ])('%s', (_, more, expected) => {
    expect(unused(more)).toEqual(expected);
  });

  it('not where there is no workload: then it is for those who ask a session', () => {
    const empty = 'resources: [{ kind: gvc, name: shop }]\n';
    expect(unused('locations: { aws-us-west-2: { zones: 2 } }\n', { resources: empty })).toEqual([]);
  });

  it('with the name that was probably meant', () => {
    const { problems } = parse(`${head}${ported}locations: { aws-us-east-2: { zones: 2 } }\n`);
    expect(problems.map(({ code, hint }) => [code, hint])).toEqual([['no-effect', "did you mean 'aws-us-east-1'?"]]);
  });

  it('not where an included file says it, for others may use it', () => {
    const files = { 'places.yaml': 'locations: { aws-us-west-2: { zones: 2 } }\n' };
    expect(unused('include: places.yaml\n', { files })).toEqual([]);
  });
});

describe('latencies of callers whom there are not', () => {
  const latencies = (entry: string): string => `locations: { aws-us-east-1: { latencies: ${entry} } }\n`;

  it.each([
    [
      'each is told',
      latencies('{ home: 20ms }') + demand(''),
      ["home: no caller is in 'home': this latency has no effect"],
    ],
    ['not of callers whom there are', latencies('{ home: 20ms }') + demand(', from: { home: 100% }'), []],
    ['not of a workload that calls from there', latencies('{ aws-us-east-1: 1ms }') + demand(', by: shop/nightly'), []],
    ['not where nothing is called', latencies('{ home: 20ms }'), []],
    [
      'not where a probe comes from there',
      `${latencies('{ home: 20ms }')}timeline: [{ at: +1h, probe: { to: shop/api, from: home } }]\n`,
      [],
    ],
    [
      'all of a location where nothing is',
      `locations: { aws-us-west-2: { latencies: { aws-us-west-2: 20ms } } }\n${demand(', from: aws-us-west-2')}`,
      ["latencies: no workload runs in 'aws-us-west-2', so these latencies have no effect"],
    ],
  ])('%s', (_, more, expected) => {
    expect(unused(more)).toEqual(expected);
  });
});

describe('a principal who never asks', () => {
  const asked = (as: string): string => `timeline: [{ at: +1h, get: /gvc/shop${as} }]\n`;
  const ann = 'principals: [{ user: ann@example.com }]\n';

  it.each([
    [
      'is told',
      ann + asked(''),
      [
        "{ user: ann@example.com }: no request comes from 'ann@example.com', and nothing refers to it: this principal has no effect",
      ],
    ],
    ['not who asks', ann + asked(', as: //user/ann@example.com'), []],
    ['not where nobody asks: it is for a session', ann, []],
    ['not who has a key', `principals: [{ user: ann@example.com, key: secret }]\n${asked('')}`, []],
    ['not where somebody reads the list of users', ann + asked('').replace('/gvc/shop', '/user'), []],
    [
      'not whom something refers to',
      `${ann}timeline: [{ at: +1h, post: /policy, with: { name: p, targetKind: gvc, target: all, bindings: [{ permissions: [view], principalLinks: [//user/ann@example.com] }] } }]\n`,
      [],
    ],
  ])('%s', (_, more, expected) => {
    expect(unused(more)).toEqual(expected);
  });
});

describe('a text of `files` that nothing reads', () => {
  const rows = '"time,value\\n2026-11-01T00:00:00Z,30\\n2026-11-01T01:00:00Z,60\\n"';
  const traced = (file: string): string =>
    `files: { ${file}: ${rows} }\nbehavior: { shop/data: { usage: { trace: { file: used.csv, unit: MB, repeat: true } } } }\n${mountsData}`;
  const files = { 'used.csv': 'time,value\n2026-11-01T00:00:00Z,30\n2026-11-01T01:00:00Z,60\n' };

  it('is told, and one that is read is not', () => {
    expect(unused(traced('other.csv'), { files })).toEqual(["other.csv: nothing in this scenario reads 'other.csv'"]);
    expect(unused(traced('used.csv'))).toEqual([]);
  });

  it('not where a variant may read it', () => {
    const variant = 'variants: { other: { behavior: { shop/data: { usage: { trace: { file: other.csv } } } } } }\n';
    expect(unused(traced('other.csv') + variant, { files })).toEqual([]);
  });
});
