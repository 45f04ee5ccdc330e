import fc from 'fast-check';
import alea from 'seedrandom/lib/alea.js';
import { describe, expect, it } from 'vitest';
import { putNameKeys } from '../../src/engine/nameKeys.ts';

describe('the keys of a name', () => {
  it('are the first two numbers of seedrandom, seeded with it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (name) => {
        const next = alea(name);
        const expected = Int32Array.of(next() * 2 ** 32, next() * 2 ** 32);
        const keys = new Int32Array(4);
        putNameKeys(name, keys, 2);
        expect(keys).toEqual(Int32Array.of(0, 0, ...expected));
      }),
      { numRuns: 2_000 },
    );
  });
});
