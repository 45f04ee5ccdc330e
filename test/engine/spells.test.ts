import { describe, expect, it } from 'vitest';
import { Spells } from '../../src/engine/spells.ts';

function played(changes: readonly (readonly [at: number, isOn: boolean])[], end: number): Spells {
  const spells = new Spells();
  for (const [at, isOn] of changes) spells.set(at, isOn);
  spells.settle(end);
  return spells;
}

describe('spells', () => {
  it.each([
    [
      'two, the second longer',
      [
        [0, true],
        [2, false],
        [5, true],
        [9, false],
      ],
      20,
      { count: 2, total: 6, longest: 4, firstAt: 0, longestAt: 5 },
    ],
    ['one that still lasts', [[3, true]], 10, { count: 1, total: 7, longest: 7, firstAt: 3, longestAt: 3 }],
    [
      'one of no length',
      [
        [3, true],
        [3, false],
      ],
      10,
      { count: 0, total: 0, longest: 0, firstAt: null, longestAt: null },
    ],
    [
      'one broken for no time goes on',
      [
        [1, true],
        [4, false],
        [4, true],
        [6, false],
      ],
      9,
      { count: 1, total: 5, longest: 5, firstAt: 1, longestAt: 1 },
    ],
    [
      'said twice is said once',
      [
        [1, true],
        [2, true],
        [4, false],
        [5, false],
      ],
      9,
      { count: 1, total: 3, longest: 3, firstAt: 1, longestAt: 1 },
    ],
  ] as const)('%s', (_, changes, end, expected) => {
    expect(played(changes, end)).toMatchObject(expected);
  });

  it('a fork goes on by itself', () => {
    const spells = played([[0, true]], 5);
    const fork = spells.fork();
    fork.set(6, false);
    spells.settle(8);
    fork.settle(8);
    expect([spells.total, fork.total, spells.isOn, fork.isOn]).toEqual([8, 6, true, false]);
  });
});
