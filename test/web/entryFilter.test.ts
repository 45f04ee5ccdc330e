import { describe, expect, it } from 'vitest';
import type { PageEntry } from '../../src/report/picture/picture.ts';
import { EntryFilter } from '../../src/web/view/entryFilter.ts';

const entry = (seq: number, more: Partial<PageEntry> = {}): PageEntry => ({
  seq,
  at: 0,
  type: 'replica.terminating',
  subject: 'shop/workload/web@aws-us-east-1/7',
  rules: ['ROLL-5'],
  assumptions: ['rollout.rounding'],
  cause: null,
  data: { why: 'older version' },
  ...more,
});

describe('the filter of the journal', () => {
  const filter = new EntryFilter(() => 'reason older version');
  const fits = (words: string, one: PageEntry): boolean => filter.fits(one, words.split(' '));

  it.each([
    'web/7',
    'shop/web/7',
    'shop/workload/web',
    'aws-us-east-1',
    '#31',
    'began to terminate',
    'OLDER',
    'ROLL-5',
    'rounding',
  ])('finds an entry by %s', (words) => expect(fits(words, entry(31))).toBe(true));

  it('finds by all words, and by the whole number', () => {
    expect(fits('web/7 older', entry(31))).toBe(true);
    expect(fits('web/7 newer', entry(31))).toBe(false);
    expect(fits('#31', entry(310, { data: {} }))).toBe(false);
    expect(filter.fits(entry(31), [])).toBe(true);
  });
});
