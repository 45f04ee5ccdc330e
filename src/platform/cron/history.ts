/**
 * The planner of the execution history: which final executions a location keeps.
 */

import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';
import type { FinalExecution } from '../workload/deployment.ts';
import { executionName } from './execution.ts';

/** The fields by which executions are ordered. */
export type KeptExecution = Pick<FinalExecution, 'ordinal' | 'status' | 'startedAt'>;

export interface HistoryView {
  /** Of one location, oldest first (`insertFinal`). */
  readonly finals: readonly Pick<KeptExecution, 'status'>[];
  /** `job.historyLimit`, 1 to 10. */
  readonly limit: number;
}

/** Removes one execution from the history, by its index in `finals`. */
export interface DropAction {
  readonly do: 'drop';
  readonly index: number;
}

/** Executions that share one limit; without `isKept` the limit is 0. */
interface Group {
  has(status: KeptExecution['status']): boolean;
  readonly isKept: boolean;
}

const groups: { readonly [Counts in Exclude<Assumptions['cron.history.counts'], 'allFinal'>]: readonly Group[] } = {
  perStatus: [
    { has: (status) => status === 'Invalid', isKept: true },
    { has: (status) => status === 'Success', isKept: true },
    { has: (status) => status === 'Failure', isKept: true },
    { has: (status) => status === 'Removed', isKept: true },
  ],
  withoutRemoved: [
    { has: (status) => status === 'Removed', isKept: false },
    { has: (status) => status !== 'Removed', isKept: true },
  ],
};
const reason = because(['CRON-7'], ['cron.history.counts']);
const hold: Plan<DropAction> = { kind: 'hold', reason };
const dropFirst: Plan<DropAction> = { kind: 'act', actions: [{ do: 'drop', index: 0 }], reason };

/**
 * Plans which final executions are removed from the history, in each group the oldest first (CRON-6, CRON-7,
 * `cron.history.counts`).
 *
 * `allFinal`: `limit` applies to all together. `perStatus`: `limit` applies to each status. `withoutRemoved`: `limit`
 * applies to the others, and no `Removed` execution is kept.
 *   limit 2, three finals -> remove the first
 */
export function planHistory(
  { finals, limit }: HistoryView,
  assumptions: Pick<Assumptions, 'cron.history.counts'>,
): Plan<DropAction> {
  const counts = assumptions['cron.history.counts'];
  if (counts === 'allFinal') return dropOldest(finals.length - limit);
  const actions: DropAction[] = [];
  for (const group of groups[counts]) {
    let surplus = sizeOf(finals, group) - (group.isKept ? limit : 0);
    for (let index = 0; surplus > 0; index += 1) {
      if (!group.has(finals[index]!.status)) continue;
      actions.push({ do: 'drop', index });
      surplus -= 1;
    }
  }
  return actions.length === 0 ? hold : { kind: 'act', actions, reason };
}

/** At the end of nearly each execution it is one, or none: no plan is made for it. */
function dropOldest(count: number): Plan<DropAction> {
  if (count <= 0) return hold;
  if (count === 1) return dropFirst;
  return { kind: 'act', actions: Array.from({ length: count }, (_, index) => ({ do: 'drop', index })), reason };
}

function sizeOf(finals: HistoryView['finals'], group: Group): number {
  let size = 0;
  for (let index = 0; index < finals.length; index += 1) if (group.has(finals[index]!.status)) size += 1;
  return size;
}

/**
 * Inserts a final execution into a list that is oldest first (CRON-7): by start; of two with the same start, the name
 * that is smaller in code-unit order counts as older.
 *   started at 1, 2, 4; another at 3                 -> in the third place
 *   nightly-9; command-1, which started with it      -> in the first place
 *
 * @param workload its name
 */
export function insertFinal<Final extends KeptExecution>(finals: Final[], final: Final, workload: string): void {
  let at = finals.length;
  while (at > 0 && isOlder(workload, final, finals[at - 1]!)) at -= 1;
  if (at === finals.length) finals.push(final);
  else finals.splice(at, 0, final);
}

function isOlder(workload: string, one: KeptExecution, other: KeptExecution): boolean {
  if (one.startedAt !== other.startedAt) return one.startedAt < other.startedAt;
  return executionName(workload, one.ordinal) < executionName(workload, other.ordinal);
}
