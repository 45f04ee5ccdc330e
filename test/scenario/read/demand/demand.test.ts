import { describe, expect, it } from 'vitest';
import { day, hour, minute, second, week } from '../../../../src/engine/time.ts';
import { curveAt, type RateCurve } from '../../../../src/platform/traffic/curve.ts';
import type { Demand } from '../../../../src/platform/traffic/demand.ts';
import { defaultAssumptions } from '../../../../src/rules/assumptions.ts';
import { readDemand } from '../../../../src/scenario/read/demand/demand.ts';
import { loadScenario } from '../../../../src/scenario/read/load.ts';
import { namesOf } from '../../../../src/scenario/read/names.ts';
import { inReadingOrder, type Problem } from '../../../../src/scenario/text/problem.ts';
import { ScenarioReading } from '../../../../src/scenario/text/reading.ts';
import type { Texts } from '../../builders.ts';

/** A Sunday at 00:00. */
const start = 1_793_491_200_000;
const head = `svcsim: 1
locations: { aws-us-east-1: { latencies: { berlin: 40ms } } }
resources:
  - { kind: workload, gvc: shop, name: api, spec: { type: standard, containers: [{ name: a, image: a, ports: [{ number: 80 }] }] } }
  - { kind: workload, gvc: shop, name: web, spec: { containers: [{ name: a, image: a, ports: [{ number: 80 }] }] } }
  - { kind: workload, gvc: shop, name: worker, spec: { type: standard, containers: [{ name: a, image: a }] } }
  - { kind: workload, gvc: shop, name: waiter, spec: { type: standard, containers: [{ name: a, image: a }] } }
  - { kind: workload, gvc: shop, name: nightly, spec: { type: cron, containers: [{ name: a, image: a }] } }
  - { kind: volumeset, gvc: shop, name: data, spec: {} }
timeline:
  - { at: +1d, post: /gvc/shop/workload, with: { name: later } }
  - { at: +1d, patch: /gvc/shop/workload/waiter, with: { spec: { containers: [{ name: a, image: a, ports: [{ number: 80 }] }] } } }
`;
interface Found {
  readonly demand: readonly Demand[];
  readonly problems: readonly Problem[];
  /** Each with the text it points at, `?` before a warning; in other files with its place. */
  readonly told: readonly string[];
}

function read(entries: string, files: Texts = {}): Found {
  const reading = new ScenarioReading({ read: (path) => files[path] ?? { error: 'no such file' } });
  const text = `${head}demand:\n${entries}\n`;
  const root = loadScenario(text, 's.yaml', reading);
  if (root === null) throw new Error('no scenario');
  const demand = readDemand(root, {
    reading,
    names: namesOf(root),
    assumptions: defaultAssumptions,
    period: { start, end: start + 30 * day },
    window: null,
  });
  const problems = inReadingOrder(reading.problems, 's.yaml');
  const lines = text.split('\n');
  const told = problems.map(({ file, line, column, endColumn, code, severity }) => {
    const place = file === 's.yaml' ? lines[line - 1]?.slice(column - 1, endColumn - 1) : `${file}:${line}:${column}`;
    return `${severity === 'warning' ? '? ' : ''}${code}: ${place}`;
  });
  return { demand, problems, told };
}

