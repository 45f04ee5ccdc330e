import { describe, expect, it } from 'vitest';
import { metrics } from '../../../src/platform/expectation.ts';
import { jsonSchemaText } from '../../../src/scenario/shape/editorSchema.ts';
import { good, head, parse, shop, told } from '../builders.ts';

const expectation = (entry: string) => good(`${head}${shop}expect: [{ ${entry} }]\n`).expect[0];

describe('expectations', () => {
  it.each<[string, object]>([
    [
      'metric: bill.total, is: "<= 250.50 USD"',
      { test: 'is', of: null, comparison: { operator: '<=', value: 250.5, decimal: '250.50', unit: 'USD' } },
    ],
    [
      'metric: replicas.ready, of: shop/api, at: aws-us-east-1, always: ">= 2"',
      {
        test: 'always',
        of: 'shop/workload/api',
        at: 'aws-us-east-1',
        comparison: { operator: '>=', value: 2, decimal: '2', unit: '' },
      },
    ],
    [
      'metric: executions.skipped, of: shop/nightly, is: "0"',
      { test: 'is', of: 'shop/workload/nightly', comparison: { operator: '=', value: 0, decimal: '0', unit: '' } },
    ],
    ['metric: executions.skipped, is: 0', { comparison: { operator: '=', value: 0, decimal: '0', unit: '' } }],
    ['metric: executions.started, of: shop, total: "> 3"', { test: 'total', of: 'shop' }],
    [
      'metric: volumes.capacityGB, of: shop/data, atEnd: "<= 2TB"',
      {
        test: 'atEnd',
        of: 'shop/volumeset/data',
        comparison: { operator: '<=', value: 2_000, decimal: '2000', unit: 'GB' },
      },
    ],
    [
      'metric: volumes.capacityGB, atEnd: "!= 20"',
      { comparison: { operator: '!=', value: 20, decimal: '20', unit: 'GB' } },
    ],
    [
      'metric: volumes.freePercentage, always: ">= 15%"',
      { comparison: { operator: '>=', value: 15, decimal: '15', unit: '%' } },
    ],
    [
      'metric: rollouts.duration, is: "< 10m"',
      { comparison: { operator: '<', value: 600_000, decimal: '600000', unit: 'ms' } },
    ],
    [
      'metric: replicas.ready, is: ">= 2", share: ">= 99.9%"',
      {
        test: 'share',
        comparison: { operator: '>=', value: 0.9990000000000001, decimal: '99.9', unit: '%' },
        holds: { operator: '>=', value: 2, decimal: '2', unit: '' },
      },
    ],
  ])('%s', (entry, expected) => {
    expect(expectation(entry)).toMatchObject(expected);
  });

  it('is shown as one sentence', () => {
    expect(expectation('metric: replicas.ready, of: shop/api, always: ">= 2"')?.text).toBe(
      'replicas.ready of shop/api always >= 2',
    );
  });

  it.each([
    ['an unknown metric', 'metric: bill.totl, is: "<= 3 USD"', '15:20 unknown-metric'],
    ['money without currency', 'metric: bill.total, is: "<= 3"', '15:36 bad-comparison'],
    ['money of another currency', 'metric: bill.total, is: "<= 3 EUR"', '15:36 bad-comparison'],
    ['more than all', 'metric: volumes.freePercentage, is: ">= 200 %"', '15:48 bad-comparison'],
    ['less than nothing', 'metric: volumes.freePercentage, is: ">= -1 %"', '15:48 bad-comparison'],
    ['a share of more than all the time', 'metric: replicas.ready, share: ">= 120%"', '15:43 bad-comparison'],
    ['a count with a unit', 'metric: replicas.ready, is: "<= 3 GB"', '15:40 bad-comparison'],
    ['half a replica', 'metric: replicas.ready, is: 2.5', '15:40 bad-comparison'],
    ['a share without percent', 'metric: replicas.ready, share: "> 3"', '15:43 bad-comparison'],
    ['the total of a level', 'metric: replicas.ready, total: 3', '15:36 contradiction'],
    ['the total of a share', 'metric: volumes.freePercentage, total: ">= 3%"', '15:44 contradiction'],
    ['the total of the longest', 'metric: rollouts.duration, total: "< 10m"', '15:39 contradiction'],
    ['no comparison', 'metric: replicas.ready', '15:10 contradiction'],
    ['two comparisons', 'metric: replicas.ready, is: 3, always: 3', '15:43 contradiction'],
    ['a name of nothing', 'metric: replicas.ready, of: shop/apo, is: 3', '15:40 unknown-name'],
    ['a volume set for a workload', 'metric: replicas.ready, of: shop/data, is: 3', '15:40 unknown-name'],
    ['load at instants', 'metric: load.failed, of: shop/api, always: 3', '15:47 contradiction'],
    ['load for a share of the time', 'metric: load.lost, is: 3, share: "> 1%"', '15:38 contradiction'],
    ['the total of a share of requests', 'metric: load.goodPercentage, total: ">= 3%"', '15:41 contradiction'],
    ['the total of the most', 'metric: load.waiting, total: 3', '15:34 contradiction'],
    ['a place of what found none', 'metric: load.unrouted, at: aws-us-east-1, is: 0', '15:35 contradiction'],
    ['a location that is none', 'metric: replicas.ready, of: shop/api, at: mars, is: 3', '15:54 unknown-location'],
    ['a location of the bill', 'metric: bill.total, at: aws-us-east-1, is: "3 USD"', '15:32 contradiction'],
    ['a gvc that is none', 'metric: replicas.ready, of: shp, is: 3', '15:40 unknown-name'],
    ['something of the whole run', 'metric: bill.total, of: shop, is: "<= 3 USD"', '15:32 contradiction'],
  ])('%s is a problem', (_, entry, problem) => {
    expect(told(`${head}${shop}expect: [{ ${entry} }]\n`)).toEqual([problem]);
  });

  it.each([
    ['replicas.ready, total: 3', 'it is a level', 'always (at every instant), atEnd, or is with share'],
    ['executions.duration, total: "< 10m"', 'it is the longest', 'write is: "< 10m"'],
    ['load.latency.mean, total: "< 10ms"', 'does not add up', 'write is: "< 10ms"'],
  ])('the total of %s is refused with what to write instead', (entry, message, hint) => {
    const [problem] = parse(`${head}${shop}expect: [{ metric: ${entry} }]\n`).problems;
    expect(problem?.message).toContain(message);
    expect(problem?.hint).toContain(hint);
  });

  it.each(['executions.started, total: 3', 'bill.total, total: "3 USD"', 'volumes.lostGB, total: "0 GB"'])(
    'the total of %s is what the run comes to',
    (entry) => expect(told(`${head}${shop}expect: [{ metric: ${entry} }]\n`)).toEqual([]),
  );

  it.each([
    ['bill.total, is: "3 USD", tolerance: 1 EUR', '5% or an amount in the same currency'],
    ['bill.total, is: "3 USD", tolerance: -1%', '5% or an amount in the same currency'],
    ['replicas.ready, is: 3, tolerance: -1', '5% or 2'],
    ['volumes.freePercentage, is: 20%, tolerance: 1 GB', '0.5% (percentage points'],
    ['executions.duration, is: 20m, tolerance: 5', '5% or 30s'],
  ])('%s has no such tolerance', (entry, example) => {
    const [problem] = parse(`${head}${shop}expect: [{ metric: ${entry} }]\n`).problems;
    expect(problem).toMatchObject({ code: 'bad-comparison', severity: 'error' });
    expect(problem?.message).toContain(`expected a tolerance of 0 or more, such as ${example}`);
  });

  it('a location that nobody is in is a warning, with the one that was probably meant', () => {
    const entry = (keys: string) => `expect: [{ metric: replicas.ready, ${keys}, always: ">= 2" }]\n`;
    const at = (keys: string, more = '') => parse(`${head}${shop}${more}${entry(keys)}`).problems;
    expect(at('of: shop/api, at: aws-us-east1')).toMatchObject([
      {
        code: 'unused-location',
        severity: 'warning',
        message: "the gvc 'shop' is not in 'aws-us-east1': this expectation measures nothing",
        hint: "did you mean 'aws-us-east-1'?",
      },
    ]);
    expect(at('at: gcp-us-east1')[0]?.message).toContain("no gvc of this scenario is in 'gcp-us-east1'");
    expect(at('of: shop, at: aws-us-east-1')).toEqual([]);
    const moved = `timeline: [{ at: +1h, patch: /gvc/shop, with: { spec: { staticPlacement: { locationLinks: [//location/gcp-us-east1] } } } }]\n`;
    expect(at('of: shop/api, at: gcp-us-east1', moved)).toEqual([]);
  });

  it('where none was probably meant, those of its kind are named, or the kinds', () => {
    const hint = (name: string) => parse(`${head}expect: [{ metric: ${name}, is: 3 }]\n`).problems[0]?.hint;
    expect(hint('snapshots.whatever')).toBe('known metrics: snapshots.count');
    expect(hint('whatever')).toMatch(
      /^metrics begin with bill\.\*, replicas\.\*, .*, requests\.\*: schema\/.*\.json lists them$/,
    );
    const listed = JSON.parse(jsonSchemaText()).$defs.expectation.properties.metric.anyOf;
    expect(listed.map((one: { const: string }) => one.const)).toEqual(Object.keys(metrics));
  });

  it('a metric that was probably meant is named', () => {
    expect(parse(`${head}expect: [{ metric: replica.ready, is: 3 }]\n`).problems[0]?.hint).toBe(
      "did you mean 'replicas.ready'?",
    );
  });
});

