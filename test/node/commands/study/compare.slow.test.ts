import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { StudyDocument } from '../../../../src/report/study/document.ts';
import { folderOf, type Outcome, svcsim } from '../../cli.ts';
import { maxScale, noisyShop, wide } from '../noisyShop.ts';

const shop = noisyShop({ team: 'storefront', more: wide });
const cwd = folderOf({
  'shop.yaml': shop,
  'still.yaml': shop.replace(/, noise: .*/, ' }').replace('name: shop\n', 'name: still\n'),
});

const run = (...args: string[]): Outcome => svcsim(['compare', ...args], { cwd });

describe('svcsim compare', () => {
  it('says in a sentence what differs, and shows plans and differences', () => {
    const { code, stdout, stderr } = run('shop.yaml', '--plan', `six:${maxScale}=6`, '--runs', '6');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /^six instead of shop (costs|changes) .* and (lowers|changes) load.failed of shop\/api /,
    );
    expect(stdout).toMatch(/Mean of all runs +shop +six/);
    expect(stdout).toMatch(/load.failed of shop\/api +-[\d,]+/);
    expect(stdout).toContain('6 runs of each plan with the same random numbers');
  });

  it('ends with a mistake in a plan, which is no answer, and names the nearest path', () => {
    const path = maxScale.replace('maxScale', 'maxscale');
    const { code, stdout, stderr } = run('shop.yaml', '--plan', `six:${path}=6`, '--fail-if', 'bill.total > +5%');
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain("svcsim: the plan 'six' cannot be read:");
    expect(stderr).toContain(`did you mean '${maxScale}'?`);
  });

  it('gives the command of the median and of the worst run of each plan, which comes to the same bill', () => {
    const { plans } = JSON.parse(run('shop.yaml', '--plan', `six:${maxScale}=6`, '--runs', '3', '--json').stdout);
    const examples: { kind: string; measure: string; value: number; command: string }[] = plans[1].examples;
    expect(examples.map(({ kind, measure }) => [kind, measure])).toEqual([
      ['median', 'bill.total'],
      ['worst', 'bill.total'],
    ]);
    for (const { command, value } of examples) {
      const [program, ...args] = command.split(' ');
      expect(program).toBe('svcsim');
      const { stdout } = svcsim([...args, '--json'], { cwd });
      expect(Number(JSON.parse(stdout).runs[0].summary.payable)).toBe(value);
    }
  });

  it('--format html prints a page with the same sentence, with the style of the bundle', () => {
    const asked = ['shop.yaml', '--plan', `six:${maxScale}=6`, '--runs', '3'];
    const { code, stdout, stderr } = run(...asked, '--format', 'html');
    expect([code, stderr]).toEqual([0, '']);
    const { sentence } = JSON.parse(run(...asked, '--json').stdout);
    expect(stdout).toMatch(/^<!doctype html>/);
    expect(stdout).toContain(sentence.split(/(?<=\.) /)[0]);
    expect(stdout).toContain('.row-plot');
  });

  it('takes variants of a file, and other files', () => {
    const { stdout } = run('shop.yaml', 'shop.yaml@wide', 'still.yaml', '--runs', '2', '--json');
    const { plans } = JSON.parse(stdout);
    expect(plans.map(({ name }: { name: string }) => name)).toEqual(['shop', 'shop.wide', 'still']);
  });

  it.each(['2', '4'])('prints the same bytes with %s workers as with one', (workers) => {
    const asked = ['shop.yaml', 'shop.yaml@wide', '--runs', '5', '--json'];
    expect(run(...asked, '--workers', workers).stdout).toBe(run(...asked, '--workers', '1').stdout);
  });

  it.each(['0', '1.5', 'many', '257'])('refuses --workers %s', (workers) => {
    const { code, stderr } = run('shop.yaml', 'shop.yaml@wide', '--workers', workers);
    expect([code, stderr]).toEqual([2, `svcsim: --workers takes a whole number from 1 to 256; found '${workers}'\n`]);
  });

  it('prints a document as its schema says', () => {
    const { stdout } = run(
      'shop.yaml',
      '--plan',
      `six:${maxScale}=6`,
      '--plan',
      `bad:${maxScale}=-1`,
      '--runs',
      '4',
      '--json',
    );
    const schema = JSON.parse(readFileSync(new URL('../../../../schema/study.schema.json', import.meta.url), 'utf8'));
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
    const document = JSON.parse(stdout);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(document.plans[2].refused.message).toContain('maxScale');
    expect(document.differences[0]).toMatchObject({ plan: 'six', base: 'shop', measure: 'bill.total', runs: 4 });
  });

  it('runs plans once where nothing is random', () => {
    const { code, stdout } = run('still.yaml', '--plan', `six:${maxScale}=6`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Nothing in these plans is random/);
    expect(stdout).not.toContain('Luck saved');
  });

  it('compares with the same file at a commit, with all that it includes', () => {
    const included = shop.replace('name: shop\n', 'name: shop\ninclude: [parts/more.yaml]\n');
    const repository = folderOf();
    const git = (...args: string[]): void => {
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
        cwd: repository,
        stdio: 'pipe',
      });
    };
    git('init', '-q');
    execFileSync('mkdir', ['parts'], { cwd: repository });
    writeFileSync(join(repository, 'shop.yaml'), included.replace(/, noise: .*/, ' }'));
    writeFileSync(
      join(repository, 'parts/more.yaml'),
      'expect: [{ metric: replicas.ready, of: shop/api, is: ">= 1" }]\n',
    );
    git('add', '-A');
    git('commit', '-qm', 'before');
    writeFileSync(
      join(repository, 'shop.yaml'),
      included.replace(/, noise: .*/, ' }').replace('maxScale: 3', 'maxScale: 1'),
    );
    writeFileSync(
      join(repository, 'parts/more.yaml'),
      'expect: [{ metric: replicas.total, of: shop/api, is: ">= 1" }]\n',
    );
    const { code, stdout } = svcsim(['compare', 'shop.yaml', '--base', 'HEAD', '--json'], { cwd: repository });
    expect(code).toBe(0);
    const { plans, differences } = JSON.parse(stdout);
    expect(plans.map(({ name }: { name: string }) => name)).toEqual(['HEAD', 'shop']);
    // No command runs the file of the commit.
    expect(plans.map(({ examples = [] }: { examples?: [] }) => examples.length)).toEqual([0, 2]);
    expect(differences.find(({ measure }: { measure: string }) => measure === 'bill.total').mean).toBeLessThan(0);
    expect(differences.map(({ measure }: { measure: string }) => measure)).toContain('replicas.ready of shop/api');
    expect(svcsim(['compare', 'shop.yaml', '--base', 'nowhere'], { cwd: repository })).toMatchObject({
      code: 2,
      stderr: "svcsim: --base nowhere: git knows no commit 'nowhere' here\n",
    });
  });

  it('exits with 1 if a --fail-if holds, with 6 if the runs do not decide it', () => {
    const plan = ['still.yaml', '--plan', `one:${maxScale}=1`];
    expect(run(...plan, '--fail-if', 'load.failed of shop/api > 0')).toMatchObject({ code: 1 });
    expect(run(...plan, '--fail-if', 'bill.total > +5%')).toMatchObject({ code: 0 });
    const { code, stdout } = run(
      'shop.yaml',
      '--plan',
      'other:seed=2',
      '--runs',
      '5',
      '--fail-if',
      'load.failed of shop/api > 0',
    );
    expect(code).toBe(6);
    expect(stdout).toContain('UNDECIDED');
  });

  it('writes Markdown for a pull request', () => {
    const { stdout } = run('still.yaml', '--plan', `one:${maxScale}=1`, '--format', 'md');
    expect(stdout).toContain('| bill.total |');
    expect(stdout).not.toContain('\u001b');
  });

  it('reads standard input once, for all plans', () => {
    const { code, stdout } = svcsim(
      ['compare', '-', '--plan', `one:${maxScale}=1`, '--fail-if', 'bill.total > 0 USD'],
      {
        cwd,
        input: shop.replace(/, noise: .*/, ' }'),
      },
    );
    expect(code).toBe(0);
    expect(stdout).toContain('one instead of shop');
    expect(stdout).not.toContain('refused');
  });

  it('lists what it would run', () => {
    const { code, stdout } = run('shop.yaml', '--plan', `six:${maxScale}=6`, '--runs', '40', '--list');
    expect(code).toBe(0);
    expect(stdout).toBe(
      [
        '2 plans, 40 runs each: 80 runs. If nothing in them is random, the first run of each plan is enough.',
        '  shop: shop.yaml',
        `  six: ${maxScale}=6`,
        'measures:',
        '  bill.total',
        '  load.failed of shop/api',
        '',
      ].join('\n'),
    );
  });
});

