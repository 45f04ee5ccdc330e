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

/** An assumption that decided something in a run. */
export interface Exercised {
  readonly name: AssumptionName;
  /** As a scenario writes it. */
  readonly value: Value;
  /** `scenario` where the value is not the default (by an override or by `timing: instant`). */
  readonly source: 'default' | 'scenario';
  /** Journal entries that cite it; of what is billed, how often that hung on it. */
  readonly count: number;
}

/**
 * The assumptions that a run exercised, by name, from how often each reason was journalled.
 * An assumption that no entry cites is left out.
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
 * Every assumption of billing, by name, with how often it decided what is held, charged or invoiced; 0: another value
 * would have changed nothing here.
 *
 * @param decisions what the journal does not cite
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
      if (!isAssumptionName(name)) throw new Error(`a reason cites '${name}', which is no assumption`);
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
