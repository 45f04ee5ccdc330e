/**
 * Performs the runs that a store lacks, and takes all others from it.
 */
import { isValueOf, type Measure, type Values } from '../../experiment/study/measure.ts';
import type { RunKeyOf } from '../../experiment/study/runKey.ts';
import type { RunJob, Runner, RunResult } from '../../experiment/study/runner.ts';
import type { RunStore, StoredRun } from './store.ts';

/** A runner that asks a store first. */
export interface StoredRunner extends Runner {
  /** How many jobs the store has answered so far. */
  readonly fromStore: number;
}

/**
 * A runner that performs a run only if the store lacks it, or lacks some of its measures; then only those are measured.
 * Each result is in the store before it is given to the caller.
 *
 * Jobs that are the same run, whatever their own keys are, are performed once. A run that failed or was refused is not
 * stored: it is tried again in the next study. Equal jobs have equal results, performed or stored: the values in the
 * order of the job's measures, those of one measure by name.
 *
 * A job with futures is performed as it is: what a future answers besides its measures has no place in a store.
 */
export function throughStore(runner: Runner, store: RunStore, keyOf: RunKeyOf): StoredRunner {
  let fromStore = 0;
  return {
    width: runner.width,
    get fromStore() {
      return fromStore;
    },
    async *run(jobs) {
      const waiting = new Map<string, [RunJob, ...RunJob[]]>();
      const forked = jobs.filter(({ futures }) => futures !== undefined);
      if (forked.length > 0) yield* runner.run(forked);
      for (const job of jobs) {
        if (job.futures !== undefined) continue;
        const key = keyOf(job.plan, job.replication);
        const stored = store.get(key);
        const known = waiting.get(key);
        if (stored !== undefined && lackingOf([job], stored).length === 0) {
          // The parts of a bill are asked of a run that has been counted.
          if (job.measures.some(({ kind }) => kind !== 'billParts')) fromStore += 1;
          yield resultOf(job, stored);
        } else if (known === undefined) {
          waiting.set(key, [job]);
        } else {
          known.push(job);
        }
      }
      const missing = [...waiting].map(([key, same]): RunJob => {
        const [{ plan, replication }] = same;
        return { key, plan, replication, measures: lackingOf(same, store.get(key)) };
      });
      for await (const result of runner.run(missing)) {
        const same = waiting.get(result.key);
        if (same === undefined) throw new Error(`a runner gave a result for ${result.key}, which no job asked for`);
        waiting.delete(result.key);
        if (result.kind === 'measured') store.add(result.key, namesOf(lackingOf(same, store.get(result.key))), result);
        const stored = store.get(result.key);
        for (const job of same)
          yield result.kind === 'measured' && stored !== undefined
            ? resultOf(job, stored)
            : { ...result, key: job.key };
      }
    },
  };
}

/** The measures that jobs of one run ask for, and that the store lacks. */
function lackingOf(jobs: readonly [RunJob, ...RunJob[]], stored: StoredRun | undefined): readonly Measure[] {
  const [first, ...others] = jobs;
  // A study of ten thousand runs has ten thousand jobs, and one list of measures.
  if (stored === undefined && others.every(({ measures }) => measures === first.measures)) return first.measures;
  const byName = new Map(jobs.flatMap(({ measures }) => measures.map((one) => [one.name, one])));
  return [...byName.values()].filter(({ name }) => stored?.measures.includes(name) !== true);
}

function namesOf(measures: readonly Measure[]): string[] {
  return measures.map(({ name }) => name);
}

function resultOf({ key, measures }: RunJob, { fingerprint, isDrawn, values }: StoredRun): RunResult {
  return { kind: 'measured', key, fingerprint, isDrawn, values: valuesFor(measures, values) };
}

/** The values of some of the measures of a stored run. */
function valuesFor(measures: readonly Measure[], stored: Values): Values {
  const entries = Object.entries(stored);
  return Object.fromEntries(measures.flatMap((measure) => entries.filter(([name]) => isValueOf(name, measure))));
}
