import { readFileSync } from 'node:fs';
import {
  capturePlan,
  changedPlan,
  type PlanChanges,
  type PlanText,
  parsePlan,
} from '../../../src/experiment/study/planText.ts';
import { type Wanted, wantedOf } from '../../../src/experiment/whyNot/wanted.ts';
import { whyNot } from '../../../src/experiment/whyNot/whyNot.ts';
import type { WhyNotDocument } from '../../../src/report/whyNot/whyNotDocument.ts';
import { parseDuration } from '../../../src/rules/duration.ts';
import type { Scenario } from '../../../src/scenario/scenario.ts';

/** The plan of a shipped scenario: `tour/06-a-bad-day`. */
export function shipped(name: string): PlanText {
  const file = new URL(`../../../scenarios/${name}.yaml`, import.meta.url);
  return capturePlan(readFileSync(file, 'utf8'), { file: `${name}.yaml` }).plan;
}

export function planOfText(text: string): PlanText {
  return capturePlan(text, { file: 's.yaml' }).plan;
}

export function scenarioOf(plan: PlanText, changes: PlanChanges = {}): Scenario {
  const { scenario, problems } = parsePlan(changedPlan(plan, changes));
  if (scenario === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  return scenario;
}

/** @param at after the start, such as `13h55m`; null: not said */
export function ask(plan: PlanText, text: string, at: string | null = null): WhyNotDocument | string {
  const scenario = scenarioOf(plan);
  const wanted = wantedOf(text) as Wanted;
  const instant = at === null ? null : scenario.start + (parseDuration(at) ?? 0);
  const steps = whyNot({ text, wanted, plan, scenario, at: instant });
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

export function answer(plan: PlanText, text: string, at: string | null = null): WhyNotDocument {
  const found = ask(plan, text, at);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

/** `target 60 -> 61`, of every change that brings it. */
export function flipsOf(part: WhyNotDocument['atThisInstant']): string[] {
  return (part?.flips ?? []).map(({ name, from, to }) => `${name.replace(/^.*\.(?=[\w ]+$)/, '')} ${from} -> ${to}`);
}

export function triedOf(part: WhyNotDocument['atThisInstant']): string[] {
  return (part?.tried ?? []).map(({ name }) => name.replace(/^.*\.(?=\w+$)/, ''));
}
