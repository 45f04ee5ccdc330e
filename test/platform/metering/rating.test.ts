import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, instantFromCivil, shortIsoFromInstant } from '../../../src/engine/time.ts';
import type { LedgerCell } from '../../../src/platform/metering/ledger.ts';
import { parsePriceBook } from '../../../src/platform/metering/pricebook.ts';
import type { PriceBook } from '../../../src/platform/metering/prices.ts';
import type { RatedRow } from '../../../src/platform/metering/ratedRow.ts';
import { type RatingInput, rate, rowsByCourse } from '../../../src/platform/metering/rating.ts';
import type { MeterSeries } from '../../../src/platform/metering/series.ts';
import { seriesOf } from './builders.ts';
import { plainly, plainRows } from './plainRating.ts';

/** Two days before a month ends, so that a period starts among few cells. */
const start = instantFromCivil(2027, 4, 29);
const long = '2020-01-01T00:00:00Z';
const changes = [20, 48, 70].map((hours) => shortIsoFromInstant(start + hours * hour));

const volume = { resource: 'volumeset/data', workloadType: null, container: null, volumeIndex: 0 } as const;

/** Of two orgs and three gvcs; some alike but for their tags, or for their replica. */
const series: readonly MeterSeries[] = [
  seriesOf(),
  seriesOf({ resource: 'workload/web' }),
  seriesOf({ tags: { team: 'web' } }),
  seriesOf({ resource: 'workload/web', replicaIndex: 0 }),
  seriesOf({ resource: 'workload/web', replicaIndex: 1 }),
  seriesOf({ gvc: 'blog' }),
  seriesOf({ org: 'cedar' }),
  seriesOf({ ...volume, meter: 'volume-capacity' }),
  seriesOf({ ...volume, volumeIndex: 1, meter: 'volume-capacity' }),
  seriesOf({ meter: 'requests' }),
  seriesOf({ gvc: 'blog', meter: 'requests' }),
  seriesOf({ meter: 'replica-time' }),
];

/** Often of few whole units, which cells fill to the last. */
const bounds = fc.uniqueArray(fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 9_999 })), {
  maxLength: 3,
});

const tiers = fc.tuple(bounds, fc.constantFrom(0, 0, 0, 2, 5)).map(([unsorted, scale]) => {
  const inOrder = unsorted.sort((a, b) => a - b).map((bound) => ({ upTo: `${bound}e-${scale}` }));
  return [...inOrder, {}].map((bound, tier) => ({
    ...textOf(bound),
    list: `0.0${9 - tier}`,
    contracted: `0.0${tier}`,
  }));
});

/** `12e-3` -> `0.012` */
function textOf({ upTo }: { readonly upTo?: string }): { readonly upTo?: string } {
  if (upTo === undefined) return {};
  const [digits = '', scale = '0'] = upTo.split('e-');
  const padded = digits.padStart(Number(scale) + 1, '0');
  const point = padded.length - Number(scale);
  return { upTo: scale === '0' ? digits : `${padded.slice(0, point)}.${padded.slice(point)}` };
}

function sku(id: string, meter: string, units: readonly string[]): fc.Arbitrary<object> {
  return fc
    .record({
      unit: fc.constantFrom(...units),
      tierScope: fc.constantFrom('org', 'gvc', 'resource'),
      dates: fc.subarray(changes),
      all: fc.array(tiers, { minLength: 4, maxLength: 4 }),
      until: fc.constantFrom(undefined, undefined, shortIsoFromInstant(start + 90 * hour)),
    })
    .map(({ unit, tierScope, dates, all, until }) => {
      const prices = [long, ...dates].map((from, index) => ({ from, tiers: all[index] }));
      const last = { ...prices.at(-1), ...(until === undefined ? {} : { until }) };
      return { id, meters: [meter], unit, tierScope, prices: [...prices.slice(0, -1), last] };
    });
}

const books = fc
  .tuple(
    sku('cpu', 'reserved-cpu', ['Core-Hours', 'Core-Seconds']),
    sku('disk', 'volume-capacity', ['GB-Months', 'GB-Hours', 'GB-Seconds']),
    sku('requests', 'requests', ['Requests']),
  )
  .map(bookOf);

