import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isAtTolerance,
  isEvenWith,
  type MetricSample,
  proposeByMetric,
} from '../../../src/platform/autoscaling/metric.ts';
import { bandAround } from '../../../src/platform/autoscaling/ratio.ts';
import { average, use } from './built.ts';

const tolerated = bandAround(0.1);
const propose = (target: number, current: number, sample: MetricSample | null, tolerance = 0.1): number | null =>
  proposeByMetric({ targetMilli: target * 1000 }, bandAround(tolerance), current, sample);

type Row = readonly [why: string, target: number, current: number, sample: MetricSample | null, to: number | null];

// After the algorithm details of the Kubernetes documentation on horizontal pod autoscaling.
describe('what cpu or memory of 1000 a replica asks for', () => {
  it.each<Row>([
    ['4 at 90 %, target 60: ceil(4 * 90/60)', 60, 4, use(4, 900), 6],
    ['66 % is exactly 1.1 times 60: tolerated', 60, 4, use(4, 660), 4],
    ['67 % is beyond: ceil(4 * 67/60)', 60, 4, use(4, 670), 5],
    ['66.9 % counts as 66 %: whole percent, the rest dropped', 60, 4, use(4, 669), 4],
    ['54 % is exactly 0.9: tolerated', 60, 4, use(4, 540), 4],
    ['53 %: ceil(4 * 53/60), no fewer', 60, 4, use(4, 539), 4],
    ['45 %: ceil(4 * 45/60)', 60, 4, use(4, 450), 3],
    ['nothing used: none', 60, 4, use(4, 0), 0],
    ['an exact quotient is not rounded up: 5 * 72/60', 60, 5, use(5, 720), 6],
    ['2 at 90 %, 2 unready: 45 % with them idle, the other side: stays', 60, 4, use(2, 900, { unready: 2 }), 4],
    ['3 at 100 %, 1 unready, target 50: ceil(4 * 75/50)', 50, 4, use(3, 1000, { unready: 1 }), 6],
    ['with the unready idle exactly 1.1: stays', 50, 4, use(2, 1100, { unready: 2 }), 4],
    ['... one percent more: goes', 50, 4, use(2, 1120, { unready: 2 }), 5],
    ['unready ones stay out below the target: ceil(2 * 30/60)', 60, 4, use(2, 300, { unready: 2 }), 1],
    ['... and inside the tolerance nothing moves', 60, 4, use(2, 580, { unready: 2 }), 4],
    ['3 at 200m, 1 missing: 40 % with it full: ceil(4 * 40/60)', 60, 4, use(3, 200, { missing: 1 }), 3],
    ['missing full is the other side of the target: stays', 60, 4, use(2, 400, { missing: 2 }), 4],
    ['missing full is tolerated: stays', 60, 4, use(3, 400, { missing: 1 }), 4],
    ['above the target missing is idle: ceil(4 * 67/60)', 60, 4, use(3, 900, { missing: 1 }), 5],
    ['above, missing and unready idle: 54 % of five: stays', 60, 5, use(3, 900, { missing: 1, unready: 1 }), 5],
    ['exactly at the target with one missing: stays', 60, 4, use(3, 600, { missing: 1 }), 4],
    ['more measured than wanted never rises below the target', 60, 2, use(4, 200, { missing: 1 }), 2],
    ['fewer measured than wanted never falls above it', 60, 9, use(3, 900, { missing: 1 }), 9],
    ['more measured than wanted and none missing: what they ask for', 60, 2, use(5, 500, { unready: 2 }), 5],
    ['fewer measured than wanted and none missing: what they ask for', 60, 9, use(2, 900), 3],
    ['no replica counts: no value', 60, 4, use(0, 0, { unready: 4 }), null],
    ['no sample at all: no value', 60, 4, null, null],
    ['100 % of target 91 is tolerated: never up', 91, 4, use(4, 1000), 4],
    ['100 % of target 90 is 1.11: up', 90, 4, use(4, 1000), 5],
    ['a target above 100: a missing one counts as at it: 61 % of 120', 120, 4, use(3, 420, { missing: 1 }), 3],
    ['below, unready ones stay out where one is missing too', 60, 6, use(3, 200, { missing: 1, unready: 2 }), 3],
  ])('%s', (_, target, current, sample, to) => {
    expect(propose(target, current, sample)).toBe(to);
  });

  it('replicas of different size count by what they may use', () => {
    const sample = { ...use(2, 0), used: 1200, allowed: 3000, missing: 1, missingAllowed: 500 };
    // 40 %; with the missing one full (1200 + 500) / 3500 is 48 %.
    expect(propose(60, 3, sample)).toBe(3);
    expect(propose(80, 3, sample)).toBe(2);
  });

  it('memory in bytes is beyond what products of floats hold, and still exact', () => {
    const bytes = 40_000_000_000_000;
    const sample = { ...use(4, 0), used: (bytes / 100) * 66, allowed: bytes };
    expect(propose(60, 4, sample)).toBe(4);
    expect(propose(60, 4, { ...sample, used: (bytes / 100) * 67 })).toBe(5);
    expect(propose(60, 4, { ...sample, used: (bytes / 100) * 67 - 1 })).toBe(4);
  });
});

