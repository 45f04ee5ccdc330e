import type { AssumptionName } from './assumptions.ts';
import { coverage } from './coverage.ts';
import type { RuleId } from './register.ts';

/** Files that show a rule or an assumption, by their path in the project. */
export interface Shown {
  readonly tests: readonly string[];
  readonly scenarios: readonly string[];
}

const index: Readonly<Record<string, Shown>> = coverage;

/** The tests and scenarios that show a rule or an assumption; both lists empty where none does. */
export function shownBy(id: RuleId | AssumptionName): Shown {
  return index[id] ?? { tests: [], scenarios: [] };
}
