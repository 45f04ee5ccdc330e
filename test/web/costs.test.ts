import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, instantFromCivil } from '../../src/engine/time.ts';
import { formatDecimal, plus, zero } from '../../src/platform/metering/decimal.ts';
import type { UsageRow } from '../../src/report/bill/billDocument.ts';
import { priceCause, quantityCause } from '../../src/web/stories/shiftCause.ts';
import { below } from '../../src/web/tables/billTree.ts';
import { pivotOf } from '../../src/web/tables/pivot.ts';
import { costDays, shiftsOf } from '../../src/web/view/days.ts';
import { costOfRows, dimensionsOf, rowsWhere, valueIn, whereOf, whereText } from '../../src/web/view/dimension.ts';
import { usage } from './usage.ts';

const start = instantFromCivil(2026, 11, 1);
const run = { from: start, until: start + 30 * day };

/** A row for each day of the month, of so many hundredths. */
function daily(costs: readonly number[], row: Partial<UsageRow> = {}): UsageRow[] {
  return costs.map((cost, i) =>
    usage({ period: `2026-11-${String(i + 1).padStart(2, '0')}`, cost: (cost / 100).toFixed(2), ...row }),
  );
}

const rows: fc.Arbitrary<UsageRow[]> = fc.array(
  fc
    .record({
      resource: fc.constantFrom('volumeset/data', 'workload/api'),
      location: fc.constantFrom('aws-us-east-1', 'aws-eu-central-1'),
      volumeIndex: fc.constantFrom(0, 1),
      period: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-14'),
      cost: fc.option(
        fc.bigInt({ min: 0n, max: 10n ** 12n }).map((value) => formatDecimal({ coefficient: value, scale: 10 })),
      ),
      tags: fc.constantFrom({}, { team: 'web' }, { team: 'data', tier: '1' }),
    })
    .map(usage),
  { maxLength: 20 },
);

describe('costs day by day', () => {
  it('a jump is a change that stands out', () => {
    const days = costDays(daily([...Array(13).fill(100), ...Array(17).fill(140)]), run);
    expect(days.filter(({ isJump }) => isJump).map(({ at }) => at)).toEqual([start + 13 * day]);
    expect(formatDecimal(days[13]?.change ?? zero)).toBe('0.4');
  });

  it.each([
    ['what grows evenly', Array.from({ length: 30 }, (_, i) => 100 + 10 * i)],
    ['what trembles', Array.from({ length: 30 }, (_, i) => 1_000 + (i % 2))],
    ['what stays', Array(30).fill(100)],
    ['nothing at all', Array(30).fill(0)],
  ])('%s has no jumps', (_, costs) => {
    expect(costDays(daily(costs), run).some(({ isJump }) => isJump)).toBe(false);
  });

  it('a day of which the run has a part is compared with no other', () => {
    const days = costDays(daily([10, 100, 100]), { from: start + 12 * 3_600_000, until: start + 3 * day });
    expect(days.map(({ isPartial, isJump }) => [isPartial, isJump])).toEqual([
      [true, false],
      [false, false],
      [false, false],
    ]);
  });

  it('days without a row cost nothing, and months have no days', () => {
    expect(costDays([usage({ period: '2026-11-30' })], run)).toHaveLength(30);
    expect(costDays([usage({ period: '2026-11' })], run)).toEqual([]);
  });

  it('what changed from one day to the next adds up to the change', () => {
    fc.assert(
      fc.property(rows, (some) => {
        const found = costDays(some, run)[1];
        const sum = shiftsOf(some, start + day).reduce((total, { change }) => plus(total, change), zero);
        expect(formatDecimal(sum)).toBe(formatDecimal(found?.change ?? zero));
      }),
      { seed: 1 },
    );
  });
});

describe('why a part costs another amount', () => {
  const id = (from: string, tier: number) => `disk/${from}T00:00:00Z/t${tier}`;
  const row = (skuPriceId: string, pricingQuantity: string, cost: string) =>
    usage({ skuPriceId, pricingQuantity, cost });
  const [free, dear] = [row(id('2026-01-01', 0), '5.0', '0.0'), row(id('2026-01-01', 1), '10.0', '0.8')];
  const half = row(id('2026-11-01', 0), '5.0', '2.5');
  it.each([
    ['the same price', [dear], [dear], ''],
    ['a tier begins', [free], [free, dear], 'tier 1 is reached: 0.08 per GB-Month (before: 0 per GB-Month)'],
    ['a tier is all there is', [free, dear], [dear], 'all usage is now in tier 1: 0.08 per GB-Month'],
    ['a month begins', [dear], [free], 'tiers restart with the new month, at tier 0: 0 per GB-Month'],
    ['a dated price', [free], [half], 'the price from 2026-11-01 applies: 0.5 per GB-Month'],
    ['it is new', [], [half], ''],
  ])('%s', (_, before, after, words) => {
    expect(priceCause({ rows: { before, after } })).toBe(words);
  });
  it('there is more of it', () => {
    expect(quantityCause({ rows: { before: [free], after: [free, dear] } })).toBe('5 → 15 GB-Months');
    expect(quantityCause({ rows: { before: [free], after: [half] } })).toBe('');
  });
});

describe('the bill taken apart', () => {
  it('what is below a node adds up to it, down to the last digit', () => {
    fc.assert(
      fc.property(rows, (some) => {
        const check = (own: readonly UsageRow[], where: Parameters<typeof below>[1]): void => {
          const nodes = below(own, where);
          if (nodes.length === 0) return;
          const sum = nodes.reduce((total, { cost }) => plus(total, cost), zero);
          expect(formatDecimal(sum)).toBe(formatDecimal(costOfRows(own)));
          for (const node of nodes) {
            expect(rowsWhere(some, node.where)).toEqual(node.rows);
            check(node.rows, node.where);
          }
        };
        check(some, []);
      }),
      { seed: 1 },
    );
  });

  it('every pivot adds up to the usage, in both directions', () => {
    fc.assert(
      fc.property(rows, fc.nat(), fc.nat(), (some, one, other) => {
        const dimensions = dimensionsOf(some);
        const down = dimensions[one % dimensions.length] ?? 'resource';
        const across = dimensions[other % dimensions.length] ?? 'meter';
        const pivot = pivotOf(some, down, across);
        const total = formatDecimal(costOfRows(some));
        const sumOf = (lines: readonly { readonly total: typeof zero }[]): string =>
          formatDecimal(lines.reduce((sum, line) => plus(sum, line.total), zero));
        expect([formatDecimal(pivot.total), sumOf(pivot.rows), sumOf(pivot.columns)]).toEqual([total, total, total]);
      }),
      { seed: 1 },
    );
  });

  it('what has no tag is shown as such', () => {
    const { rows: lines } = pivotOf([usage({ tags: { team: 'web' } }), usage({})], 'tag:team', 'meter');
    expect(lines.map(({ label }) => label).sort()).toEqual(['(untagged)', 'web']);
  });

  it('a place in the bill is the same again from its text', () => {
    const where = [
      ['resource', 'shop/volumeset/a=b&c'],
      ['tag:team', 'é/%'],
    ] as const;
    expect(whereOf(whereText(where))).toEqual(where);
    expect(whereOf('nothing=1&location=x')).toEqual([['location', 'x']]);
  });

  it('a row has one value in every dimension', () => {
    const row = usage({ container: 'main', volumeIndex: null, workloadType: 'standard' });
    expect(dimensionsOf([row]).map((dimension) => valueIn(row, dimension))).not.toContain('');
  });
});
