import { describe, expect, it } from 'vitest';
import { head, parse } from '../builders.ts';

const ports = 'ports: [{ number: 80 }]';
const resources = `resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - { kind: workload, gvc: shop, name: api, spec: { type: standard, containers: [{ name: a, image: a, ${ports} }] } }
  - { kind: workload, gvc: shop, name: web, spec: { type: standard, containers: [{ name: a, image: a, ${ports} }] } }
`;

/** Demands that are warned of, by their targets as they stand, of those to api, api and web. */
function warned(more: string): readonly string[] {
  const demand = ['shop/api', 'shop/workload/api', 'shop/web'].map((to) => `  - { to: ${to}, rate: 1/s }\n`).join('');
  const text = `${head}${resources}demand:\n${demand}${more}`;
  const lines = text.split('\n');
  return parse(text).problems.flatMap(({ code, severity, line, column, endColumn }) =>
    code === 'no-request-cost' && severity === 'warning'
      ? [lines[line - 1]?.slice(column - 1, endColumn - 1) ?? '']
      : [],
  );
}

describe('demand for a workload of which nothing says what a request costs', () => {
  const cost = (of: string, request: string): string => `behavior: { ${of}: { request: ${request} } }\n`;

  it.each([
    ['nothing is said at all', '', ['shop/api', 'shop/web']],
    ['one is told', cost('shop/api', '{ cpu: 1ms }'), ['shop/web']],
    ['its time alone is told', cost('shop/api', '{ duration: 1ms }'), ['shop/web']],
    ['that it is nothing is told', cost('shop/api', '{ cpu: 0ms }'), ['shop/web']],
    ['all are told at once', cost('"shop/*"', '{ cpu: 1ms }'), []],
    ['memory alone is told', cost('shop/api', '{ memory: 1Mi }'), ['shop/api', 'shop/web']],
    ['other behaviour is told', 'behavior: { shop/api: { start: 1s } }\n', ['shop/api', 'shop/web']],
    ['the pattern fits neither', cost('"shp/*"', '{ cpu: 1ms }'), ['shop/api', 'shop/web']],
    ['it is told later', `timeline: [{ at: +1d, behavior: { shop/web: { request: { cpu: 1ms } } } }]\n`, ['shop/api']],
    ['what is told has a mistake of its own', cost('shop/api', '5'), ['shop/web']],
  ])('%s: is a warning of each, at the first', (_, more, expected) => {
    expect(warned(more)).toEqual(expected);
  });

  it('no demand that cannot be read, or reach anybody, is warned of beside its problem', () => {
    const jobs = `  - { kind: workload, gvc: shop, name: job, spec: { type: cron, containers: [{ name: a, image: a }], job: { schedule: 0 3 * * * } } }
  - { kind: workload, gvc: shop, name: mute, spec: { type: standard, containers: [{ name: a, image: a }] } }
`;
    const demand = '[{ to: shop/job, rate: 1/s }, { to: shop/mute, rate: 1/s }, { to: shop/web, rate: -1/s }]';
    const { problems } = parse(`${head}${resources}${jobs}demand: ${demand}\n`);
    expect(problems.map(({ code }) => code)).toEqual(['wrong-kind', 'no-ports', 'bad-unit']);
  });

  it('says what comes of it, and what to write', () => {
    const { problems, scenario } = parse(`${head}${resources}demand: [{ to: shop/web, rate: 1/s }]\n`);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      message: expect.stringMatching(/^the behavior states no cost of a request to shop\/web: /),
      hint: 'add request: { cpu: 10ms, duration: 50ms } to the behavior of shop/web',
    });
    expect(scenario).not.toBeNull();
  });
});
