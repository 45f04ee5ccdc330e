/**
 * Breaks one rule of the platform at a time and shows which of the tests and scenarios that name it notice.
 *
 *   npm run mutants                     every mutant of `mutants/`
 *   npm run mutants -- ROLL-5 CRON      those of a rule, and of all rules of an area
 *   npm run mutants -- --shard 2/4      every fourth rule, beginning with the second
 *   npm run mutants -- --write          takes what has failed over into `evidence/checked.json`
 *   npm run mutants -- --json           what has failed, with the first failure of each file
 *
 * A mutant is caught where a test that passes unbroken fails, and for a rule of behaviour a scenario, too. Exits with 1
 * where one is not caught, or its code is not in its file exactly once.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { shownBy } from '../src/node/evidence.ts';
import { paintFor } from '../src/node/paint.ts';
import { shortened, tableLines } from '../src/report/words/table.ts';
import { areaOf, isRuleId, type RuleId, ruleOf } from '../src/rules/register.ts';
import { writeChecked } from './checked.ts';
import { isCurrent } from './coverage.ts';
import { type Mutant, mutants, mutated, sourceOf } from './mutant.ts';
import { Trials } from './trials.ts';

/** They name ids without being about the rule. */
const otherTests = ['test/scenarios.test.ts', 'test/mutants.test.ts', 'test/shown.test.ts'];
const atOnce = Math.min(2, availableParallelism());

/** A test file or scenario that fails with a mutant and passes without. */
interface Failure {
  readonly file: string;
  readonly failed: string;
}

/** What became of a mutant. */
interface Verdict {
  readonly mutant: Mutant;
  /** null: it applies. */
  readonly trouble: string | null;
  readonly tests: readonly Failure[];
  readonly scenarios: readonly Failure[];
}

/** Slow tests are seldom run, and tests that start the program see its bundle, in which nothing is broken. */
function canNotice(test: string): boolean {
  if (otherTests.includes(test) || test.endsWith('.slow.test.ts')) return false;
  const path = fileURLToPath(new URL(`../${test}`, import.meta.url));
  return !test.startsWith('test/client/') && !/from '[^']*\b(cli|built)\.ts'/.test(readFileSync(path, 'utf8'));
}

/** Whether a test file or scenario passes unbroken, by its path: each is asked once. */
const passing = new Map<string, Promise<boolean>>();

async function tryOut(mutant: Mutant, trials: Trials): Promise<Verdict> {
  try {
    mutated(sourceOf(mutant), mutant);
  } catch (error) {
    return { mutant, trouble: (error as Error).message, tests: [], scenarios: [] };
  }
  const claimed = shownBy(mutant.rule);
  const tests = claimed.tests.filter(canNotice);
  const outcomes = await trials.outcomesOf({ mutant, tests, scenarios: claimed.scenarios });
  const failures: Failure[] = [];
  for (const [file, failed] of outcomes) {
    if (failed === null) continue;
    if (!passing.has(file)) passing.set(file, passesUnbroken(file, trials));
    if (await passing.get(file)) failures.push({ file, failed });
    else say(`${file} fails unbroken, so it is passed over`);
  }
  failures.sort((a, b) => (a.file < b.file ? -1 : 1));
  const isTest = ({ file }: Failure): boolean => tests.includes(file);
  return {
    mutant,
    trouble: null,
    tests: failures.filter(isTest),
    scenarios: failures.filter((one) => !isTest(one)),
  };
}

async function passesUnbroken(file: string, trials: Trials): Promise<boolean> {
  const isTest = file.endsWith('.ts');
  const outcomes = await trials.outcomesOf({
    mutant: null,
    tests: isTest ? [file] : [],
    scenarios: isTest ? [] : [file],
  });
  return outcomes.get(file) === null;
}

const paint = paintFor(process.stderr);

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** What has not noticed a mutant though it should have; none: it is caught. */
function blindOf({ mutant, tests, scenarios }: Verdict): string[] {
  const needsScenario = ruleOf(mutant.rule).kind === 'behaviour';
  const blind = tests.length === 0 ? ['the tests'] : [];
  return needsScenario && scenarios.length === 0 ? [...blind, 'the scenarios'] : blind;
}

function isCaught(verdict: Verdict): boolean {
  return verdict.trouble === null && blindOf(verdict).length === 0;
}

function inWords(verdict: Verdict): string {
  if (verdict.trouble !== null) return paint.bad('does not apply');
  const blind = blindOf(verdict);
  if (blind.length > 0) return paint.bad(`survived ${blind.join(' and ')}`);
  const { tests, scenarios } = verdict;
  return `caught by ${[...tests, ...scenarios].map(({ file }) => file.slice(file.indexOf('/') + 1)).join(', ')}`;
}

