import { describe, expect, it } from 'vitest';
import type { UsageRow } from '../../src/report/bill/billDocument.ts';
import { reportedPage, shippedScenario } from './paged.ts';
import { tieredBook } from './recountScenarios.ts';

/** What tells a row of `bill.json` from others, but for its series. */
const kindOf = ({ org, resource, location, meter, skuPriceId, surplus, period }: UsageRow): unknown[] => [
  org,
  resource,
  location,
  meter,
  skuPriceId,
  surplus !== '0.0',
  period.slice(0, 7),
];

describe('the rows of the bill on a page', () => {
  it('are named as the rows of bill.json that they are a part of, what the metering policy added apart', () => {
    const scenario = {
      ...shippedScenario('scenarios/tour/07-a-month-of-a-shop.yaml'),
      prices: tieredBook({ preset: 'whole-hours' }),
    };
    const {
      report,
      page: { bill },
    } = reportedPage(scenario);
    const byName = new Map(report.bill.usage.map((row) => [row.id, row]));
    expect(bill.usage.some(({ surplus }) => surplus !== '0.0')).toBe(true);
    for (const row of bill.usage) {
      const named = byName.get(row.id);
      if (named === undefined) throw new Error(`bill.json has no row ${row.id}`);
      expect(kindOf(row)).toEqual(kindOf(named));
    }
  });
});
