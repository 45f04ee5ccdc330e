/**
 * Which final executions a location keeps.
 */
import type { Plan } from '../plan.ts';
import type { Assumptions } from '../rules/assumptions.ts';
import { because } from '../rules/reason.ts';
import type { FinalExecution } from '../workload/deployment.ts';
import { executionName } from './execution.ts';

/** What the order of executions is made of. */
export type Kept = Pick<FinalExecution, 'ordinal' | 'status' | 'startedAt'>;

export interface HistoryView {
  /** Name of the workload. */
  readonly workload: string;
  /** Of one location, in any order. */
  readonly finals: readonly Kept[];
  /** `job.historyLimit`, 1 to 10. */
  readonly limit: number;
  readonly counts: Assumptions['cron.history.counts'];
}

/** Forget one, by its index in `finals`. */
export interface DropAction {
  readonly do: 'drop';
  readonly index: number;
}

/** Executions that share one limit; not `isKept`: a limit of 0. */
interface Group {
  readonly of: readonly Kept['status'][];
  readonly isKept: boolean;
}

const groups: { readonly [Counts in HistoryView['counts']]: readonly Group[] } = {
  allFinal: [{ of: ['Invalid', 'Success', 'Failure', 'Removed'], isKept: true }],
  perStatus: [
    { of: ['Invalid'], isKept: true },
    { of: ['Success'], isKept: true },
    { of: ['Failure'], isKept: true },
    { of: ['Removed'], isKept: true },
  ],
  withoutRemoved: [
    { of: ['Removed'], isKept: false },
    { of: ['Invalid', 'Success', 'Failure'], isKept: true },
  ],
};
const reason = because(['CRON-7'], ['cron.history.counts']);
const hold: Plan<DropAction> = { kind: 'hold', reason };

/**
 * Which final executions are forgotten, in each group the oldest first (CRON-6, CRON-7, `cron.history.counts`).
 *
 * The newest by start stay; of two with the same start, the one whose name is smaller in code-unit order counts as older.
 * `allFinal`: `limit` of all together. `perStatus`: `limit` of each status. `withoutRemoved`: `limit` of the others, no `Removed` ones.
 *   limit 2, started at 1, 2, 3                           -> drop that of 1
 *   limit 1, nightly-9 and command-1 started together     -> drop command-1
 */
export function planHistory(view: HistoryView): Plan<DropAction> {
  const { finals, limit, counts } = view;
  if (finals.length <= limit && counts !== 'withoutRemoved') return hold;
  const actions: DropAction[] = [];
  for (const group of groups[counts]) {
    const surplus = sizeOf(finals, group) - (group.isKept ? limit : 0);
    for (let dropped = 0; dropped < surplus; dropped += 1) {
      actions.push({ do: 'drop', index: oldestOf(view, group, actions) });
    }
  }
  return actions.length === 0 ? hold : { kind: 'act', actions, reason };
}

function sizeOf(finals: readonly Kept[], group: Group): number {
  let size = 0;
  for (let index = 0; index < finals.length; index += 1) if (group.of.includes(finals[index]!.status)) size += 1;
  return size;
}

/** Index of a group's oldest that is not dropped yet: a scan, as there is hardly ever more than one to drop. */
function oldestOf({ workload, finals }: HistoryView, group: Group, dropped: readonly DropAction[]): number {
  let oldest = -1;
  for (let index = 0; index < finals.length; index += 1) {
    const final = finals[index]!;
    if (!group.of.includes(final.status)) continue;
    if (dropped.length > 0 && dropped.some((action) => action.index === index)) continue;
    if (oldest < 0 || isOlder(workload, final, finals[oldest]!)) oldest = index;
  }
  return oldest;
}

function isOlder(workload: string, one: Kept, other: Kept): boolean {
  if (one.startedAt !== other.startedAt) return one.startedAt < other.startedAt;
  return executionName(workload, one.ordinal) < executionName(workload, other.ordinal);
}
