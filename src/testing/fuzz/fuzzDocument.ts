/** The answer of `svcsim fuzz` as one document: what was tried, what is broken, what was reached. */

import { countOf } from '../../report/words/format.ts';
import { type AssumptionName, isAssumptionName } from '../../rules/assumptions.ts';
import { isRuleId, type RuleId } from '../../rules/register.ts';
import { type Corner, corners } from '../reached.ts';
import { type FuzzCheck, fuzzChecks } from './fuzzChecks.ts';
import type { TrialReport } from './performTrial.ts';

/** `svcsim fuzz --json`. It has no times, so that the same seed and runs give the same bytes. */
export interface FuzzDocument {
  readonly schema: 'svcsim/fuzz/1';
  /** The answer in words. */
  readonly sentence: string;
  /** `broken`: at least one check is broken, in a trial or in a saved failure, or a saved file cannot be checked. */
  readonly verdict: 'clean' | 'broken';
  readonly seed: string;
  /** Trials that were performed: those with the numbers from 0 to `runs` - 1. */
  readonly runs: number;
  /** Whether it was interrupted before its end. */
  readonly isInterrupted: boolean;
  /** Journal entries of all runs together. */
  readonly journalEntries: number;
  /** Failures that were saved before, in the order of their files. */
  readonly replayed: readonly ReplayedFailure[];
  /** One for each check that is broken, by the number of its first trial. */
  readonly failures: readonly FuzzFailure[];
  /** Each law and check, how often it was checked, and how often it said nothing. */
  readonly checks: readonly CheckTally[];
  /** Trials of each kind. */
  readonly sources: { readonly [source: string]: number };
  /** In how many trials each situation happened. */
  readonly corners: { readonly [corner: string]: number };
  /** Rules and assumptions that decided something in some trial. */
  readonly rules: readonly RuleId[];
  readonly assumptions: readonly AssumptionName[];
}

/** How often a check was made. */
export interface CheckTally {
  readonly id: string;
  readonly held: number;
  readonly skipped: number;
  readonly broken: number;
}

/** The first trial in which a check is broken. */
export interface FuzzFailure {
  readonly id: string;
  readonly rules: readonly RuleId[];
  readonly sentence: string;
  readonly expected: string;
  readonly observed: string;
  /** Number of the trial. */
  readonly trial: number;
  readonly source: string;
  /** How many times its scenario was made smaller; null: it was not tried. */
  readonly shrunk: number | null;
  /** Its scenario file; null: it could not be generated again. */
  readonly file: string | null;
}

/** A failure that was saved before. */
export interface ReplayedFailure {
  readonly file: string;
  /** `holds`: what was broken holds now. `unreadable`: it is no saved failure, or no valid scenario. */
  readonly outcome: 'broken' | 'holds' | 'unreadable';
  readonly text: string;
}

/** Counts trials, in whatever order they end. */
export class FuzzTally {
  runs = 0;
  journalEntries = 0;
  readonly checks: ReadonlyMap<string, { held: number; skipped: number; broken: number }> = new Map(
    fuzzChecks.map(({ id }) => [id, { held: 0, skipped: 0, broken: 0 }]),
  );
  readonly sources = new Map<string, number>();
  readonly corners = new Map<Corner, number>();
  readonly exercised = new Set<string>();

  add(report: TrialReport): void {
    this.runs += 1;
    this.journalEntries += report.journalEntries;
    this.sources.set(report.source, (this.sources.get(report.source) ?? 0) + 1);
    for (const id of report.held) this.#of(id).held += 1;
    for (const id of report.skipped) this.#of(id).skipped += 1;
    for (const { id } of report.broken) this.#of(id).broken += 1;
    for (const corner of report.corners) this.corners.set(corner, (this.corners.get(corner) ?? 0) + 1);
    for (const id of report.exercised) this.exercised.add(id);
  }

  #of(id: string): { held: number; skipped: number; broken: number } {
    const tally = this.checks.get(id);
    if (tally === undefined) throw new Error(`there is no check '${id}'`);
    return tally;
  }
}

/** What else the document says. */
export interface FuzzOutcome {
  readonly seed: string;
  readonly tally: FuzzTally;
  readonly isInterrupted: boolean;
  readonly failures: readonly FuzzFailure[];
  readonly replayed: readonly ReplayedFailure[];
}

/** The document of what was tried. */
export function fuzzDocument({ seed, tally, isInterrupted, failures, replayed }: FuzzOutcome): FuzzDocument {
  const isBroken = failures.length > 0 || replayed.some(({ outcome }) => outcome !== 'holds');
  const sorted = (map: ReadonlyMap<string, number>): [string, number][] =>
    [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const document: Omit<FuzzDocument, 'sentence'> = {
    schema: 'svcsim/fuzz/1',
    verdict: isBroken ? 'broken' : 'clean',
    seed,
    runs: tally.runs,
    isInterrupted,
    journalEntries: tally.journalEntries,
    replayed,
    failures: [...failures].sort((a, b) => a.trial - b.trial || (a.id < b.id ? -1 : 1)),
    checks: [...tally.checks].map(([id, counts]) => ({ id, ...counts })),
    sources: Object.fromEntries(sorted(tally.sources)),
    corners: Object.fromEntries(Object.keys(corners).map((name) => [name, tally.corners.get(name as Corner) ?? 0])),
    rules: [...tally.exercised].filter(isRuleId).sort(),
    assumptions: [...tally.exercised].filter(isAssumptionName).sort(),
  };
  return { ...document, sentence: sentenceOf(document) };
}

function sentenceOf({
  failures,
  replayed,
  runs,
  seed,
  isInterrupted,
}: Pick<FuzzDocument, 'failures' | 'replayed' | 'runs' | 'seed' | 'isInterrupted'>): string {
  const tried = `${countOf(runs, 'trial')} with seed ${seed}${isInterrupted ? ', interrupted' : ''}`;
  const again = replayed.filter(({ outcome }) => outcome === 'broken').length;
  const unreadable = replayed.filter(({ outcome }) => outcome === 'unreadable').length;
  const saved = [
    ...(again === 0 ? [] : [` ${countOf(again, 'saved failure')} still ${again === 1 ? 'fails' : 'fail'}.`]),
    ...(unreadable === 0 ? [] : [` ${countOf(unreadable, 'saved file')} cannot be checked.`]),
  ].join('');
  if (runs === 0 && failures.length === 0)
    return `No trials were asked for.${saved === '' ? ` ${countOf(replayed.length, 'saved failure')} held.` : saved}`;
  if (failures.length === 0) return `Nothing is broken in ${tried}.${saved}`;
  const ids = failures.map(({ id }) => id).join(', ');
  return `${countOf(failures.length, 'check')} ${failures.length === 1 ? 'is' : 'are'} broken in ${tried}: ${ids}.${saved}`;
}

/** The law or check with an id. */
export function fuzzCheckOf(id: string): FuzzCheck {
  const found = fuzzChecks.find((check) => check.id === id);
  if (found === undefined) throw new Error(`there is no check '${id}'`);
  return found;
}
