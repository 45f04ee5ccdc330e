import { describe, expect, it } from 'vitest';
import { head, parse, shop } from './builders.ts';

/** The shop, with a port for its api; more keys follow on line 15. */
const open = `${head}${shop.replace('memory: 512Mi', 'memory: 512Mi, ports: [{ number: 8080, protocol: http }]')}`;

/** Problems as `15:9 code: message (hint)`. */
function said(text: string): string[] {
  return parse(text).problems.map(
    ({ line, column, code, message, hint }) =>
      `${line}:${column} ${code}: ${message}${hint === undefined ? '' : ` (${hint})`}`,
  );
}

const cost = 'behavior: { shop/api: { request: { cpu: 1ms } } }';
const demand = (entry: string): string => `demand: [{ to: shop/api, rate: 1/s, ${entry} }]\n${cost}`;
const timeline = (entry: string): string => `timeline: [{ at: +1h, ${entry} }]`;

describe('what is greater than a run could hold is a problem where it stands, with what would do', () => {
  it.each<[string, string, string]>([
    [
      'a fault',
      timeline('fault: { apiThrottle: {} }, for: 36501d'),
      "for|expected a duration such as 2h, found '36501d' (at most 36500d)",
    ],
    [
      'an instant',
      'timeline: [{ at: +36501d, fault: { apiThrottle: {} } }]',
      "at|expected a time after the start such as +2d10h, found '+36501d' (at most 36500d)",
    ],
    [
      'a start',
      'behavior: { shop/api: { start: 36501d } }',
      "start|expected a duration such as 30s, or a distribution such as { exponential: { mean: 30s } }, found '36501d' (at most 36500d)",
    ],
    [
      'the mean of a start',
      'behavior: { shop/api: { start: { exponential: { mean: 36501d } } } }',
      "start|expected exponential.mean to be a value with its unit, 0 or more, found '36501d' (at most 36500d)",
    ],
    [
      'a latency',
      'locations: { aws-us-east-1: { latencies: { far: 36501d } } }',
      "far|expected a duration such as 40ms, found '36501d' (at most 36500d)",
    ],
    [
      'a jump',
      timeline('fault: { usageJump: { of: shop/data, add: 9999999999GB } }'),
      "add|expected a size with its unit, such as 40GB or -5GB, found '9999999999GB' (at most 9007199GB)",
    ],
    [
      'a number with an exponent',
      'behavior: { shop/api: { cpu: 1e300 } }',
      'cpu|expected a number of at most 9007199254740991, found 1e+300',
    ],
    ['zones', 'locations: { aws-us-east-1: { zones: 27 } }', 'zones|expected a number of at most 26, found 27'],
    [
      'gaps',
      demand('arrivals: { gamma: { cv: 1e6 } }'),
      'arrivals|expected gaps with a cv of at most 30, or with a shape of at least 0.2: with these gaps nearly all requests would come at one instant',
    ],
    ['noise', demand('noise: { every: 5m, cv: 31 }'), 'cv|expected a cv up to 30, found 31'],
  ])('%s', (_, line, expected) => {
    const [key = '', message = ''] = expected.split('|');
    const column = line.indexOf(`${key}: `) + key.length + 3;
    const [first = '', ...others] = said(`${open}${line}\n`);
    expect(first.replace(/ [a-z-]+:/, '')).toBe(`15:${column} ${message}`);
    expect(others).toEqual([]);
  });

  it('a run of more than a hundred years', () => {
    expect(said(open.replace('for: 30d', 'for: 36501d'))[0]).toBe(
      "3:6 bad-unit: expected a duration such as 30d, found '36501d' (at most 36500d)",
    );
    expect(said(open.replace('for: 30d', 'for: 36500d'))).toEqual([]);
  });

  it('a run that ends after the year 9999, whose dates have no text', () => {
    const late = open.replace('start: 2026-11-01', 'start: 9999-12-31');
    expect(said(late.replace('for: 30d', 'for: 25h'))).toEqual([
      "3:6 after-end: expected an end within the year 9999, the last of four digits, found one '25h' after '9999-12-31T00:00:00Z'",
    ]);
    expect(said(late.replace('for: 30d', 'for: 24h'))).toEqual([]);
  });

  it('more replicas at the start than there is room for, at the workload that asks for most', () => {
    const scale = (minScale: number): string =>
      `type: standard, defaultOptions: { autoscaling: { metric: disabled, minScale: ${minScale}, maxScale: ${minScale} } }`;
    const wide = `${open}assumptions: { fields: { bounds: { minScale: off } } }\n`;
    expect(said(wide.replace('type: standard', scale(1_000_001)))).toEqual([
      '10:5 too-many: expected at most 1000000 replicas at the start, found 1000001, 1000001 of them of this workload (give it a smaller minScale)',
    ]);
    expect(said(wide.replace('type: standard', scale(1_000_000)))).toEqual([]);
    expect(said(open.replace('type: standard', scale(50_001)))[0]).toMatch(
      /minScale must be at most 50000; found 50001/,
    );
    expect(said(open.replace('type: standard', scale(50_000)))).toEqual([]);
  });

  it.each<[string, string]>([
    ['pollingInterval: 0', 'pollingInterval must be at least 1; found 0'],
    ['pollingInterval: 1000000000000', 'pollingInterval must be at most 86400; found 1000000000000'],
    ['cooldownPeriod: -5', 'cooldownPeriod must be at least 0; found -5'],
    ['cooldownPeriod: 1000000000000', 'cooldownPeriod must be at most 3153600000; found 1000000000000'],
    ['fallback: { replicas: -1 }', 'replicas must be at least 0; found -1'],
  ])('%s of metric keda', (field, message) => {
    const autoscaling = `type: standard, defaultOptions: { autoscaling: { metric: keda, keda: { ${field}, triggers: [{ type: kafka }] } } }`;
    expect(said(open.replace('type: standard', autoscaling))[0]).toMatch(
      new RegExp(`^10:\\d+ platform-refuses: ${message}$`),
    );
  });
});

