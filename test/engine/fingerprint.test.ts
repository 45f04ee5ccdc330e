import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fingerprint } from '../../src/engine/fingerprint.ts';
import type { Facts } from '../../src/engine/value.ts';

function printOf(...facts: readonly Facts[]): string {
  const print = new Fingerprint();
  facts.forEach((data, i) => {
    print.add(i, 1, 2, 3, data);
  });
  return print.toString();
}

/** So many values, the last of which may be told. */
function many(count: number, last: number): Facts {
  return { values: Array.from({ length: count }, (_, i) => (i === count - 1 ? last : i)) };
}

describe('a fingerprint', () => {
  it.each([1, 250, 255, 256, 257, 5_000])('reaches the last of %i values', (count) => {
    expect(printOf(many(count, 1e9))).not.toBe(printOf(many(count, 1e9 + 1)));
    expect(printOf(many(count, 1e9))).toBe(printOf(many(count, 1e9)));
  });

  it('reaches the last of many fields, and of many notes', () => {
    const fields = (last: number): Facts =>
      Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`field${i}`, i === 699 ? last : i]));
    expect(printOf(fields(1))).not.toBe(printOf(fields(2)));
    const notes = (last: number): Facts[] => Array.from({ length: 700 }, (_, i) => ({ i: i === 699 ? last : i }));
    expect(printOf(...notes(1))).not.toBe(printOf(...notes(2)));
  });

  it.each<[string, Facts, Facts]>([
    ['either zero', { value: 0 }, { value: -0 }],
    ['any NaN', { value: Number.NaN }, { value: -Number.NaN }],
    ['a field without a value and none', {}, { value: undefined } as unknown as Facts],
  ])('is the same for %s', (_, one, other) => {
    expect(printOf(one)).toBe(printOf(other));
  });

  it('asking for it, or forking, at any time changes nothing', () => {
    const notes = fc.array(fc.record({ data: fc.dictionary(fc.string(), fc.integer()), isAsked: fc.boolean() }), {
      maxLength: 200,
      size: 'max',
    });
    fc.assert(
      fc.property(notes, (each) => {
        const undisturbed = new Fingerprint();
        let asked = new Fingerprint();
        for (const [i, { data, isAsked }] of each.entries()) {
          undisturbed.add(i, i * 7, -i, null, data);
          asked.add(i, i * 7, -i, null, data);
          if (!isAsked) continue;
          asked.toString();
          const left = asked;
          asked = asked.fork();
          left.add(0, 0, 0, 0, {});
        }
        expect(asked.toString()).toBe(undisturbed.toString());
      }),
      { seed: 1, numRuns: 50 },
    );
  });

  it('hardly ever is the same in one half, and never in both', () => {
    const prints = Array.from({ length: 100_000 }, (_, i) => printOf({ a: i % 316, b: Math.floor(i / 316) }));
    expect(new Set(prints).size).toBe(100_000);
    // Chance alone makes about one in each half.
    for (const from of [0, 8])
      expect(new Set(prints.map((each) => each.slice(from, from + 8))).size).toBeGreaterThan(99_990);
  });
});
