/** `svcsim compare`: plans under the same luck, and how surely one is better than another. */
import { compare, type PlanComparison } from '../../../experiment/study/compare.ts';
import { parseCondition } from '../../../experiment/study/condition.ts';
import { parseMeasure } from '../../../experiment/study/measure.ts';
import { isRefused } from '../../../experiment/study/runner.ts';
import { usualMeasures } from '../../../experiment/study/usualMeasures.ts';
import { exampleBook } from '../../../platform/metering/exampleBook.ts';
import { comparisonText } from '../../../report/study/comparisonText.ts';
import type { StudyDocument } from '../../../report/study/document.ts';
import { studyHtml } from '../../../report/study/page/studyHtml.ts';
import { defaultAssumptions } from '../../../rules/assumptions.ts';
import { exitCode, Stop } from '../../exit.ts';
import type { CompareFlags } from '../../flags.ts';
import { say } from '../../say.ts';
import { readPlans } from './comparedPlans.ts';
import { besideReports, checkReported, type ReportedPlan } from './reportedPlans.ts';
import { answerOf, plannedRunsText, sayAnswer } from './studyAnswer.ts';
import { checkedMeasures, countOf, readFlag, refuseReplication, shareOf } from './studyFlags.ts';

/** Compares plans and prints the answer. @returns the exit code */
export async function compareFiles(files: readonly string[], flags: CompareFlags): Promise<number> {
  refuseReplication(flags);
  const runs = countOf(flags.runs, '--runs');
  const confidence = shareOf(flags.confidence, '--confidence');
  const asked = (flags.measure ?? []).map((text) => readFlag(parseMeasure(text), '--measure'));
  const found = await readPlans(files, flags);
  if (found === null) return exitCode.invalid;
  const { plans, scenarios, reports } = found;
  const [first] = scenarios;
  const [report] = reports;
  const seed = scenarios.find((one) => report !== undefined && one.seed !== report.seed)?.seed;
  if (report !== undefined && seed !== undefined)
    throw new Stop(
      exitCode.usage,
      `${report.folder} has the seed ${report.seed}, and a scenario has ${seed}: add --seed ${report.seed} for the same luck`,
    );
  const currency = report?.currency ?? first?.prices?.currency ?? exampleBook.currency;
  const gbBytes = (first?.assumptions ?? defaultAssumptions)['unit.gb'];
  const conditions = (flags.failIf ?? []).map((text) =>
    readFlag(parseCondition(text, { gbBytes, currency }), '--fail-if'),
  );
  const usual = report === undefined ? usualMeasures(scenarios) : report.usual;
  const wanted = [...(asked.length > 0 ? asked : usual), ...conditions.map(({ measure }) => measure)];
  const measures = scenarios.length > 0 ? checkedMeasures(wanted, scenarios) : wanted;
  checkReported(asked.length > 0 ? measures : [], reports);
  const comparison = {
    name: first?.name ?? report?.name ?? '',
    plans,
    measures,
    conditions,
    // A finished run is one replication.
    runs: report === undefined ? runs : 1,
    confidence,
    currency,
  };
  if (flags.list === true) {
    say(process.stdout, listText(comparison));
    return exitCode.ok;
  }
  const document = await answerOf(comparison.name, flags, (runner) =>
    compare(comparison, report === undefined ? runner : besideReports(runner, byPlan(reports), report.replication)),
  );
  sayAnswer(
    document,
    flags,
    (canvas) => comparisonText(document, currency, canvas),
    (style) => studyHtml(document, { currency, style }),
  );
  return codeOf(document);
}

function byPlan(reports: readonly ReportedPlan[]): Map<ReportedPlan['plan'], ReportedPlan> {
  return new Map(reports.map((one) => [one.plan, one]));
}

/** What would be run. */
function listText({ plans, measures, runs }: PlanComparison): string {
  const lines = plans.map(
    ({ name, changes, source }) =>
      `  ${name}: ${isRefused(source) ? `refused: ${source.message}` : changes.join(', ')}`,
  );
  const count = plans.filter(({ source }) => !isRefused(source)).length;
  return [
    `${plans.length} plans, ${plannedRunsText(runs, count)}`,
    ...lines,
    'measures:',
    ...measures.map(({ name }) => `  ${name}`),
    '',
  ].join('\n');
}

function codeOf({ plans, conditions, differences }: StudyDocument): number {
  if (plans.some(({ failed }) => failed !== undefined)) return exitCode.defect;
  if (conditions.some(({ verdict }) => verdict === 'holds')) return exitCode.failed;
  if (differences.length === 0) return exitCode.failed;
  return conditions.some(({ verdict }) => verdict === 'undecided') ? exitCode.undecided : exitCode.ok;
}
