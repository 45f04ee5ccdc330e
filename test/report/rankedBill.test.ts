import { describe, expect, it } from 'vitest';
import type { Bill, UsageRow } from '../../src/report/bill/billDocument.ts';
import { RankedBill } from '../../src/report/page/pageBill.ts';
import { usage } from '../web/usage.ts';

/** A bill with a row for each cost, named `a`, `b`, `c`... */
function billOf(...costs: readonly (string | null)[]): RankedBill {
  const rows = costs.map((cost, i): UsageRow => usage({ id: String.fromCharCode(97 + i), cost }));
  return new RankedBill({ usage: rows } as Partial<Bill> as Bill);
}

const kept = (bill: RankedBill, most: number): string =>
  bill
    .dearest(most)
    .map(({ id }) => id)
    .join('');

describe('the rows of a bill that cost the most', () => {
  it('come in the order of the bill, ever fewer of them', () => {
    const bill = billOf('10.0', '9.5', null, '100.0', '0.25');
    expect([5, 4, 3, 2, 1, 0].map((most) => kept(bill, most))).toEqual(['abcde', 'abde', 'abd', 'ad', 'd', '']);
  });

  it('of equal ones the first', () => {
    expect(kept(billOf('1.0', '2.0', '1.0', '2.0', '1.0'), 3)).toBe('abd');
  });
});