const one = (keys: string, files: Texts = {}): Found => read(`  - { to: shop/api, ${keys} }`, files);
function good(keys: string, files: Texts = {}): Demand {
  const { demand, problems } = one(keys, files);
  const [first] = demand;
  if (first === undefined || problems.length > 0) throw new Error(JSON.stringify(problems, null, 1));
  return first;
}
const rateAt = (curve: RateCurve, age: number): number => curveAt(curve, start + age);
describe('rates', () => {
  it.each<[string, string, readonly (readonly [number, number])[]]>([
    ['a constant', '40/s', [[17 * day, 40]]],
    ['per minute', '3/m', [[0, 0.05]]],
    [
      'by the time of day',
      '{ daily: [[00:00, 20/s], [12:00, 110/s]] }',
      [
        [6 * hour, 65],
        [3 * day + 12 * hour, 110],
      ],
    ],
    ['beginning late in the day', '{ daily: [["22:30:30", 20/s], [06:00, 10/s]] }', [[22.5 * hour + 30 * second, 20]]],
    [
      'around midnight',
      '{ daily: [[00:00, 1/s], [12:00, 1/s], [12:00, 5/s], [24:00, 5/s]] }',
      [
        [day - 1, 5],
        [day, 1],
      ],
    ],
    ['one time of day', '{ daily: [[08:00, 7/s]] }', [[5 * hour, 7]]],
    [
      'by the weekday',
      '{ weekly: [[Mon, 1/s], [Friday 18:00, 1/s], [fri 18:00, 9/s], [Sun 24:00, 9/s]] }',
      [
        [hour, 9],
        [2 * day, 1],
        [6 * day, 9],
      ],
    ],
    [
      'a week that begins on Sunday',
      '{ weekly: [[Sun, 3/s], [Wed, 3/s], [Wed, 4/s], [Sun, 4/s]] }',
      [
        [day, 3],
        [4 * day, 4],
      ],
    ],
    [
      'points',
      '{ points: [[0h, 10/s], [36h, 100/s]] }',
      [
        [18 * hour, 55],
        [9 * day, 100],
      ],
    ],
    [
      'steps',
      '{ steps: [[1d, 10/s], [2d, 20/s]] }',
      [
        [day - 1, 0],
        [day, 10],
        [5 * day, 20],
      ],
    ],
    [
      'a ramp',
      '{ ramp: { from: 10/s, to: 20/s, over: 2d } }',
      [
        [day, 15],
        [3 * day, 20],
      ],
    ],
  ])('%s', (_, written, expected) => {
    const { curve } = good(`rate: ${written}`);
    for (const [age, rate] of expected) expect(rateAt(curve, age)).toBeCloseTo(rate, 9);
  });

  it('growth compounds over the run', () => {
    const { curve } = good('rate: 40/s, growth: 3%/week');
    expect(rateAt(curve, 2 * week)).toBeCloseTo(42.436, 9);
    expect(rateAt(good('rate: { daily: [[00:00, 20/s], [12:00, 110/s]] }, growth: -50%/week').curve, week)).toBeCloseTo(
      10,
      9,
    );
  });

  it.each([
    ['no unit', 'rate: 40', 'bad-unit: 40'],
    ['a negative one', 'rate: -1/s', 'bad-unit: -1/s'],
    ['a growth that is no percentage', 'rate: 1/s, growth: 1.5GB/d', 'bad-unit: 1.5GB/d'],
    ['a growth by the second', 'rate: 1/s, growth: 1%/s', 'bad-unit: 1%/s'],
    ['two forms', 'rate: { daily: [[00:00, 1/s]], steps: [[0h, 1/s]] }', 'contradiction: steps'],
    ['no form', 'rate: {}', 'missing-key: {}'],
    ['no time of day', 'rate: { daily: [[25:00, 1/s]] }', 'bad-time: 25:00'],
    ['minutes beyond the hour', 'rate: { daily: [["07:60", 1/s]] }', 'bad-time: "07:60"'],
    ['no weekday', 'rate: { weekly: [[Moonday 10:00, 1/s]] }', 'bad-time: Moonday 10:00'],
    ['a rate that is none within a profile', 'rate: { daily: [[00:00, 1], [01:00, 2/s]] }', 'bad-unit: 1'],
    ['twice around the day', 'rate: { daily: [[22:00, 1/s], [06:00, 2/s], [05:00, 1/s]] }', 'wrong-order: 05:00'],
    ['more than once around', 'rate: { daily: [[08:00, 1/s], [20:00, 2/s], [10:00, 1/s]] }', 'wrong-order: 10:00'],
    ['points out of order', 'rate: { points: [[2h, 1/s], [1h, 2/s]] }', 'wrong-order: 1h'],
    ['two points at the start', 'rate: { points: [[0h, 1/s], [0s, 2/s]] }', 'same-age: 0s'],
    ['a point within a jump', 'rate: { points: [[1h, 1/s], [60m, 2/s], [3600s, 3/s]] }', 'same-age: 3600s'],
    ['two steps of one age', 'rate: { steps: [[0h, 0/s], [1h, 1/s], [60m, 5/s]] }', 'same-age: 60m'],
    ['an age that is none', 'rate: { steps: [[2, 1/s]] }', 'bad-unit: 2'],
    ['a ramp over no time at all', 'rate: { ramp: { from: 1/s, to: 2/s, over: 0s } }', 'wrong-value: 0s'],
    ['a ramp over no time that can be read', 'rate: { ramp: { from: 1/s, to: 2/s, over: soon } }', 'bad-unit: soon'],
    ['more than anybody can mean', 'rate: 2000000000/s', 'too-much: 2000000000/s'],
    ['growth without end', 'rate: 1/s, growth: 900%/h', 'too-much: 1/s'],
  ])('%s is a problem', (_, keys, problem) => {
    expect(one(keys).told).toEqual([problem]);
  });
});

