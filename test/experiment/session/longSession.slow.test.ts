import fc from 'fast-check';
import { describe, it } from 'vitest';
import { holds } from '../../laws/play.ts';
import { longSession } from './longSession.ts';
import { expectSame } from './same.ts';

describe('500 requests at random', () => {
  it('are exported as what replays, whatever they are, and so are all sessions that forks have left behind', () => {
    holds(30, fc.noShrink(fc.nat()), (seed) => {
      const lived = longSession(seed * 31 + 7);
      for (const one of [lived, ...lived.left]) expectSame(one);
    });
  });
});
