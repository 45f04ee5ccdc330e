import { describe, expect, it } from 'vitest';
import { instantFromCivil } from '../../src/engine/time.ts';
import type { Bill } from '../../src/report/bill/billDocument.ts';
import { costCharts } from '../../src/report/page/costCharts.ts';
import type { CostGrain } from '../../src/report/page/costSteps.ts';
import type { PageLine } from '../../src/report/picture/picture.ts';
import { usage } from '../web/usage.ts';

const at = (dayOfMonth: number, hours = 0): number => instantFromCivil(2026, 11, dayOfMonth, hours * 3_600_000);

function wholeOf(
  rows: readonly { readonly period: string; readonly cost: string; readonly resource?: string }[],
  [start, end]: readonly [number, number],
  grain: CostGrain = 'day',
): { readonly note: string; readonly lines: readonly PageLine[] } {
  const bill = { currency: 'USD', usage: rows.map((row) => usage(row)) } as unknown as Bill;
  const [whole] = costCharts({ bill, grain, run: { start, end }, held: null, marksOf: () => [] });
  if (whole === undefined) throw new Error('no chart');
  return { note: whole.note, lines: whole.lines.map((line) => line(1_024)) };
}

describe('a picture of costs', () => {
  it('draws a day of which the run has a part at its pace, and says so', () => {
    const { note, lines } = wholeOf(
      [
        { period: '2026-11-01', cost: '3' },
        { period: '2026-11-02', cost: '4' },
        { period: '2026-11-03', cost: '1' },
      ],
      [at(1, 6), at(3, 6)],
    );
    // 18 h for 3, a day for 4, 6 h for 1: all the same a day.
    expect(lines[0]).toMatchObject({ at: [at(1, 6)], value: [4] });
    expect(note).toBe('The first day is 18h long, the last day is 6h long: extrapolated to full days.');
  });

  it('says nothing where all steps are whole', () => {
    const { note, lines } = wholeOf(
      [
        { period: '2026-11-01T00', cost: '3' },
        { period: '2026-11-01T01', cost: '4' },
      ],
      [at(1), at(1, 2)],
      'hour',
    );
    expect(lines[0]).toMatchObject({ at: [at(1), at(1, 1)], value: [3, 4] });
    expect(note).toBe('');
  });

  it('draws a run within one day at its pace', () => {
    const { note, lines } = wholeOf([{ period: '2026-11-01', cost: '1' }], [at(1, 6), at(1, 12)]);
    expect(lines[0]).toMatchObject({ at: [at(1, 6)], value: [4] });
    expect(note).toBe('The run is 6h long: extrapolated to a full day.');
  });

  it('has eight lines at most: what costs least is one together, which says how many they are', () => {
    const rows = Array.from({ length: 20 }, (_, i) => ({
      period: '2026-11-01',
      cost: String(i + 1),
      resource: `workload/w${i + 1}`,
    }));
    const { lines } = wholeOf(rows, [at(1), at(2)]);
    expect(lines.map(({ name }) => name)).toEqual([
      'total',
      ...[20, 19, 18, 17, 16, 15].map((i) => `shop/w${i}`),
      '14 others',
    ]);
    const sum = lines.slice(1).reduce((all, { value }) => all + (value[0] ?? 0), 0);
    expect(sum).toBe(lines[0]?.value[0]);
  });
});
