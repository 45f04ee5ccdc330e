/**
 * Plans that differ in prices alone have the same run: it is performed once, and rated with the prices of each.
 */
import type { Measure } from './measure.ts';
import { type RunKeyOf, unpricedRunKeys } from './runKey.ts';
import type { RunJob, Runner } from './runner.ts';

/**
 * A runner that performs jobs together that differ in their prices alone. Each job has a result of its own, the same as
 * without this runner.
 */
export function ratingTogether(runner: Runner): Runner {
  const keyOf = unpricedRunKeys();
  return {
    ...(runner.perform === undefined ? {} : { perform: runner.perform }),
    width: runner.width,
    async *run(jobs) {
      const groups = new Map(groupsOf(jobs, keyOf).map((group) => [group[0].key, group]));
      const together = [...groups.values()].map(([first, ...others]) =>
        others.length === 0 ? first : { ...first, rated: others.map(({ key, plan }) => ({ key, plan })) },
      );
      // What keeps a plan from being run may be its prices: the others of its group are then tried alone.
      const alone: RunJob[] = [];
      for await (const result of runner.run(together)) {
        if (result.kind !== 'measured') {
          yield result;
          alone.push(...(groups.get(result.key)?.slice(1) ?? []));
        } else {
          const { rated = [], ...own } = result;
          yield own;
          yield* rated;
        }
      }
      yield* runner.run(alone);
    },
  };
}

function groupsOf(jobs: readonly RunJob[], keyOf: RunKeyOf): (readonly [RunJob, ...RunJob[]])[] {
  const groups = new Map<string, [RunJob, ...RunJob[]]>();
  for (const [index, job] of jobs.entries()) {
    const isAlone = job.futures !== undefined || !job.measures.every(isOfAmounts);
    const name = isAlone ? `alone ${index}` : `${keyOf(job.plan, job.replication)} ${namesOf(job.measures)}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [job]);
    else group.push(job);
  }
  return [...groups.values()];
}

/** Whether a measure takes the run as it is, and at most its bill from the plan. Expectations are the plan's own. */
function isOfAmounts({ kind }: Measure): boolean {
  return kind === 'metric' || kind === 'bill' || kind === 'billParts' || kind === 'assumptions';
}

function namesOf(measures: readonly Measure[]): string {
  return JSON.stringify(measures.map(({ name }) => name));
}