function bookOf(skus: readonly object[]): PriceBook {
  const { book, findings } = parsePriceBook({ kind: 'pricebook', name: 'any', currency: 'USD', issuer: 'Test', skus });
  if (book === null) throw new Error(JSON.stringify(findings));
  return book;
}

/** So little that it comes to no unit, whole Core-Hours and half ones, and anything. */
const amount = fc.oneof(
  fc.integer({ min: 1, max: 9 }).map(BigInt),
  fc.integer({ min: 1, max: 30 }).map((halves) => BigInt(halves) * 1_800_000_000n),
  fc.bigInt({ min: 1n, max: 9_999_999_999n }),
  fc.bigInt({ min: 1n, max: 10n ** 18n }),
);

/** Hours of a few days; some of them as one, as coarse ledgers have them, whatever prices change meanwhile. */
const cells = fc
  .uniqueArray(
    fc.record({
      index: fc.nat(series.length - 1),
      hours: fc.nat(99),
      length: fc.constantFrom(1, 1, 1, 1, 5),
      surplus: fc.constantFrom(false, false, true),
      amount,
    }),
    { maxLength: 60, selector: ({ index, hours, surplus }) => `${index} ${hours} ${surplus}` },
  )
  .map((all) =>
    all.map(({ index, hours, length, surplus, amount }): LedgerCell => {
      const from = start + hours * hour;
      return {
        series: series[index] ?? seriesOf(),
        from,
        until: from + length * hour,
        surplus,
        amount,
      };
    }),
  );

const inputs: fc.Arbitrary<RatingInput> = fc.record({
  cells,
  book: books,
  charged: fc.constant(['reserved-cpu', 'volume-capacity', 'requests']),
  byok: fc.constant('sameMeters' as const),
  period: fc.constantFrom('utcMonth', 'fixed30d', 'wholeRun'),
  horizon: fc.nat(40).map((hours) => ({ start: start + hours * hour, end: start + 5 * day })),
  rowsPer: fc.constantFrom('month', 'day', 'hour'),
});

describe('rating by spans', () => {
  it('law: is rating cell by cell, row by row, whatever prices change, tiers are counted together and periods begin', () => {
    const law = fc.property(inputs, (input) => {
      expect(rate(input).rows.map(plainly)).toEqual(plainRows(input));
    });
    fc.assert(law, { seed: 1, numRuns: 400 });
  });
});

describe('rating course by course', () => {
  it('law: makes the same rows, those of a stretch of the calendar at a time, in order of time', () => {
    const law = fc.property(inputs, (input) => {
      const taken = rowsByCourse(input).flatMap((course) => {
        const stretches: RatedRow[][] = [];
        for (let at = Number.NEGATIVE_INFINITY; course.stretchAt < Number.POSITIVE_INFINITY; ) {
          expect(course.stretchAt).toBeGreaterThan(at);
          at = course.stretchAt;
          const rows = course.take();
          expect(new Set(rows.map(({ stretchAt }) => stretchAt))).toEqual(new Set([at]));
          stretches.push(rows);
        }
        expect(course.take()).toEqual([]);
        return stretches.flat();
      });
      expect(taken).toEqual(rate(input).rows);
    });
    fc.assert(law, { seed: 1, numRuns: 400 });
  });
});

describe('usage so small that it comes to no unit', () => {
  it('belongs to the tier in which the next unit would be', () => {
    const prices = [{ from: long, tiers: [{ upTo: '1', list: '2' }, { list: '1' }] }];
    const used = [3_600_000_000n, 1n].map((amount, hours): LedgerCell => {
      const from = start + hours * hour;
      return { series: seriesOf(), from, until: from + hour, surplus: false, amount };
    });
    const { rows } = rate({
      cells: used,
      book: bookOf([{ id: 'cpu', meters: ['reserved-cpu'], unit: 'Core-Hours', prices }]),
      charged: ['reserved-cpu'],
      byok: 'sameMeters',
      period: 'utcMonth',
      horizon: { start, end: start + day },
      rowsPer: 'month',
    });
    expect(rows.map(plainly)).toMatchObject([
      { tier: 0, base: '3600000000', quantity: '1.0' },
      { tier: 1, base: '1', consumed: '0.000001', quantity: '0.0', cost: '0.0' },
    ]);
  });
});
