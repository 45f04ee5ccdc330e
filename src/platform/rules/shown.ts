import type { AssumptionName } from './assumptions.ts';
import { checked } from './checked.ts';
import { coverage } from './coverage.ts';
import type { RuleId } from './register.ts';

/** Test files and scenarios, by their path in the project. */
export interface Shown {
  readonly tests: readonly string[];
  readonly scenarios: readonly string[];
}

/** Of the files that name a rule, those that fail when it is broken. */
export interface Checked extends Shown {
  /** So many mutants of the rule (`mutants/`) were tried and caught. */
  readonly mutants: number;
}

const index: Readonly<Record<string, Shown>> = coverage;
const none: Shown = { tests: [], scenarios: [] };

/** The tests and scenarios that name a rule or an assumption; both lists empty where none does. */
export function shownBy(id: RuleId | AssumptionName): Shown {
  return index[id] ?? none;
}

/** The tests and scenarios that fail when a rule is broken. */
export function checkedBy(id: RuleId): Shown {
  const { tests, scenarios } = checked[id] ?? none;
  return { tests, scenarios };
}

/** The tests and scenarios that name a rule and pass even when it is broken, or were not tried. */
export function visitedBy(id: RuleId): Shown {
  const named = shownBy(id);
  const checks = checkedBy(id);
  return {
    tests: named.tests.filter((file) => !checks.tests.includes(file)),
    scenarios: named.scenarios.filter((file) => !checks.scenarios.includes(file)),
  };
}