describe('scale', () => {
  it.each<[string, string, number]>([
    ['a constant', '40/s', 100],
    ['points by the clock', '{ daily: [[00:00, 40/s], [12:00, 40/s]] }', 100],
    ['a ramp', '{ ramp: { from: 40/s, to: 40/s, over: 1d } }', 100],
    ['a recording, with its own scale', '{ trace: { file: a.csv, unit: requests/s, scale: 2, repeat: true } }', 200],
  ])('%s counts so many times', (_, rate, scaled) => {
    const files = { 'a.csv': 'time,value\n2026-11-01T00:00Z,40\n2026-11-01T00:05Z,40\n' };
    expect(rateAt(good(`scale: 2.5, rate: ${rate}`, files).curve, hour)).toBe(scaled);
    expect(rateAt(good(`scale: 0, rate: ${rate}`, files).curve, hour)).toBe(0);
    expect(rateAt(good(`rate: ${rate}`, files).curve, hour)).toBe(scaled / 2.5);
  });
});

describe('recorded rates', () => {
  const csv = (...rows: string[]): Texts => ({ 'a.csv': `time,value\n${rows.join('\n')}\n` });
  const five = csv('2026-11-01T00:00,300', '2026-11-01T00:05,600', '2026-11-01T00:10,0');
  const unitless = (keys = ''): string => `rate: { trace: { file: a.csv${keys} } }`;
  const trace = (keys = ''): string => unitless(keys.includes('unit:') ? keys : `, unit: requests${keys}`);
  const values = (curve: RateCurve, ...minutes: number[]): number[] =>
    minutes.map((age) => rateAt(curve, age * minute));

  it('what comes only after the run is a warning, at the first point or step that no instant depends on', () => {
    const late = (rate: string): readonly string[] => one(`rate: ${rate}`).told;
    expect(late('{ steps: [[0h, 1/s], [30d, 2/s], [31d, 3/s]] }')).toEqual(['? after-end: 30d']);
    expect(late('{ points: [[0h, 1/s], [40d, 2/s]] }')).toEqual([]);
    expect(late('{ points: [[0h, 1/s], [30d, 2/s], [40d, 2/s]] }')).toEqual(['? after-end: 40d']);
  });

  it.each<[string, string, Texts, readonly number[]]>([
    ['counts are spread over their step', ', repeat: true', five, [1, 1, 2, 2, 0, 0, 1]],
    ['a count per time', ', unit: requests/5m, scale: 40, repeat: true', five, [40, 40, 80, 80, 0, 0, 40]],
    ['a rate', ', unit: requests/s, scale: 0.01, repeat: true', five, [3, 3, 6, 6, 0, 0, 3]],
    [
      'a count holds until the next row, though that is late',
      ', repeat: true',
      csv('2026-11-01T00:00,300', '2026-11-01T00:05,420', '2026-11-01T00:12,300', '2026-11-01T00:17,300'),
      [1, 1, 1, 1, 1, 1, 1],
    ],
  ])('%s', (_, keys, files, expected) => {
    const { curve } = good(trace(keys), files);
    const found = values(curve, 0, 4.99, 5, 9.99, 10, 14.99, 15);
    for (const [index, rate] of expected.entries()) expect(found[index]).toBeCloseTo(rate, 9);
  });

  it.each(['rps', 'req/s', '1/s', '/s', 'requests/1s', 'RPS', 'request / s'])('%s is a rate, too', (unit) => {
    const { curve } = good(trace(`, unit: ${unit}, scale: 0.01, repeat: true`), five);
    expect(values(curve, 0, 5, 10)).toEqual([3, 6, 0]);
  });

  it.each(['rpm', 'reqs/m'])('%s counts by the minute', (unit) => {
    const { curve } = good(trace(`, unit: ${unit}, repeat: true`), five);
    expect(values(curve, 0, 5, 10)).toEqual([5, 10, 0]);
  });

  it('without a unit each row is a count of its step, and a warning says how many requests a second that is', () => {
    const { problems, told } = one(unitless(', repeat: true'), five);
    expect(told).toEqual(['? no-unit: trace']);
    expect(problems[0]?.message).toBe(
      'the trace has no unit: each value is read as the number of requests in its own 5m; in requests a second: 1 on average, at most 2',
    );
    expect(problems[0]?.hint).toBe(
      'write unit: requests if this is right, or unit: requests/s if the values are requests a second',
    );
    const asked = [unitless(', repeat: true'), trace(', repeat: true')].map((rate) => one(rate, five).demand[0]?.curve);
    expect(asked[0]).toEqual(asked[1]);
  });

  it('rows of one stamp are summed, with a warning', () => {
    const files = csv('2026-11-01T00:00,300', '2026-11-01T00:00,300', '2026-11-01T00:05,300');
    const { demand, told } = one(trace(', repeat: true'), files);
    expect(told).toEqual(['? duplicate-rows: a.csv:3:1']);
    expect(demand.map(({ curve }) => values(curve, 0, 5, 10))).toEqual([[2, 1, 2]]);
  });

  it('no requests after its end, with a warning', () => {
    const { demand, told } = one(trace(), five);
    expect(told).toEqual(['? short-trace: trace']);
    const [first] = demand;
    expect(first === undefined ? [] : values(first.curve, 5, 15, 30)).toEqual([2, 0, 0]);
  });

  it('from is the instant of the trace that the run starts at: the row that holds then is cut', () => {
    const { curve } = good(trace(', from: 2026-11-01T00:02:00Z, repeat: true'), five);
    expect(values(curve, 0, 2.99, 3, 7.99, 8, 12.99, 13)).toEqual([1, 1, 2, 2, 0, 0, 1]);
    const { told } = one(trace(', from: 2026-11-01T00:00:00Z'), five);
    expect(told).toEqual(['? short-trace: trace']);
  });

  it('a first row of another date than the start is a warning, with what to write where the run lies within', () => {
    const days = csv('2026-10-31T00:00,300', '2026-11-01T00:00,600', '2026-11-02T00:00,0');
    const { problems, told } = one(trace(', repeat: true'), days);
    expect(told).toEqual(['? trace-dates: trace']);
    expect(problems[0]?.message).toBe(
      'the first row, of 2026-10-31T00:00:00Z, applies at the start of the run, although the run starts at 2026-11-01T00:00:00Z',
    );
    expect(problems[0]?.hint).toBe(
      'add from: 2026-11-01T00:00:00Z to use the recording from that instant, or from: 2026-10-31T00:00:00Z if the first row is right',
    );
    const { curve } = good(trace(', unit: requests/s, repeat: true, from: 2026-11-01T00:00:00Z'), days);
    expect(values(curve, 0, 1439, 1441, 2879, 2881)).toEqual([600, 600, 0, 0, 600]);
  });

  const gap = csv('2026-11-01T00:00,300', '2026-11-01T00:05,600', '2026-11-01T00:12,0', '2026-11-01T00:17,300');
  const wide = csv('2026-11-01T00:00,300', '2026-11-01T00:05,600', '2026-11-01T00:18,0', '2026-11-01T00:23,300');
  it.each<[string, string, Texts, readonly number[], readonly string[]]>([
    ['not yet one: seven minutes instead of five', '', gap, [600 / 420, 600 / 420], []],
    ['held, the shortened row too', '', wide, [2, 2, 2], ['? trace-gap: a.csv:4:1']],
    ['taken for nothing', ', gap: zero', wide, [2, 0, 0], ['? trace-gap: a.csv:4:1']],
  ])('a gap: %s', (_, keys, files, expected, problems) => {
    const { demand, told } = one(trace(`${keys}, repeat: true`), files);
    expect(told).toEqual(problems);
    const [first] = demand;
    const rates = first === undefined ? [] : values(first.curve, 8, 11, 17).slice(0, expected.length);
    for (const [index, rate] of expected.entries()) expect(rates[index]).toBeCloseTo(rate, 9);
  });

  it.each<[string, string, Texts, readonly string[]]>([
    ['a gap that may not be', trace(', gap: error'), wide, ['trace-gap: a.csv:4:1']],
    ['a negative count', trace(), csv('2026-11-01T00:00,-1'), ['bad-number: a.csv:2:18']],
    ['no number', trace(), csv('2026-11-01T00:00,NaN'), ['bad-number: a.csv:2:18']],
    ['a column that is not there', trace(', value: count'), five, ['unknown-column: a.csv:1:1']],
    ['times out of order', trace(), csv('2020-01-02,1', '2020-01-01,1'), ['wrong-order: a.csv:3:1']],
    ['no rows', trace(), csv(), ['empty-trace: a.csv:1:1']],
    ['no file', trace(), {}, ['file-unreadable: a.csv']],
    ['a unit of size', trace(', unit: MB, repeat: true'), five, ['bad-unit: MB']],
    [
      'a unit without a time that can be read',
      trace(', unit: requests/soon, repeat: true'),
      five,
      ['bad-unit: requests/soon'],
    ],
    ['a factor below 0', trace(', scale: -1, repeat: true'), five, ['wrong-value: -1']],
    [
      'a beginning before the first row',
      trace(', from: 2026-10-31T23:59:59Z'),
      five,
      ['outside-trace: 2026-10-31T23:59:59Z'],
    ],
    ['a beginning at its end', trace(', from: 2026-11-01T00:15:00Z'), five, ['outside-trace: 2026-11-01T00:15:00Z']],
    ['a beginning without zone', trace(', from: 2026-11-01T00:00'), five, ['date-without-zone: 2026-11-01T00:00']],
    ['what is said of volumes', trace(', integrate: true, repeat: true'), five, ['wrong-place: integrate']],
  ])('%s is a problem', (_, keys, files, problems) => {
    expect(one(keys, files).told).toEqual(problems);
  });
});

