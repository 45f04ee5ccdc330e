/** Advice and losses over several replications, performed by threads. */
import { type Failures, failuresOf } from '../../../experiment/failure/failures.ts';
import { adviceOf } from '../../../experiment/recommend/advice.ts';
import { recommendOver } from '../../../experiment/recommend/manyRuns.ts';
import { capturePlan } from '../../../experiment/study/planText.ts';
import type { Advice } from '../../../report/verdict/recommendation.ts';
import type { ParseOptions } from '../../../scenario/parse.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { type RecommendFlags, usualConfidence, usualRuns } from '../../flags.ts';
import type { Interrupt } from '../../interrupt.ts';
import { studied } from '../../working.ts';
import { countOf, shareOf } from './studyFlags.ts';
import { withRunner } from './studyRunner.ts';

/** What is looked at. */
interface Asked {
  readonly text: string;
  readonly options: ParseOptions;
  readonly scenario: Scenario;
}

type ManyFlags = Pick<RecommendFlags, 'runs' | 'confidence' | 'workers' | 'queue'>;

/** Reads `--runs` and `--confidence`; call it before anything long. */
export function manyRunsOf({ runs, confidence }: ManyFlags): { readonly runs: number; readonly confidence: number } {
  return {
    runs: countOf(runs ?? usualRuns, '--runs'),
    confidence: shareOf(confidence ?? usualConfidence, '--confidence'),
  };
}

/** @param told receives the progress */
export function adviceFor(
  { text, options, scenario }: Asked,
  flags: ManyFlags,
  interrupt: Interrupt,
  told: (progress: string) => void,
): Promise<Advice> {
  const many = manyRunsOf(flags);
  return withRunner(flags, async (runner) =>
    adviceOf(await studied(recommendOver({ text, options }, scenario, runner, many), interrupt, told)),
  );
}

/** @param told receives the progress */
export function lossesFor(
  { text, options, scenario }: Asked,
  flags: ManyFlags,
  interrupt: Interrupt,
  told: (progress: string) => void,
): Promise<Failures> {
  const many = manyRunsOf(flags);
  return withRunner(flags, (runner) =>
    studied(failuresOf(capturePlan(text, options).plan, scenario, runner, many), interrupt, told),
  );
}
