/**
 * The entry `svcsim/testing/vitest`: matchers for vitest, whose messages are sentences. Import it once, in a test file
 * or in a setup file; it adds the matchers to `expect`.
 *
 *   expect(scenario).toHoldLaws()                 all laws
 *   expect(scenario).toHoldLaws(rolloutBounds)    one law, or a list
 *   expect(entries).toKeepInvariants()            on journal entries
 *   expect(entries).toReach('forbidSkip')         a situation of `corners`
 */
import { expect } from 'vitest';
import type { Entry } from '../engine/journal.ts';
import type { Assumptions } from '../rules/assumptions.ts';
import { brokenText, checkLaws, laws } from './checkLaws.ts';
import type { ScenarioDocument } from './document.ts';
import { checkInvariants, invariants } from './invariants/all.ts';
import { type Invariant, violationText } from './invariants/invariant.ts';
import type { Law } from './laws/law.ts';
import { type Corner, corners, reached } from './reached.ts';

/** The matchers that this entry adds to vitest's `expect`. */
export interface ScenarioMatchers<R = unknown> {
  /** Of a document, or of the text of a scenario file: no law is broken; one that does not apply holds. */
  toHoldLaws: (chosen?: Law | readonly Law[]) => R;
  /** Of the journal entries of a run: none of the invariants that apply under these assumptions is broken. */
  toKeepInvariants: (assumptions?: Assumptions, chosen?: readonly Invariant[]) => R;
  /** Of the journal entries of a run: the situation occurs at least once. */
  toReach: (corner: Corner) => R;
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: vitest declares it so.
  interface Matchers<T = any> extends ScenarioMatchers<T> {}
}

/** @throws if it is no journal, such as what `runToEnd` returns in its place */
function entriesIn(received: readonly Entry[]): readonly Entry[] {
  if (Array.isArray(received)) return received;
  throw new Error('expected the journal entries of a run, a list: of what runToEnd returns, its journal');
}

expect.extend({
  toHoldLaws(received: ScenarioDocument | string, chosen: Law | readonly Law[] = laws) {
    const list = 'judge' in chosen ? [chosen] : chosen;
    const broken = checkLaws(received, list).flatMap((one) => brokenText(one) ?? []);
    const names = list.map(({ id }) => id).join(', ');
    return {
      pass: broken.length === 0,
      message: () =>
        broken.length === 0
          ? `The scenario holds ${names}; expected at least one of them to be broken.`
          : broken.join('\n'),
    };
  },

  toKeepInvariants(received: readonly Entry[], assumptions?: Assumptions, chosen: readonly Invariant[] = invariants) {
    const found = checkInvariants(entriesIn(received), assumptions, chosen).flatMap(({ invariant, violations }) =>
      violations.map((one) => `${invariant.sentence}\n  ${violationText(one)}`),
    );
    return {
      pass: found.length === 0,
      message: () =>
        found.length === 0
          ? 'The journal keeps the invariants; expected at least one of them to be broken.'
          : `The journal breaks ${found.length === 1 ? 'an invariant' : `invariants in ${found.length} places`}. ${found.slice(0, 3).join('\n')}`,
    };
  },

  toReach(received: readonly Entry[], corner: Corner) {
    if (!(corner in corners))
      throw new Error(`there is no situation '${corner}'; there are ${Object.keys(corners).join(', ')}`);
    const count = reached(entriesIn(received))[corner];
    return {
      pass: count > 0,
      message: () =>
        count > 0
          ? `The run reaches '${corner}' ${count === 1 ? 'once' : `${count} times`}; expected it never to.`
          : `The run never reaches '${corner}': ${corners[corner]}.`,
    };
  },
});