describe('svcsim compare refuses', () => {
  it.each([
    [['shop.yaml'], 2, 'a comparison needs two plans or more'],
    [['shop.yaml'], 2, 'svcsim study measures one plan alone'],
    [['shop.yaml', '--plan', 'nonsense'], 2, '--plan takes NAME:PATH=VALUE'],
    [['shop.yaml', 'still.yaml', '--plan', `six:${maxScale}=6`], 2, '--plan changes one file'],
    [['shop.yaml', 'shop.yaml', 'shop.yaml'], 2, "two plans are named 'shop'"],
    [['shop.yaml', 'still.yaml', '--runs', '0'], 2, '--runs takes a whole number from 1'],
    [['shop.yaml', 'still.yaml', '--confidence', '101%'], 2, '--confidence takes a percentage'],
    [['shop.yaml', 'still.yaml', '--measure', 'bil.total'], 2, "did you mean 'bill.total'?"],
    [['shop.yaml', 'still.yaml', '--measure', 'load.failed of shop/apy'], 2, "did you mean 'shop/workload/api'?"],
    [['shop.yaml', 'still.yaml', '--fail-if', 'bill.total'], 2, 'expected MEASURE > +N%'],
    [
      ['shop.yaml', 'still.yaml', '--fail-if', 'bill.total > +5 GBP'],
      2,
      'expected an amount such as 5 USD, or 5% of the base; found 5 GBP',
    ],
    [
      ['shop.yaml', 'still.yaml', '--fail-if', 'load.failed of shop/api > +1m'],
      2,
      "'load.failed of shop/api > +1m': expected",
    ],
    [['shop.yaml', 'shop.yaml@wild'], 3, 'wild'],
    [['shop.yaml', 'none.yaml'], 2, 'there is no such file'],
  ])('%j', (args, code, message) => {
    const outcome = run(...args);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toContain(message);
    expect(outcome.stdout).toBe('');
  });
});

