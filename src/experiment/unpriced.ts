/**
 * Whether a price book has a price for everything that a run is billed for from its start: what it lacks is better told
 * before the run than after it.
 */

import { exampleBook } from '../platform/metering/exampleBook.ts';
import { cellsOf } from '../platform/metering/handlers/egress.ts';
import { billOf } from '../report/bill/bill.ts';
import type { Finding } from '../rules/finding.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { Run } from './run.ts';

/**
 * What is wrong with the bill of the first millisecond: prices that are missing, or that match alike. What comes to be
 * later is told by the run.
 */
export function unpricedAtStart(scenario: Scenario): readonly Finding[] {
  const { sim } = new Run(scenario);
  const end = scenario.start + 1;
  return billOf({
    cells: cellsOf(sim.world, end),
    book: scenario.prices ?? exampleBook,
    assumptions: scenario.assumptions,
    horizon: { start: scenario.start, end },
  }).findings;
}
