/**
 * The public entry for studies: compare plans, find a break-even, learn what matters, from code.
 *
 * A study is an async generator over a runner: it yields its progress, and returns the document that `--json` prints.
 * The runner performs runs: in this thread, in several (`svcsim/study/node`), or your own. The document is the same.
 */
export { type Axis, parseAxis } from './experiment/study/axis.ts';
export { type BadEnd, parseBadEnd } from './experiment/study/badEnd.ts';
export { compare, type PlanComparison } from './experiment/study/compare.ts';
export { type Condition, parseCondition } from './experiment/study/condition.ts';
export type { EventMeasure } from './experiment/study/eventMeasure.ts';
export { type BreakEvenQuestion, find } from './experiment/study/find.ts';
export type { EntryDifference } from './experiment/study/firstDifference.ts';
export { type ForkPlan, type ForkQuestion, fork } from './experiment/study/fork.ts';
export type * from './experiment/study/forkedRun.ts';
export type { RefusedRequest } from './experiment/study/futureAnswers.ts';
export {
  type ForkedScenario,
  type PlanSteps,
  type StepTemplates,
  stepsOfPlan,
} from './experiment/study/futureSteps.ts';
export { type Goal, type GoalUnits, parseGoal } from './experiment/study/goal.ts';
export { type ChangedInputs, type NamedInput, namedInput } from './experiment/study/inputChanges.ts';
export type { ActQuestion } from './experiment/study/lastChance.ts';
export { type Measure, measureOf, measureProblem, parseMeasure, type Values } from './experiment/study/measure.ts';
export { type MeasuredRun, measureRun } from './experiment/study/measuredRun.ts';
export type { ComparedPlan } from './experiment/study/planRuns.ts';
export {
  capturePlan,
  changedPlan,
  type FileText,
  type PlanChanges,
  type PlanText,
  parsePlan,
} from './experiment/study/planText.ts';
export { ratingTogether } from './experiment/study/ratedRuns.ts';
export { type RunKeyOf, runKeys } from './experiment/study/runKey.ts';
export {
  inThisThread,
  isRefused,
  type PlanRefusal,
  type RatedPlan,
  type RunJob,
  type Runner,
  type RunResult,
  refusalOf,
} from './experiment/study/runner.ts';
export { type SensitivityQuestion, sensitivity } from './experiment/study/sensitivity.ts';
export { gridSize, pointsOf, type StudyGrid, type StudyPoint } from './experiment/study/spec/points.ts';
export { type ParsedStudies, parseStudies } from './experiment/study/spec/readStudies.ts';
export type * from './experiment/study/spec/studySpec.ts';
export type { GridValues } from './experiment/study/spec/where.ts';
export { ended, type StudyProgress } from './experiment/study/steps.ts';
export type { StretchMeasure } from './experiment/study/stretch.ts';
export { type StudyAnswer, type StudyRun, study } from './experiment/study/study.ts';
export type { StudiedPlan, StudyQuestion } from './experiment/study/studyDocument.ts';
export { type StudiedFile, studyQuestion } from './experiment/study/studyQuestion.ts';
export { usualMeasures } from './experiment/study/usualMeasures.ts';
export type { Comparison, MetricName, Tolerance } from './platform/expectation.ts';
export type { Decimal } from './platform/metering/decimal.ts';
export type { PivotDimension } from './report/bill/pivot.ts';
export type * from './report/study/document.ts';
export type * from './report/study/findDocument.ts';
export type * from './report/study/forkDocument.ts';
export type * from './report/study/sensitivityDocument.ts';
export type { Margin } from './scenario/read/comparison.ts';
export type { FilePlace } from './scenario/text/problem.ts';
export type { Tree, TreeMap } from './scenario/text/tree.ts';
