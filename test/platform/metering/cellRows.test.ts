import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour } from '../../../src/engine/time.ts';
import { CellRows } from '../../../src/platform/metering/cellRows.ts';

const two50 = 2 ** 50;
const page = 32_768;

/** Rows at both ends of the first pages, and where the first page becomes longer. */
const rowsMade = [0, 1, 63, 64, 65, 8_191, 8_192, page - 1, page, page + 1, 2 * page - 1, 2 * page];

describe('rows of the ledger', () => {
  it('hold their sums exactly, beyond 32 bits of `hi` too, in the row that was meant alone', () => {
    const additions = fc.array(
      fc.record({
        row: fc.constantFrom(...rowsMade),
        hi: fc.oneof(fc.nat(10), fc.constantFrom(2 ** 30, 2 ** 31 - 1, 2 ** 31, 2 ** 40)),
        lo: fc.oneof(fc.nat(10), fc.constantFrom(two50 - 1, two50, 7 * two50)),
      }),
      { maxLength: 20 },
    );
    const rows = new CellRows();
    for (let row = 0; row <= 2 * page; row += 1) expect(rows.make(row * hour)).toBe(row);
    const sums = new Map<number, bigint>();
    fc.assert(
      fc.property(additions, (all) => {
        for (const { row, hi, lo } of all) {
          rows.add(row, hi, lo);
          sums.set(row, (sums.get(row) ?? 0n) + BigInt(hi) * BigInt(two50) + BigInt(lo));
        }
        for (const row of rowsMade) {
          expect(rows.valueOf(row)).toBe(sums.get(row) ?? 0n);
          expect(rows.fromOf(row)).toBe(row * hour);
        }
      }),
      { numRuns: 50 },
    );
    expect(rows.valueOf(2)).toBe(0n);
  });

  it('go on by themselves in a copy, however wide they are', () => {
    const rows = new CellRows();
    for (let row = 0; row < 60; row += 1) rows.make(row * hour);
    rows.add(3, 2 ** 40, 5);
    const copy = rows.fork();
    copy.add(3, 1, 0);
    rows.add(3, 0, 1);
    copy.setOlder(copy.make(60 * hour), 3);
    rows.setOlder(rows.make(99 * hour), 2);
    expect([copy.fromOf(60), copy.olderOf(60)]).toEqual([60 * hour, 3]);
    // The first page becomes longer, in the copy alone.
    for (let row = 61; row <= 64; row += 1) copy.make(row * hour);
    expect([rows.count, rows.valueOf(3), rows.fromOf(60), rows.olderOf(60)]).toEqual([
      61,
      2n ** 90n + 6n,
      99 * hour,
      2,
    ]);
    expect([copy.count, copy.valueOf(3), copy.fromOf(60), copy.olderOf(60)]).toEqual([
      65,
      2n ** 90n + 2n ** 50n + 5n,
      60 * hour,
      3,
    ]);
  });

  it('take over what others hold', () => {
    const [rows, others] = [new CellRows(), new CellRows()];
    rows.make(0);
    for (let row = 0; row <= page; row += 1) others.make(0);
    others.add(page, 2 ** 33, 7);
    rows.addFrom(0, others, page);
    rows.addFrom(0, others, page);
    expect(rows.valueOf(0)).toBe(2n * (2n ** 83n + 7n));
  });
});
