/** Which rules and assumptions a run exercised, and how often. */
import { assumptionCounts } from '../report/verdict/summary.ts';
import type { Run } from './run.ts';

/**
 * How many journal entries of a run cite each rule and each assumption, by id; for an assumption about billing, how
 * many decisions about the bill it made. Only ids with a count above 0.
 *
 * @param run one that has ended, or is settled
 */
export function exercisedIn(run: Run): ReadonlyMap<string, number> {
  const { journal, world } = run.sim;
  const { bill } = run.bill();
  const reasons = journal.reasons();
  const counts = new Map<string, number>();
  for (const [reason, count] of reasons)
    for (const rule of reason.rules) if (count > 0) counts.set(rule, (counts.get(rule) ?? 0) + count);
  const assumptions = assumptionCounts({
    reasons,
    decisions: world.decisions,
    assumptions: world.assumptions,
    bill,
  });
  for (const [name, count] of assumptions) counts.set(name, count);
  return counts;
}
