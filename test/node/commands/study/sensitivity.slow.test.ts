import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { folderOf, type Outcome, svcsim } from '../../cli.ts';

/** A job that is due again before it has ended, and a workload with noisy demand. */
const shop = `svcsim: 1
name: shop
start: 2026-11-01T00:00:00Z
for: 2h
params: { minutes: 14m }
resources:
  - { kind: gvc, name: shop, spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } } }
  - kind: workload
    gvc: shop
    name: job
    spec:
      type: cron
      containers: [{ name: main, image: job:1, cpu: 100m, memory: 128Mi }]
      job: { schedule: "*/10 * * * *", concurrencyPolicy: Forbid, restartPolicy: Never }
behavior:
  shop/job: { execution: { duration: "\${minutes}", failure: 10% } }
expect:
  - { metric: executions.started, of: shop/job, is: "<= 7" }
`;
const cwd = folderOf({
  'shop.yaml': shop,
  'still.yaml': shop.replace(', failure: 10%', '').replace('name: shop\n', 'name: still\n'),
  'bad.yaml': shop.replace('type: cron', 'type: crom'),
});
const started = 'executions.started of shop/job';

const run = (...args: string[]): Outcome => svcsim(['sensitivity', ...args], { cwd });

describe('svcsim sensitivity', () => {
  it('says what matters and what turns the verdict, and draws a tornado', () => {
    const { code, stdout, stderr } = run('still.yaml', '--of', started, 'bill.total', '--only', 'cron');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /^Nothing is random: .* most of all cron.forbid.missed = lateStart instead of skip: it raises executions.started .* The verdict \(pass\) is not the same under all of them: cron.forbid.missed = lateStart/,
    );
    expect(stdout).toMatch(/cron\.forbid\.missed +skip +lateStart +\+\d+ +\|█{12} +fail \(flips\)/);
    expect(stdout).toContain('None of 3 changes moves bill.total.');
  });

  it('prints a document as its schema says', () => {
    const { stdout } = run('shop.yaml', '--of', started, '--runs', '4', '--input', 'for', '--json');
    const schema = JSON.parse(
      readFileSync(new URL('../../../../schema/sensitivity.schema.json', import.meta.url), 'utf8'),
    );
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
    const document = JSON.parse(stdout);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(document).toMatchObject({ schema: 'svcsim/sensitivity/1', measure: started, chance: 'present', runs: 4 });
    for (const effect of document.effects)
      expect(effect).toMatchObject({ measure: started, low: expect.any(Number), flips: expect.any(Boolean) });
    const tried = document.effects.map(({ name, to }: { name: string; to: string }) => `${name}=${to}`);
    expect(tried).toEqual(
      expect.arrayContaining(['for=1.8h', 'for=2.2h', 'minutes=12.6m', 'cron.forbid.missed=lateStart']),
    );
  });

  it('starts from the scenario as the command line changes it', () => {
    const { stdout } = run('still.yaml', '--assume', 'cron.forbid.missed=lateStart', '--only', 'cron', '--json');
    const { effects, verdict } = JSON.parse(stdout);
    expect(verdict.verdict).toBe('fail');
    expect(effects[0]).toMatchObject({ name: 'cron.forbid.missed', from: 'lateStart', to: 'skip' });
    expect(effects.find(({ flips }: { flips: boolean }) => flips)).toMatchObject({ verdict: { verdict: 'pass' } });
  });

  it('takes the usual measures where none is asked for', () => {
    const { measures } = JSON.parse(run('still.yaml', '--only', 'minutes', '--json').stdout);
    expect(measures.map(({ measure }: { measure: string }) => measure)).toEqual(['bill.total', started]);
  });

  it('writes Markdown for a pull request, without bars', () => {
    const { stdout } = run('still.yaml', '--of', started, '--only', 'cron', '--format', 'md');
    expect(stdout).toContain('| cron.forbid.missed | skip | lateStart |');
    expect(stdout).not.toContain('█');
    expect(stdout).not.toContain('\u001b');
  });

  it('lists what it would try', () => {
    const { code, stdout } = run('still.yaml', '--only', 'minutes', '--only', 'cron.forbid', '--list');
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        '3 changes of 2 inputs, and the scenario as it is, 10 runs each: 40 runs. If nothing in them is random, the first run of each plan is enough.',
        '  assumption cron.forbid.missed: lateStart instead of skip',
        '  parameter minutes: 12.6m instead of 14m',
        '  parameter minutes: 15.4m instead of 14m',
        'measures:',
        '  bill.total',
        `  ${started}`,
        '',
      ].join('\n'),
    );
  });

  it('prints the answer with --quiet, too', () => {
    const { stdout } = run('still.yaml', '--only', 'minutes');
    expect(stdout).toContain('Nothing is random');
    expect(run('still.yaml', '--only', 'minutes', '-q')).toEqual({ code: 0, stdout, stderr: '' });
  });
});

describe('svcsim sensitivity refuses', () => {
  it.each([
    [['none.yaml'], 2, 'there is no such file'],
    [['bad.yaml'], 3, 'crom'],
    [['still.yaml', '--of', 'bil.total'], 2, "--of: there is no metric 'bil.total'; did you mean 'bill.total'?"],
    [['still.yaml', '--of', 'executions.started of shop/jop'], 2, "did you mean 'shop/workload/job'?"],
    [['still.yaml', '--input', 'demand'], 2, '--input: demand: the file has no value there'],
    [['still.yaml', '--input', 'behaviour.shop/job.execution.duration'], 2, '--input: '],
    [['still.yaml', '--input', 'seed'], 2, '--input: seed: the file has no value there'],
    [['still.yaml', '--input', 'params.minutes'], 2, 'parameters are tried anyway'],
    [['still.yaml', '--only', 'cron.forbit.missed'], 2, '--only: there is no assumption'],
    [['still.yaml', '--change', '0%'], 2, '--change takes a percentage between 0 % and 100 %'],
    [['still.yaml', '--change', 'much'], 2, "found 'much'"],
    [['still.yaml', '--runs', '0'], 2, '--runs takes a whole number from 1'],
    [['still.yaml', '--confidence', '1'], 2, '--confidence takes a percentage'],
    [['still.yaml', '--replication', '3'], 2, '--replication is one run'],
    [['still.yaml', '--assume', 'cron.forbid.missed=late'], 3, 'lateStart'],
    [['still.yaml', '--set', 'params.minuts=3'], 3, 'minutes'],
    [['--of', 'bill.total', 'still.yaml'], 2, "missing required argument 'file'"],
  ])('%j', (args, code, message) => {
    const outcome = run(...args);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(message);
    expect(outcome.stdout).toBe('');
  });
});
