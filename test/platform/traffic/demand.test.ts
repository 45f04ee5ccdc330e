import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../../src/engine/time.ts';
import { steadyCurve } from '../../../src/platform/traffic/curveForms.ts';
import { type Demand, rateFrom, rateOf } from '../../../src/platform/traffic/demand.ts';
import { perSecondAt } from '../../../src/platform/traffic/rate.ts';
import { startAt } from './forms.ts';

const demand: Demand = {
  name: 'shop/workload/api/1',
  to: 'shop/workload/api',
  caller: { kind: 'world', origins: [{ location: 'aws-us-east-1', share: 0.25 }] },
  curve: steadyCurve(40, { startAt, growth: null }),
  jitter: { every: 5 * minute, cv: 0.3 },
  arrivals: { kind: 'fluid' },
};
const values = (one: Demand, seed: string): number[] =>
  Array.from({ length: 12 }, (_, index) => perSecondAt(rateOf(one, seed), startAt + (index * hour) / 12));

describe('the rate of a demand in one run', () => {
  it('without noise is its course', () => {
    expect(values({ ...demand, jitter: null }, '1')).toEqual(new Array<number>(12).fill(40));
  });

  it('has noise by its name and the seed', () => {
    const found = values(demand, '1');
    expect(new Set(found).size).toBe(12);
    expect(values({ ...demand }, '1')).toEqual(found);
    expect(values(demand, '2')).not.toEqual(found);
    expect(values({ ...demand, name: 'shop/workload/api/2' }, '1')).not.toEqual(found);
  });

  it('comes from an origin by its share, with the same noise', () => {
    const rate = rateOf(demand, '1');
    const part = rateFrom({ location: 'aws-us-east-1', share: 0.25 }, rate);
    expect(perSecondAt(part, startAt + hour)).toBeCloseTo(perSecondAt(rate, startAt + hour) / 4, 12);
    expect(rateFrom({ location: 'aws-us-east-1', share: 1 }, rate)).toBe(rate);
  });
});
