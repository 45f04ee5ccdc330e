/** `svcsim find`: the value of one path from which a condition begins to hold, or ceases to. */
import { type AxisValue, axisValue, parseAxis } from '../../../experiment/study/axis.ts';
import { type BreakEvenQuestion, find, scanValues, valuesMost } from '../../../experiment/study/find.ts';
import { parseGoal } from '../../../experiment/study/goal.ts';
import { measureProblem } from '../../../experiment/study/measure.ts';
import { capturePlan, type PlanText } from '../../../experiment/study/planText.ts';
import { type PlanRefusal, refusalOf } from '../../../experiment/study/runner.ts';
import { exampleBook } from '../../../platform/metering/exampleBook.ts';
import type { FindDocument } from '../../../report/study/findDocument.ts';
import { findText } from '../../../report/study/findText.ts';
import { studyHtml } from '../../../report/study/page/studyHtml.ts';
import type { Parsed } from '../../../scenario/parse.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { FindFlags } from '../../flags.ts';
import { type ReadScenario, readScenarios } from '../../inputs.ts';
import { showProblems } from '../../problems.ts';
import { say } from '../../say.ts';
import { answerOf, sayAnswer } from './studyAnswer.ts';
import { countOf, readFlag, refuseReplication, shareOf } from './studyFlags.ts';

/** Finds the break-even and prints it. @returns the exit code */
export async function findBreakEven(file: string, flags: FindFlags): Promise<number> {
  refuseReplication(flags);
  const runsMost = countOf(flags.runs, '--runs');
  const confidence = shareOf(flags.confidence, '--confidence');
  const probability = shareOf(flags.probability, '--probability');
  const axis = readFlag(parseAxis(flags.vary, flags.within), '--vary');
  const [source] = await readScenarios([file], flags);
  if (source === undefined) throw new Error(`nothing was read for ${file}`);
  const { scenario } = source.parsed;
  showProblems(source.parsed, process.stderr);
  if (scenario === null) return exitCode.invalid;
  const ends = [0, axis.steps].map((index) => {
    const end = axisValue(axis, index);
    return readEnd(axis.path, end, planWith(source, axis.path, end.text).parsed);
  });
  const currency = scenario.prices?.currency ?? exampleBook.currency;
  const goal = readFlag(parseGoal(flags.until, { gbBytes: scenario.assumptions['unit.gb'], currency }), '--until');
  const problem = measureProblem(goal.measure, ends);
  if (problem !== null) throw new Stop(exitCode.usage, `--until: ${problem}`);
  const planAt = (text: string): PlanText | PlanRefusal => {
    const { plan, parsed } = planWith(source, axis.path, text);
    return parsed.scenario === null ? refusalOf(parsed.problems, parsed.texts) : plan;
  };
  const question = { name: scenario.name, axis, planAt, goal, probability, confidence, runsMost };
  if (flags.list === true) {
    say(process.stdout, listText(question));
    return exitCode.ok;
  }
  const document = await answerOf(scenario.name, flags, (runner) => find(question, runner));
  sayAnswer(
    document,
    flags,
    (canvas) => findText(document, currency, canvas),
    (style) => studyHtml(document, { currency, style }),
  );
  return codeOf(document);
}

function planWith(source: ReadScenario, path: string, value: string): ReturnType<typeof capturePlan> {
  return capturePlan(source.text, source.options, { set: [{ path, value }] });
}

/** The scenario at one end of the range. An unknown path, or a value that is refused there, ends the program. */
function readEnd(path: string, { text }: AxisValue, { scenario, problems }: Parsed): NonNullable<Parsed['scenario']> {
  if (scenario !== null) return scenario;
  const error = problems.find(({ severity }) => severity === 'error');
  const rule = error?.rule == null ? '' : `${error.rule}: `;
  const hint = error?.hint == null ? '' : `; ${error.hint}`;
  const what = error?.code === 'unknown-path' ? '' : `${path}=${text} cannot be run: `;
  throw new Stop(exitCode.invalid, `--vary: ${what}${rule}${error?.message ?? ''}${hint}`);
}

/** What would be run. */
function listText({ axis, goal, runsMost, probability, confidence }: BreakEvenQuestion): string {
  const [low, second, high] = [0, 1, axis.steps].map((index) => axisValue(axis, index).text);
  return [
    `${axis.path}: ${low}, ${second}${axis.steps > 1 ? `, ... ${high}` : ''} (${axis.steps + 1} values)`,
    `until: ${goal.text}, in at least ${100 * probability} % of runs, with ${100 * confidence} % confidence`,
    `at most ${valuesMost(axis)} values are tried: both ends, up to ${scanValues} between them, then halves`,
    `at most ${runsMost} runs of each value; one is enough if nothing in it is random`,
    '',
  ].join('\n');
}

function codeOf({ answer, values }: FindDocument): number {
  if (values.some(({ failed }) => failed !== undefined)) return exitCode.defect;
  return { found: exitCode.ok, none: exitCode.failed, undecided: exitCode.undecided }[answer];
}
