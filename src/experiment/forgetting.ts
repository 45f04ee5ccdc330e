/**
 * Runs that forget their entries on the way: once the journal is full, nothing that follows can be looked up there.
 * Where a great many executions are still to come, the run goes on as without a journal, in a small part of the time.
 *
 * It skips the entries of executions. `test/laws/forgetting.slow.test.ts` guards it: reports are those of a run without
 * a journal, to the last byte, whenever it forgets.
 */
import type { Instant } from '../engine/time.ts';
import { mayDefer } from '../platform/cron/handlers/pending.ts';
import { Chronicle } from '../report/fold/chronicle.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { executionsIn } from './parts/cost.ts';

/** So many executions take some ten seconds, entry by entry. */
const executionsLeast = 300_000;

/**
 * Whether a run forgets its entries where its journal was full at some instant (null: it has room). The answer does not
 * depend on when one asks, as what reports name depends on it. Nothing is worked out before a journal is full.
 */
export function forgetsWhereFull(scenario: Scenario, isLiteral: boolean): (filledAt: Instant | null) => boolean {
  let until: Instant | null = null;
  return (filledAt) => {
    if (filledAt === null) return false;
    until ??= latestWorth(scenario, isLiteral);
    return filledAt <= until;
  };
}

/** The last instant at which it is worth it; -Infinity: it never is, or something needs each entry of executions. */
function latestWorth(scenario: Scenario, isLiteral: boolean): Instant {
  const { start, end, assumptions } = scenario;
  const mayForget = mayDefer({ isLiteral, eventLog: null, assumptions }) && new Chronicle(scenario).takesBundles;
  if (!mayForget) return Number.NEGATIVE_INFINITY;
  return end - (executionsLeast / executionsIn(scenario)) * (end - start);
}
