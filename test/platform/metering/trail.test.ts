import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpanHistory } from '../../../src/platform/metering/spanHistory.ts';
import { Trail } from '../../../src/platform/metering/trail.ts';

const spans = fc
  .array(fc.record({ from: fc.nat(60), length: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constant(Infinity)) }))
  .map((all) =>
    all.map(({ from, length }, i) => ({ from, until: from + length, opened: i + 1, closed: 100 + i, amount: 1 })),
  );

describe('the trail of a series', () => {
  it('finds what walking through all its spans finds, in the order of the entries that opened them', () => {
    fc.assert(
      fc.property(spans, fc.nat(70), fc.nat(70), (all, from, until) => {
        const history = new SpanHistory();
        for (const span of all) history.add(0, span);
        const touching = all
          .filter((span) => span.from < until && span.until > from)
          .map(({ opened, closed, until: end }) => [opened, end === Infinity ? null : closed]);
        expect(new Trail(history.of(0, [])).touching(from, until)).toEqual(touching);
      }),
    );
  });
});
