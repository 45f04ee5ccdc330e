/**
 * What a change brings over several runs: the paired difference of the cost a month, and of each problem as a rate.
 */
import type { ChangeRuns, ProblemRuns } from '../../report/verdict/recommendation.ts';
import { perMonth } from '../../report/words/perMonth.ts';
import { type EstimateInput, pairedResult } from '../study/estimates.ts';
import type { Values } from '../study/measure.ts';
import { numberOf, unitOf } from './figures.ts';
import type { Figures } from './question.ts';

const costName = 'cost a month';

/**
 * The difference of two plans, run by run.
 *
 * A problem that is counted among cases (requests, ticks, executions) is compared as the share of them, so that runs
 * with more requests do not count more. Other problems are compared as they are.
 *
 * @param base of the scenario as it is, by replication
 * @param after with the change, in the same order
 */
export function changeRuns(base: readonly Figures[], after: readonly Figures[], options: EstimateInput): ChangeRuns {
  const names = problemNames(base, after);
  const asShare = new Set(names.filter((name) => isShare(name, base) && isShare(name, after)));
  const valuesOf = (figures: Figures): Values =>
    Object.fromEntries([
      [costName, numberOf(perMonth(figures.cost, figures.length))],
      ...names.map((name) => [name, rateOf(name, figures, asShare.has(name))] as const),
    ]);
  const [baseValues, afterValues] = [base.map(valuesOf), after.map(valuesOf)];
  const { reduction: _, ...costPerMonth } = pairedResult(afterValues, baseValues, costName, options);
  const problems = names.map((problem): ProblemRuns => {
    const { reduction: __, ...change } = pairedResult(afterValues, baseValues, problem, options);
    const unit = asShare.has(problem) ? 'share' : unitOf(problem);
    return { problem, unit, before: meanOf(baseValues, problem), after: meanOf(afterValues, problem), change };
  });
  return { costPerMonth, problems };
}

/** How many intervals `changeRuns` has. */
export function statementsIn(base: readonly Figures[], after: readonly Figures[]): number {
  return 1 + problemNames(base, after).length;
}

/** Problems that differ in any run, in the order of their names. */
function problemNames(base: readonly Figures[], after: readonly Figures[]): string[] {
  const names = new Set<string>();
  for (const [index, one] of base.entries()) {
    const other = after[index];
    if (other === undefined) continue;
    for (const name of [...one.problems.keys(), ...other.problems.keys()])
      if ((one.problems.get(name) ?? 0) !== (other.problems.get(name) ?? 0)) names.add(name);
  }
  return [...names].sort();
}

/** Whether every run counts the cases in which the problem might come up. */
function isShare(problem: string, runs: readonly Figures[]): boolean {
  return runs.every(({ cases }) => (cases.get(problem) ?? 0) > 0) && !problem.endsWith(': evicted replicas');
}

function rateOf(problem: string, { problems, cases }: Figures, asShare: boolean): number {
  const count = problems.get(problem) ?? 0;
  return asShare ? count / (cases.get(problem) ?? 1) : count;
}

function meanOf(values: readonly Values[], name: string): number {
  return values.reduce((sum, one) => sum + (one[name] ?? 0), 0) / values.length;
}
