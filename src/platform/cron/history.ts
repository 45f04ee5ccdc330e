/**
 * Which final executions a location keeps.
 */
import type { Plan } from '../plan.ts';
import type { Assumptions } from '../rules/assumptions.ts';
import { because } from '../rules/reason.ts';
import type { FinalExecution } from '../workload/deployment.ts';

/** What the order of executions is made of. */
export type Kept = Pick<FinalExecution, 'name' | 'status' | 'startedAt'>;

export interface HistoryView {
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
export function planHistory({ finals, limit, counts }: HistoryView): Plan<DropAction> {
  if (finals.length <= limit && counts !== 'withoutRemoved') return hold;
  const actions: DropAction[] = [];
  for (const group of groups[counts]) {
    const members = indexesOf(finals, group);
    const keep = group.isKept ? limit : 0;
    while (members.length > keep) actions.push({ do: 'drop', index: takeOldest(members, finals) });
  }
  return actions.length === 0 ? hold : { kind: 'act', actions, reason };
}

function indexesOf(finals: readonly Kept[], group: Group): number[] {
  const indexes: number[] = [];
  for (let index = 0; index < finals.length; index += 1)
    if (group.of.includes(finals[index]!.status)) indexes.push(index);
  return indexes;
}

/** Takes the oldest out of the members: a scan, as there is hardly ever more than one to take. */
function takeOldest(members: number[], finals: readonly Kept[]): number {
  let place = 0;
  for (let other = 1; other < members.length; other += 1)
    if (isOlder(finals[members[other]!]!, finals[members[place]!]!)) place = other;
  const index = members[place]!;
  members[place] = members[members.length - 1]!;
  members.pop();
  return index;
}

function isOlder(one: Kept, other: Kept): boolean {
  return one.startedAt === other.startedAt ? one.name < other.name : one.startedAt < other.startedAt;
}
