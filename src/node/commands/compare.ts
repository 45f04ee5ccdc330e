/** `svcsim compare`: plans under the same luck, and how surely one is better than another. */
import { setImmediate } from 'node:timers/promises';
import { compare, type PlanComparison, type StudyProgress } from '../../experiment/study/compare.ts';
import { parseCondition } from '../../experiment/study/condition.ts';
import { type Measure, measureProblem, parseMeasure } from '../../experiment/study/measure.ts';
import { inThisThread } from '../../experiment/study/runner.ts';
import { usualMeasures } from '../../experiment/study/usualMeasures.ts';
import { exampleBook } from '../../platform/metering/exampleBook.ts';
import { comparisonText } from '../../report/study/comparisonText.ts';
import type { StudyDocument } from '../../report/study/document.ts';
import { jsonText } from '../../report/words/jsonText.ts';
import { markdownCanvas } from '../../report/words/markdownTable.ts';
import { canvasOf } from '../canvas.ts';
import { exitCode, Stop } from '../exit.ts';
import type { CompareFlags } from '../flags.ts';
import { Interrupt } from '../interrupt.ts';
import { progressBar } from '../progress.ts';
import { say } from '../say.ts';
import { readPlans } from './comparedPlans.ts';

/** Compares plans and prints the answer. @returns the exit code */
export async function compareFiles(files: readonly string[], flags: CompareFlags): Promise<number> {
  const runs = countOf(flags.runs, '--runs');
  const confidence = confidenceOf(flags.confidence);
  const conditions = (flags.failIf ?? []).map((text) => read(parseCondition(text), '--fail-if'));
  const asked = (flags.measure ?? []).map((text) => read(parseMeasure(text), '--measure'));
  const found = await readPlans(files, flags);
  const [first] = found?.scenarios ?? [];
  if (found === null || first === undefined) return exitCode.invalid;
  const { plans, scenarios } = found;
  const wanted = asked.length > 0 ? asked : usualMeasures(scenarios);
  const measures = distinct([...wanted, ...conditions.map(({ measure }) => measure)]);
  for (const measure of measures) {
    const problem = measureProblem(measure, scenarios);
    if (problem !== null) throw new Stop(exitCode.usage, problem);
  }
  const currency = first.prices?.currency ?? exampleBook.currency;
  const comparison = { name: first.name, plans, measures, conditions, runs, confidence, currency };
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

async function performed(comparison: PlanComparison, flags: CompareFlags): Promise<StudyDocument> {
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
function listText({ plans, measures, runs }: PlanComparison): string {
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
