import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberOf } from '../../../src/experiment/recommend/figures.ts';
import { formatDecimal, minus } from '../../../src/platform/metering/decimal.ts';
import { jsonText } from '../../../src/report/words/jsonText.ts';
import { advised, disk, figuresOfVariant, figuresWith, job, keeping, serving, shopOf } from './advised.ts';

/** Small shops in which something is too large, too small or just right. */
const shops = fc
  .record({
    count: fc.integer({ min: 1, max: 6 }),
    follows: fc.boolean(),
    perSecond: fc.integer({ min: 1, max: 150 }),
    cpu: fc.integer({ min: 5, max: 60 }),
    idle: fc.integer({ min: 0, max: 400 }),
    capacity: fc.integer({ min: 20, max: 120 }),
    growth: fc.integer({ min: 0, max: 30 }),
    factor: fc.constantFrom('none', '1.05', '1.5', '3'),
    minutes: fc.integer({ min: 1, max: 25 }),
    policy: fc.constantFrom('Forbid', 'Allow'),
    least: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ count, follows, perSecond, cpu, idle, capacity, growth, factor, minutes, policy, least }) => {
    const grows =
      factor === 'none' ? '' : `, autoscaling: { maxCapacity: 400, minFreePercentage: 20, scalingFactor: ${factor} }`;
    const bounds = follows
      ? `metric: cpu, target: 60, minScale: ${count}, maxScale: ${count + 2}`
      : `metric: disabled, minScale: ${count}, maxScale: ${count}`;
    return shopOf({
      length: '1d',
      resources: [
        serving('api', bounds, 'cpu: 500m, memory: 512Mi, minCpu: 400m, minMemory: 400Mi'),
        disk('data', `initialCapacity: ${capacity}${grows}`),
        keeping('db', 'data'),
        job('sync', '*/10 * * * *', policy),
      ],
      behavior: [
        `shop/api: { cpu: ${idle}m, memory: 100Mi, request: { cpu: ${cpu}ms, duration: 30ms } }`,
        `shop/data: { usage: { start: 10GB, growth: ${growth}GB/d } }`,
        `shop/sync: { execution: { duration: { uniform: { from: 1m, to: ${minutes + 1}m } }, failure: 5% } }`,
      ],
      demand: [`{ to: shop/api, rate: ${perSecond}/s, noise: { every: 1h, cv: 0.3 } }`],
      expect: [
        `replicas.ready, of: shop/api, always: ">= ${least}"`,
        'load.failed, of: shop/api, is: "<= 1000"',
        'executions.failed, of: shop/sync, is: "<= 10"',
      ],
    });
  });

const runs = { numRuns: 12, seed: 5 };

/**
 * Services whose count goes by the clock, with a reserve that was right for one part of the day; and volumes of runs
 * that are too short for a trend of days.
 */
const clocked = fc
  .record({
    length: fc.constantFrom('8h', '2d'),
    day: fc.integer({ min: 2, max: 12 }),
    night: fc.integer({ min: 1, max: 3 }),
    perDay: fc.integer({ min: 10, max: 200 }),
    perNight: fc.integer({ min: 5, max: 100 }),
    reserve: fc.integer({ min: 25, max: 100 }),
    idle: fc.integer({ min: 20, max: 500 }),
    second: fc.integer({ min: 50, max: 500 }),
    executed: fc.integer({ min: 20, max: 150 }),
    growth: fc.integer({ min: 0, max: 60 }),
    capacity: fc.integer({ min: 50, max: 300 }),
  })
  .map(({ length, day, night, perDay, perNight, reserve, idle, second, executed, growth, capacity }) => {
    const scaled = (at: number, count: number): string =>
      `{ every: "0 ${at} * * *", patch: /gvc/shop/workload/api, with: { spec: { defaultOptions: { autoscaling: { minScale: ${count}, maxScale: ${count} } } } } }`;
    const containers = `containers: [{ name: main, image: "a:1", cpu: 500m, memory: 512Mi, minCpu: ${5 * reserve}m, minMemory: 256Mi, ports: [{ number: 80, protocol: http }] }, { name: side, image: "s:1", cpu: ${second}m, memory: 128Mi, minCpu: ${Math.ceil(second / 2)}m }]`;
    return shopOf({
      length,
      resources: [
        `{ kind: workload, gvc: shop, name: api, spec: { type: standard, ${containers}, defaultOptions: { autoscaling: { metric: disabled, minScale: ${night}, maxScale: ${night} } } } }`,
        disk('data', `initialCapacity: ${capacity}`),
        keeping('db', 'data'),
        job('sync', '*/10 * * * *', 'Forbid'),
      ],
      behavior: [
        `shop/api: { cpu: ${idle}m, memory: 180Mi, request: { cpu: 8ms, duration: 20ms, memory: 2Mi } }`,
        `shop/data: { usage: { start: 10GB, growth: ${growth}GB/d } }`,
        `shop/sync: { execution: { duration: 3m, cpu: ${executed}m } }`,
      ],
      demand: [
        `{ to: shop/api, rate: { daily: [["00:00", ${perNight}/s], ["04:00", ${perDay}/s], ["20:00", ${perNight}/s]] } }`,
      ],
      timeline: [scaled(4, day), scaled(20, night)],
    });
  });

