import { describe, expect, it } from 'vitest';
import { deadlineSentence } from '../../../src/report/study/deadlineSentence.ts';
import type { ActDeadline, ForkDocument } from '../../../src/report/study/forkDocument.ts';

const share = { bad: 20, runs: 20, probability: 1, low: 0.83, high: 1 };
const found: ActDeadline = {
  plan: 'grow',
  answer: 'found',
  lastAt: '2026-03-03T06:00:00.000Z',
  tooLateAt: '2026-03-03T12:00:00.000Z',
  tooLate: 4,
  runs: 20,
  turnsBack: 0,
};

function said(deadlines: readonly ActDeadline[], other: Partial<ForkDocument> = {}): string {
  const at = ['2026-03-03T06:00:00.000Z', '2026-03-03T12:00:00.000Z'];
  const document = {
    until: 'volume.full of shop/data',
    probability: 0.95,
    unacted: share,
    instants: at.map((one) => ({ plan: 'grow', at: one, ...share })),
    chance: 'present',
    deadlines,
    ...other,
  } as const;
  return deadlineSentence(document as unknown as ForkDocument);
}

const unacted = 'If nobody acts, volume.full of shop/data happens in 20 of 20 runs.';

describe('until when one can act, in words', () => {
  it('names the last instant that is in time, and from when on it is too late', () => {
    expect(said([found])).toBe(
      `Acting until Tue 3 Mar 06:00 still prevents volume.full of shop/data in at least 95 % of these 20 runs; from 12:00 on it comes too late in 4 of 20 runs. ${unacted}`,
    );
  });

  it('names the plan if there are several, and the date if it is another day', () => {
    const other = { ...found, plan: 'move', tooLateAt: '2026-03-04T00:00:30.000Z' };
    expect(said([found, other])).toContain('move: acting until Tue 3 Mar 06:00 still prevents');
    expect(said([found, other])).toContain('from Wed 4 Mar 00:00:30 on');
  });

  it('counts no runs where nothing is random', () => {
    expect(said([found], { chance: 'none' })).toBe(
      'Acting until Tue 3 Mar 06:00 still prevents volume.full of shop/data; from 12:00 on it comes too late. If nobody acts, volume.full of shop/data happens.',
    );
  });

  it('says that there is no last instant if a later one helps and an earlier one does not', () => {
    expect(said([{ ...found, answer: 'turns', turnsBack: 3 }])).toContain(
      'There is no single last instant for grow: in 3 of 20 runs a later instant prevents volume.full of shop/data and an earlier one does not.',
    );
  });

  it('says if each instant is in time, or not even the first', () => {
    const always = { ...found, answer: 'always', tooLateAt: null, tooLate: null } as const;
    expect(said([always])).toContain('Acting at any instant that was tried, up to Tue 3 Mar 06:00, prevents');
    const never = { ...found, answer: 'never', lastAt: null } as const;
    expect(said([never])).toContain(
      'Acting at Tue 3 Mar 12:00, the first instant that was tried, does not prevent volume.full of shop/data in at least 95 % of these 20 runs: it still happens in 4 of 20 runs.',
    );
    const one = [{ plan: 'grow', at: '2026-03-03T12:00:00.000Z', ...share }];
    expect(said([never], { instants: one })).toContain('Acting at Tue 3 Mar 12:00 does not prevent');
  });

  it('says that there is nothing to prevent', () => {
    const always = { ...found, answer: 'always' } as const;
    expect(said([always], { unacted: { ...share, bad: 0, probability: 0 } })).toBe(
      'volume.full of shop/data happens in none of 20 runs, even if nobody acts: there is nothing to prevent.',
    );
  });

  it('says that a comparison holds, and that no run has a value', () => {
    expect(said([found], { until: 'bill.total > 9 USD' })).toContain('If nobody acts, bill.total > 9 USD holds in 20');
    expect(said([{ ...found, answer: 'unknown', runs: 0 }])).toContain('No run of grow has a value for volume.full');
  });
});
