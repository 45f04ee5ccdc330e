/**
 * Breaks one rule of the platform at a time and shows that a test and a scenario notice.
 *
 *   npm run mutants                     all of `mutants/`
 *   npm run mutants -- ROLL-5 CRON-3    those
 *
 * A patch there is named after the rule that it breaks and begins with a line that says how; it changes one line. It is applied to a copy of the
 * project, in which the tests that name the rule are run and the scenarios that show it: at least one of each must fail that passes unbroken.
 * Exits with 1 where none does, or a patch no longer applies.
 */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paintFor } from '../src/node/paint.ts';
import { ruleStatus } from '../src/platform/rules/built.ts';
import { coverage } from '../src/platform/rules/coverage.ts';
import { isRuleId, type RuleId, rules } from '../src/platform/rules/register.ts';
import type { Shown } from '../src/platform/rules/shown.ts';
import { shortened, tableLines } from '../src/report/table.ts';
import { isCurrent } from './coverage.ts';
import type { Judgement } from './judge.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'mutants');

/** Areas whose behaviour rules have a mutant each, and single rules of other areas. */
const areas = ['ROLL', 'CRON', 'SUSP', 'REPL', 'VOL', 'VOLAUTO', 'VOLCMD', 'LIMIT', 'VER', 'EPH'];
const singles = ['TYPE-11', 'TYPE-12', 'ENC-6'];

/** Run all scenarios, or name ids without being about the rule. */
const otherTests = ['test/scenarios.test.ts', 'test/mutants.test.ts'];
/** What a copy holds, beside links to what never changes. */
const copied = [
  'src',
  'test',
  'scenarios',
  'scripts',
  'schema',
  'package.json',
  'tsconfig.base.json',
  'vitest.config.ts',
];
const atOnce = 2;
const timeLimit = 240_000;

/** A patch that breaks one rule. */
export interface Mutant {
  readonly rule: string;
  readonly path: string;
  /** Its first line without the rule: what is wrong with the platform then. */
  readonly says: string;
  readonly text: string;
}

/** The rules of those areas that are built and show in virtual time, in the register's order. */
export function rulesToBreak(): RuleId[] {
  return rules
    .filter(({ id, kind }) => kind === 'behaviour' && ruleStatus(id).status === 'built')
    .map(({ id }) => id)
    .filter((id) => singles.includes(id) || areas.includes(id.slice(0, id.lastIndexOf('-'))));
}

/** All patches, by name. */
export function mutants(): Mutant[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.patch'));
  return names.sort().map((name) => {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    const [head = ''] = text.split('\n');
    return { rule: name.slice(0, -'.patch'.length), path, says: head.slice(head.indexOf(': ') + 2), text };
  });
}

/** Why a patch does not apply to the files below a folder; null where it does. Nothing is changed. */
export function patchTrouble({ path }: Mutant, where = root): string | null {
  return git(['apply', '--check', path], where);
}

function git(words: readonly string[], where: string): string | null {
  const { status, stderr } = spawnSync('git', words, { cwd: where, encoding: 'utf8' });
  return status === 0 ? null : stderr.trim() || `git ${words.join(' ')} ended with ${status}`;
}

/** What became of a mutant. */
interface Outcome {
  readonly mutant: Mutant;
  /** null: it applies. */
  readonly trouble: string | null;
  /** What fails that passes unbroken; null: the mutant survived. */
  readonly test: string | null;
  readonly scenario: string | null;
}

/** What passes in an unbroken copy. */
interface Baseline {
  /** The copy that all others are made from, so that changes to the project meanwhile do not count. */
  readonly copy: string;
  readonly tests: ReadonlySet<string>;
  readonly scenarios: ReadonlySet<string>;
}

function shownOf(rule: string): Shown {
  const { tests, scenarios } = (coverage as Readonly<Record<string, Shown>>)[rule] ?? { tests: [], scenarios: [] };
  const isFirst = (file: string): number => (file.startsWith('scenarios/rules/') ? 0 : 1);
  return {
    tests: tests.filter((file) => !otherTests.includes(file)),
    scenarios: [...scenarios].sort((a, b) => isFirst(a) - isFirst(b)),
  };
}