describe('what is recommended', () => {
  it('never breaks an expectation that held, all of it together, in a run of its own', { timeout: 60_000 }, () => {
    let count = 0;
    fc.assert(
      fc.property(shops, (text) => {
        const { recommendations, set } = advised(text);
        count += recommendations.length;
        const [before, after] = [figuresWith(text, []), figuresWith(text, set)];
        const broken = after.expectations.filter(
          ({ pass }, index) => !pass && before.expectations[index]?.pass === true,
        );
        expect(broken).toEqual([]);
        for (const [problem, times] of after.problems) {
          const [of, ofBefore] = [after.cases.get(problem) ?? 1, before.cases.get(problem) ?? 1];
          const expected = ((before.problems.get(problem) ?? 0) * of) / ofBefore;
          // Of other executions others fail: then it is chance that counts.
          const chance = of === ofBefore ? 0 : 2 * Math.sqrt((expected + times) / 2) * Math.sqrt(1 + of / ofBefore);
          expect(times).toBeLessThan(expected + Math.max(1, chance));
        }
        // Not by a moment is more used than what is reserved.
        const above = [...after.problems.keys()].filter((problem) => problem.endsWith('above its reserve'));
        expect(above.filter((problem) => !before.problems.has(problem))).toEqual([]);
      }),
      runs,
    );
    expect(count).toBeGreaterThan(runs.numRuns);
  });

  it('is never what the findings of its own trial then call too low', { timeout: 120_000 }, () => {
    const counts = new Map<string, number>();
    fc.assert(
      fc.property(fc.oneof(clocked, shops), (text) => {
        const { recommendations, set } = advised(text, { runsMax: 24, roundsMax: 3 });
        const before = figuresWith(text, []).shortages;
        const tried = recommendations.map((one) => ({ of: [one], shortages: figuresWith(text, one.set).shortages }));
        for (const { of, shortages } of [
          ...tried,
          { of: recommendations, shortages: figuresWith(text, set).shortages },
        ]) {
          for (const { kind, target, field } of of) {
            // At a greater maxScale all may be answered, and the count stand there all the same.
            if (kind === 'scale') continue;
            const what = `${target}: ${kind === 'volume' ? 'capacity' : field}`;
            expect([what, shortages.get(what)]).toEqual([what, undefined]);
            counts.set(kind, (counts.get(kind) ?? 0) + 1);
          }
          for (const what of shortages.keys()) expect([...before.keys()]).toContain(what);
        }
      }),
      { numRuns: 16, seed: 7 },
    );
    // Of reserves and of volumes, or nothing was shown.
    expect(Math.min(counts.get('reserve') ?? 0, counts.get('volume') ?? 0)).toBeGreaterThan(10);
  });

  it('has as effect the difference of two runs, each by itself and all together', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(shops, (text) => {
        const { recommendations, total, set, cost } = advised(text);
        const before = figuresWith(text, []).cost;
        expect(formatDecimal(before)).toBe(cost);
        for (const one of [...recommendations, { effect: total, set }]) {
          const after = figuresWith(text, one.set);
          expect(one.effect.cost).toBe(formatDecimal(minus(after.cost, before)));
          for (const { problem, after: times } of one.effect.problems)
            expect(after.problems.get(problem) ?? 0).toBeCloseTo(Number(times), 5);
        }
      }),
      { ...runs, numRuns: 6 },
    );
  });

  it('comes to the same as a variant that is pasted into the scenario', { timeout: 60_000 }, () => {
    let count = 0;
    fc.assert(
      fc.property(shops, (text) => {
        const { set, patch, recommendations } = advised(text);
        count += recommendations.length;
        if (patch !== '') expect(figuresOfVariant(text + patch, 'recommended')).toEqual(figuresWith(text, set));
      }),
      { ...runs, numRuns: 4 },
    );
    expect(count).toBeGreaterThan(4);
  });

  it('is worth its while: cheaper, or without a problem that was', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(shops, (text) => {
        for (const { effect } of advised(text).recommendations) {
          const isGone = effect.problems.some(({ before, after }) => Number(after) <= 0.02 * Number(before));
          expect(isGone || Number(effect.cost) < 0).toBe(true);
        }
      }),
      { ...runs, numRuns: 6 },
    );
  });

  it('is the same a second time, to the last byte', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(shops, (text) => {
        expect(jsonText(advised(text))).toBe(jsonText(advised(text)));
      }),
      { ...runs, numRuns: 4 },
    );
  });
});

describe('amounts as numbers', () => {
  it('are for the order of things only', () => {
    expect(numberOf({ coefficient: -12345n, scale: 2 })).toBe(-123.45);
  });
});
