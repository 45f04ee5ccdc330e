import { describe, expect, it } from 'vitest';
import { normalQuantile } from '../../../src/engine/math.ts';
import { farProbability, normalDistance } from './kolmogorov.ts';

describe('the test of Kolmogorov and Smirnov', () => {
  it('has the critical distances of the tables for 200 values: 1.358 and 1.628 over the root, 5 % and 1 %', () => {
    const x = Math.sqrt(200) + 0.12 + 0.11 / Math.sqrt(200);
    expect(farProbability(1.358 / x, 200)).toBeCloseTo(0.05, 3);
    expect(farProbability(1.628 / x, 200)).toBeCloseTo(0.01, 3);
    expect(farProbability(0.01, 200)).toBeCloseTo(1, 9);
  });

  it('takes quantiles of the normal distribution for normal, and shifted or wider ones not', () => {
    const quantiles = Array.from({ length: 200 }, (_, index) => normalQuantile((index + 0.5) / 200));
    expect(normalDistance(quantiles)).toBeCloseTo(0.0025, 6);
    const [shifted, wider] = [quantiles.map((z) => z + 0.3), quantiles.map((z) => 1.9 * z)];
    expect(farProbability(normalDistance(quantiles), 200)).toBeCloseTo(1, 9);
    expect(farProbability(normalDistance(shifted), 200)).toBeLessThan(0.01);
    expect(farProbability(normalDistance(wider), 200)).toBeLessThan(0.001);
  });
});
