/**
 * A share of a study's runs, for machines that have no queue: each performs its own, and the stores are merged.
 */

import { jobsOf } from './planRuns.ts';
import { isRefused, type RunJob, type Runner, type RunResult } from './runner.ts';
import { scheduleOf } from './schedule.ts';
import type { StudyProgress } from './steps.ts';
import type { StudyQuestion } from './studyDocument.ts';

/** `3/16`: the third of sixteen. */
export interface Shard {
  /** From 1 to `count`. */
  readonly number: number;
  readonly count: number;
}

/** Reads a shard. @returns the error as a sentence if it cannot be read */
export function parseShard(text: string): Shard | string {
  const [, number, count] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).map(Number);
  if (number === undefined || count === undefined || number < 1 || number > count)
    return `expected NUMBER/COUNT with a number from 1 to the count, such as 3/16; found '${text}'`;
  return { number, count };
}

/** What came of a shard. */
export interface ShardEnd {
  /** Runs that have a result. */
  readonly done: number;
  readonly failed: readonly Extract<RunResult, { readonly kind: 'failed' }>[];
}

/**
 * Performs the shard's runs. All shards together perform each run once; if the study looks at its runs again and again,
 * as many as its last look has.
 *
 * Replications are dealt out in turn. If nothing is random in the first ones, the others are left out.
 */
export async function* performShard(
  asked: StudyQuestion,
  shard: Shard,
  runner: Runner,
): AsyncGenerator<StudyProgress, ShardEnd> {
  const first = shardJobs(asked, shard, 'first');
  const later = shardJobs(asked, shard, 'later');
  const failed: Extract<RunResult, { readonly kind: 'failed' }>[] = [];
  let [done, isDrawn] = [0, first.length === 0];
  for (const jobs of [first, later]) {
    if (jobs === later && !isDrawn) break;
    for await (const result of runner.run(jobs)) {
      done += 1;
      if (result.kind === 'failed') failed.push(result);
      isDrawn ||= result.kind !== 'measured' || result.isDrawn;
      yield { done, of: first.length + later.length };
    }
  }
  return { done, failed };
}

/** The jobs of a shard: those of each plan's first replication, or of all later ones. */
function shardJobs(
  { spec, plans, measures }: StudyQuestion,
  { number, count }: Shard,
  part: 'first' | 'later',
): RunJob[] {
  const entrants = plans.filter(({ source }) => !isRefused(source));
  const schedule = scheduleOf(spec, entrants.length);
  const runs = schedule.kind === 'planned' ? schedule.runs : Math.max(...schedule.sizes);
  const [from, until] = part === 'first' ? [0, 1] : [1, runs];
  const byPlan = entrants.map((plan) => jobsOf(plan, measures, { from, until }));
  const inTurn = Array.from({ length: until - from }, (_, index) => byPlan.flatMap((jobs) => jobs[index] ?? [])).flat();
  const offset = part === 'first' ? 0 : entrants.length;
  return inTurn.filter((_, index) => (offset + index) % count === number - 1);
}
