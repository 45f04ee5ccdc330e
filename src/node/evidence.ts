/**
 * The tests and scenarios that show each rule, as the tests themselves have found it: `npm run coverage` and
 * `npm run mutants -- --write` write the files that are read here.
 */
import { readFileSync } from 'node:fs';
import type { AssumptionName } from '../rules/assumptions.ts';
import type { RuleId } from '../rules/register.ts';
import { projectFile } from './projectFile.ts';

/** Test files and scenarios, by their path in the project. */
export interface Shown {
  readonly tests: readonly string[];
  readonly scenarios: readonly string[];
}

/** Of the files that name a rule, those that fail when it is broken. */
export interface Checked extends Shown {
  /** Number of mutants of the rule (`mutants/`) that were tried and caught. */
  readonly mutants: number;
}

const none: Shown = { tests: [], scenarios: [] };
let named: Readonly<Record<string, Shown>> | null = null;
let checked: Readonly<Record<string, Checked>> | null = null;

/** The tests and scenarios that name a rule or an assumption; both lists empty where none does. */
export function shownBy(id: RuleId | AssumptionName): Shown {
  named ??= read<Shown>('named.json');
  return named[id] ?? none;
}

/** What `npm run mutants` found for each rule that has mutants. */
export function checkedRules(): Readonly<Record<string, Checked>> {
  checked ??= read<Checked>('checked.json');
  return checked;
}

/** The tests and scenarios that fail when a rule is broken. */
export function checkedBy(id: RuleId): Shown {
  const { tests, scenarios } = checkedRules()[id] ?? none;
  return { tests, scenarios };
}

/** The tests and scenarios that name a rule and pass even when it is broken, or were not tried. */
export function visitedBy(id: RuleId): Shown {
  const { tests, scenarios } = shownBy(id);
  const checks = checkedBy(id);
  return {
    tests: tests.filter((file) => !checks.tests.includes(file)),
    scenarios: scenarios.filter((file) => !checks.scenarios.includes(file)),
  };
}

function read<Entry>(name: string): Readonly<Record<string, Entry>> {
  return JSON.parse(readFileSync(projectFile(`evidence/${name}`), 'utf8')) as Readonly<Record<string, Entry>>;
}
