import { describe, it } from 'vitest';
import { sessionOf, shipped } from '../../laws/shipped.ts';
import { expectHalves, hasHalves } from './halves.ts';

/** What is in a later tier of a price book is so by what was reserved before. */
const tiered = ['scenarios/tour/15-a-price-book.yaml'];

describe('a capacity report of a stretch', () => {
  it.each(shipped.short.filter((file) => !tiered.includes(file)))(
    'comes to the whole with that of the rest: %s',
    (file) => {
      const session = sessionOf(file);
      session.advance({ until: session.lastInstant });
      for (const share of [0.3, 0.7]) if (hasHalves(session, share)) expectHalves(session, share);
    },
    60_000,
  );
});
