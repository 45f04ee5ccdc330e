/**
 * Whether plans meet the requirements of a study: what must hold in enough of all runs.
 */
import { holds } from '../../report/fold/watcher.ts';
import type { RequirementResult } from '../../report/study/document.ts';
import type { PlanRuns } from './planRuns.ts';
import type { StudyRequirement, StudySpec } from './spec/studySpec.ts';
import { sharedConfidence } from './statistics/manyPlans.ts';
import { repeatedRunsNeeded, repeatedVerdict } from './statistics/repeatedLooks.ts';
import { type Requirement, requirementVerdict, runsNeeded } from './statistics/requirement.ts';

/**
 * How runs are judged. `exact`: nothing is random, so one run tells. `planned`: one look at a number of runs that was
 * fixed before. `looks`: the study looks again and again, and may stop at any verdict.
 */
export type RequirementTest = 'exact' | 'planned' | 'looks';

/**
 * How many statements share the risk of a study with requirements: a verdict for each plan. In a race the best plan
 * also drops out if one of several verdicts about it is wrong, so each of these takes a share of its own.
 *
 *   9 plans -> 9;  9 plans that race with 2 requirements -> 10
 */
export function statementsOf(
  { requirements, racing }: Pick<StudySpec, 'requirements' | 'racing'>,
  plans: number,
): number {
  return Math.max(1, racing === null ? plans : plans - 1 + Math.max(1, requirements.length));
}

/** A requirement with the confidence of each verdict, so that all statements hold together (Bonferroni). */
export function sharedRequirement({ probability, confidence }: StudyRequirement, statements: number): Requirement {
  return { probability, confidence: sharedConfidence(confidence, statements) };
}

/** How many runs of each plan show that a requirement is met, if it holds in all of them. */
export function neededRuns(requirement: StudyRequirement, statements: number, test: 'planned' | 'looks'): number {
  const shared = sharedRequirement(requirement, statements);
  return test === 'planned' ? runsNeeded(shared) : repeatedRunsNeeded(shared);
}

/**
 * What the runs of a plan say about each requirement. A run in which the measure has no value does not meet it, as an
 * expectation about requests fails that cannot be measured. Runs that failed count nowhere.
 *
 * @param statements how many share the confidence (`statementsOf`)
 * @returns in the order of the requirements; empty if the plan has no result
 */
export function judgeRequirements(
  { values }: Pick<PlanRuns, 'values'>,
  requirements: readonly StudyRequirement[],
  { statements, test }: { readonly statements: number; readonly test: RequirementTest },
): RequirementResult[] {
  const measured = values.filter((one) => one !== undefined);
  if (measured.length === 0) return [];
  return requirements.map((requirement) => {
    const { measure, comparison, is, probability, confidence } = requirement;
    const found = measured.map((one) => one[measure.name] ?? null);
    const unmeasured = found.filter((value) => value === null).length;
    const held = found.filter((value) => value !== null && holds(comparison, value)).length;
    const result = {
      measure: measure.name,
      is,
      probability,
      confidence,
      held,
      runs: found.length,
      ...(unmeasured === 0 ? {} : { unmeasured }),
    };
    if (test === 'exact') return { ...result, low: held > 0 ? 1 : 0, verdict: held > 0 ? 'met' : 'not met' };
    const shared = sharedRequirement(requirement, statements);
    const judge = test === 'planned' ? requirementVerdict : repeatedVerdict;
    const { low, verdict } = judge(held, found.length, shared);
    return { ...result, low, verdict, confidenceOfEach: shared.confidence };
  });
}

/** Whether a plan meets all requirements: surely, surely not, or neither. Without requirements it does. */
export function joinedVerdict(results: readonly Pick<RequirementResult, 'verdict'>[]): RequirementResult['verdict'] {
  if (results.some(({ verdict }) => verdict === 'not met')) return 'not met';
  return results.every(({ verdict }) => verdict === 'met') ? 'met' : 'undecided';
}
