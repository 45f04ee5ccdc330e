import { describe, expect, it } from 'vitest';
import { billParts, partOf } from '../../../src/experiment/study/billParts.ts';
import { bridgeOf, medianReplication } from '../../../src/experiment/study/bridge.ts';
import { inThisThread } from '../../../src/experiment/study/runner.ts';
import { type Decimal, formatDecimal, plus, zero } from '../../../src/platform/metering/decimal.ts';
import { amount } from '../../../src/report/bill/costs.ts';
import type { BillBridge } from '../../../src/report/study/document.ts';
import { compared, planOf } from './plans.ts';
import { failing } from './shops.ts';
import { scale } from './spec/studies.ts';
import { questionOf, studied } from './studied.ts';

const bills = (...values: (number | null)[]) => values.map((value) => ({ 'bill.total': value }));

/** The sum of one side of all rows, in exact decimals. */
function sumOf({ rows }: Pick<BillBridge, 'rows'>, side: 'from' | 'to' | 'difference'): string {
  return formatDecimal(rows.reduce<Decimal>((sum, row) => plus(sum, amount(row[side])), zero));
}

describe('the pair of runs of a bridge', () => {
  it.each([
    ['the one in the middle', bills(10, 30, 20), bills(0, 0, 0), 2],
    ['of an even number the smaller of the two in the middle', bills(10, 40, 20, 30), bills(0, 0, 0, 0), 2],
    ['of equal ones the first', bills(5, 5, 5), bills(4, 4, 4), 0],
    ['none if the bills are equal in every replication', bills(5, 6), bills(5, 6), null],
    ['only replications in which both plans have a bill', [undefined, ...bills(7, null, 8)], bills(1, 1, 1, 1), 1],
    ['none without runs', [], [], null],
  ])('%s', (_, values, base, replication) => {
    expect(medianReplication(values, base)).toBe(replication);
  });
});

describe('a bridge between two bills', () => {
  it('has a row for each resource and meter, and what belongs to whole invoices last', () => {
    const { rows, total } = bridgeOf(
      new Map([
        ['cpu of shop/workload/api', 6.000001],
        ['memory of shop/workload/api', 4],
        ['credits', -1],
        ['tax', 0],
        ['payable', 9],
      ]),
      new Map([
        ['cpu of shop/workload/api', 8.5],
        ['memory of shop/workload/api', 4],
        ['cpu of shop/workload/new', 0.25],
        ['credits', -1],
        ['tax', 0],
        ['payable', 11.75],
      ]),
    );
    expect(rows.map(({ resource, meter, difference }) => [resource, meter, difference])).toEqual([
      ['shop/workload/api', 'cpu', '2.499999'],
      ['shop/workload/api', 'memory', '0.0'],
      ['shop/workload/new', 'cpu', '0.25'],
      [null, 'credits', '0.0'],
      [null, 'rounding', '0.000001'],
    ]);
    expect(total).toEqual({ from: '9.0', to: '11.75', difference: '2.75' });
  });

  it('of real bills adds up to the last digit on both sides, in the replication that is the median', async () => {
    const text = (share: string) =>
      failing(share, 240)
        .replace('restartPolicy: Never', 'restartPolicy: OnFailure')
        .replace('cpu: 100m', 'cpu: 2000m');
    const plans = [planOf('rare', text('10%')), planOf('often', text('60%')), planOf('same', text('10%'))];
    const { document } = await compared(plans, { of: ['bill.total'], runs: 5 });
    const { bridges = [] } = document;
    expect(bridges.map(({ plan, base }) => `${base} -> ${plan}`)).toEqual(['rare -> often']);
    for (const bridge of bridges) {
      for (const side of ['from', 'to', 'difference'] as const) expect(sumOf(bridge, side)).toBe(bridge.total[side]);
      expect(bridge.rows.some(({ resource }) => resource === 'shop/workload/night')).toBe(true);
      expect(bridge.replication).toBeLessThan(5);
    }
    expect(bridges[0]?.total.difference).not.toBe('0.0');
  });

  it('is made only if somebody asks for the bill', async () => {
    const plans = [planOf('rare', failing('10%')), planOf('often', failing('90%'))];
    const { document } = await compared(plans, { of: ['executions.failed of shop/night'], runs: 3 });
    expect(document.bridges).toBeUndefined();
  });
});

describe('parts of a bill', () => {
  it('are told apart by their texts', () => {
    expect(partOf('cpu of shop/workload/a of b')).toEqual({ resource: 'shop/workload/a of b', meter: 'cpu' });
    expect(partOf('tax')).toEqual({ resource: null, meter: 'tax' });
  });

  it('of a bill without usage are its invoices alone', () => {
    const invoices = [{ credits: '0.0', tax: '0.0', payable: '0.00' }];
    expect(billParts({ usage: [], invoices, currency: 'USD' } as never)).toEqual([
      ['credits', 0],
      ['tax', 0],
      ['payable', 0],
    ]);
  });
});

describe('the bridges of a study', () => {
  it('lead from the base to the best plan alone', async () => {
    const min = `vary: { min: { path: ${scale('minScale')}, values: [2, 1, 3] } }`;
    const { document } = await studied(questionOf([min, 'minimise: bill.total', 'runs: { least: 2 }']), inThisThread());
    expect(document.best).toBe('today min=1');
    expect(document.bridges?.map(({ base, plan }) => `${base} -> ${plan}`)).toEqual(['today min=2 -> today min=1']);
    for (const bridge of document.bridges ?? []) expect(sumOf(bridge, 'difference')).toBe(bridge.total.difference);
  });
});
