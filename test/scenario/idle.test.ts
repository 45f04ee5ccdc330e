import { describe, expect, it } from 'vitest';
import { head, parse, shop } from './builders.ts';

/** Warnings of what has no effect, each with its rule and the text that it points at. */
function idle(more: string): string[] {
  const text = `${head}${shop}${more}`;
  const lines = text.split('\n');
  return parse(text).problems.flatMap(({ code, rule, severity, line, column, endColumn }) =>
    code === 'no-effect' ? [`${severity} ${rule} ${lines[line - 1]?.slice(column - 1, endColumn - 1)}`] : [],
  );
}

describe('behaviour that the type of a workload has no use for is a warning', () => {
  it.each([
    [
      'TYPE-11: executions of a workload that serves',
      'shop/api: { execution: { duration: 5m } }',
      ['warning TYPE-11 execution'],
    ],
    ['TYPE-8: requests of a cron workload', 'shop/nightly: { request: { cpu: 5ms } }', ['warning TYPE-8 request']],
    [
      'probes of a cron workload (`type.cronDropped`)',
      'shop/nightly: { readyAfter: 5s }',
      ['warning type.cronDropped readyAfter'],
    ],
    [
      'each has what is its own',
      'shop/nightly: { execution: { duration: 5m } }, shop/api: { request: { cpu: 5ms } }',
      [],
    ],
    ['a pattern that means both', 'shop/*: { execution: { duration: 5m }, request: { cpu: 5ms } }', []],
  ])('%s', (_, behaviour, expected) => {
    expect(idle(`behavior: { ${behaviour} }\n`)).toEqual(expected);
    expect(idle(`timeline: [{ at: +1h, behavior: { ${behaviour} } }]\n`)).toEqual(expected);
  });

  it('a workload that a request of the timeline makes has the type of its body', () => {
    const made = `timeline: [{ at: +1h, post: /gvc/shop/workload, with: { name: late, spec: { type: cron, containers: [{ name: a, image: "a:1" }], job: { schedule: "@daily" } } } }]\n`;
    expect(idle(`behavior: { shop/late: { execution: { duration: 5m } } }\n${made}`)).toEqual([]);
    expect(idle(`behavior: { shop/late: { request: { cpu: 5ms } } }\n${made}`)).toEqual(['warning TYPE-8 request']);
  });
});

describe('a field of a request that its kind has not is a warning (`fields.unknown`)', () => {
  const patch = (body: string): string => `timeline: [{ at: +1h, patch: /gvc/shop/workload/api, with: ${body} }]\n`;

  it('with its place, whatever the patch language puts before it', () => {
    expect(idle(patch('{ spec: { defaultOptions: { autoscaling: { minscale: 3 } } } }'))).toEqual([
      'warning fields.unknown minscale',
    ]);
    expect(idle(patch('{ spec: { "$append/containers": [{ name: b, image: "b:1", minCPU: 50m }] } }'))).toEqual([
      'warning fields.unknown minCPU',
    ]);
    expect(idle(patch('{ spec: { defaultOptions: { autoscaling: { minScale: 3 } } }, version: 1 }'))).toEqual([]);
    expect(idle(patch('{ spec: { "$drop/localOptions": true } }'))).toEqual([]);
  });

  it('not of a command, whose body is no record', () => {
    const command = `timeline: [{ at: +1h, post: /gvc/shop/workload/nightly/-command, with: { type: runCronWorkload, spec: { location: aws-us-east-1 } } }]\n`;
    expect(idle(command)).toEqual([]);
  });
});
