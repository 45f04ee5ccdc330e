/** Performs trials, and makes those smaller in which something is broken. */
import { exercisedIn } from '../../experiment/exercisedIn.ts';
import { simplerDocuments } from '../arbitraries/simpler.ts';
import { errorsIn } from '../document.ts';
import type { LawCase } from '../laws/law.ts';
import { type Corner, reached } from '../reached.ts';
import {
  type BrokenCheck,
  begun,
  brokenBy,
  brokenIn,
  judged,
  lawsAt,
  refusedBy,
  sessionVerdict,
} from './fuzzChecks.ts';
import { type FuzzTrial, trialAt } from './trials.ts';

/** A trial that is asked for. */
export interface TrialJob {
  readonly seed: string;
  /** From 0. */
  readonly index: number;
  /** Ids of checks to which it is restricted; null: all. */
  readonly chosen: readonly string[] | null;
}

/** What came of a trial. */
export interface TrialReport {
  readonly index: number;
  readonly source: string;
  /** Checks that hold, and laws that say nothing about this scenario. */
  readonly held: readonly string[];
  readonly skipped: readonly string[];
  readonly broken: readonly BrokenCheck[];
  /** Rules and assumptions that its run cites, or that refused it. */
  readonly exercised: readonly string[];
  readonly corners: readonly Corner[];
  readonly journalEntries: number;
}

/** Performs one trial. Errors of what is tried are in its report. */
export function performTrial({ seed, index, chosen }: TrialJob): TrialReport {
  const trial = trialAt(seed, index);
  const { source } = trial;
  const nothing = { index, source, held: [], skipped: [], broken: [], exercised: [], corners: [], journalEntries: 0 };
  const isChosen = (id: string): boolean => chosen === null || chosen.includes(id);
  if (trial.kind === 'refused' && !isChosen('refusedByItsRule')) return nothing;
  if (trial.kind === 'session' && !isChosen('sessionKeepsPromises')) return nothing;
  if (trial.kind === 'refused') {
    const broken = brokenBy('refusedByItsRule', refusedBy(trial.document, trial.rule));
    return { ...nothing, ...verdictsOf('refusedByItsRule', broken), exercised: [trial.rule] };
  }
  if (trial.kind === 'session')
    return {
      ...nothing,
      ...verdictsOf('sessionKeepsPromises', brokenBy('sessionKeepsPromises', sessionVerdict(trial.commands))),
    };
  const given = begun(trial.document);
  if ('id' in given) return { ...nothing, broken: isChosen(given.id) ? [given] : [] };
  return { ...nothing, ...reportOfLaws(given, { seed, index, chosen }) };
}

function verdictsOf(id: string, broken: BrokenCheck | null): Pick<TrialReport, 'held' | 'broken'> {
  return broken === null ? { held: [id], broken: [] } : { held: [], broken: [broken] };
}

function reportOfLaws(
  given: LawCase,
  { seed, index, chosen }: TrialJob,
): Pick<TrialReport, 'held' | 'skipped' | 'broken' | 'exercised' | 'corners' | 'journalEntries'> {
  const held: string[] = ['scenarioIsValid', 'runsToItsEnd'].filter((id) => chosen === null || chosen.includes(id));
  const skipped: string[] = [];
  const broken: BrokenCheck[] = [];
  for (const law of lawsAt(seed, index, chosen)) {
    const verdict = judged(law, given);
    const found = brokenBy(law.id, verdict);
    if (found !== null) broken.push(found);
    else (verdict.kind === 'skipped' ? skipped : held).push(law.id);
  }
  const { run, journal } = given.ended;
  const counts = reached(journal);
  const names = Object.keys(counts) as Corner[];
  return {
    held,
    skipped,
    broken,
    exercised: [...exercisedIn(run).keys()],
    corners: names.filter((name) => counts[name] > 0),
    journalEntries: journal.length,
  };
}

/** A search for a smaller trial in which the same check is broken. */
export interface ShrinkJob {
  readonly trial: FuzzTrial;
  readonly id: string;
  /** How many smaller ones were tried without success. */
  readonly tried: number;
}

/** A smaller trial was found, or none so far: `tried` says where to go on; or there is none. */
export type ShrinkStep =
  | { readonly kind: 'smaller'; readonly trial: FuzzTrial; readonly tried: number }
  | { readonly kind: 'more'; readonly tried: number }
  | { readonly kind: 'smallest' };

/**
 * Tries smaller trials in their order, from the one after those that were tried.
 *
 * @param isTimeUp asked after each; a search that ends early goes on in the next step with the same result
 */
export function shrinkStep({ trial, id, tried }: ShrinkJob, isTimeUp: () => boolean): ShrinkStep {
  let number = 0;
  for (const smaller of smallerTrials(trial)) {
    number += 1;
    if (number <= tried) continue;
    if (isValid(smaller) && brokenIn(smaller, id) !== null) return { kind: 'smaller', trial: smaller, tried: number };
    if (isTimeUp()) return { kind: 'more', tried: number };
  }
  return { kind: 'smallest' };
}

/** An invalid scenario breaks nothing, unless it is that which is looked for. */
function isValid(trial: FuzzTrial): boolean {
  return trial.kind !== 'scenario' || errorsIn(trial.document).length === 0;
}

function* smallerTrials(trial: FuzzTrial): Generator<FuzzTrial, void> {
  if (trial.kind === 'session') {
    for (const commands of fewer(trial.commands)) yield { ...trial, commands };
    return;
  }
  for (const document of simplerDocuments(trial.document)) yield { ...trial, document };
}

/** Lists without a half, without a quarter, and so on, without one. */
function* fewer(list: readonly string[]): Generator<readonly string[], void> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < list.length; from += size) yield [...list.slice(0, from), ...list.slice(from + size)];
}
