import { describe, expect, it } from 'vitest';
import { Run } from '../../../src/experiment/run.ts';
import { Chronicle } from '../../../src/report/fold/chronicle.ts';
import { measure } from '../../../src/report/fold/measure.ts';
import { good, head, parse, shop, told } from '../builders.ts';

/** The shop with another image for its job or its api. */
function withImage(name: 'api' | 'job', image: string): string {
  return `${head.replace('30d', '2d')}${shop.replace(`"${name}:1"`, JSON.stringify(image))}`;
}

describe('CRON-11: an image whose name is malformed', () => {
  it('is warned of where it stands, with the rule and the assumption', () => {
    const { scenario, problems } = parse(withImage('job', 'my job:1'));
    expect(scenario).not.toBeNull();
    expect(problems).toEqual([
      expect.objectContaining({ line: 14, column: 59, code: 'malformed-image', rule: 'CRON-11', severity: 'warning' }),
    ]);
    expect(problems[0]?.message).toContain("found 'my job:1'");
    expect(problems[0]?.message).toContain('cron.invalid');
  });

  it('is no matter for a workload that is no cron workload', () => {
    expect(told(withImage('api', 'my api:1'))).toEqual([]);
  });

  it.each([
    ['job:1', false],
    ['//image/job:1', false],
    ['registry.example.com:5000/team/job@sha256:0123', false],
    ['job:', true],
    ['job::1', true],
    ['team//job', true],
    [' job', true],
    ['jöb:1', true],
    [':1', true],
  ])('%j is warned of exactly where the model can start no execution: %s', (image, isMalformed) => {
    const text = withImage('job', image);
    expect(told(text).map((one) => one.split(' ')[1])).toEqual(isMalformed ? ['malformed-image'] : []);
    const scenario = good(text);
    const chronicle = new Chronicle(scenario);
    const run = new Run(scenario, { sink: (entry) => chronicle.listen(entry) });
    run.advance();
    expect(measure(chronicle, 'executions.invalid', { of: null, at: null }, scenario.end)).toBe(isMalformed ? 2 : 0);
  });

  it.each([
    [
      'a patch',
      '{ at: +1h, patch: /gvc/shop/workload/nightly, with: { spec: { containers: [{ name: main, image: "a b" }] } } }',
    ],
    [
      'an override of one execution',
      '{ at: +1h, post: /org/acme/gvc/shop/workload/nightly/-command, with: { type: runCronWorkload, spec: { location: aws-us-east-1, containerOverrides: [{ name: main, image: "a b" }] } } }',
    ],
    [
      'a cron workload that is created',
      '{ at: +1h, post: /gvc/shop/workload, with: { kind: workload, name: later, spec: { type: cron, containers: [{ name: main, image: "a b" }], job: { schedule: 0 3 * * * } } } }',
    ],
  ])('is warned of in %s of the timeline', (_, entry) => {
    const text = `${head}${shop}timeline:\n  - ${entry}\n`;
    expect(told(text)).toEqual([`16:${4 + entry.indexOf('"a b"') + 1} malformed-image`]);
  });

  it.each([
    [
      'a patch of another workload',
      '{ at: +1h, patch: /gvc/shop/workload/api, with: { spec: { containers: [{ name: main, image: "a b" }] } } }',
    ],
    ['a tag of that name', '{ at: +1h, patch: /gvc/shop/workload/nightly, with: { tags: { image: "a b" } } }'],
    ['a behaviour', '{ at: +1h, behavior: { shop/nightly: { execution: { duration: 1m } } } }'],
  ])('is not looked for in %s', (_, entry) => {
    expect(told(`${head}${shop}timeline:\n  - ${entry}\n`)).toEqual([]);
  });
});

describe('TYPE-10: containers that never exit', () => {
  it('are warned of, and taken', () => {
    const entry = '  shop/nightly: { execution: { duration: never } }';
    expect(told(`${head}${shop}behavior:\n${entry}\n`)).toEqual([`16:${entry.indexOf('never') + 1} never-exits`]);
  });
});

describe('TYPE-11: a schedule that never comes', () => {
  const withSchedule = (schedule: string): string => `${head}${shop.replace('0 3 * * *', JSON.stringify(schedule))}`;

  it.each([
    ['0 3 * * *', []],
    ['0 3 29 2 *', []],
    ['0 3 30 2 *', ['schedule-never-comes']],
    ['0 3 31 4,6 *', ['schedule-never-comes']],
  ])('%s', (schedule, codes) => {
    expect(told(withSchedule(schedule)).map((one) => one.split(' ')[1])).toEqual(codes);
  });

  it('is warned of in a patch too', () => {
    const entry = '{ at: +1h, patch: /gvc/shop/workload/nightly, with: { spec: { job: { schedule: "0 3 31 2 *" } } } }';
    const found = told(`${head}${shop}timeline:\n  - ${entry}\n`);
    expect(found.map((one) => one.split(' ')[1])).toEqual(['schedule-never-comes']);
  });
});
