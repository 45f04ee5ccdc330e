/** Checks laws on a scenario, and says in full sentences which are broken. */
import type { ScenarioDocument } from './document.ts';
import { fullVolumeStoresItsCapacity, goneWithinGrace, snapshotsKeptAsLong } from './laws/documents.ts';
import { noReadingVanishes, noRequestVanishes, noTickVanishes } from './laws/due.ts';
import { type Law, LawCase, type Verdict } from './laws/law.ts';
import { moreServesNoLess, namesAreButNames, shiftShiftsAll } from './laws/metamorphic.ts';
import { billEqualsRecount, twicePriceTwiceBill } from './laws/money.ts';
import { forbidNeverOverlaps, invariantLaws, littlesLaw, rolloutWithinOptions } from './laws/platform.ts';
import {
  forkEqualsRun,
  literalEqualsAhead,
  longerBeginsWithShorter,
  orderDoesNotMatter,
  refusalChangesNothing,
  unrelatedDoesNotMatter,
} from './laws/sameRun.ts';

/** Every law, invariants included, in the order in which `checkLaws` checks them. */
export const laws: readonly Law[] = [
  ...invariantLaws,
  rolloutWithinOptions,
  forbidNeverOverlaps,
  goneWithinGrace,
  snapshotsKeptAsLong,
  fullVolumeStoresItsCapacity,
  noTickVanishes,
  noRequestVanishes,
  noReadingVanishes,
  billEqualsRecount,
  twicePriceTwiceBill,
  forkEqualsRun,
  literalEqualsAhead,
  orderDoesNotMatter,
  unrelatedDoesNotMatter,
  refusalChangesNothing,
  longerBeginsWithShorter,
  shiftShiftsAll,
  namesAreButNames,
  moreServesNoLess,
  littlesLaw,
];

/** What came of one law on one scenario. */
export interface CheckedLaw {
  readonly law: Law;
  readonly verdict: Verdict;
}

/** A law is broken by a scenario. The message says which law, what it says, and what was observed instead. */
export class LawBroken extends Error {
  readonly law: Law;
  /** Save its text (`textOf`) to a file and run it with `svcsim run`. */
  readonly document: ScenarioDocument;

  constructor(law: Law, document: ScenarioDocument, message: string) {
    super(message);
    this.name = 'LawBroken';
    this.law = law;
    this.document = document;
  }
}

/**
 * Checks laws on a scenario.
 *
 * @param given a document, or the text of a scenario file (YAML or JSON) that needs no other files
 * @param chosen default: all
 * @returns one result for each law, in the given order
 * @throws with all problems if it is not a valid scenario
 */
export function checkLaws(given: ScenarioDocument | string, chosen: readonly Law[] = laws): readonly CheckedLaw[] {
  const one = new LawCase(given);
  return chosen.map((law) => ({ law, verdict: verdictOf(law, one) }));
}

/**
 * Expects laws to hold for a scenario; a law that does not apply holds.
 *
 * @param given as for `checkLaws`
 * @param chosen one law or several; default: all
 * @throws LawBroken at the first law that is broken
 */
export function expectLaw(given: ScenarioDocument | string, chosen: Law | readonly Law[] = laws): void {
  const one = new LawCase(given);
  for (const law of isLaw(chosen) ? [chosen] : chosen) {
    const message = brokenText({ law, verdict: verdictOf(law, one) });
    if (message !== null) throw new LawBroken(law, one.document, message);
  }
}

/** A law may be somebody else's, written without types. */
function verdictOf(law: Law, one: LawCase): Verdict {
  const verdict: Verdict | undefined = law.judge(one);
  if (verdict?.kind !== undefined) return verdict;
  throw new Error(
    `the law ${law.id} returned no verdict: return holds, skipped(why), or { kind: 'broken', expected, observed }`,
  );
}

function isLaw(chosen: Law | readonly Law[]): chosen is Law {
  return !Array.isArray(chosen);
}

/** A broken law in sentences; null if it is not broken. */
export function brokenText({ law, verdict }: CheckedLaw): string | null {
  if (verdict.kind !== 'broken') return null;
  const cited = law.rules.length === 0 ? '' : ` (${law.rules.join(', ')})`;
  return `The law ${law.id}${cited} is broken. ${law.sentence}\n  expected: ${verdict.expected}\n  observed: ${verdict.observed}`;
}
