/**
 * The entry `svcsim/testing`: the platform's rules as properties, for a test suite with fast-check.
 *
 * - **Arbitraries** generate valid scenarios, and parts of them: `scenarios`, `scenarioWith`.
 * - **Laws** are properties of a scenario, each checked by runs: `checkLaws`, `expectLaw`.
 * - **Invariants** are properties of journal entries: `checkInvariants`.
 * - **Commands** drive a session beside a model of what the API promises: `sessionCommands`.
 * - `reached` counts the interesting situations of a run: a property that reaches nothing proves nothing.
 *
 * Matchers for vitest are in `svcsim/testing/vitest`. This entry needs fast-check and not vitest.
 */
export type { Entry, Note, Reason, Subject } from '../engine/journal.ts';
export type { Facts, Value } from '../engine/value.ts';
export { type AssumptionLimits, alternativesOf, assumptionValues } from './arbitraries/assumptions.ts';
export {
  type DocumentKind,
  type DocumentPlace,
  documentKinds,
  documentsOf,
  type RelatedPlace,
} from './arbitraries/documents.ts';
export { rates, scenariosUnderLoad } from './arbitraries/loadScenarios.ts';
export { type NearValidScenario, nearValidScenarios } from './arbitraries/nearValid.ts';
export {
  apiRequests,
  demandFor,
  eventful,
  gvcDocuments,
  type WorkloadDocuments,
  weekShifts,
  workloadDocuments,
} from './arbitraries/parts.ts';
export { scenariosWithRequests } from './arbitraries/requestScenarios.ts';
export { type ScenarioLimits, scenarios } from './arbitraries/scenarios.ts';
export {
  type ReachableRule,
  type ScenarioNeeds,
  type ScenarioSize,
  scenarioWith,
  withAssumptions,
} from './arbitraries/scenarioWith.ts';
export { shrinkingScenarios, simplerScenarios, withoutResource } from './arbitraries/simpler.ts';
export type { GeneratedType } from './arbitraries/workloads.ts';
export { brokenText, type CheckedLaw, checkLaws, expectLaw, LawBroken, laws } from './checkLaws.ts';
export { costOf, type RunCost } from './cost.ts';
export {
  documentOf,
  errorsIn,
  type ResourceDocument,
  type ScenarioDocument,
  type StepDocument,
  scenarioOf,
  textOf,
  warningsIn,
} from './document.ts';
export { type EntryOf, entriesOf } from './entriesOf.ts';
export { type CheckedInvariant, checkInvariants, invariants } from './invariants/all.ts';
export { causesComeFirst, causesEndInRoots, linksNameTheirTime, stepsFollowOwnSteps } from './invariants/causes.ts';
export { endsComeFirst, entriesAreInOrder, executionsEndOnce, skipsHaveAReason } from './invariants/executions.ts';
export { type Invariant, type Violation, violationText } from './invariants/invariant.ts';
export { expansionsRecompute, scalingRecomputes } from './invariants/recomputed.ts';
export {
  evictedAboveAllotment,
  goneAsStated,
  readyAfterStart,
  rolloutBounds,
  scalingIsContinuous,
  suspendedStartsNothing,
  unmeasuredNeverLowers,
} from './invariants/replicas.ts';
export {
  cappedAtMaxCapacity,
  expansionsRaise,
  fourExpansions,
  snapshotsExpireOnTime,
} from './invariants/volumes.ts';
export { fullVolumeStoresItsCapacity, goneWithinGrace, snapshotsKeptAsLong } from './laws/documents.ts';
export { noReadingVanishes, noRequestVanishes, noTickVanishes } from './laws/due.ts';
export {
  beginRun,
  type EndedRun,
  holds,
  type Law,
  LawCase,
  runToEnd,
  sameLines,
  skipped,
  type Verdict,
} from './laws/law.ts';
export { moreServesNoLess, namesAreButNames, shiftShiftsAll } from './laws/metamorphic.ts';
export { billEqualsRecount, twicePriceTwiceBill } from './laws/money.ts';
export { forbidNeverOverlaps, lawOfInvariant, littlesLaw, rolloutWithinOptions } from './laws/platform.ts';
export {
  forkEqualsRun,
  literalEqualsAhead,
  longerBeginsWithShorter,
  orderDoesNotMatter,
  refusalChangesNothing,
  unrelatedDoesNotMatter,
} from './laws/sameRun.ts';
export { withoutChance } from './laws/withoutChance.ts';
export {
  type ApiModel,
  beginSession,
  type LiveApi,
  type ModelledCommand,
  type ModelledKind,
  type ModelledRecord,
} from './model/apiModel.ts';
export { runCommands, type SessionCommand, sessionCommands } from './model/commands.ts';
export { type Corner, corners, type ReachedCorners, reached, reachedInAll } from './reached.ts';
export { saving } from './saving.ts';