describe('who is called', () => {
  it.each([
    ['a workload', 'shop/api', []],
    ['with its kind', 'shop/workload/api', []],
    ['one that comes later', 'shop/later', []],
    ['one without a type, which is serverless', 'shop/web', []],
    ['a cron workload', 'shop/nightly', ['wrong-kind: shop/nightly']],
    ['one that is given ports later', 'shop/waiter', []],
    ['one without ports', 'shop/worker', ['no-ports: shop/worker']],
    ['one that is not there', 'shop/apy', ['unknown-name: shop/apy']],
    ['a volume set', 'shop/data', ['wrong-kind: shop/data']],
    ['a volume set, with its kind', 'shop/volumeset/data', ['wrong-kind: shop/volumeset/data']],
    ['a workload as if it were a volume set', 'shop/volumeset/api', ['wrong-kind: shop/volumeset/api']],
    ['no name', 'api', ['bad-name: api']],
    ['several', '"shop/*"', ['bad-name: "shop/*"']],
  ])('%s', (_, name, problems) => {
    expect(read(`  - { to: ${name}, rate: 1/s }`).told).toEqual(problems);
  });

  it('a name of nothing comes with a guess', () => {
    expect(read('  - { to: shop/apy, rate: 1/s }').problems[0]?.hint).toBe("did you mean 'shop/api'?");
  });

  it('demands are named by their target, whatever else there is', () => {
    const { demand } = read(
      '  - { to: shop/api, rate: 1/s }\n  - { to: shop/web, rate: 1/s }\n  - { to: shop/workload/api, rate: 2/s }',
    );
    expect(demand.map(({ name, to: target }) => [name, target])).toEqual([
      ['shop/workload/api/1', 'shop/workload/api'],
      ['shop/workload/web/1', 'shop/workload/web'],
      ['shop/workload/api/2', 'shop/workload/api'],
    ]);
  });
});

