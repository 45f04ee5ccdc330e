/**
 * Breaks one rule of the platform at a time and shows that a test and a scenario notice.
 *
 *   npm run mutants                     all of `mutants/`
 *   npm run mutants -- ROLL-5 CRON-3    those
 *
 * A patch there is named after the rule that it breaks and begins with a line that says how; it changes one line. It is applied to a copy of the
 * project, in which the tests that name the rule are run and the scenarios that show it: at least one of each must fail that passes unbroken.
 * Exits with 1 where none does, or a patch no longer applies. Where it does not, as the source has changed: break the rule there by hand, and put
 * what `git diff` says under the first line of the patch.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { paintFor } from '../src/node/paint.ts';
import { coverage } from '../src/platform/rules/coverage.ts';
import { isRuleId } from '../src/platform/rules/register.ts';
import type { Shown } from '../src/platform/rules/shown.ts';
import { shortened, tableLines } from '../src/report/table.ts';
import { copyTo, failedTests, judgeScenarios, stopAll } from './copies.ts';
import { isCurrent } from './coverage.ts';
import { git, type Mutant, mutants, patchTrouble } from './mutant.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Run all scenarios, or name ids without being about the rule. */
const otherTests = ['test/scenarios.test.ts', 'test/mutants.test.ts'];
const atOnce = 2;

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
  /** Test files of which every test passes, and scenarios that come out as they expect. */
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

async function baselineOf(copy: string, chosen: readonly Mutant[]): Promise<Baseline> {
  const shown = chosen.map(({ rule }) => shownOf(rule));
  const tests = [...new Set(shown.flatMap((one) => one.tests))];
  const [failed, judged] = await Promise.all([
    failedTests(copy, tests, false),
    judgeScenarios(copy, [...new Set(shown.flatMap(({ scenarios }) => scenarios))]),
  ]);
  const kept = judged.filter(({ broken }) => broken === null).map(({ file }) => file);
  for (const { file, broken } of judged) if (broken !== null) say(`${file} does not hold unbroken: ${broken}`);
  const failing = new Set(failed.map(([file]) => file));
  for (const file of failing) say(`${file} fails unbroken, so it is passed over`);
  return { copy, tests: new Set(tests.filter((file) => !failing.has(file))), scenarios: new Set(kept) };
}

async function tryOut(base: string, mutant: Mutant, baseline: Baseline): Promise<Outcome> {
  const trouble = patchTrouble(mutant, baseline.copy);
  if (trouble !== null) return { mutant, trouble, test: null, scenario: null };
  const copy = copyTo(base, mutant.rule, baseline.copy);
  try {
    const applied = git(['apply', mutant.path], copy);
    if (applied !== null) return { mutant, trouble: applied, test: null, scenario: null };
    const { tests, scenarios } = shownOf(mutant.rule);
    const test = await firstFailed(copy, tests, baseline);
    return { mutant, trouble: null, test, scenario: await firstBroken(copy, scenarios, baseline) };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** Laws come last: they take long, the longer where they fail. */
async function firstFailed(copy: string, files: readonly string[], baseline: Baseline): Promise<string | null> {
  const known = files.filter((file) => baseline.tests.has(file));
  const isLaw = (file: string): boolean => file.startsWith('test/laws/') || file.endsWith('Laws.test.ts');
  for (const some of [known.filter((file) => !isLaw(file)), known.filter(isLaw)]) {
    const [first] = await failedTests(copy, some, true);
    if (first !== undefined) return first.join(': ');
  }
  return null;
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
  const blind = [...(test === null ? ['the tests'] : []), ...(scenario === null ? ['the scenarios'] : [])];
  return blind.length === 0 ? 'caught by a test and a scenario' : paint.bad(`${survived} ${blind.join(' and ')}`);
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
  process.once('exit', () => rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      stopAll();
      process.exit(130);
    });
  }
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
