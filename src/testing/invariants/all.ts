/** All invariants, and how they are checked on a journal: one that does not apply is skipped. */
import type { Entry } from '../../engine/journal.ts';
import {
  type AssumptionName,
  type Assumptions,
  assumptionNames,
  defaultAssumptions,
  writtenValue,
} from '../../rules/assumptions.ts';
import { causesComeFirst, causesEndInRoots, linksNameTheirTime, stepsFollowOwnSteps } from './causes.ts';
import { endsComeFirst, entriesAreInOrder, executionsEndOnce, skipsHaveAReason } from './executions.ts';
import type { Invariant, Violation } from './invariant.ts';
import { expansionsRecompute, scalingRecomputes } from './recomputed.ts';
import {
  evictedAboveAllotment,
  goneAsStated,
  readyAfterStart,
  rolloutBounds,
  scalingIsContinuous,
  suspendedStartsNothing,
  unmeasuredNeverLowers,
} from './replicas.ts';
import { cappedAtMaxCapacity, expansionsRaise, fourExpansions, snapshotsExpireOnTime } from './volumes.ts';

/** Every invariant, in the order in which `checkInvariants` checks them. */
export const invariants: readonly Invariant[] = [
  entriesAreInOrder,
  endsComeFirst,
  causesComeFirst,
  causesEndInRoots,
  linksNameTheirTime,
  stepsFollowOwnSteps,
  rolloutBounds,
  readyAfterStart,
  goneAsStated,
  suspendedStartsNothing,
  evictedAboveAllotment,
  scalingIsContinuous,
  unmeasuredNeverLowers,
  scalingRecomputes,
  executionsEndOnce,
  skipsHaveAReason,
  fourExpansions,
  expansionsRaise,
  cappedAtMaxCapacity,
  expansionsRecompute,
  snapshotsExpireOnTime,
];

/** What came of one invariant on one journal. */
export interface CheckedInvariant {
  readonly invariant: Invariant;
  /** Why it does not apply: an assumption with another value; null if it applies. */
  readonly skipped: string | null;
  /** Empty if it holds or does not apply. */
  readonly violations: readonly Violation[];
}

/**
 * Checks invariants on the entries of a run, in the order in which its sink received them.
 *
 * @param assumptions those of the run; default: those of a scenario that overrides none
 */
export function checkInvariants(
  entries: readonly Entry[],
  assumptions: Assumptions = defaultAssumptions,
  chosen: readonly Invariant[] = invariants,
): readonly CheckedInvariant[] {
  return chosen.map((invariant) => {
    const skipped = whySkipped(invariant, assumptions);
    return { invariant, skipped, violations: skipped === null ? invariant.check(entries) : [] };
  });
}

function whySkipped({ under }: Invariant, assumptions: Assumptions): string | null {
  const names = Object.keys(under).filter((name): name is AssumptionName =>
    (assumptionNames as readonly string[]).includes(name),
  );
  for (const name of names) {
    const [value, accepted] = [writtenValue(name, assumptions), under[name] ?? []];
    if (!accepted.some((one) => JSON.stringify(one) === JSON.stringify(value)))
      return `it holds under ${name} = ${accepted.join(' or ')}, and the run has ${JSON.stringify(value)}`;
  }
  return null;
}
