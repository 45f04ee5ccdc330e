/** `svcsim fork`: one past, several futures. */
import { type Instant, isoFromInstant, minute } from '../../../engine/time.ts';
import { parseBadEnd } from '../../../experiment/study/badEnd.ts';
import { type ForkQuestion, fork } from '../../../experiment/study/fork.ts';
import type { ActQuestion } from '../../../experiment/study/lastChance.ts';
import { measureProblem, parseMeasure } from '../../../experiment/study/measure.ts';
import { usualMeasures } from '../../../experiment/study/usualMeasures.ts';
import { exampleBook } from '../../../platform/metering/exampleBook.ts';
import type { ForkDocument } from '../../../report/study/forkDocument.ts';
import { forkText } from '../../../report/study/forkText.ts';
import { studyHtml } from '../../../report/study/page/studyHtml.ts';
import { shortNumber } from '../../../report/words/format.ts';
import { formatDuration, parseDuration } from '../../../rules/duration.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { ForkFlags } from '../../flags.ts';
import { say } from '../../say.ts';
import { type ForkedPlans, readForkedPlans } from './forkedPlans.ts';
import { answerOf, sayAnswer } from './studyAnswer.ts';
import { checkedMeasures, countOf, readFlag, refuseReplication, shareOf } from './studyFlags.ts';

/** Forks the run of a scenario at an instant and prints what each plan comes to. @returns the exit code */
export async function forkFile(file: string, variants: readonly string[], flags: ForkFlags): Promise<number> {
  const runs = countOf(flags.runs, '--runs');
  const confidence = shareOf(flags.confidence, '--confidence');
  const given = (flags.measure ?? []).map((text) => readFlag(parseMeasure(text), '--measure'));
  refuseReplication(flags);
  const found = await readForkedPlans(file, variants, flags);
  if (found === null) return exitCode.invalid;
  const { scenario, scenarios, ...forked } = found;
  const measures = checkedMeasures(given.length > 0 ? given : usualMeasures([scenario]), scenarios);
  const currency = scenario.prices?.currency ?? exampleBook.currency;
  const act = actOf(flags, found, { currency, confidence });
  const asked = { name: scenario.name, ...forked, act, measures, runs, confidence, currency };
  if (flags.list === true) {
    say(process.stdout, listText(asked, scenario));
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

/** What the plans are to prevent, and when they may take effect; null: nobody asks. */
function actOf(
  { until, every, probability: share }: ForkFlags,
  { scenario, scenarios, at, plans }: ForkedPlans,
  { currency, confidence }: { readonly currency: string; readonly confidence: number },
): ActQuestion | null {
  const probability = shareOf(share, '--probability');
  if (until === undefined && every === undefined) return null;
  if (until === undefined)
    throw new Stop(
      exitCode.usage,
      "--every needs --until: what is to be prevented, such as 'volume.full of shop/data'",
    );
  const units = { gbBytes: scenario.assumptions['unit.gb'], currency };
  const end = readFlag(parseBadEnd(until, units), '--until');
  const problem = measureProblem(end.measure, scenarios);
  if (problem !== null) throw new Stop(exitCode.usage, `--until: ${problem}`);
  if (every === undefined) return { end, instants: [at], probability, confidence };
  const fixed = plans.find(({ steps }) => steps.some((step) => step.at !== undefined || step.every !== undefined));
  if (fixed !== undefined)
    throw new Stop(
      exitCode.usage,
      `${fixed.name} has a step with an instant of its own: with --every, a step comes at each instant in turn, so leave 'at' out`,
    );
  return { end, instants: instantsOf(every, at, scenario), probability, confidence };
}

/** More instants than this are a slip: a whole run would be simulated for every two of them. */
const instantsMost = 1_000;

function instantsOf(text: string, at: Instant, { end }: Scenario): readonly Instant[] {
  const every = parseDuration(text);
  if (every === null || every === 0)
    throw new Stop(exitCode.usage, `--every takes a duration above 0, such as 6h; found '${text}'`);
  const count = Math.ceil((end - at) / every);
  if (count > instantsMost)
    throw new Stop(
      exitCode.usage,
      `--every ${text} makes ${count} instants, at most ${instantsMost} are tried: give ${formatDuration(Math.ceil((end - at) / instantsMost / minute) * minute)} or more, or a later --at`,
    );
  return Array.from({ length: count }, (_, index) => at + index * every);
}

/** What would be run. */
function listText({ plans, at, measures, runs, act }: ForkQuestion, { start, end }: Scenario): string {
  const instants = act?.instants ?? [at];
  const rest = instants.reduce((sum, one) => sum + (end - one) / (end - start), 0);
  const lengths = runs * (1 + plans.length * rest);
  const first = isoFromInstant(at);
  const when =
    instants.length === 1
      ? `at ${first}`
      : `at ${instants.length} instants from ${first} to ${isoFromInstant(instants.at(-1) ?? at)}`;
  return [
    `fork ${when}: ${runs} runs, each with ${instants.length * plans.length + 1} futures. If nothing in them is random, the first run is enough.`,
    `as much to simulate as about ${shortNumber(lengths, 0)} whole runs at most`,
    ...(act === null ? [] : [`until: ${act.end.text}, prevented in at least ${100 * act.probability} % of runs`]),
    ...plans.flatMap(({ name, changes, steps }) => [
      `  ${name}: ${changes.join(', ')}`,
      ...steps.map((step) => `    ${JSON.stringify(step)}`),
    ]),
    'measures:',
    ...measures.map(({ name }) => `  ${name}`),
    '',
  ].join('\n');
}

function codeOf({ plans, differences, deadlines = [] }: ForkDocument): number {
  if (plans.some(({ failed }) => failed !== undefined)) return exitCode.defect;
  if (deadlines.length > 0 && deadlines.every(({ answer }) => answer === 'never')) return exitCode.failed;
  return differences.length === 0 ? exitCode.failed : exitCode.ok;
}
