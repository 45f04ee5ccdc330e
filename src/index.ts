/**
 * The library: a scenario's text in, a run or a session out, and what it has come to.
 */
export type { Bundle, BundleSink, Entry, JournalSink } from './engine/journal.ts';
export { type Instant, instantFromIso, isoFromInstant } from './engine/time.ts';
export { Run, Run as Simulation, type RunOptions, simulate } from './experiment/run.ts';
export {
  type Advanced,
  type Destination,
  type Origin,
  type Refused,
  Session,
  type SessionOptions,
} from './experiment/session/session.ts';
export type { ApiRequest, ApiResponse } from './platform/control/request.ts';
export type { ToldLaps } from './platform/cron/toldLaps.ts';
export type { FactData, FactType } from './platform/facts.ts';
export { type PriceBook, parsePriceBook } from './platform/metering/pricebook.ts';
export { type Assumptions, defaultAssumptions } from './platform/rules/assumptions.ts';
export { type Rule, rules } from './platform/rules/register.ts';
export type { Bill } from './report/bill.ts';
export type { Capacity } from './report/capacity.ts';
export { filesOf } from './report/files.ts';
export { journalLine } from './report/journalLine.ts';
export { type Report, reportOf } from './report/report.ts';
export type { Summary } from './report/summary.ts';
export { renderProblems } from './scenario/frame.ts';
export { type Parsed, type ParseOptions, parseScenario } from './scenario/parse.ts';
export type { Problem } from './scenario/problem.ts';
export type { Scenario } from './scenario/scenario.ts';
