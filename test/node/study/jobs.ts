/** Jobs of small studies, for the tests of threads and of the store. */

import { runKeys } from '../../../src/experiment/study/runKey.ts';
import type { RunJob } from '../../../src/experiment/study/runner.ts';
import { measureOf, planOf } from '../../experiment/study/plans.ts';
import { failing } from '../../experiment/study/shops.ts';

/** A build of svcsim that the store is told. */
export const build = 'test-1';

/** The measures of most tests: one of them has a value for each key of a dimension. */
export const usual: readonly string[] = ['bill.total', 'executions.failed of shop/night', 'bill.total by resource'];

/** Jobs of two plans whose executions fail by chance, plan by plan. */
export function jobsOf(replications: number, measures: readonly string[] = usual): RunJob[] {
  return ['20%', '40%'].flatMap((share) => {
    const { source } = planOf(share, failing(share));
    if ('message' in source) throw new Error(source.text);
    return Array.from({ length: replications }, (_, replication) => ({
      key: `${share} ${replication}`,
      plan: source,
      replication,
      measures: measures.map(measureOf),
    }));
  });
}

/** The keys under which a store has the runs of jobs. */
export function storedKeys(jobs: readonly RunJob[]): string[] {
  const keyOf = runKeys(build);
  return jobs.map(({ plan, replication }) => keyOf(plan, replication));
}
