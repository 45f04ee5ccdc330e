import { describe, expect, it } from 'vitest';
import { head, parse, shop } from '../builders.ts';

/** Warnings of the platform's own checks: code, rule, and the text that each points at. */
function doubts(more: string): string[] {
  const text = `${head}${shop}${more}`;
  const lines = text.split('\n');
  const { problems } = parse(text);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return problems.map(
    ({ code, rule, line, column, endColumn }) => `${code} ${rule} ${lines[line - 1]?.slice(column - 1, endColumn - 1)}`,
  );
}

const made = (spec: string, request = 'post: /gvc/shop/workload'): string =>
  `timeline: [{ at: +1h, ${request}, with: { name: late, spec: { type: standard, containers: [{ name: a, image: "a:1", cpu: 500m, ports: [{ number: 80 }] }], ${spec} } } }]\n`;

describe('a document that the timeline makes is doubted as one of the start is', () => {
  const policy = 'rolloutOptions: { scalingPolicy: Parallel }';

  it.each([
    ['ROLL-8: a policy that its type ignores', made(policy), ['platform-doubts ROLL-8 Parallel']],
    ['the same of a PUT', made(policy, 'put: /gvc/shop/workload/late'), ['platform-doubts ROLL-8 Parallel']],
    [
      'a delay that its metric ignores (`type.metrics`)',
      made('defaultOptions: { autoscaling: { metric: disabled, scaleToZeroDelay: 60 } }'),
      ['no-effect type.metrics 60'],
    ],
    [
      'the default target under more demand than it answers (`hpa.tolerance`)',
      `${made('loadBalancer: {}')}behavior: { shop/late: { request: { cpu: 10ms } } }\ndemand: [{ to: shop/late, rate: 60/s }]\n`,
      ['platform-doubts hpa.tolerance spec'],
    ],
    ['nothing', made('loadBalancer: {}'), []],
    [
      'not where it needs what is made before: its answer tells that',
      made(`identityLink: //gvc/shop/identity/later, ${policy}`),
      [],
    ],
    ['not of what a session was asked', `${made(policy)}session: 1\n`, []],
  ])('%s', (_, more, expected) => {
    expect(doubts(more)).toEqual(expected);
  });
});

describe('a patch is doubted for what it adds to the document that it finds', () => {
  const patch = (at: string, spec: string, more = ''): string =>
    `  - { at: +${at}, patch: /gvc/shop/workload/api, with: { spec: { ${spec} } }${more} }\n`;
  const policy = 'rolloutOptions: { scalingPolicy: Parallel }';
  const scaled = (fields: string): string => `defaultOptions: { autoscaling: { ${fields} } }`;

  it.each([
    ['at its place', patch('1h', policy), ['platform-doubts ROLL-8 Parallel']],
    [
      'once',
      patch('1h', policy) + patch('2h', 'rolloutOptions: { scalingPolicy: OrderedReady }'),
      ['platform-doubts ROLL-8 Parallel'],
    ],
    [
      'beside what an earlier one has made',
      patch('1h', scaled('metric: disabled')) + patch('2h', scaled('scaleToZeroDelay: 60')),
      ['no-effect type.metrics 60'],
    ],
    [
      'in the order of time, not of the file',
      patch('2h', scaled('scaleToZeroDelay: 60')) + patch('1h', scaled('metric: disabled')),
      ['no-effect type.metrics 60'],
    ],
    [
      'not where it goes with what is there',
      patch('1h', scaled('metric: rps, target: 50')) + patch('2h', scaled('scaleToZeroDelay: 60')),
      [],
    ],
    [
      'at the list for an entry that is merged',
      patch('1h', 'containers: [{ name: main, lifecycle: { preStop: {} } }]'),
      ['no-effect termination.hooks [{'],
    ],
    ['not where it is expected to fail', patch('1h', policy, ', answers: 400'), []],
    ['not of what was deleted before', `  - { at: +30m, delete: /gvc/shop/workload/api }\n${patch('1h', policy)}`, []],
  ])('%s', (_, entries, expected) => {
    expect(doubts(`timeline:\n${entries}`).map((one) => one.replace(/\[\{.*/, '[{'))).toEqual(expected);
  });
});
