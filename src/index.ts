/**
 * The public entry of the library: parse a scenario, run it or open a session, and make its reports.
 *
 * Reports need a chronicle that receives every journal entry of the run:
 *
 *   const chronicle = new Chronicle(scenario);
 *   const run = simulate(scenario, { sink: (entry) => chronicle.listen(entry) });
 *   const files = filesOf(reportOf(run, chronicle));          // bill.json, capacity.json, summary.json, ...
 *
 * A `Recount` that receives the same entries recomputes the bill with independent code (`compareWithBill`).
 */
export type { Bundle, BundleSink, Entry, JournalSink } from './engine/journal.ts';
export { StandstillError } from './engine/standstill.ts';
export { type Instant, instantFromIso, isoFromInstant } from './engine/time.ts';
export { Run, type RunOptions, simulate } from './experiment/run.ts';
export { SessionClosed, type SessionOrigin } from './experiment/session/liveRun.ts';
export {
  type Advanced,
  type Destination,
  type Refused,
  Session,
  type SessionOptions,
  type TakenSteps,
} from './experiment/session/session.ts';
export type { ApiRequest, ApiResponse } from './platform/api/requests/request.ts';
export type { ExecutionBatch } from './platform/cron/executionBatch.ts';
export type { FactData, FactType } from './platform/facts.ts';
export { exampleBook } from './platform/metering/exampleBook.ts';
export { parsePriceBook } from './platform/metering/pricebook.ts';
export type { PriceBook } from './platform/metering/prices.ts';
export type { Bill } from './report/bill/billDocument.ts';
export type { Capacity } from './report/capacity/capacity.ts';
export { Chronicle, type ChronicleInput } from './report/fold/chronicle.ts';
export { compareWithBill, type Difference } from './report/recount/compare.ts';
export { Recount, type RecountOptions } from './report/recount/recount.ts';
export { filesOf, type Sha256 } from './report/render/files.ts';
export { journalLine } from './report/render/journalLine.ts';
export { type FinishedRun, type Report, type ReportExtras, reportOf } from './report/report.ts';
export type { ReportFile, Summary } from './report/verdict/summary.ts';
export { type Assumptions, defaultAssumptions } from './rules/assumptions.ts';
export { type Rule, rules } from './rules/register.ts';
export { type Parsed, type ParseOptions, parseScenario } from './scenario/parse.ts';
export type { RunWindow } from './scenario/read/window.ts';
export type { Scenario } from './scenario/scenario.ts';
export { renderProblems } from './scenario/text/frame.ts';
export type { Problem } from './scenario/text/problem.ts';
