/**
 * Which assumptions affected a run, counted from the reasons in its journal.
 */
import type { Reason } from '../engine/journal.ts';
import type { Value } from '../engine/value.ts';
import {
  type AssumptionName,
  type Assumptions,
  assumptionNames,
  defaultAssumptions,
  isAssumptionName,
  writtenValue,
} from './assumptions.ts';

/** An assumption that affected a run. */
export interface Exercised {
  readonly name: AssumptionName;
  /** The value as a scenario writes it. */
  readonly value: Value;
  /** `scenario` if the value differs from the default, because of an override or of `timing:`. */
  readonly source: 'default' | 'scenario';
  /** How many journal entries cite it; for an assumption about billing, how many billing decisions it made. */
  readonly count: number;
}

/**
 * The assumptions that affected a run, sorted by name. An assumption that no journal entry cites is left out.
 *
 * @param reasons how many journal entries have each reason
 */
export function exercisedAssumptions(
  reasons: ReadonlyMap<Reason, number>,
  assumptions: Assumptions,
): readonly Exercised[] {
  const counts = citations(reasons);
  const names = [...counts.keys()].filter((name) => (counts.get(name) ?? 0) > 0).sort();
  return names.map((name) => exercised(name, counts.get(name) ?? 0, assumptions));
}

/**
 * Every assumption about billing, sorted by name, and how often it decided what is metered, charged or invoiced. A
 * count of 0 means that another value would give the same bill.
 *
 * @param reasons how many journal entries have each reason
 * @param decisions counts of decisions that the journal does not cite
 */
export function billingExercised(
  reasons: ReadonlyMap<Reason, number>,
  decisions: ReadonlyMap<AssumptionName, number>,
  assumptions: Assumptions,
): readonly Exercised[] {
  const counts = citations(reasons);
  const names = assumptionNames.filter((name) => name.startsWith('billing.')).sort();
  return names.map((name) => exercised(name, decisions.get(name) ?? counts.get(name) ?? 0, assumptions));
}

function citations(reasons: ReadonlyMap<Reason, number>): ReadonlyMap<AssumptionName, number> {
  const counts = new Map<AssumptionName, number>();
  for (const [reason, count] of reasons) {
    for (const name of reason.assumptions) {
      if (!isAssumptionName(name)) throw new Error(`a reason cites '${name}', which is not an assumption`);
      counts.set(name, (counts.get(name) ?? 0) + count);
    }
  }
  return counts;
}

function exercised(name: AssumptionName, count: number, assumptions: Assumptions): Exercised {
  const value = writtenValue(name, assumptions);
  const isDefault = JSON.stringify(value) === JSON.stringify(writtenValue(name, defaultAssumptions));
  return { name, value, source: isDefault ? 'default' : 'scenario', count };
}
