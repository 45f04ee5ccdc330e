import { describe, expect, it } from 'vitest';
import { daysToMost } from '../../src/web/tables/volumeList.ts';

describe('how long the greatest capacity of a volume lasts', () => {
  it('is what is left of it over the pace of the last week', () => {
    expect(daysToMost({ usedGB: '120.0', maxGB: '400.0', growthGBPerDay: '10.0' })).toBe(28);
  });

  it('is no time where it is used up, and never ends where use does not grow', () => {
    expect(daysToMost({ usedGB: '400.0', maxGB: '400.0', growthGBPerDay: '10.0' })).toBe(0);
    expect(daysToMost({ usedGB: '120.0', maxGB: '400.0', growthGBPerDay: '0.0' })).toBeNull();
    expect(daysToMost({ usedGB: '120.0', maxGB: '400.0', growthGBPerDay: '-1.0' })).toBeNull();
    expect(daysToMost({ usedGB: '120.0', maxGB: '400.0', growthGBPerDay: null })).toBeNull();
  });
});
