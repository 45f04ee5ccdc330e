/**
 * `summary.json`: a run on one page, with what is needed to repeat it and to trust its files.
 */

import type { Reason } from '../../engine/journal.ts';
import { isoFromInstant } from '../../engine/time.ts';
import type { Value } from '../../engine/value.ts';
import type { JsonObject } from '../../platform/api/document/json.ts';
import { formatDecimal } from '../../platform/metering/decimal.ts';
import {
  type AssumptionName,
  type Assumptions,
  assumptionNames,
  defaultAssumptions,
  writtenValue,
} from '../../rules/assumptions.ts';
import { billingExercised, type Exercised, exercisedAssumptions } from '../../rules/exercised.ts';
import type { Timing } from '../../rules/resolveAssumptions.ts';
import type { Bill } from '../bill/billDocument.ts';
import { payableOf } from '../bill/costs.ts';
import { type ExpectationVerdict, verdictOf } from '../capacity/capacity.ts';
import type { ExpectationResult } from './expectations.ts';
import type { ReportFinding } from './reportFinding.ts';

export interface Summary {
  readonly schema: 'svcsim/summary/1';
  readonly name: string;
  readonly seed: string;
  /** Which replication of the seed ran; absent if it is 0. */
  readonly replication?: number;
  /** The parameters of the scenario with their values in this replication; absent if there is none. */
  readonly parameters?: readonly SummaryParameter[];
  /** Paths of inputs that the scenario calls guesses (`guessed`); absent if there is none. */
  readonly guessed?: readonly string[];
  /** Files of manifests that are no part of the run because they are templates; absent if there is none. */
  readonly leftOut?: readonly string[];
  /** Digest of the files of the scenario and of the changes applied to them; null if the caller gave none. */
  readonly scenarioHash: string | null;
  /** Of the journal: runs with the same one told the same facts. */
  readonly fingerprint: string;
  readonly start: string;
  /** How far the run came; before `plannedEnd` where it was interrupted. */
  readonly end: string;
  /** Whether it came to its end: if not, all figures are of the part that had run. */
  readonly interrupted: boolean;
  readonly plannedEnd: string;
  /**
   * `fail`: an expectation is broken, or a request of the timeline was answered otherwise than stated. `undecided`: the
   * run was interrupted, and nothing is broken for good.
   */
  readonly verdict: 'pass' | 'fail' | 'undecided';
  readonly expectations: readonly ExpectationVerdict[];
  readonly currency: string;
  /** What is to be paid, all invoices together. */
  readonly payable: string;
  readonly payables: readonly { readonly invoice: string; readonly payable: string }[];
  readonly book: Bill['book'];
  /** The worst first. */
  readonly findings: readonly ReportFinding[];
  /** Names of the variants that are applied to the scenario, in that order; absent if there is none. */
  readonly variants?: readonly string[];
  /** The changes of `--set` to the scenario's file, as given. */
  readonly changes: readonly string[];
  readonly assumptions: {
    /** `timing:` of the scenario; absent: measured, which is the defaults. */
    readonly timing?: Exclude<Timing, 'measured'>;
    /** Not at their default, by name. */
    readonly changed: readonly ChangedAssumption[];
    /** Those that decided something, by name. */
    readonly exercised: readonly Exercised[];
    /** Every assumption of billing, by name, with how often what is held, charged or invoiced hung on it; 0: never. */
    readonly billing: readonly Exercised[];
  };
  /** Handled by the simulation. */
  readonly events: number;
  readonly journalEntries: number;
  /** Every other file of the report, by name. */
  readonly files: readonly ReportFile[];
}

/**
 * One that is not at its default, and who changed it: the scenario names it (or `--assume` does), or its
 * `timing:` sets it with other times.
 */
export interface ChangedAssumption {
  readonly name: AssumptionName;
  readonly value: Value;
  readonly default: Value;
  readonly source: 'scenario' | 'timing';
}

/** An input that nobody knows exactly, as it was drawn. */
export interface SummaryParameter {
  readonly name: string;
  /** The text that stood for `${name}` in this run. */
  readonly value: string;
  /** As the scenario writes it, with its `round`; `constant`: it is not drawn. */
  readonly distribution: 'constant' | JsonObject;
}

