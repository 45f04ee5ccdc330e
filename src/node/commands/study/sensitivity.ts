/** `svcsim sensitivity`: which assumption, parameter or input matters, each changed alone under the same luck. */
import { namedInput, unknownInput } from '../../../experiment/study/inputChanges.ts';
import { parseMeasure } from '../../../experiment/study/measure.ts';
import { capturePlan } from '../../../experiment/study/planText.ts';
import {
  changesToTry,
  type SensitivityQuestion,
  sensitivity,
  type TriedChanges,
} from '../../../experiment/study/sensitivity.ts';
import { usualMeasures } from '../../../experiment/study/usualMeasures.ts';
import { exampleBook } from '../../../platform/metering/exampleBook.ts';
import { studyHtml } from '../../../report/study/page/studyHtml.ts';
import type { SensitivityDocument } from '../../../report/study/sensitivityDocument.ts';
import { sensitivityText } from '../../../report/study/sensitivityText.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { SensitivityFlags } from '../../flags.ts';
import { readScenarios } from '../../inputs.ts';
import { showProblems } from '../../problems.ts';
import { say } from '../../say.ts';
import { answerOf, plannedRunsText, sayAnswer } from './studyAnswer.ts';
import { checkedMeasures, countOf, readFlag, refuseReplication, shareOf } from './studyFlags.ts';
import { withRunner } from './studyRunner.ts';

/** Tries every input that affects the run and prints what matters. @returns the exit code */
export async function sensitivityOf(file: string, flags: SensitivityFlags): Promise<number> {
  const runs = countOf(flags.runs, '--runs');
  const confidence = shareOf(flags.confidence, '--confidence');
  const change = shareOf(flags.change, '--change');
  const given = (flags.of ?? []).map((text) => readFlag(parseMeasure(text), '--of'));
  refuseReplication(flags);
  const [source] = await readScenarios([file], flags);
  if (source === undefined) throw new Error(`nothing was read for ${file}`);
  const { plan, parsed } = capturePlan(source.text, source.options);
  // With the check of the price book.
  showProblems(source.parsed, process.stderr);
  const { scenario } = parsed;
  if (scenario === null || source.parsed.scenario === null) return exitCode.invalid;
  const measures = checkedMeasures(given.length > 0 ? given : usualMeasures([scenario]), [scenario]);
  const only = flags.only ?? [];
  for (const name of only) {
    const problem = unknownInput(name, scenario);
    if (problem !== null) throw new Stop(exitCode.usage, `--only: ${problem}`);
  }
  const inputs = [...new Set(flags.input ?? [])].map((path) => readFlag(namedInput(path, plan), '--input'));
  const currency = scenario.prices?.currency ?? exampleBook.currency;
  const { name } = scenario;
  const asked = { name, plan, scenario, measures, inputs, only, change, runs, confidence, currency };
  if (flags.list === true) return await list(asked, flags);
  const document = await answerOf(name, flags, (runner) => sensitivity(asked, runner));
  const bars = flags.format !== 'md';
  sayAnswer(
    document,
    flags,
    (canvas) => sensitivityText(document, currency, canvas, { bars }),
    (style) => studyHtml(document, { currency, style }),
  );
  return codeOf(document);
}

/** A run that fails hits a defect of svcsim. Whether the verdict turns is the answer, not a failure. */
function codeOf({ failed }: SensitivityDocument): number {
  return failed.length > 0 ? exitCode.defect : exitCode.ok;
}

/** Prints what would be tried, after one run that tells which assumptions decide something. */
async function list(asked: SensitivityQuestion, flags: SensitivityFlags): Promise<number> {
  const found = await withRunner(flags, (runner) => changesToTry(asked, runner));
  if ('kind' in found) {
    say(process.stderr, found.kind === 'failed' ? `svcsim: ${found.message}\n` : found.refusal.text);
    return found.kind === 'failed' ? exitCode.defect : exitCode.invalid;
  }
  say(process.stdout, listText(asked, found));
  return exitCode.ok;
}

function listText({ measures, runs }: SensitivityQuestion, { changes, untried }: TriedChanges): string {
  const inputs = new Set(changes.map(({ name }) => name)).size;
  const plans = changes.length + 1;
  return [
    `${changes.length} changes of ${inputs} inputs, and the scenario as it is, ${plannedRunsText(runs, plans)}`,
    ...changes.map(({ kind, name, from, to }) => `  ${kind} ${name}: ${to} instead of ${from}`),
    ...(untried.length === 0 ? [] : ['not tried:']),
    ...untried.map(({ kind, name, why }) => `  ${kind} ${name}: ${why}`),
    'measures:',
    ...measures.map(({ name }) => `  ${name}`),
    '',
  ].join('\n');
}
