/**
 * The register of rules: every rule that the platform's specification states, with the id that code, journal, tests and
 * scenarios cite. Points that the specification leaves open are assumptions and have their own register.
 */
import { accessRules } from './register/access.ts';
import { apiRules } from './register/api.ts';
import { environmentRules } from './register/environment.ts';
import { networkRules } from './register/network.ts';
import { resourceRules } from './register/resource.ts';
import { runningRules } from './register/running.ts';
import { volumeRules } from './register/volume.ts';
import { volumeLifeRules } from './register/volumeLife.ts';
import { workloadRules } from './register/workload.ts';
import type { RuleKind, RuleText } from './rule.ts';

const table = {
  ...resourceRules,
  ...workloadRules,
  ...environmentRules,
  ...accessRules,
  ...volumeRules,
  ...volumeLifeRules,
  ...runningRules,
  ...networkRules,
  ...apiRules,
} as const satisfies RuleText;

/** The id of a rule: an area and a number, `ROLL-3`. An id is never given to another rule. */
export type RuleId = keyof typeof table;

/** One rule of the platform's specification. */
export interface Rule {
  readonly id: RuleId;
  readonly kind: RuleKind;
  /** One or two sentences. Each bound says whether it is included. */
  readonly statement: string;
  /** The section of the platform's specification, and the row or numbered rule in it. */
  readonly source: string;
}

/** All rules, grouped by area and sorted by number. */
export const rules: readonly Rule[] = (Object.keys(table) as RuleId[]).map((id) => ({ id, ...table[id] }));

/** The rule with an id. */
export function ruleOf(id: RuleId): Rule {
  return { id, ...table[id] };
}

/** Whether a text is the id of a rule. */
export function isRuleId(text: string): text is RuleId {
  return Object.hasOwn(table, text);
}

/** The area of an id: `ROLL` of `ROLL-3`. */
export function areaOf(id: RuleId): string {
  return id.slice(0, id.lastIndexOf('-'));
}