describe('who calls', () => {
  it.each<[string, string, unknown]>([
    ['nobody knows', '', { kind: 'world', origins: [] }],
    ['one location', ', from: aws-us-east-1', { kind: 'world', origins: [{ location: 'aws-us-east-1', share: 1 }] }],
    [
      'shares, in the order of their names',
      ', from: { gcp-us-east1: 60%, aws-us-east-1: 30%, berlin: 10%, oci-nowhere-1: 0% }',
      {
        kind: 'world',
        origins: [
          { location: 'aws-us-east-1', share: 0.3 },
          { location: 'berlin', share: 0.1 },
          { location: 'gcp-us-east1', share: 0.6 },
        ],
      },
    ],
    ['thirds, nearly', ', from: { aws-us-east-1: 33.3333333333%, berlin: 66.6666666667% }', expect.anything()],
    ['another workload', ', by: shop/web', { kind: 'workload', by: 'shop/workload/web' }],
  ])('%s', (_, keys, expected) => {
    expect(good(`rate: 1/s${keys}`).caller).toEqual(expected);
  });

  it.each([
    ['shares of less than all', 'from: { aws-us-east-1: 60%, berlin: 30% }', ['wrong-sum: from']],
    ['shares of more', 'from: { aws-us-east-1: 60%, berlin: 60% }', ['wrong-sum: from']],
    ['no share', 'from: { aws-us-east-1: 0.6, berlin: 40% }', ['bad-unit: 0.6']],
    ['a place that nobody knows', 'from: atlantis', ['unknown-location: atlantis']],
    ['one of several', 'from: { berlin: 50%, brelin: 50% }', ['unknown-location: brelin']],
    ['both from and by', 'from: berlin, by: shop/web', ['contradiction: by']],
    ['a caller that is none', 'by: web', ['bad-name: web']],
  ])('%s is a problem', (_, keys, problems) => {
    expect(one(`rate: 1/s, ${keys}`).told).toEqual(problems);
  });

  it('says what the shares sum to', () => {
    const { problems } = one('rate: 1/s, from: { aws-us-east-1: 60%, berlin: 30.5% }');
    expect(problems[0]?.message).toBe('expected shares that sum to 100%, found 90.5%');
  });
});

