import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fingerprint } from '../../src/engine/fingerprint.ts';
import { NoteTable, notesMax } from '../../src/engine/notesAlike.ts';
import { noteRoom } from '../../src/engine/notesKernel.ts';

/** What can be a number of a note: whole or not, of either sign; in a column neither NaN nor -0. */
const number = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true }).map((value) => value + 0),
);
const bits = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const column = fc
  .array(number, { minLength: 1, maxLength: 9 })
  .map((some) => Float64Array.from({ length: notesMax }, (_, i) => (some[i % some.length] ?? 0) + (i >> 4)));
const constants = fc.oneof(number, fc.constantFrom(Number.NaN, -0));
const notes = fc.record({
  count: fc.integer({ min: 0, max: notesMax }),
  type: fc.oneof(
    bits,
    fc
      .tuple(bits, bits)
      .map(([odd, even]) => Int32Array.from({ length: notesMax }, (_, i) => (i % 2 === 1 ? odd : even))),
  ),
  subject: bits,
  at: column,
  values: fc.oneof(
    fc.array(fc.oneof(column, constants), { minLength: 1, maxLength: 6 }),
    fc.array(fc.oneof(column, constants), { minLength: 1, maxLength: 80, size: 'max' }),
  ),
});

describe('notes that are alike', () => {
  it('leave the fingerprint that each of them leaves by itself', () => {
    fc.assert(
      fc.property(fc.array(notes, { minLength: 1, maxLength: 3 }), (groups) => {
        const [together, apart] = [new Fingerprint(), new Fingerprint()];
        for (const group of groups) {
          const { count, type, subject, at, values } = group;
          together.addAll(group);
          for (let i = 0; i < count; i += 1) {
            const [ordinal = 0, ...data] = values.map((value) => (typeof value === 'number' ? value : (value[i] ?? 0)));
            apart.add(at[i] ?? 0, typeof type === 'number' ? type : (type[i] ?? 0), subject, ordinal, {
              data: { ...data },
            });
          }
        }
        expect(together.toString()).toBe(apart.toString());
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('come to the same without WebAssembly, which is used where it is there', () => {
    const [fast, slow] = [new NoteTable(noteRoom(notesMax)), new NoteTable(null)];
    expect(noteRoom(notesMax)).not.toBeNull();
    fc.assert(
      fc.property(notes, (group) => {
        expect(fast.printsOf(group)).toEqual(slow.printsOf(group));
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it('may have more numbers than there is room for', () => {
    const table = new NoteTable(noteRoom(notesMax));
    const at = Float64Array.from({ length: notesMax }, (_, i) => i);
    const few = { count: 40, type: 1, subject: 2, at, values: [at, 5] };
    const many = { ...few, values: Array.from({ length: 600 }, (_, i) => (i % 2 === 0 ? at : i)) };
    const slow = new NoteTable(null);
    for (const group of [few, many, few]) expect(table.printsOf(group)).toEqual(slow.printsOf(group));
  });
});
