import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cloneProposals,
  forgetProposals,
  highestSince,
  newProposals,
  rememberProposal,
} from '../../../src/platform/autoscaling/proposals.ts';

const remembered = (...list: readonly (readonly [at: number, count: number])[]) => {
  const proposals = newProposals();
  for (const [at, count] of list) rememberProposal(proposals, at, count);
  return proposals;
};

describe('the highest proposal of a window', () => {
  const proposals = remembered([15, 9], [30, 4], [45, 7], [60, 3]);

  it.each([
    ['all of them', 0, 9],
    ['one exactly as old as the window is out', 15, 7],
    ['a millisecond younger is in', 14.999, 9],
    ['a later higher one hides an earlier lower one', 30, 7],
    ['the newest alone', 45, 3],
    ['none', 60, 0],
  ])('%s', (_, after, highest) => {
    expect(highestSince(proposals, after)).toBe(highest);
  });

  it('holds only what can still decide', () => {
    expect(proposals.entries.map(({ count }) => count)).toEqual([9, 7, 3]);
    expect(remembered([15, 4], [30, 4], [45, 4]).entries).toEqual([{ at: 45, count: 4 }]);
  });

  it('forgets up to an instant, this one included', () => {
    const rest = cloneProposals(proposals);
    forgetProposals(rest, 45);
    expect(rest.entries).toEqual([{ at: 60, count: 3 }]);
    forgetProposals(rest, 60);
    expect(rest.entries).toEqual([]);
    expect(proposals.entries).toHaveLength(3);
  });

  it('is the same as the greatest of a plain list', () => {
    const list = fc.array(fc.nat(9), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 12 }), (counts, window) => {
        const short = newProposals();
        counts.forEach((count, at) => {
          forgetProposals(short, at - window);
          rememberProposal(short, at, count);
          const plain = Math.max(...counts.slice(Math.max(0, at - window + 1), at + 1));
          expect(highestSince(short, at - window)).toBe(plain);
          expect(short.entries.length).toBeLessThanOrEqual(window);
        });
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});