describe('expectations of requests of which none can be measured', () => {
  const api = shop.replace('memory: 512Mi', 'memory: 512Mi, ports: [{ number: 80 }]');
  const amount = '{ to: shop/api, rate: 1/s }';
  const single = '{ to: shop/api, rate: 1/s, arrivals: poisson }';
  const probe = (target: string): string => `timeline: [{ at: +1h, probe: { ${target} } }]\n`;
  const scenario = (demand: string, entry: string, timeline = ''): string =>
    `${head}${api}demand: [${demand}]\n${timeline}expect: [{ metric: ${entry} }]\n`;
  const warned = (demand: string, entry: string, timeline = '') =>
    parse(scenario(demand, entry, timeline)).problems.map(({ code, severity, column, hint }) => [
      code,
      severity,
      column,
      hint,
    ]);
  const nothing = (hint: string | undefined) => [['nothing-measured', 'warning', 20, hint]];

  it.each<[string, string, string, string, readonly unknown[]]>([
    ['calls of amounts', amount, 'calls.failed, of: shop/api, is: 0', '', nothing('write load.failed')],
    ['their number', amount, 'calls.total, of: shop/api, is: 0', '', nothing('write load.requests')],
    ['the same of a whole gvc', amount, 'calls.latency.p99, of: shop, is: 1s', '', nothing('write load.latency.p99')],
    ['what has no other name', amount, 'calls.held, is: 0', '', nothing(undefined)],
    ['load of single requests', single, 'load.requests, of: shop/api, is: 0', '', nothing('write calls.total')],
    ['load where nothing is asked', '', 'load.lost, is: 0', '', nothing(undefined)],
    ['failures where nothing is asked', '', 'calls.failed, is: 0', '', nothing(undefined)],
    ['that nothing is asked can be expected', '', 'calls.total, is: 0', '', []],
    ['calls that come', single, 'calls.failed, of: shop/api, is: 0', '', []],
    ['both come', `${amount}, ${single}`, 'load.failed, is: 0', '', []],
    ['load that comes', amount, 'load.goodPercentage, of: shop/api, is: ">= 99.9%"', '', []],
    ['somebody sends one', '', 'calls.failed, of: shop/api, is: 0', probe('to: shop/api'), []],
    ['nobody knows whom a host stands for', '', 'calls.failed, of: shop/api, is: 0', probe('host: a.example'), []],
  ])('%s', (_, demand, entry, timeline, expected) => {
    expect(warned(demand, entry, timeline).filter(([code]) => code === 'nothing-measured')).toEqual(expected);
  });

  it('another workload is asked', () => {
    const { problems } = parse(scenario(single, 'calls.failed, of: shop/nightly, is: 0'));
    expect(problems.map(({ message }) => message)).toContain(
      'shop/nightly gets no single requests, so calls.failed measures nothing',
    );
  });
});
