/** Plans of a small scenario, for the tests of studies. */
import type { PlanComparison } from '../../../src/experiment/study/compare.ts';
import { compare } from '../../../src/experiment/study/compare.ts';
import { measureOf } from '../../../src/experiment/study/measure.ts';
import type { ComparedPlan } from '../../../src/experiment/study/planRuns.ts';
import { capturePlan, type PlanChanges } from '../../../src/experiment/study/planText.ts';
import { inThisThread, type Runner, refusalOf } from '../../../src/experiment/study/runner.ts';
import { ended, type StudyProgress } from '../../../src/experiment/study/steps.ts';
import type { StudyDocument } from '../../../src/report/study/document.ts';

export { measureOf };

/** A plan of a text with changes, called by a name. */
export function planOf(name: string, text: string, changes: PlanChanges = {}): ComparedPlan {
  const { plan, parsed } = capturePlan(text, { file: 's.yaml' }, changes);
  const source = parsed.scenario === null ? refusalOf(parsed.problems, parsed.texts) : plan;
  return { name, changes: [], source };
}

/** What a comparison comes to, and its progress. */
export async function compared(
  plans: readonly ComparedPlan[],
  asked: Partial<PlanComparison> & { readonly of: readonly string[] },
  runner: Runner = inThisThread(),
): Promise<{ readonly document: StudyDocument; readonly progress: readonly StudyProgress[] }> {
  const { of, ...others } = asked;
  const comparison = {
    name: 'test',
    plans,
    measures: of.map(measureOf),
    conditions: [],
    runs: 20,
    confidence: 0.95,
    currency: 'USD',
    ...others,
  };
  const progress: StudyProgress[] = [];
  const document = await ended(compare(comparison, runner), (step) => void progress.push(step));
  return { document, progress };
}
