/** `svcsim compare`: plans under the same luck, and how surely one is better than another. */
import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { type ComparedPlan, type Comparison, compare, type StudyProgress } from '../../experiment/study/compare.ts';
import { parseCondition } from '../../experiment/study/condition.ts';
import { type Measure, parseMeasure } from '../../experiment/study/measure.ts';
import { capturePlan, type PlanChanges } from '../../experiment/study/planText.ts';
import { inThisThread, refusalOf } from '../../experiment/study/runner.ts';
import { usualMeasures } from '../../experiment/study/usualMeasures.ts';
import { exampleBook } from '../../platform/metering/exampleBook.ts';
import { comparisonText } from '../../report/study/comparisonText.ts';
import type { StudyDocument } from '../../report/study/document.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { markdownCanvas } from '../../report/words/markdownTable.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { canvasOf } from '../canvas.ts';
import { exitCode, Stop } from '../exit.ts';
import type { CompareFlags } from '../flags.ts';
import { readScenarios } from '../inputs.ts';
import { Interrupt } from '../interrupt.ts';
import { showProblems } from '../problems.ts';
import { progressBar } from '../progress.ts';
import { say } from '../say.ts';

/** Compares plans and prints the answer. @returns the exit code */
export async function compareFiles(files: readonly string[], flags: CompareFlags): Promise<number> {
  const runs = countOf(flags.runs, '--runs');
  const confidence = confidenceOf(flags.confidence);
  const conditions = (flags.failIf ?? []).map((text) => read(parseCondition(text), '--fail-if'));
  const asked = (flags.measure ?? []).map((text) => read(parseMeasure(text), '--measure'));
  const { plans, scenarios, name } = await readPlans(files, flags);
  const [first] = scenarios;
  if (first === undefined) return exitCode.invalid;
  if (plans.length < 2)
    throw new Stop(
      exitCode.usage,
      `a comparison needs two plans or more; give another file, or --plan name:path=value`,
    );
  const usual = asked.length > 0 ? asked : usualMeasures(scenarios);
  const measures = distinct([...usual, ...conditions.map(({ measure }) => measure)]);
  const currency = first.prices?.currency ?? exampleBook.currency;
  const comparison = { name, plans, measures, conditions, runs, confidence, currency };
  if (flags.list === true) {
    say(process.stdout, listText(comparison));
    return exitCode.ok;
  }
  const document = await performed(comparison, flags);
  if (flags.json === true || flags.format === 'json') say(process.stdout, jsonText(document));
  else if (flags.format === 'md') say(process.stdout, `${comparisonText(document, currency, markdownCanvas)}\n`);
  else if (flags.quiet !== true)
    say(process.stdout, `${comparisonText(document, currency, canvasOf(process.stdout))}\n`);
  return codeOf(document);
}

/** The plans of the command line, read and checked; a plan that the platform refuses stays, and says so. */
async function readPlans(
  files: readonly string[],
  flags: CompareFlags,
): Promise<{
  readonly plans: readonly ComparedPlan[];
  readonly scenarios: readonly Scenario[];
  readonly name: string;
}> {
  const given = flags.plan ?? [];
  if (given.length > 0 && files.length > 1)
    throw new Stop(exitCode.usage, '--plan changes one file; give one file, or the plans as files');
  const plans: ComparedPlan[] = [];
  const scenarios: Scenario[] = [];
  const add = async (
    arg: string,
    changes: PlanChanges,
    named: string | null,
    shown: readonly string[],
  ): Promise<boolean> => {
    const { file, variants } = planFile(arg);
    const [source] = await readScenarios([file], { ...flags, variant: [...(flags.variant ?? []), ...variants] });
    if (source === undefined) throw new Error(`nothing was read for ${file}`);
    const { plan, parsed } = capturePlan(source.text, source.options, changes);
    const isPlain = named === null && parsed.scenario === null;
    // A plan of changes may be refused; a file that cannot be read ends the comparison.
    if (isPlain || (scenarios.length === 0 && parsed.scenario === null)) {
      showProblems(parsed, process.stderr);
      return false;
    }
    if (plans.length === 0) showProblems({ ...parsed, problems: parsed.problems }, process.stderr);
    const { scenario } = parsed;
    if (scenario !== null) scenarios.push(scenario);
    const name = uniqueName(named ?? scenario?.name ?? file, arg, plans);
    plans.push({ name, changes: shown, source: scenario === null ? refusalOf(parsed.problems, parsed.texts) : plan });
    return true;
  };
  for (const file of files) {
    const isRead = await add(file, {}, null, [file]);
    if (!isRead) return { plans: [], scenarios: [], name: '' };
  }
  const [base = ''] = files;
  for (const text of given) {
    const { name, set } = planFlag(text);
    await add(
      base,
      { set },
      name,
      set.map(({ path, value }) => `${path}=${value}`),
    );
  }
  return { plans, scenarios, name: scenarios[0]?.name ?? '' };
}