describe('noise and arrivals', () => {
  it('noise has a period and a spread', () => {
    expect(good('rate: 1/s, noise: { every: 5m, cv: 0.3 }').jitter).toEqual({ every: 5 * minute, cv: 0.3 });
    expect(good('rate: 1/s').jitter).toBeNull();
    expect(one('rate: 1/s, noise: { every: 5ms, cv: 0.3 }').told).toEqual(['bad-unit: 5ms']);
  });

  it.each<[string, string, unknown]>([
    ['a flow where nothing is said', '', { kind: 'fluid' }],
    ['a flow', ', arrivals: fluid', { kind: 'fluid' }],
    ['at random', ', arrivals: poisson', { kind: 'single', gap: { kind: 'exponential', mean: 1 }, meanGap: 1 }],
    [
      'in bursts',
      ', arrivals: { gamma: { cv: 2 } }',
      { kind: 'single', gap: { kind: 'gamma', mean: 1, cv: 2 }, meanGap: 1 },
    ],
    [
      'by any distribution, whose mean is the rate’s',
      ', arrivals: { uniform: { from: 1, to: 3 } }',
      { kind: 'single', gap: { kind: 'uniform', from: 1, to: 3 }, meanGap: 2 },
    ],
    [
      'between bounds',
      ', arrivals: { triangular: { low: 0, mode: 1, high: 2 } }',
      { kind: 'single', gap: { kind: 'triangular', low: 0, mode: 1, high: 2 }, meanGap: 1 },
    ],
    [
      'one like another',
      ', arrivals: { empirical: [1] }',
      { kind: 'single', gap: { kind: 'constant', value: 1 }, meanGap: 1 },
    ],
  ])('%s', (_, keys, expected) => {
    expect(good(`rate: 1/s${keys}`).arrivals).toEqual(expected);
  });

  it.each([
    ['a word of nothing', 'bursty'],
    ['gaps that may be negative', '{ normal: { sd: 1 } }'],
    ['gaps without a mean', '{ pareto: { shape: 1 } }'],
    ['gaps of nothing', '{ uniform: { from: 0, to: 0 } }'],
  ])('%s is a problem', (_, arrivals) => {
    expect(one(`rate: 1/s, arrivals: ${arrivals}`).told).toEqual([`wrong-value: ${arrivals}`]);
  });

  it('more single requests than can be told in a while are a problem', () => {
    expect(one('rate: 1000/s, arrivals: poisson').told).toEqual(['too-many: arrivals']);
    expect(one('rate: 1/s, arrivals: poisson').told).toEqual([]);
  });
});

it('an entry with a mistake is left out, and all mistakes are told', () => {
  const { demand, told } = read('  - { to: shop/nightly, from: nowhere, rate: 1 }\n  - { to: shop/api, rate: 1/s }');
  expect(demand.map(({ name }) => name)).toEqual(['shop/workload/api/1']);
  expect(told).toEqual(['wrong-kind: shop/nightly', 'unknown-location: nowhere', 'bad-unit: 1']);
});
