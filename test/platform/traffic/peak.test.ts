import { describe, expect, it } from 'vitest';
import { constant } from '../../../src/engine/distribution.ts';
import { hour } from '../../../src/engine/time.ts';
import type { RateCurve } from '../../../src/platform/traffic/curve.ts';
import { certainPeak, millicoresOf } from '../../../src/platform/traffic/peak.ts';

const steady = (perSecond: number): RateCurve => ({ kind: 'steady', anchorAt: 0, perSecond });

describe('the peak that courses of demand surely come to', () => {
  it('is their sum where they are steady', () => {
    expect(certainPeak([steady(40), steady(30)], 0, hour)).toBe(70);
    expect(certainPeak([], 0, hour)).toBe(0);
  });

  it('is what so many requests a second need of the processor', () => {
    expect(millicoresOf(60, { cpu: constant(10) })).toBe(600);
    expect(millicoresOf(60, {})).toBe(0);
  });
});