describe('what rps or latency asks for', () => {
  it.each<Row>([
    ['3 replicas, 30 a second in all, target 5: 30/5', 5, 3, average(3, 30), 6],
    ['exactly 1.1 times the target: stays', 10, 3, average(3, 33), 3],
    ['a thousandth more: ceil(33.001/10)', 10, 3, average(3, 33.001), 4],
    ['exactly 0.9: stays', 10, 3, average(3, 27), 3],
    ['0.1 * 3 is 0.3 and no hair more: 3 * 0.3/0.3', 0.3, 3, average(3, 0.9), 3],
    ['a target with decimals: 4.5/1.5', 1.5, 2, average(2, 4.5), 3],
    ['latency: 2 replicas at 300 ms, target 200', 200, 2, average(2, 600), 3],
    ['below, a missing one counts as at the target: ceil((2 + 10)/10)', 10, 3, average(2, 2, { missing: 1 }), 2],
    ['above, a missing one counts as nothing: ceil(45/10)', 10, 4, average(3, 45, { missing: 1 }), 5],
    ['above, an unready one too: 36/(4 * 10) is the other side', 10, 4, average(3, 36, { unready: 1 }), 4],
    ['no ready replica: no value', 10, 3, average(0, 0, { unready: 3 }), null],
  ])('%s', (_, target, current, sample, to) => {
    expect(propose(target, current, sample)).toBe(to);
  });
});

describe('hpa.tolerance', () => {
  it('decides only where the ratio lies exactly at its end', () => {
    const at = (sample: MetricSample | null): boolean => isAtTolerance({ targetMilli: 60_000 }, tolerated, sample);
    expect([at(use(4, 660)), at(use(4, 650)), at(use(4, 670)), at(use(4, 540)), at(null)]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    expect(at(use(2, 1320, { unready: 2 }))).toBe(true);
    expect(at(use(2, 660, { unready: 2 }))).toBe(false);
    expect(at(use(3, 390, { missing: 1 }))).toBe(true);
    expect(at(use(0, 0, { unready: 2 }))).toBe(false);
  });

  it('decides nothing exactly at the target, whoever is missing', () => {
    const at = (tolerance: number): boolean =>
      isAtTolerance({ targetMilli: 10_000 }, bandAround(tolerance), average(3, 30, { missing: 1 }));
    // As idle the missing one would make 3/4 of it.
    expect(at(0.25)).toBe(false);
  });

  it.each([
    [0, 5],
    [0.05, 5],
    [0.1, 4],
    [0.2, 4],
  ])('at %s 4 replicas at 66 %% of 60 become %s', (tolerance, to) => {
    expect(propose(60, 4, use(4, 660), tolerance)).toBe(to);
  });
});

const population = fc.record({ counted: fc.integer({ min: 1, max: 12 }), unready: fc.nat(4), missing: fc.nat(4) });
const load = fc.integer({ min: 0, max: 3000 });
const targets = fc.integer({ min: 1, max: 130 });
const current = fc.integer({ min: 1, max: 20 });
const runs = { seed: 1, numRuns: 2000 };

describe('laws of one metric', () => {
  it('more load never gives less, where the population is even with the count', () => {
    fc.assert(
      fc.property(population, load, load, targets, current, fc.boolean(), (parts, a, b, target, wanted, isUse) => {
        fc.pre(isEvenWith(wanted, parts));
        const of = (each: number): MetricSample =>
          isUse ? use(parts.counted, each, parts) : average(parts.counted, (each * parts.counted) / 10, parts);
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(propose(target, wanted, of(more))).toBeGreaterThanOrEqual(propose(target, wanted, of(less)) ?? 0);
      }),
      runs,
    );
  });

  it('is even with the usual count, and with any where unmeasured replicas guard the direction', () => {
    expect(isEvenWith(4, { counted: 4, unready: 0, missing: 0 })).toBe(true);
    expect(isEvenWith(4, { counted: 2, unready: 2, missing: 0 })).toBe(true);
    expect(isEvenWith(4, { counted: 5, unready: 0, missing: 0 })).toBe(false);
    expect(isEvenWith(4, { counted: 3, unready: 0, missing: 0 })).toBe(false);
    expect(isEvenWith(4, { counted: 7, unready: 0, missing: 1 })).toBe(true);
  });

  it('without that it may give less: five of four wanted, 85 % of the target, then 95 %', () => {
    expect([propose(100, 4, use(5, 850)), propose(100, 4, use(5, 950))]).toEqual([5, 4]);
  });

  it('a tolerated ratio changes nothing, whoever is unready or missing', () => {
    fc.assert(
      fc.property(population, targets, current, fc.integer({ min: 900, max: 1100 }), (parts, target, wanted, share) => {
        const sample = { ...average(parts.counted, 0, parts), totalMilli: parts.counted * target * share };
        expect(propose(target, wanted, sample)).toBe(wanted);
      }),
      runs,
    );
  });

  it('what it asks for is a fixpoint: the same total over as many replicas asks for the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), load, targets, (count, total, target) => {
        const first = propose(target, count, average(count, total)) ?? 0;
        fc.pre(first > 0);
        expect(propose(target, first, average(first, total))).toBe(first);
      }),
      runs,
    );
  });
});