describe('report folders as plans', () => {
  const reports = folderOf({ 'shop.yaml': shop, 'other.yaml': shop.replace('name: shop', 'name: other\nseed: "2"') });
  const within = (...args: string[]): Outcome => svcsim(args, { cwd: reports });
  within('run', 'shop.yaml', 'other.yaml', '--quiet');
  within('run', 'shop.yaml', '--variant', 'wide', '--quiet');
  within('run', 'shop.yaml', '--replication', '3', '--out', 'third', '--quiet');
  const folders = ['reports/shop', 'reports/shop.wide'];
  const valuesIn = (stdout: string): unknown =>
    JSON.parse(stdout).plans.map(({ name, runs, measures }: StudyDocument['plans'][number]) => [
      name,
      runs,
      measures.map(({ measure, mean }) => [measure, mean]),
    ]);

  it('have the values of the runs that they report, to the last digit', () => {
    const { code, stdout } = within('compare', ...folders, '--json');
    expect(code).toBe(0);
    const ran = within('compare', 'shop.yaml', 'shop.yaml@wide', '--runs', '1', '--json', '--measure', 'bill.total');
    expect(valuesIn(stdout)).toEqual(valuesIn(ran.stdout));
    const { plans, bridges, sentence } = JSON.parse(stdout);
    expect(plans[0].changes).toEqual(['reports/shop']);
    expect(bridges).toEqual(JSON.parse(ran.stdout).bridges);
    expect(sentence).toContain('in the only run');
    // No command makes a finished run again.
    expect(plans.map(({ examples }: StudyDocument['plans'][number]) => examples)).toEqual([undefined, undefined]);
  });

  it('tell their bill by a dimension', () => {
    const { stdout } = within('compare', ...folders, '--json', '--measure', 'bill.total by tag:team');
    const ran = within(
      'compare',
      'shop.yaml',
      'shop.yaml@wide',
      '--runs',
      '1',
      '--json',
      '--measure',
      'bill.total by tag:team',
    );
    expect(valuesIn(stdout)).toEqual(valuesIn(ran.stdout));
  });

  it('stand beside a scenario, which runs in the replication of the report', () => {
    const { stdout } = within('compare', 'third/shop', 'shop.yaml@wide', '--json');
    const ran = within(
      'run',
      'shop.yaml',
      '--variant',
      'wide',
      '--replication',
      '3',
      '--out',
      'wide',
      '--json',
      '--quiet',
    );
    expect(ran.code).toBe(0);
    const { payable } = JSON.parse(readFileSync(join(reports, 'wide/shop.wide/summary.json'), 'utf8'));
    expect(valuesIn(stdout)).toEqual([
      ['shop', 1, [['bill.total', expect.any(Number)]]],
      ['shop.wide', 1, [['bill.total', Number(payable)]]],
    ]);
  });

  it.each([
    [
      ['reports/shop', 'reports/other'],
      'reports/other is replication 0 of seed 2, and reports/shop is replication 0 of seed 1: they have not the same luck',
    ],
    [
      ['reports/shop', 'other.yaml'],
      'reports/shop has the seed 1, and a scenario has 2: add --seed 1 for the same luck',
    ],
    [['reports/shop', '--base', 'main'], 'reports/shop is a finished run: --plan and --base change a scenario file'],
    [
      [...folders, '--measure', 'load.failed of shop/api'],
      'reports/shop does not tell load.failed of shop/api: a report tells its bill, and the metrics that an expectation of the scenario is about',
    ],
    [['reports', 'reports/shop'], 'reports is not a report folder: it has no summary.json'],
  ])('%j is refused', (args, message) => {
    expect(within('compare', ...args)).toEqual({ code: 2, stdout: '', stderr: `svcsim: ${message}\n` });
  });
});
