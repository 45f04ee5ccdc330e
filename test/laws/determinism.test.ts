import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { begun, billText, expectSameJournal, holds, played } from './play.ts';
import { world } from './worlds.ts';

describe('a run repeats', () => {
  it('twice, to the same bytes', () => {
    holds(20, world(), (doc) => {
      const first = played(doc);
      const second = played(doc);
      expectSameJournal(first.journal, second.journal);
      expect(billText(second.run)).toBe(billText(first.run));
    });
  });

  it('in slices as in one go', () => {
    holds(15, fc.tuple(world({ hours: [2, 4] }), fc.integer({ min: 1, max: 40 })), ([doc, eventsMax]) => {
      const whole = played(doc);
      const { run, journal } = begun(doc);
      while (run.advance(eventsMax) === 'more');
      expectSameJournal(whole.journal, journal);
      expect(billText(run)).toBe(billText(whole.run));
      expect(run.sim.digest()).toBe(whole.run.sim.digest());
    });
  });
});
