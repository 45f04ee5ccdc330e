/**
 * What a worker thread of `svcsim fuzz` does: trials, smaller trials, and saved failures, one after the other. Its
 * bundle is `dist/cli/fuzz.js`.
 */
import { type Replayed, replayed } from '../../testing/fuzz/failureFile.ts';
import {
  performTrial,
  type ShrinkJob,
  type ShrinkStep,
  shrinkStep,
  type TrialJob,
  type TrialReport,
} from '../../testing/fuzz/performTrial.ts';

/** A job of a thread, and what it answers. */
export type FuzzJob =
  | ({ readonly do: 'try' } & TrialJob)
  | ({ readonly do: 'shrink' } & ShrinkJob)
  | { readonly do: 'replay'; readonly text: string };

export type FuzzAnswer = TrialReport | ShrinkStep | Replayed;

/** After this time a search for a smaller trial reports where it is, so that it can be interrupted. */
const stepMs = 2_000;

export default function performJob(job: FuzzJob): FuzzAnswer {
  if (job.do === 'try') return performTrial(job);
  if (job.do === 'replay') return replayed(job.text);
  const until = performance.now() + stepMs;
  return shrinkStep(job, () => performance.now() > until);
}
