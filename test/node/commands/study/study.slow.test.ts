import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../../../src/node/commands/study/study.ts';
import type { StudyDocument } from '../../../../src/report/study/document.ts';
import { bin } from '../../built.ts';
import { folderOf, type Outcome, shell, svcsim } from '../../cli.ts';
import { maxScale, noisyShop } from '../noisyShop.ts';

const shop = noisyShop({
  horizon: '1h',
  more: `variants:
  calm: { demand: [{ to: shop/api, rate: 10/s }] }
studies:
  cheapest:
    vary:
      max: { path: ${maxScale}, values: [3, 4, 6] }
    require:
      - { metric: load.goodPercentage, of: shop/api, is: ">= 90%", probability: 80%, confidence: 80% }
    minimise: bill.total
    runs: { least: 2 }
  plans:
    plans: { today: {}, odd: { assume: { hpa.tolerance: 0.05 }, variant: calm }, wrong: { set: { ${maxScale}: -1 } } }
    measure: [bill.total, { bill: total, by: meter }]
    runs: { least: 4 }
  impossible:
    plans: { today: {} }
    require: [{ metric: load.goodPercentage, of: shop/api, is: "> 100%" }]
    runs: { most: 30 }
  undecided:
    require: [{ metric: load.goodPercentage, of: shop/api, is: "> 1%" }]
    runs: { least: 3, most: 3 }
  huge:
    vary:
      min: { path: shop/workload/api.spec.defaultOptions.autoscaling.minScale, from: 1, to: 1000, step: 1 }
      max: { path: ${maxScale}, from: 1, to: 1000, step: 1 }
  window:
    measure: [bill.workload of shop/api, load.failed of shop/api]
    runs: { least: 3 }
    window: { from: +0s, for: 1m, arrivals: poisson }
`,
});
const cwd = folderOf({ 'shop.yaml': shop, 'plain.yaml': shop.slice(0, shop.indexOf('studies:')) });

const run = (...args: string[]): Outcome => svcsim(['study', ...args], { cwd });

/** All files of a study's folder, by name. */
function filesOf(folder: string): { readonly [name: string]: string } {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name)).toString('base64')]),
  );
}