/** A copy of the project as it stands in a folder; what it depends on is shared. */
function copyTo(base: string, name: string, from: string): string {
  const copy = join(base, name);
  mkdirSync(copy);
  for (const part of copied) cpSync(join(from, part), join(copy, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
  return copy;
}

interface Written {
  readonly out: string;
  /** Why there is no more of it: it ran for too long, or the error that ended it. */
  readonly end: string;
}

/** Runs Node in a folder, whatever its exit code. */
function node(where: string, words: readonly string[]): Promise<Written> {
  const options = { cwd: where, timeout: timeLimit, killSignal: 'SIGKILL', maxBuffer: 1 << 28 } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, words, options, (error, out, errors) => {
      const thrown = errors.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? 'ended without a word';
      resolve({ out, end: error?.killed === true ? 'does not end' : thrown });
    });
  });
}

interface TestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Tests of files by their outcome; a file that cannot be run counts as one test. */
async function runTests(copy: string, files: readonly string[]): Promise<{ passed: string[]; failed: string[] }> {
  if (files.length === 0) return { passed: [], failed: [] };
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', '--maxWorkers=1', ...files];
  const { out, end } = await node(copy, vitest);
  if (!out.startsWith('{')) return { passed: [], failed: files.map((file) => `${file}: ${end}`) };
  const { testResults } = JSON.parse(out) as TestReport;
  const tests = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = name.slice(name.indexOf('/test/') + 1);
    if (assertionResults.length === 0) return [{ name: `${file}: ${message.split('\n')[0] ?? ''}`, status: 'failed' }];
    return assertionResults.map(({ fullName, status }) => ({ name: `${file}: ${fullName}`, status }));
  });
  const having = (wanted: string): string[] => tests.filter(({ status }) => status === wanted).map(({ name }) => name);
  return { passed: having('passed'), failed: having('failed') };
}

async function judgeScenarios(copy: string, files: readonly string[]): Promise<readonly Judgement[]> {
  const { out, end } = await node(copy, ['--import', 'tsx', 'scripts/judge.ts', ...files]);
  const lines = out.split('\n').filter((line) => line.endsWith('}'));
  const judged = new Map(lines.map((line) => JSON.parse(line) as Judgement).map((one) => [one.file, one]));
  return files.map((file) => judged.get(file) ?? { file, broken: end });
}

async function baselineOf(copy: string, chosen: readonly Mutant[]): Promise<Baseline> {
  const shown = chosen.map(({ rule }) => shownOf(rule));
  const [{ passed }, judged] = await Promise.all([
    runTests(copy, [...new Set(shown.flatMap(({ tests }) => tests))]),
    judgeScenarios(copy, [...new Set(shown.flatMap(({ scenarios }) => scenarios))]),
  ]);
  const kept = judged.filter(({ broken }) => broken === null).map(({ file }) => file);
  for (const { file, broken } of judged) if (broken !== null) say(`${file} does not hold unbroken: ${broken}`);
  return { copy, tests: new Set(passed), scenarios: new Set(kept) };
}