function table(verdicts: readonly Verdict[]): string {
  const columns = ['rule', 'what is broken', 'first test that failed', 'first scenario that failed'];
  const cell = (failures: readonly Failure[], isWanted: boolean) => {
    const [first] = failures;
    if (first !== undefined) return shortened(`${first.file}: ${first.failed}`, 120);
    return isWanted ? ({ text: 'survived', style: 'bad' } as const) : '';
  };
  const rows = verdicts.map((verdict) => {
    const { mutant, trouble, tests, scenarios } = verdict;
    if (trouble !== null) return [mutant.rule, { text: trouble, style: 'bad' } as const, '', ''];
    const blind = blindOf(verdict);
    return [
      mutant.rule,
      mutant.says,
      cell(tests, blind.includes('the tests')),
      cell(scenarios, blind.includes('the scenarios')),
    ];
  });
  const all = columns.map((title) => ({ title, align: 'left' }) as const);
  const out = { width: Number.POSITIVE_INFINITY, paint: paintFor(process.stdout) };
  return tableLines(all, rows, out).join('\n');
}

/**
 * The mutants to try: of the rules and areas named (all where none is), those of one part.
 *
 * @param shard `1/4`: the first of four parts; undefined: all
 * @throws Error where a word is no rule and no area, or names none with a mutant, and where the part is none
 */
export function chosenOf(all: readonly Mutant[], words: readonly string[], shard: string | undefined): Mutant[] {
  const isAsked = (rule: RuleId, word: string): boolean => word === rule || word === areaOf(rule);
  for (const word of words) {
    if (all.some(({ rule }) => isAsked(rule, word))) continue;
    throw new Error(
      isRuleId(word) ? `no mutant of mutants/ breaks ${word}` : `${word} is no rule and no area of rules`,
    );
  }
  const asked = all.filter(({ rule }) => words.length === 0 || words.some((word) => isAsked(rule, word)));
  if (shard === undefined) return asked;
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(shard)?.map(Number) ?? [];
  if (part === undefined || parts === undefined || part < 1 || part > parts) {
    throw new Error(`--shard is ${shard}: write 1/4 for the first of four parts`);
  }
  const order = [...new Set(asked.map(({ rule }) => rule))];
  return asked.filter(({ rule }) => order.indexOf(rule) % parts === part - 1);
}

function duration(milliseconds: number): string {
  const seconds = milliseconds / 1_000;
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

async function verdictsOf(chosen: readonly Mutant[]): Promise<Verdict[]> {
  const verdicts = new Map<Mutant, Verdict>();
  const waiting = chosen.slice();
  const beganAt = performance.now();
  const workers = Array.from({ length: Math.min(atOnce, chosen.length) }, () => new Trials());
  const stop = (): void => {
    for (const worker of workers) worker.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stop();
      process.exit(130);
    });
  }
  const work = async (trials: Trials): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const startedAt = performance.now();
      const verdict = await tryOut(mutant, trials);
      verdicts.set(mutant, verdict);
      const now = performance.now();
      const share = verdicts.size / chosen.length;
      const left = `${Math.floor(share * 100)} %, ${duration(((now - beganAt) * (1 - share)) / share)} left`;
      say(`${left.padEnd(16)} ${mutant.rule.padEnd(11)} ${inWords(verdict)} (${duration(now - startedAt)})`);
    }
  };
  try {
    await Promise.all(workers.map(work));
  } finally {
    stop();
  }
  return chosen.map((mutant) => verdicts.get(mutant) as Verdict);
}

/** @returns the exit code */
async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { shard: { type: 'string' }, write: { type: 'boolean' }, json: { type: 'boolean' } },
  });
  const chosen = chosenOf(mutants(), positionals, values.shard);
  if (!isCurrent()) say('evidence/named.json is out of date, so newer tests are passed over: npm run coverage');
  const verdicts = await verdictsOf(chosen);
  if (values.json === true) process.stdout.write(`${JSON.stringify(verdicts, null, 2)}\n`);
  else process.stdout.write(`${table(verdicts)}\n\n`);
  if (values.write === true) {
    writeChecked(
      verdicts.map((verdict) => ({
        rule: verdict.mutant.rule,
        isCaught: isCaught(verdict),
        tests: verdict.tests.map(({ file }) => file),
        scenarios: verdict.scenarios.map(({ file }) => file),
      })),
    );
  }
  const caught = verdicts.filter(isCaught).length;
  const stale = verdicts.filter(({ trouble }) => trouble !== null).length;
  say(
    `${verdicts.length} mutants: ${caught} caught, ${verdicts.length - caught - stale} survived, ${stale} do not apply`,
  );
  return caught === verdicts.length ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    say((error as Error).message);
    process.exitCode = 2;
  }
}