describe('svcsim study', () => {
  it('says how many runs it needs, finds the cheapest plan, and writes its folder', () => {
    const { code, stdout, stderr } = run('shop.yaml', 'cheapest');
    expect(stderr).toBe(
      'cheapest: 3 plans, 13 runs each: 39 runs. If nothing in them is random, the first run of each plan is enough.\n' +
        'load.goodPercentage of shop/api >= 90%: 13 runs of each plan show it, if it holds in all of them\n',
    );
    expect(stdout.replace(/\s+/g, ' ')).toMatch(
      /^max=\d instead of max=3 costs .* It is the cheapest of 3 plans that keeps the goal with 80 % confidence \(13 runs, none failed\)\./,
    );
    expect(stdout).toMatch(/max +bill\.total .* Goal +runs/);
    expect(code).toBe(0);
    expect(Object.keys(filesOf(join(cwd, 'studies/cheapest')))).toEqual([
      'runs.csv',
      'runs.ndjson',
      'runs.parquet',
      'study.html',
      'study.json',
      'study.md',
    ]);
  });

  it('prints a document as its schema says, the same as study.json', () => {
    const { stdout } = run('shop.yaml', 'cheapest', '--json', '-q');
    const schema = JSON.parse(readFileSync(new URL('../../../../schema/study.schema.json', import.meta.url), 'utf8'));
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema);
    const document = JSON.parse(stdout);
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(stdout).toBe(readFileSync(join(cwd, 'studies/cheapest/study.json'), 'utf8'));
    expect(document).toMatchObject({ name: 'cheapest', verdict: 'answered', goals: [{ measure: 'bill.total' }] });
  });

  it('with --quiet prints the answer alone', () => {
    const [told, quiet] = [run('shop.yaml', 'cheapest'), run('shop.yaml', 'cheapest', '-q')];
    expect(quiet).toEqual({ code: 0, stdout: expect.stringMatching(/^max=\d instead of max=3 costs/), stderr: '' });
    expect(told.stdout).toBe(
      `${quiet.stdout}\nstudies/cheapest: study.json, study.md, study.html, runs.csv, runs.parquet, runs.ndjson\n`,
    );
    expect(told.stderr).toContain('39 of 39 runs were in studies/cheapest already\n');
  });

  it('reports refused plans and the bill by a dimension, in Markdown too', () => {
    const { code, stdout } = run('shop.yaml', 'plans', '--format', 'md');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\*\*odd instead of today changes /);
    expect(stdout).toContain('wrong cannot be run: fields.bounds.scale: maxScale must be at least 0; found -1.**');
    expect(stdout).toMatch(/\| wrong \| \*\*refused\*\* \|/);
    expect(stdout).toMatch(/bill\.total meter=/);
  });

  it('gives commands that make these very runs again', () => {
    run('shop.yaml', 'plans', '-q');
    const { plans } = JSON.parse(readFileSync(join(cwd, 'studies/plans/study.json'), 'utf8'));
    const rows = readFileSync(join(cwd, 'studies/plans/runs.csv'), 'utf8').split('\n');
    const [head = '', ...lines] = rows;
    const at = (name: string): number => head.split(',').indexOf(name);
    for (const { name, examples = [] } of plans) {
      for (const { command, replication } of examples) {
        const line = lines
          .map((one) => one.split(','))
          .find((one) => one[0] === name && one[at('replication')] === `${replication}`);
        const made = JSON.parse(shell(`${command} --json`, cwd).stdout);
        expect([name, made.runs[0].summary.fingerprint]).toEqual([name, line?.[at('fingerprint')]]);
      }
    }
    expect(plans[1].examples[0].command).toMatch(
      /^svcsim run shop\.yaml --variant calm --assume hpa\.tolerance=0\.05 --replication \d$/,
    );
  });

  it('exits with 1 if no plan keeps the goal, and with 6 if the runs do not decide it', () => {
    const none = run('shop.yaml', 'impossible');
    expect([none.code, none.stdout]).toEqual([1, expect.stringMatching(/^today does not keep the goal/)]);
    expect(run('shop.yaml', 'undecided')).toMatchObject({
      code: 6,
      stdout: expect.stringMatching(
        /^No plan is shown to keep the goal with 95 % confidence\. The runs do not decide today/,
      ),
      stderr: expect.stringMatching(/59 runs of each plan show it, .*; only 3 are allowed: raise runs\.most to 59$/m),
    });
  });

  it('names the studies of the file', () => {
    expect(run('shop.yaml')).toMatchObject({
      code: 2,
      stderr:
        'svcsim: shop.yaml has 6 studies, so name one of them: its studies are cheapest, plans, impossible, undecided, huge, window\n',
    });
    expect(run('shop.yaml', 'cheepest').stderr).toBe(
      "svcsim: shop.yaml has no study 'cheepest'; did you mean 'cheapest'?\n",
    );
    expect(run('plain.yaml')).toMatchObject({
      code: 2,
      stderr: "svcsim: plain.yaml has no studies: add 'studies:' to it, with a name\n",
    });
  });

  it('lists points, measures, runs and their time, and runs no study', () => {
    const { code, stdout } = run('shop.yaml', 'cheapest', '--list', '--out', 'nowhere');
    expect(code).toBe(0);
    expect(stdout).toContain(`  max=4: ${maxScale}=4\n`);
    expect(stdout).toContain(
      '  cheapest: 3 plans, 13 runs each: 39 runs. If nothing in them is random, the first run of each plan is enough.\n',
    );
    expect(stdout).toMatch(
      /one run of the scenario takes (about )?\d+ (ms|s) here, so the study about \d+ (ms|s) with/,
    );
    expect(existsSync(join(cwd, 'nowhere'))).toBe(false);
  });

  it('lists a grid of a million points by its size, and refuses to run it', () => {
    const { code, stdout } = run('shop.yaml', 'huge', '--list');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^huge: 1 plan with each point of 2 axes: 1,000,000 points\n/);
    expect(run('shop.yaml', 'huge')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^svcsim: huge: the study has 1,000,000 points, more than 1,000: .*--most-points/),
    });
  });
});

describe('a window with single requests', () => {
  it('is announced with their number, measured in calls.*, and stands in the command of an example', () => {
    const { code, stdout, stderr } = run('shop.yaml', 'window', '--json', '--out', 'window');
    expect(code).toBe(0);
    expect(stderr).toMatch(/^single requests: about [\d,]+ in one run of a plan$/m);
    const { window, plans } = JSON.parse(stdout) as StudyDocument;
    expect(window).toMatchObject({ arrivals: 'poisson' });
    const [plan] = plans;
    expect(plan?.measures.map(({ measure }) => measure)).toEqual([
      'bill.workload of shop/api',
      'calls.failed of shop/api',
    ]);
    expect(plan?.examples?.[0]?.command).toMatch(/--set 'window=\{ from: .*, for: 1m, arrivals: poisson \}'/);
  });

  it('with too many of them is refused, and says how to allow them', () => {
    const { code, stderr } = run('shop.yaml', 'window', '--most-requests', '10', '--out', 'never');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /more than 10: shorten the window, lower runs.most, or allow them with --most-requests \d+$/m,
    );
    expect(existsSync(join(cwd, 'never'))).toBe(false);
  });
});

it('a run that hit a defect makes the exit code, whatever else the answer is', () => {
  const plan = { name: 'today', changes: [], runs: 3, measures: [] };
  const failed = [{ replication: 2, message: 'a defect' }];
  const codes = (['answered', 'no plan', 'undecided'] as const).flatMap((verdict) => [
    codeOf({ plans: [plan], verdict }),
    codeOf({ plans: [{ ...plan, failed }], verdict }),
  ]);
  expect(codes).toEqual([0, 4, 1, 4, 6, 4]);
});