describe('what cannot be meant is told with what could be', () => {
  it.each<[string, string, string]>([
    [
      'a fault that is a word',
      timeline('fault: drain'),
      "15:30 wrong-type: expected a fault with its details, such as { replicaCrash: { of: shop/api } }, found 'drain'",
    ],
    [
      'a fault without details',
      timeline('fault: { apiThrottle: }'),
      '15:32 wrong-type: expected a map with the details of the fault; write {} if it has none, found nothing',
    ],
    [
      'an empty list',
      demand('arrivals: { empirical: [] }'),
      '15:60 wrong-value: expected at least one entry, found an empty list',
    ],
    [
      'a negative mean',
      'behavior: { shop/api: { start: { exponential: { mean: -1s } } } }',
      "15:32 bad-unit: expected exponential.mean to be a value with its unit, 0 or more, found '-1s'",
    ],
    [
      'the URL of a probe',
      timeline('probe: { host: "https://a.example/x" }'),
      "15:38 wrong-value: expected a host, with :port if needed, found 'https://a.example/x' (write a.example, and the path under 'path')",
    ],
    [
      'requests of no mean duration',
      'behavior: { shop/api: { request: { duration: { pareto: { minimum: 1ms, shape: 1 } } } } }',
      '15:46 bad-unit: expected a distribution with a mean, found a pareto whose shape gives it none',
    ],
    [
      'a negative size',
      'behavior: { shop/api: { memory: -5GB } }',
      "15:33 bad-unit: expected a size with its unit, such as 8GB or 220Mi, found '-5GB'",
    ],
    [
      'a host with a path',
      timeline('probe: { host: a.example/x }'),
      "15:38 wrong-value: expected a host, with :port if needed, found 'a.example/x' (write the path under 'path')",
    ],
  ])('%s', (_, line, expected) => {
    expect(said(`${open}${line}\n`)).toEqual([expected]);
  });

  it.each<[string, string, string]>([
    [
      'callers that are executions',
      demand('by: shop/nightly'),
      "15:41 not-simulated: 'shop/nightly' is a cron workload, and svcsim does not simulate requests from executions: this demand sends none (write 'from' instead of 'by')",
    ],
    [
      'callers at a place that is nearly a location',
      demand('from: aws-us-eats-1'),
      "15:43 unknown-location: the catalogue has no location 'aws-us-eats-1', so svcsim does not know which location is nearest to it (did you mean 'aws-us-east-1'?)",
    ],
  ])('as a warning: %s', (_, line, expected) => {
    expect(said(`${open}${line}\n`)).toEqual([expected]);
    expect(parse(`${open}${line}\n`).scenario).not.toBeNull();
  });

  it('callers at a place of a known provider, or with a latency of their own, are as they are', () => {
    expect(said(`${open}${demand('from: vultr-mars-9')}\n`)).toEqual([]);
    expect(
      said(
        `${open}locations: { aws-us-east-1: { latencies: { aws-us-eats-1: 5ms } } }\n${demand('from: aws-us-eats-1')}\n`,
      ),
    ).toEqual([]);
  });
});
