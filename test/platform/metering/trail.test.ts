import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type KnownSpan, Trail } from '../../../src/platform/metering/trail.ts';

const spans = fc
  .array(fc.record({ from: fc.nat(60), length: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(Infinity)) }))
  .map((all) =>
    all.map(({ from, length }, i): KnownSpan => {
      return { from, until: from + length, events: [i + 1, length === Infinity ? null : 100 + i] };
    }),
  );

describe('the trail of a series', () => {
  it('finds what walking through all its spans finds, in the order of the entries that opened them', () => {
    fc.assert(
      fc.property(spans, fc.nat(70), fc.nat(70), (all, from, until) => {
        const touching = all.filter((span) => span.from < until && span.until > from).map(({ events }) => events);
        expect(new Trail(all).touching(from, until)).toEqual(touching);
      }),
    );
  });
});
