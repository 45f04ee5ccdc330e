import { describe, expect, it } from 'vitest';
import { noPaint } from '../../../src/report/words/paint.ts';
import { placedTable, type Row } from '../../../src/report/words/placedTable.ts';
import { type TextCell, tableLines } from '../../../src/report/words/table.ts';

const canvas = { width: 80, paint: noPaint, table: tableLines };

function rows(count: number, cellOf: (index: number) => TextCell, location = 'here'): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    gvc: 'g',
    name: `w${String(index).padStart(2, '0')}`,
    location,
    cells: ['1', cellOf(index)],
  }));
}

const names = (lines: readonly string[]): string[] => lines.flatMap((line) => /g\/w\d+/.exec(line)?.[0] ?? []);
const of = (...numbers: readonly number[]): string[] => numbers.map((one) => `g/w${String(one).padStart(2, '0')}`);
const bad: TextCell = { text: '7', style: 'bad' };
const warned: TextCell = { text: '7', style: 'warn' };

describe('a table with more rows than there is room for', () => {
  it.each<[string, (index: number) => TextCell, string[]]>([
    ['all is well: the first', () => '-', of(0, 1, 2, 3, 4, 5, 6, 7)],
    ['what is bad stays, in its place', (index) => (index === 10 ? bad : '-'), of(0, 1, 2, 3, 4, 5, 6, 10)],
    [
      'a warning goes after what is bad and before what is well',
      (index) => (index === 11 ? bad : index > 3 ? warned : '-'),
      of(4, 5, 6, 7, 8, 9, 10, 11),
    ],
    ['nothing that is bad goes', (index) => (index > 1 ? bad : '-'), of(2, 3, 4, 5, 6, 7, 8, 9, 10, 11)],
  ])('%s', (_, cellOf, shown) => {
    const lines = placedTable('Load', ['count', 'failed'], rows(12, cellOf), canvas);
    expect(names(lines)).toEqual(shown);
    expect(lines.at(-1)).toBe(`  … and ${12 - shown.length} more in capacity.csv`);
  });

  it('says so where so much is bad that even of that some goes', () => {
    const lines = placedTable(
      'Load',
      ['count', 'failed'],
      rows(60, (index) => (index < 45 ? bad : '-')),
      canvas,
    );
    expect(names(lines)).toHaveLength(40);
    expect(lines.at(-1)).toBe('  … and 20 more in capacity.csv, 5 of them with errors');
  });

  it('keeps the line of a location that is in trouble, under its workload', () => {
    const all = [...rows(9, () => '-'), { gvc: 'g', name: 'w08', location: 'there', cells: ['1', bad] }];
    const lines = placedTable('Load', ['count', 'failed'], all, canvas);
    expect(lines.slice(-3)).toEqual(['  g/w08', '    there      1       7', '  … and 2 more in capacity.csv']);
  });
});
