import { describe, expect, it } from 'vitest';
import { sampledOf } from '../../../src/platform/autoscaling/sampled.ts';
import { average, use } from './built.ts';

describe('what a proposal is made of', () => {
  it('is nothing more than the mean where all are measured', () => {
    expect(sampledOf(60_000, use(4, 900), 90_000)).toBeNull();
  });

  it('counts replicas without a measurement as fully used below the target, and as idle above it', () => {
    expect(sampledOf(60_000, use(3, 200, { missing: 1 }), 20_000)).toEqual({
      replicas: 4,
      totalMilli: 160_000,
      missing: 1,
    });
    expect(sampledOf(60_000, use(3, 900, { missing: 1, unready: 1 }), 90_000)).toEqual({
      replicas: 5,
      totalMilli: 270_000,
      missing: 1,
      unready: 1,
    });
  });

  it('leaves unready replicas out below the target', () => {
    expect(sampledOf(60_000, use(2, 300, { unready: 2 }), 30_000)).toBeNull();
  });

  it('has the sum where the mean is rounded', () => {
    expect(sampledOf(10_000, average(3, 20), 6_667)).toEqual({ replicas: 3, totalMilli: 20_000 });
  });

  it('says that no replica is measured', () => {
    expect(sampledOf(60_000, use(0, 0), 0)).toEqual({ replicas: 0, totalMilli: 0 });
  });
});
