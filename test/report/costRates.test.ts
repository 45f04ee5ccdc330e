import { describe, expect, it } from 'vitest';
import { hour } from '../../src/engine/time.ts';
import type { PageData } from '../../src/report/page/pageData.ts';
import { lineValueAt } from './lineValueAt.ts';
import { pageOf, shippedScenario } from './paged.ts';

function totalOf({ charts }: PageData) {
  const chart = charts.find(({ id }) => id === 'cost/');
  if (chart === undefined) throw new Error('no chart of the total cost');
  return chart;
}

/** The area below the line of the total. */
function areaOf(data: PageData): number {
  const [{ at, value }] = totalOf(data).lines as readonly [PageData['charts'][number]['lines'][number]];
  return at.reduce((sum, from, i) => sum + ((value[i] ?? 0) * ((at[i + 1] ?? data.end) - from)) / hour, 0);
}

describe('the rate of costs', () => {
  it.each(['01-one-volume', '02-a-rollout', '03-cron-policies', '06-a-bad-day', '09-scale-to-zero', '15-a-price-book'])(
    'adds up to the bill: lesson %s',
    (name) => {
      const data = pageOf(shippedScenario(`scenarios/tour/${name}.yaml`));
      expect(totalOf(data).unit).toBe('USD per hour');
      expect(Math.abs(areaOf(data) / Number(data.costs.total) - 1)).toBeLessThan(1e-5);
    },
  );

  it('rises when the deployment is scaled up, not at the full hour before', () => {
    const data = pageOf(shippedScenario('scenarios/tour/02-a-rollout.yaml'));
    const [total] = totalOf(data).lines;
    const scaled = data.entries.find(({ type }) => type === 'deployment.scaled');
    const createdAt =
      data.entries.find(({ type, at }) => type === 'replica.created' && at >= (scaled?.at ?? 0))?.at ?? 0;
    expect(scaled?.at).toBeDefined();
    const placedAt = Number(
      data.entries.find(({ type, at }) => type === 'replica.created' && at === createdAt)?.data['placedAt'],
    );
    const before = lineValueAt(total, (scaled?.at ?? 0) - 1) ?? 0;
    expect(lineValueAt(total, placedAt - 1)).toBe(before);
    expect(lineValueAt(total, placedAt)).toBeGreaterThan(before);
    expect(placedAt % hour).not.toBe(0);
  });

  it('is the mean of each step, and says so, where executions are very many or amounts are counted', () => {
    const { note } = totalOf(pageOf(shippedScenario('scenarios/tour/13-what-to-change.yaml')));
    expect(note).toContain('are the mean of each day');
    expect(totalOf(pageOf(shippedScenario('scenarios/tour/02-a-rollout.yaml'))).note).toBe('');
  });

  it('is drawn by steps of the calendar, and named so, if the ledger kept no spans', () => {
    const data = pageOf(shippedScenario('scenarios/tour/02-a-rollout.yaml'), { isNumbered: false });
    expect(totalOf(data).title).toBe('Total cost by hour');
  });
});

describe('the figures of cost', () => {
  it('are of 30 days, and of each team where resources have that tag', () => {
    const { costs } = pageOf(shippedScenario('scenarios/tour/07-a-month-of-a-shop.yaml'));
    expect(costs.split.by).toBe('team');
    expect(costs.split.parts.map(({ name }) => name)).toEqual(['checkout', 'storefront', 'search']);
    const sum = costs.split.parts.reduce((all, { cost }) => all + Number(cost), 0);
    expect(sum).toBeCloseTo(Number(costs.total), 9);
    expect(Number(costs.perMonth)).toBeCloseTo(Number(costs.total), 5);
  });

  it('are of each gvc without tags', () => {
    const { costs } = pageOf(shippedScenario('scenarios/tour/02-a-rollout.yaml'));
    expect(costs.split).toMatchObject({ by: 'gvc', leftOut: 0, leftOutCost: '0.0', parts: [{ name: 'shop' }] });
    expect(Number(costs.perMonth)).toBeCloseTo(Number(costs.total) * 360, 3);
  });
});
