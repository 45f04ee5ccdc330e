import { describe, expect, it } from 'vitest';
import { type Decimal, formatDecimal, plus } from '../../src/platform/metering/decimal.ts';
import type { Invoice } from '../../src/report/bill/billDocument.ts';
import { bridgeOf } from '../../src/web/tables/bridge.ts';

function invoice(amounts: Pick<Invoice, 'usageTotal' | 'credits' | 'tax' | 'rounding' | 'payable'>): Invoice {
  return { id: 'INV-cedar-2027-01', org: 'cedar', period: '2027-01', partial: false, lines: [], ...amounts };
}

const january = invoice({ usageTotal: '96.072', credits: '-96.072', tax: '0.0', rounding: '0.0', payable: '0.00' });
const february = invoice({
  usageTotal: '84.576',
  credits: '-23.928',
  tax: '12.1296',
  rounding: '0.0024',
  payable: '72.78',
});

describe('from usage to what is to be paid', () => {
  it('usage and what all invoices add to it, or take from it, come to what is payable, to the last digit', () => {
    const { usage, steps, payable } = bridgeOf([january, february]);
    expect(formatDecimal(usage)).toBe('180.648');
    expect(steps.map(({ name, amount }) => `${name} ${formatDecimal(amount)}`)).toEqual([
      'credits -120.0',
      'tax 12.1296',
      'rounding 0.0024',
    ]);
    const sum = steps.reduce<Decimal>((total, { amount }) => plus(total, amount), usage);
    expect(Number(formatDecimal(sum))).toBe(72.78);
    expect(Number(formatDecimal(payable))).toBe(72.78);
  });

  it('says nothing of what there is none of', () => {
    expect(bridgeOf([january]).steps.map(({ name }) => name)).toEqual(['credits']);
    expect(bridgeOf([]).steps).toEqual([]);
  });
});
