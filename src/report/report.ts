/**
 * Everything that a finished run comes to, made once: the files, the terminal and the page show parts of it.
 */

import type { Reason } from '../engine/journal.ts';
import type { Instant } from '../engine/time.ts';
import type { JsonObject } from '../platform/api/document/json.ts';
import { isChanceUsed } from '../platform/handlers/chance.ts';
import type { Grain } from '../platform/metering/cells.ts';
import type { LedgerCell } from '../platform/metering/ledger.ts';
import type { World } from '../platform/world.ts';
import type { AssumptionName } from '../rules/assumptions.ts';
import type { Finding } from '../rules/finding.ts';
import type { Timing } from '../rules/resolveAssumptions.ts';
import type { Bill } from './bill/billDocument.ts';
import { extrapolationsOf } from './bill/extrapolation.ts';
import { unitCostsOf, unitCountsOf } from './bill/unitCosts.ts';
import { type Capacity, capacityOf } from './capacity/capacity.ts';
import { callDemands } from './capacity/capacityCalls.ts';
import { type Loads, loadsOf } from './capacity/capacityLoad.ts';
import type { Chronicle, ChronicleInput } from './fold/chronicle.ts';
import { type ExpectationResult, judgeExpectations } from './verdict/expectations.ts';
import { findingsOf } from './verdict/findings.ts';
import { type Summary, summaryOf } from './verdict/summary.ts';

/** What a report needs of a run: one of `src/experiment` is such a run. */
export interface FinishedRun {
  readonly scenario: ChronicleInput & {
    readonly name: string;
    readonly description: string;
    readonly seed: string;
    readonly replication: number;
    /** `distribution` is null for a constant; `isDrawn`: another replication may have another value. */
    readonly parameters: readonly {
      readonly name: string;
      readonly value: string;
      readonly distribution: JsonObject | null;
      readonly isDrawn: boolean;
    }[];
    readonly guessed: readonly string[];
    readonly leftOut: readonly string[];
    readonly timing: Timing;
    readonly assumptionsGiven: readonly AssumptionName[];
    readonly variants: { readonly taken: readonly string[] };
    readonly changes: readonly string[];
  };
  readonly sim: {
    readonly now: Instant;
    readonly events: number;
    readonly passed: number;
    readonly world: World;
    readonly streams: { readonly size: number };
    readonly journal: {
      readonly seq: number;
      fingerprint(): string;
      reasons(): ReadonlyMap<Reason, number>;
    };
  };
  /** What its ledger holds now. */
  cells(): readonly LedgerCell[];
  /**
   * @param rowsPer another grain than the run was asked for
   * @param cells of now, where they are known already
   */
  bill(rowsPer?: Grain, cells?: readonly LedgerCell[]): { readonly bill: Bill; readonly findings: readonly Finding[] };
}

/** What a report tells only where it is asked for. */
export interface ReportExtras {
  /** What a whole month would cost. */
  readonly extrapolate?: 'month';
  /** The digest of what the scenario was read from (`scenarioDigest`). */
  readonly scenarioHash?: string;
  /** Its loads up to now, where they are known already. */
  readonly load?: Loads;
}

export interface Report {
  readonly name: string;
  readonly description: string;
  readonly start: Instant;
  /** How far the run came; before the scenario's end where it was interrupted. */
  readonly end: Instant;
  readonly isComplete: boolean;
  /** Whether chance decided anything: only then another seed gives another run. */
  readonly isDrawn: boolean;
  readonly bill: Bill;
  /** What the run found wrong with its price book. */
  readonly bookFindings: readonly Finding[];
  readonly cells: readonly LedgerCell[];
  readonly capacity: Capacity;
  readonly expectations: readonly ExpectationResult[];
  readonly summary: Summary;
  readonly chronicle: Chronicle;
  /** What was asked for as amounts. */
  readonly load: Loads;
}

/**
 * The report of a run at the instant that it has reached; the chronicle has heard every entry of it.
 *
 * The chronicle is settled, and may go on listening.
 */
export function reportOf(run: FinishedRun, chronicle: Chronicle, extras: ReportExtras = {}): Report {
  const { scenario, sim } = run;
  const { now, world, journal } = sim;
  if (chronicle.entries !== journal.seq) {
    throw new Error(`the chronicle heard ${chronicle.entries} of ${journal.seq} journal entries`);
  }
  chronicle.settle(now);
  const cells = run.cells();
  const { bill: rated, findings: bookFindings } = run.bill(undefined, cells);
  const load = extras.load ?? loadsOf(chronicle, world, now);
  const demand = [...load.demand, ...callDemands(chronicle, world)];
  const bill = {
    ...rated,
    unitCosts: unitCostsOf(rated.usage, unitCountsOf(chronicle, demand)),
    ...(extras.extrapolate === undefined ? {} : { extrapolated: extrapolationsOf(rated) }),
  };
  const hourly = () => run.bill('hour', cells).bill;
  const outcome = { chronicle, world, bill, hourly, load, now };
  const expectations = judgeExpectations(outcome);
  const capacity = capacityOf(outcome, expectations);
  const summary = summaryOf({
    name: scenario.name,
    seed: scenario.seed,
    replication: scenario.replication,
    parameters: scenario.parameters.map(({ name, value, distribution }) => ({
      name,
      value,
      distribution: distribution ?? 'constant',
    })),
    guessed: scenario.guessed,
    leftOut: scenario.leftOut,
    scenarioHash: extras.scenarioHash ?? null,
    fingerprint: journal.fingerprint(),
    bill,
    results: expectations,
    findings: findingsOf(outcome, capacity, expectations, bookFindings),
    variants: scenario.variants.taken,
    changes: scenario.changes,
    assumptions: world.assumptions,
    timing: scenario.timing,
    assumptionsGiven: scenario.assumptionsGiven,
    reasons: journal.reasons(),
    decisions: world.decisions,
    events: sim.events + sim.passed,
    entries: journal.seq,
    start: scenario.start,
    end: now,
    plannedEnd: scenario.end,
    unexpectedAnswers: chronicle.refusals.unexpected,
  });
  return {
    name: scenario.name,
    description: scenario.description,
    start: scenario.start,
    end: now,
    isComplete: now >= scenario.end,
    isDrawn: isChanceUsed(sim) || scenario.parameters.some((one) => one.isDrawn),
    bill,
    bookFindings,
    cells,
    capacity,
    expectations,
    summary,
    chronicle,
    load,
  };
}
