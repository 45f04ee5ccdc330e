import { describe, expect, it } from 'vitest';
import { unitOf } from '../../../src/experiment/recommend/figures.ts';
import { disk, figuresWith, keeping, serving, shopOf } from './advised.ts';

/** A volume of which a fifth is free until the end of the first of two days, and no more. */
const filling = (expected: string): string =>
  shopOf({
    resources: [disk('data', 'initialCapacity: 100'), keeping('db', 'data')],
    behavior: ['shop/data: { usage: { start: 70GB, growth: 10GB/d } }'],
    expect: [`volumes.freePercentage, of: shop/data, ${expected}`],
  });
const inBreach = (text: string): (readonly [string, number])[] =>
  [...figuresWith(text, []).problems].filter(([problem]) => problem.includes('time in breach'));

describe('problems of a run', () => {
  it('are the time that an objective fails for, beyond what it grants, in ms', () => {
    const [[always, ms] = ['', 0]] = inBreach(filling('always: ">= 20%"'));
    expect(always).toMatch(/^volumes\.freePercentage of shop\/data .*: time in breach, beyond what is granted$/);
    expect(unitOf(always)).toBe('ms');
    expect(ms / 3_600_000).toBeCloseTo(24, 0);
    const [[, beyond] = ['', 0]] = inBreach(filling('share: ">= 75%", is: ">= 20%"'));
    expect(beyond / 3_600_000).toBeCloseTo(12, 0);
  });

  it('are none where no more fails than is granted', () => {
    expect(inBreach(filling('share: ">= 40%", is: ">= 20%"'))).toEqual([]);
  });

  it('are counted in whole requests, and not where less than half of one came to nothing', () => {
    const shop = (perSecond: number): string =>
      shopOf({
        resources: [serving('api', 'metric: cpu, target: 60, minScale: 1, maxScale: 1')],
        behavior: ['shop/api: { request: { cpu: 20ms, duration: 40ms, failure: 0.00001% } }'],
        demand: [`{ to: shop/api, rate: ${perSecond}/s }`],
      });
    const failed = (perSecond: number): number | undefined =>
      figuresWith(shop(perSecond), []).problems.get('shop/workload/api: failed requests');
    expect(failed(20)).toBeUndefined();
    const many = failed(40) ?? 0;
    expect(many).toBeGreaterThan(1_000);
    expect(Number.isInteger(many)).toBe(true);
  });
});