describe('the folder of a study', () => {
  it('has the same bytes for 1, 2 and 4 workers', () => {
    const [one, two, four] = ['1', '2', '4'].map((workers) => {
      run('shop.yaml', 'cheapest', '-q', '--out', `w${workers}`, '--workers', workers);
      return filesOf(join(cwd, `w${workers}/cheapest`));
    });
    expect(two).toEqual(one);
    expect(four).toEqual(one);
  });

  it.each([
    ['SIGINT', ['SIGINT']],
    ['SIGINT-twice', ['SIGINT', 'SIGINT']],
    ['SIGKILL', ['SIGKILL']],
  ] as const)('after %s the same command runs only what is missing', async (name, signals) => {
    const folder = join(cwd, name, 'cheapest');
    const program = spawn(process.execPath, [bin, 'study', 'shop.yaml', 'cheapest', '--out', name, '--workers', '1'], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const errors: string[] = [];
    program.stderr.on('data', (text) => errors.push(String(text)));
    const ended = new Promise<number | null>((resolve) => program.on('exit', resolve));
    const linesIn = (): number =>
      existsSync(join(folder, 'runs.ndjson'))
        ? readFileSync(join(folder, 'runs.ndjson'), 'utf8').split('\n').length
        : 0;
    while (linesIn() < 5) await setTimeout(5);
    for (const signal of signals) program.kill(signal);
    const code = await ended;
    const finished = linesIn() - 2;
    expect(finished).toBeLessThan(39);
    expect(existsSync(join(folder, 'study.json'))).toBe(false);
    if (name !== 'SIGKILL') expect(code).toBe(130);
    if (name === 'SIGINT')
      expect(errors.join('')).toMatch(/svcsim: interrupted after \d+ of 39 runs: those that finished are in /);
    const { stderr } = run('shop.yaml', 'cheapest', '--out', name);
    expect(stderr).toMatch(
      new RegExp(`^(${finished}|${finished - 1}) of 39 runs were in ${name}/cheapest already$`, 'm'),
    );
    run('shop.yaml', 'cheapest', '-q', '--out', 'whole');
    expect(filesOf(folder)).toEqual(filesOf(join(cwd, 'whole/cheapest')));
  });

  it('runs only new points and new measures of a study that was extended', () => {
    const small = folderOf({ 'shop.yaml': shop });
    const study = (): string => svcsim(['study', 'shop.yaml', 'cheapest'], { cwd: small }).stderr;
    study();
    writeFileSync(
      join(small, 'shop.yaml'),
      shop.replace('values: [3, 4, 6]', 'values: [3, 4, 5, 6]').replace('# ', ''),
    );
    // Four plans share the confidence, so each takes a run more.
    expect(study()).toMatch(/^39 of 56 runs were in studies\/cheapest already$/m);
    expect(study()).toMatch(/^56 of 56 runs were/m);
    rmSync(join(small, 'studies'), { recursive: true });
  });

  it('is refused while another program has it', () => {
    const held = folderOf({ 'shop.yaml': shop });
    mkdirSync(join(held, 'studies/cheapest'), { recursive: true });
    const holder = { pid: process.pid, host: hostname(), born: null };
    writeFileSync(join(held, 'studies/cheapest/runs.lock'), `${JSON.stringify(holder)}\n`);
    expect(svcsim(['study', 'shop.yaml', 'cheapest', '-q'], { cwd: held })).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('is performing this study'),
    });
  });
});

describe('studies in a file', () => {
  it('are checked with their places, and keep no run from starting', () => {
    const bad = folderOf({
      'bad.yaml': shop
        .replace('minimise: bill.total', 'minimise: bill.totl')
        .replace(`path: ${maxScale}, values`, `path: ${maxScale.replace('maxScale', 'maxscale')}, values`),
    });
    const { code, stdout } = svcsim(['check', 'bad.yaml'], { cwd: bad });
    expect(code).toBe(3);
    expect(stdout).toMatch(/^bad\.yaml:23:\d+ +unknown-path .*has no field 'maxscale'/m);
    expect(stdout).toMatch(
      /^bad\.yaml:26:15 +unknown-metric +there is no metric 'bill\.totl'; did you mean 'bill\.total'\?/m,
    );
    expect(stdout).toMatch(/^bad\.yaml: 2 errors, 0 warnings$/m);
    expect(svcsim(['run', 'bad.yaml', '-q'], { cwd: bad }).code).toBe(0);
    expect(svcsim(['study', 'bad.yaml', 'plans', '-q'], { cwd: bad }).code).toBe(0);
    expect(svcsim(['study', 'bad.yaml', 'cheapest', '-q'], { cwd: bad }).code).toBe(3);
  });
});
