import { describe, expect, it } from 'vitest';
import type { Bill, UsageRow } from '../../src/report/bill/billDocument.ts';
import { RankedBill } from '../../src/report/page/pageBill.ts';
import { usage } from '../web/usage.ts';

/** A bill with a row for each cost, named `a`, `b`, `c`..., of a resource of its own or of the one that is given. */
function billOf(...costs: readonly (string | null | readonly [cost: string, of: string])[]): RankedBill {
  const rows = costs.map((one, i): UsageRow => {
    const id = String.fromCharCode(97 + i);
    const [cost, of] = Array.isArray(one) ? one : [one, id];
    return usage({ id, cost, resource: `workload/${of}` });
  });
  return new RankedBill({ usage: rows } as Partial<Bill> as Bill);
}

const kept = (bill: RankedBill, most: number): string =>
  bill
    .dearest(most)
    .map(({ id }) => id)
    .join('');

describe('the rows of a bill that cost the most', () => {
  it('come in the order of the bill, ever fewer of them, but at least those of one resource', () => {
    const bill = billOf('10.0', '9.5', null, '100.0', '0.25');
    expect([5, 4, 3, 2, 1, 0].map((most) => kept(bill, most))).toEqual(['abcde', 'abde', 'abd', 'ad', 'd', 'd']);
  });

  it('of equal ones the first', () => {
    expect(kept(billOf('1.0', '2.0', '1.0', '2.0', '1.0'), 3)).toBe('abd');
  });

  it('are all of a resource or none, by what it cost as a whole', () => {
    const bill = billOf(['6.0', 'x'], ['8.0', 'y'], ['5.0', 'x'], ['3.0', 'z'], ['4.0', 'x']);
    expect([5, 4, 3, 2, 1].map((most) => kept(bill, most))).toEqual(['abcde', 'abce', 'ace', 'ace', 'ace']);
  });
});
