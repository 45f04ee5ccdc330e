/**
 * Which rules and assumptions a set of scenarios exercises, as one document, the same for the terminal, for pages and
 * for programs.
 */

import type { Value } from '../../engine/value.ts';
import {
  type AssumptionName,
  type Assumptions,
  assumptionNames,
  defaultAssumptions,
  isAssumptionName,
  writtenValue,
} from '../../rules/assumptions.ts';
import { assumptionStatus, ruleStatus } from '../../rules/built.ts';
import { type RuleId, rules } from '../../rules/register.ts';
import type { RuleKind } from '../../rules/rule.ts';
import { countOf } from '../words/format.ts';

/** `svcsim coverage --json`. */
export interface CoverageDocument {
  readonly schema: 'svcsim/coverage/1';
  /** The answer in words. */
  readonly sentence: string;
  /** In the order of the files. */
  readonly scenarios: readonly ScenarioCoverage[];
  /** All rules, in the order of the register. */
  readonly rules: readonly RuleCoverage[];
  /** All assumptions, by name. */
  readonly assumptions: readonly AssumptionCoverage[];
}

/** What one scenario exercises. */
export interface ScenarioCoverage {
  readonly file: string;
  /** `ran`: to its end. `refused`: it has errors, whose rules count. */
  readonly outcome: 'ran' | 'refused';
  readonly journalEntries: number;
  /** How many rules and assumptions it exercises. */
  readonly rules: number;
  readonly assumptions: number;
}

/** How often something was exercised. */
export interface Exercise {
  /** Journal entries that cite it, billing decisions that it made, and errors of scenarios that cite it. */
  readonly count: number;
  /** Files of the scenarios that exercise it. Empty: never. */
  readonly files: readonly string[];
}

/** One rule. */
export interface RuleCoverage extends Exercise {
  readonly id: RuleId;
  readonly kind: RuleKind;
  /** Whether a run can show it: not all rules are simulated. */
  readonly isSimulated: boolean;
}

/** One assumption. */
export interface AssumptionCoverage extends Exercise {
  readonly name: AssumptionName;
  readonly isSimulated: boolean;
  /** Values other than the default under which it was exercised, as scenarios write them. */
  readonly otherValues: readonly Value[];
}

/** What was counted in one scenario. */
export interface CoverageCount {
  readonly file: string;
  readonly outcome: ScenarioCoverage['outcome'];
  readonly journalEntries: number;
  /** By rule or assumption; ids of neither are left out. */
  readonly counts: ReadonlyMap<string, number>;
  /** Null if the scenario was refused. */
  readonly assumptions: Assumptions | null;
}

/** The document of counted scenarios. */
export function coverageOf(counted: readonly CoverageCount[]): CoverageDocument {
  const known = {
    rules: rules.map(({ id, kind }): RuleCoverage => {
      return { id, kind, isSimulated: ruleStatus(id).status === 'built', ...exerciseOf(id, counted) };
    }),
    assumptions: [...assumptionNames].sort().map((name): AssumptionCoverage => {
      const isSimulated = assumptionStatus(name).status === 'built';
      return { name, isSimulated, ...exerciseOf(name, counted), otherValues: otherValuesOf(name, counted) };
    }),
  };
  const scenarios = counted.map(({ file, outcome, journalEntries, counts }): ScenarioCoverage => {
    const ids = [...counts.keys()];
    const assumptions = ids.filter(isAssumptionName).length;
    return { file, outcome, journalEntries, rules: ids.length - assumptions, assumptions };
  });
  return { schema: 'svcsim/coverage/1', sentence: sentenceOf(scenarios, known), scenarios, ...known };
}

function exerciseOf(id: string, counted: readonly CoverageCount[]): Exercise {
  const found = counted.filter(({ counts }) => (counts.get(id) ?? 0) > 0);
  return {
    count: found.reduce((sum, { counts }) => sum + (counts.get(id) ?? 0), 0),
    files: found.map(({ file }) => file),
  };
}

function otherValuesOf(name: AssumptionName, counted: readonly CoverageCount[]): readonly Value[] {
  const usual = JSON.stringify(writtenValue(name, defaultAssumptions));
  const values = new Map<string, Value>();
  for (const { counts, assumptions } of counted) {
    if (assumptions === null || (counts.get(name) ?? 0) === 0) continue;
    const value = writtenValue(name, assumptions);
    const text = JSON.stringify(value);
    if (text !== usual) values.set(text, value);
  }
  return [...values.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

function sentenceOf(
  scenarios: readonly ScenarioCoverage[],
  { rules: all, assumptions }: Pick<CoverageDocument, 'rules' | 'assumptions'>,
): string {
  const of = (list: readonly (Exercise & { readonly isSimulated: boolean })[]): string => {
    const own = list.filter(({ isSimulated }) => isSimulated);
    return `${own.filter(({ count }) => count > 0).length} of ${own.length}`;
  };
  const verb = scenarios.length === 1 ? 'exercises' : 'exercise';
  return `${countOf(scenarios.length, 'scenario')} ${verb} ${of(all)} simulated rules and ${of(assumptions)} simulated assumptions.`;
}