export interface ReportFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface SummaryInput {
  readonly name: string;
  readonly seed: string;
  readonly replication: number;
  readonly parameters: readonly SummaryParameter[];
  readonly guessed: readonly string[];
  readonly leftOut: readonly string[];
  readonly scenarioHash: string | null;
  readonly fingerprint: string;
  readonly bill: Bill;
  readonly results: readonly ExpectationResult[];
  readonly findings: readonly ReportFinding[];
  readonly variants: readonly string[];
  readonly changes: readonly string[];
  readonly assumptions: Assumptions;
  /** What the scenario sets, in the order of names. */
  readonly assumptionsGiven: readonly AssumptionName[];
  readonly timing: Timing;
  readonly reasons: ReadonlyMap<Reason, number>;
  /** How often what the ledger holds hung on an assumption. */
  readonly decisions: ReadonlyMap<AssumptionName, number>;
  readonly events: number;
  readonly entries: number;
  readonly start: number;
  readonly end: number;
  readonly plannedEnd: number;
  readonly unexpectedAnswers: number;
}

/** The summary without digests; `filesOf` adds them. */
export function summaryOf(input: SummaryInput): Summary {
  const { bill, results, assumptions } = input;
  const isFailed = input.unexpectedAnswers > 0 || results.some(({ pass, isDecided }) => !pass && isDecided);
  const isInterrupted = input.end < input.plannedEnd;
  const given = new Set(input.assumptionsGiven);
  const changed = [...assumptionNames].sort().flatMap((name): ChangedAssumption[] => {
    const value = writtenValue(name, assumptions);
    const usual = writtenValue(name, defaultAssumptions);
    if (JSON.stringify(value) === JSON.stringify(usual)) return [];
    return [{ name, value, default: usual, source: given.has(name) ? 'scenario' : 'timing' }];
  });
  return {
    schema: 'svcsim/summary/1',
    name: input.name,
    seed: input.seed,
    ...(input.replication === 0 ? {} : { replication: input.replication }),
    ...(input.parameters.length === 0 ? {} : { parameters: input.parameters }),
    ...(input.guessed.length === 0 ? {} : { guessed: input.guessed }),
    ...(input.leftOut.length === 0 ? {} : { leftOut: input.leftOut }),
    scenarioHash: input.scenarioHash,
    fingerprint: input.fingerprint,
    start: isoFromInstant(input.start),
    end: isoFromInstant(input.end),
    interrupted: isInterrupted,
    plannedEnd: isoFromInstant(input.plannedEnd),
    verdict: isFailed ? 'fail' : isInterrupted ? 'undecided' : 'pass',
    expectations: results.map(verdictOf),
    currency: bill.currency,
    payable: formatDecimal(payableOf(bill)),
    payables: bill.invoices.map(({ id, payable }) => ({ invoice: id, payable })),
    book: bill.book,
    findings: input.findings,
    ...(input.variants.length === 0 ? {} : { variants: input.variants }),
    changes: input.changes,
    assumptions: {
      ...(input.timing === 'measured' ? {} : { timing: input.timing }),
      changed,
      exercised: exercisedAssumptions(input.reasons, assumptions),
      billing: billingOf(input),
    },
    events: input.events,
    journalEntries: input.entries,
    files: [],
  };
}

/** What a run knows of its assumptions. */
type AssumptionUse = Pick<SummaryInput, 'reasons' | 'decisions' | 'assumptions' | 'bill'>;

/** How often each assumption decided something in a run, in the journal or on the bill, by name; none with 0. */
export function assumptionCounts(use: AssumptionUse): ReadonlyMap<AssumptionName, number> {
  const all = [...exercisedAssumptions(use.reasons, use.assumptions), ...billingOf(use)];
  return new Map(all.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]));
}

/** What the ledger knows nothing of is counted on the bill: rows that are charged, rows of own clusters, invoices. */
function billingOf({ reasons, decisions, assumptions, bill }: AssumptionUse): readonly Exercised[] {
  const onBill = [
    ['billing.chargedMeters', bill.usage.filter(({ cost }) => cost !== null).length],
    ['billing.byok', bill.usage.filter(({ locationType }) => locationType === 'byok').length],
    ['billing.period', bill.invoices.length],
  ] as const;
  return billingExercised(reasons, new Map([...decisions, ...onBill]), assumptions);
}