async function tryOut(base: string, mutant: Mutant, baseline: Baseline): Promise<Outcome> {
  const trouble = patchTrouble(mutant, baseline.copy);
  if (trouble !== null) return { mutant, trouble, test: null, scenario: null };
  const copy = copyTo(base, mutant.rule, baseline.copy);
  try {
    const applied = git(['apply', mutant.path], copy);
    if (applied !== null) return { mutant, trouble: applied, test: null, scenario: null };
    const { tests, scenarios } = shownOf(mutant.rule);
    const { failed } = await runTests(copy, tests);
    const test = failed.find((name) => baseline.tests.has(name) || name.endsWith(': does not end')) ?? null;
    return { mutant, trouble: null, test, scenario: await firstBroken(copy, scenarios, baseline) };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** One after the other, as the smallest scenario that shows a rule stands first and should be enough. */
async function firstBroken(copy: string, files: readonly string[], baseline: Baseline): Promise<string | null> {
  for (const file of files.filter((one) => baseline.scenarios.has(one))) {
    const [judged] = await judgeScenarios(copy, [file]);
    if (judged !== undefined && judged.broken !== null) return `${file.slice('scenarios/'.length)}: ${judged.broken}`;
  }
  return null;
}

const paint = paintFor(process.stderr);
const survived = 'survived';

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function verdict({ trouble, test, scenario }: Outcome): string {
  if (trouble !== null) return paint.bad('does not apply');
  const by = [test === null ? [] : ['a test'], scenario === null ? [] : ['a scenario']].flat();
  const missing = [test === null ? ['the tests'] : [], scenario === null ? ['the scenarios'] : []].flat();
  if (missing.length === 0) return `caught by ${by.join(' and ')}`;
  return paint.bad(`${survived} ${missing.join(' and ')}`);
}

function table(outcomes: readonly Outcome[]): string {
  const columns = ['rule', 'what the patch breaks', 'test that failed', 'scenario that failed'];
  const shownAs = (text: string | null) =>
    text === null ? ({ text: survived, style: 'bad' } as const) : shortened(text, 100);
  const rows = outcomes.map(({ mutant, trouble, test, scenario }) => {
    if (trouble !== null) return [mutant.rule, { text: `does not apply: ${trouble}`, style: 'bad' } as const, '', ''];
    return [mutant.rule, mutant.says, shownAs(test), shownAs(scenario)];
  });
  const all = columns.map((title) => ({ title, align: 'left' }) as const);
  const out = { width: Number.POSITIVE_INFINITY, paint: paintFor(process.stdout) };
  return tableLines(all, rows, out).join('\n');
}

/** @returns the exit code */
async function main(wanted: readonly string[]): Promise<number> {
  const all = mutants();
  const stranger = wanted.find((rule) => !all.some((mutant) => mutant.rule === rule));
  if (stranger !== undefined) {
    say(`there is no mutants/${stranger}.patch${isRuleId(stranger) ? '' : `, and ${stranger} is no rule`}`);
    return 2;
  }
  if (!isCurrent())
    say('src/platform/rules/coverage.ts is out of date, so newer tests are passed over: npm run coverage');
  const chosen = all.filter(({ rule }) => wanted.length === 0 || wanted.includes(rule));
  const base = mkdtempSync(join(tmpdir(), 'svcsim-mutants-'));
  process.once('exit', () => rmSync(base, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
  say(`unbroken: the tests and scenarios of ${chosen.length} rules`);
  const baseline = await baselineOf(copyTo(base, 'unbroken', root), chosen);
  if (baseline.tests.size === 0 || baseline.scenarios.size === 0) {
    say(paint.bad('nothing passes unbroken, so nothing can be shown'));
    return 1;
  }
  const outcomes: Outcome[] = [];
  const waiting = chosen.slice();
  const work = async (): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const startedAt = performance.now();
      const outcome = await tryOut(base, mutant, baseline);
      outcomes.push(outcome);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      say(`${outcomes.length}/${chosen.length}  ${mutant.rule.padEnd(11)} ${verdict(outcome)}  (${seconds} s)`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  outcomes.sort((a, b) => chosen.indexOf(a.mutant) - chosen.indexOf(b.mutant));
  const stale = outcomes.filter(({ trouble }) => trouble !== null).length;
  const caught = outcomes.filter(({ test, scenario }) => test !== null && scenario !== null).length;
  process.stdout.write(`${table(outcomes)}\n\n`);
  process.stdout.write(
    `${outcomes.length} mutants: ${caught} caught by a test and a scenario, ${outcomes.length - caught - stale} ${survived}, ${stale} do not apply\n`,
  );
  return caught === outcomes.length ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
