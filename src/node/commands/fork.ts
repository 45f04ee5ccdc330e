/** `svcsim fork`: one past, several futures. */
import { isoFromInstant } from '../../engine/time.ts';
import { type ForkQuestion, fork } from '../../experiment/study/fork.ts';
import { parseMeasure } from '../../experiment/study/measure.ts';
import { usualMeasures } from '../../experiment/study/usualMeasures.ts';
import { exampleBook } from '../../platform/metering/exampleBook.ts';
import type { ForkDocument } from '../../report/study/forkDocument.ts';
import { forkText } from '../../report/study/forkText.ts';
import { studyHtml } from '../../report/study/page/studyHtml.ts';
import { exitCode, Stop } from '../exit.ts';
import type { ForkFlags } from '../flags.ts';
import { say } from '../say.ts';
import { readForkedPlans } from './forkedPlans.ts';
import { answerOf, sayAnswer } from './studyAnswer.ts';
import { checkedMeasures, countOf, readFlag, shareOf } from './studyFlags.ts';

/** Forks the run of a scenario at an instant and prints what each plan comes to. @returns the exit code */
export async function forkFile(file: string, variants: readonly string[], flags: ForkFlags): Promise<number> {
  const runs = countOf(flags.runs, '--runs');
  const confidence = shareOf(flags.confidence, '--confidence');
  const given = (flags.measure ?? []).map((text) => readFlag(parseMeasure(text), '--measure'));
  if (flags.replication !== undefined)
    throw new Stop(exitCode.usage, '--replication is one run; a study takes all replications from 0 to --runs less 1');
  const found = await readForkedPlans(file, variants, flags);
  if (found === null) return exitCode.invalid;
  const { scenario, scenarios, ...forked } = found;
  const measures = checkedMeasures(given.length > 0 ? given : usualMeasures([scenario]), scenarios);
  const currency = scenario.prices?.currency ?? exampleBook.currency;
  const asked = { name: scenario.name, ...forked, measures, runs, confidence, currency };
  if (flags.list === true) {
    say(process.stdout, listText(asked));
    return exitCode.ok;
  }
  const document = await answerOf(scenario.name, flags, (runner) => fork(asked, runner));
  sayAnswer(
    document,
    flags,
    (canvas) => forkText(document, currency, canvas),
    (style) => studyHtml(document, { currency, style }),
  );
  return codeOf(document);
}

/** What would be run. */
function listText({ plans, at, measures, runs }: ForkQuestion): string {
  return [
    `fork at ${isoFromInstant(at)}: ${runs} runs, each with ${plans.length + 1} futures (1 run if nothing is random)`,
    ...plans.flatMap(({ name, changes, steps }) => [
      `  ${name}: ${changes.join(', ')}`,
      ...steps.map((step) => `    ${JSON.stringify(step)}`),
    ]),
    'measures:',
    ...measures.map(({ name }) => `  ${name}`),
    '',
  ].join('\n');
}

function codeOf({ plans, differences }: ForkDocument): number {
  if (plans.some(({ failed }) => failed !== undefined)) return exitCode.defect;
  return differences.length === 0 ? exitCode.failed : exitCode.ok;
}
