import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { folderOf, invalid, type Outcome, small, svcsim } from '../../cli.ts';

/** A schedule whose one execution fails with the probability of a parameter. */
const night = `svcsim: 1
name: night
start: 2026-11-01T00:00:00Z
for: 1h
params: { failure: 20% }
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: night
    spec:
      type: cron
      containers: [{ name: main, image: night:1, cpu: 100m, memory: 128Mi }]
      job: { schedule: "0 * * * *", concurrencyPolicy: Forbid, restartPolicy: Never }
behavior:
  shop/night: { execution: { duration: 10m, failure: "\${failure}" } }
`;
const cwd = folderOf({ 'night.yaml': night, 'web.yaml': small('web'), 'invalid.yaml': invalid });
const minScale = 'shop/workload/web.spec.defaultOptions.autoscaling.minScale';
const failed = 'executions.failed of shop/night >= 1';

const run = (...args: string[]): Outcome => svcsim(['find', ...args], { cwd });

describe('svcsim find', () => {
  it('says from where on a condition holds, and shows every value that was tried', () => {
    const { code, stdout, stderr } = run('web.yaml', '--vary', 'for=1..12h', '--until', 'bill.total > 0.25 USD');
    expect([code, stderr]).toEqual([0, '']);
    const [, from = '', below = ''] =
      /^bill.total > 0.25 USD holds from for=(\d+)h on; at (\d+)h it does not\./.exec(stdout) ?? [];
    expect(Number(from)).toBe(Number(below) + 1);
    expect(stdout).toMatch(/Value +Condition +bill.total/);
    expect(stdout).toMatch(/12h +holds +0\.\d+ USD/);
    expect(stdout).not.toContain('random numbers');
  });

  it('says in how many runs a condition held where chance decides', () => {
    const vary = ['--vary', 'params.failure=5..95%', '--within', '30'];
    const { code, stdout } = run('night.yaml', ...vary, '--until', failed);
    expect(code).toBe(0);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /holds in at least 50 % of runs from params.failure=65% on \(\d+ of \d+\); at 35% it does not \(\d+ of \d+\)\. 4 values tried in \d+ runs, with 95 % confidence/,
    );
    expect(stdout).toMatch(/Held in +Of all runs +Mean +Least +Greatest/);
  });

  it('prints a document as its schema says', () => {
    const { code, stdout } = run(
      'night.yaml',
      '--vary',
      'params.failure=5..95%',
      '--within',
      '30',
      '--until',
      failed,
      '--json',
    );
    expect(code).toBe(0);
    const schema = JSON.parse(readFileSync(new URL('../../../../schema/find.schema.json', import.meta.url), 'utf8'));
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
    const document = JSON.parse(stdout);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(document).toMatchObject({
      schema: 'svcsim/find/1',
      path: 'params.failure',
      unit: '%',
      measure: 'executions.failed of shop/night',
      holdsAt: 65,
      failsAt: 35,
      low: 35,
      high: 65,
    });
  });

  it('exits with 1 if there is no break-even in the range', () => {
    const { code, stdout } = run('web.yaml', '--vary', 'for=1..5h', '--until', 'bill.total > 100 USD');
    expect(code).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toContain('There is no break-even between for=1h and 5h');
  });

  it('exits with 6 if the runs that are allowed do not decide it', () => {
    const vary = ['--vary', 'params.failure=5..95%', '--within', '15'];
    const { code, stdout } = run('night.yaml', ...vary, '--until', failed, '--runs', '30');
    expect(code).toBe(6);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'where exactly, the runs do not decide. 30 runs of each do not decide',
    );
  });

  it('writes Markdown for a pull request, and the same answer with --quiet', () => {
    const asked = ['web.yaml', '--vary', 'for=1..5h', '--until', 'bill.total > 0.1 USD'];
    expect(run(...asked, '--format', 'md').stdout).toContain('| Value | Condition | bill.total |');
    expect(run(...asked, '--quiet')).toEqual({ ...run(...asked), stderr: '' });
  });

  it('lists what it would run', () => {
    const asked = ['--vary', 'params.failure=5..95%', '--within', '0.5', '--probability', '90%'];
    const { code, stdout } = run('night.yaml', ...asked, '--until', failed, '--list');
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        'params.failure: 5%, 5.5%, ... 95% (181 values)',
        `until: ${failed}, in at least 90 % of runs, with 95 % confidence`,
        'at most 17 values are tried: both ends, up to 5 between them, then halves',
        'at most 400 runs of each value; one is enough if nothing in it is random',
        '',
      ].join('\n'),
    );
  });
});

describe('svcsim find refuses', () => {
  const bill = 'bill.total > 5 USD';

  it.each([
    [['web.yaml', '--until', bill], 2, "required option '--vary <path=range>' not specified"],
    [['web.yaml', '--vary', 'for=1..5h'], 2, "required option '--until <condition>' not specified"],
    [['web.yaml', '--vary', 'for=5..1h', '--until', bill], 2, 'the low end must be below the high end: found 5..1'],
    [['web.yaml', '--vary', 'for=short..long', '--until', bill], 2, 'expected PATH=LOW..HIGH'],
    [['web.yaml', '--vary', 'for=1..5h', '--within', 'x', '--until', bill], 2, '--within takes a number above 0 in h'],
    [['web.yaml', '--vary', 'for=1..5h', '--until', 'bil.total > 5 USD'], 2, "did you mean 'bill.total'?"],
    [['web.yaml', '--vary', 'for=1..5h', '--until', 'bill.total'], 2, 'expected METRIC'],
    [['web.yaml', '--vary', 'for=1..5h', '--until', 'bill.total > 5 EUR'], 2, 'an amount in USD'],
    [
      ['web.yaml', '--vary', 'for=1..5h', '--until', 'replicas.ready of shop/wep > 5'],
      2,
      "did you mean 'shop/workload/web'?",
    ],
    [
      ['web.yaml', '--vary', 'for=1..5h', '--until', bill, '--probability', '100%'],
      2,
      '--probability takes a percentage',
    ],
    [['web.yaml', '--vary', 'for=1..5h', '--until', bill, '--confidence', '2'], 2, '--confidence takes a percentage'],
    [['web.yaml', '--vary', 'for=1..5h', '--until', bill, '--runs', '0'], 2, '--runs takes a whole number'],
    [['none.yaml', '--vary', 'for=1..5h', '--until', bill], 2, 'there is no such file'],
    [['invalid.yaml', '--vary', 'for=1..5h', '--until', bill], 3, 'standrd'],
    [['web.yaml', '--vary', `${minScale.toLowerCase()}=1..3`, '--until', bill], 3, `did you mean '${minScale}'?`],
    [
      ['web.yaml', '--vary', `${minScale}=1..9`, '--until', bill],
      3,
      `${minScale}=9 cannot be run: fields.bounds.minScaleAboveMax: `,
    ],
    [
      ['web.yaml', '--vary', `${minScale}=-1..3`, '--until', bill],
      3,
      `${minScale}=-1 cannot be run: fields.bounds.scale: `,
    ],
  ])('%j', (args, code, message) => {
    const outcome = run(...args);
    expect(outcome.stderr.replace(/\s+/g, ' ')).toContain(message);
    expect(outcome.code).toBe(code);
    expect(outcome.stdout).toBe('');
  });
});