/** `shop.yaml@leaner+cheaper` is a file with two variants; a file of exactly this name comes first. */
function planFile(arg: string): { readonly file: string; readonly variants: readonly string[] } {
  const at = arg.lastIndexOf('@');
  if (at < 1 || existsSync(arg)) return { file: arg, variants: [] };
  return { file: arg.slice(0, at), variants: arg.slice(at + 1).split('+') };
}

const planForm =
  'NAME:PATH=VALUE,PATH=VALUE, such as leaner:shop/workload/api.spec.defaultOptions.autoscaling.maxScale=10';

/** Reads `--plan`. A comma inside a value is kept: only one before another `PATH=` ends a change. */
function planFlag(text: string): {
  readonly name: string;
  readonly set: readonly { readonly path: string; readonly value: string }[];
} {
  const [, name = '', rest = ''] = /^([\w.-]+):(.+)$/s.exec(text) ?? [];
  const changes = rest.split(/,(?=[^=,[\]{}"']+=)/).map((change) => /^([^=]+)=(.*)$/s.exec(change.trim()));
  if (name === '' || changes.some((change) => change === null))
    throw new Stop(exitCode.usage, `--plan takes ${planForm}; found '${text}'`);
  return { name, set: changes.map((change) => ({ path: change?.[1] ?? '', value: change?.[2] ?? '' })) };
}

function uniqueName(name: string, arg: string, plans: readonly ComparedPlan[]): string {
  const taken = (one: string): boolean => plans.some((plan) => plan.name === one);
  if (!taken(name)) return name;
  if (!taken(arg)) return arg;
  throw new Stop(exitCode.usage, `two plans are named '${name}'; each needs a name of its own`);
}

async function performed(comparison: Comparison, flags: CompareFlags): Promise<StudyDocument> {
  const progress = progressBar(comparison.name, flags.quiet === true);
  const interrupt = new Interrupt();
  const startedAt = performance.now();
  try {
    const steps = compare(comparison, inThisThread());
    for (;;) {
      const step = await steps.next();
      if (step.done === true) return step.value;
      progress.say(progressText(step.value, (performance.now() - startedAt) / 1_000));
      await setImmediate();
      if (interrupt.isRequested)
        throw new Stop(
          exitCode.interrupted,
          `interrupted after ${step.value.done} of ${step.value.of} runs: no answer, because it needs all runs`,
        );
    }
  } finally {
    progress.clear();
    interrupt.close();
  }
}

/** `run 12 of 60, 20 %, 40 s left`. */
function progressText({ done, of }: StudyProgress, seconds: number): string {
  const left = Math.ceil((seconds / done) * (of - done));
  return `run ${done} of ${of}, ${Math.floor((100 * done) / of)} %, ${left < 90 ? `${left} s` : `${Math.ceil(left / 60)} min`} left`;
}

/** What would be run. */
function listText({ plans, measures, runs }: Comparison): string {
  const lines = plans.map(
    ({ name, changes, source }) =>
      `  ${name}: ${'message' in source ? `refused: ${source.message}` : changes.join(', ')}`,
  );
  const count = plans.filter(({ source }) => !('message' in source)).length;
  return [
    `${plans.length} plans, ${runs} runs each: ${count * runs} runs (${count} if nothing is random)`,
    ...lines,
    'measures:',
    ...measures.map(({ name }) => `  ${name}`),
    '',
  ].join('\n');
}

function codeOf({ plans, conditions, differences }: StudyDocument): number {
  if (plans.some(({ failed }) => failed !== undefined)) return exitCode.defect;
  if (conditions.some(({ verdict }) => verdict === 'holds')) return exitCode.failed;
  if (differences.length === 0) return exitCode.failed;
  return conditions.some(({ verdict }) => verdict === 'undecided') ? exitCode.undecided : exitCode.ok;
}

function distinct(measures: readonly Measure[]): Measure[] {
  return [...new Map(measures.map((measure) => [measure.name, measure])).values()];
}

function countOf(text: string, flag: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= 1_000_000) return count;
  throw new Stop(exitCode.usage, `${flag} takes a whole number from 1 to 1000000; found '${text}'`);
}

function confidenceOf(text: string): number {
  const [, number = '', percent] = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text) ?? [];
  const share = percent === '%' ? Number(number) / 100 : Number(number);
  if (number !== '' && share > 0 && share < 1) return share;
  throw new Stop(exitCode.usage, `--confidence takes a percentage between 0 % and 100 %, such as 95%; found '${text}'`);
}

/** What a parser read; its sentence of an error ends the program. */
function read<One extends object>(parsed: One | string, flag: string): One {
  if (typeof parsed !== 'string') return parsed;
  throw new Stop(exitCode.usage, `${flag}: ${parsed}`);
}
