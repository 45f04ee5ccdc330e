import { describe, expect, it } from 'vitest';
import { exp, gammaFunction, ln, normalQuantile, pow } from '../../src/engine/math.ts';
import { Streams, uniformOf } from '../../src/engine/random.ts';

const bits = new BigInt64Array(1);
const double = new Float64Array(bits.buffer);

/** How many doubles lie between two of one sign. */
function unitsApart(a: number, b: number): number {
  if (Object.is(a, b)) return 0;
  double[0] = a;
  const first = bits[0] ?? 0n;
  double[0] = b;
  return Math.abs(Number(first - (bits[0] ?? 0n)));
}

function worst(
  count: number,
  argument: (u: number) => number,
  own: (x: number) => number,
  other: (x: number) => number,
): number {
  const streams = new Streams('math');
  const stream = streams.open('arguments');
  let most = 0;
  for (let i = 0; i < count; i++) {
    const x = argument(uniformOf(streams.keyOf(stream, i)));
    most = Math.max(most, unitsApart(own(x), other(x)));
  }
  return most;
}

describe('ln and exp, over exact arithmetic only', () => {
  it.each([
    ['near 1', (u: number) => 0.5 + u],
    ['very near 1', (u: number) => 1 + (u - 0.5) * 1e-6],
    ['all magnitudes', (u: number) => Math.exp((u - 0.5) * 1_400)],
    ['subnormal numbers', (u: number) => 5e-324 + u * 2e-308],
  ])('ln is within 2 units of the engine it runs on: %s', (_, argument) => {
    expect(worst(50_000, argument, ln, Math.log)).toBeLessThanOrEqual(2);
  });

  it.each([
    ['near 0', (u: number) => u - 0.5],
    ['all that gives a number', (u: number) => (u - 0.5) * 1_415],
    ['subnormal results', (u: number) => -708 - u * 36],
  ])('exp is within 2 units of the engine it runs on: %s', (_, argument) => {
    expect(worst(50_000, argument, exp, Math.exp)).toBeLessThanOrEqual(2);
  });

  it.each([
    ['ln 1', ln(1), 0],
    ['ln 0', ln(0), Number.NEGATIVE_INFINITY],
    ['ln -0', ln(-0), Number.NEGATIVE_INFINITY],
    ['ln of less', ln(-1), Number.NaN],
    ['ln of infinity', ln(Number.POSITIVE_INFINITY), Number.POSITIVE_INFINITY],
    ['ln NaN', ln(Number.NaN), Number.NaN],
    ['the least ln', ln(5e-324), Math.log(5e-324)],
    ['exp 0', exp(0), 1],
    ['exp NaN', exp(Number.NaN), Number.NaN],
    ['exp of much', exp(709.79), Number.POSITIVE_INFINITY],
    ['the greatest exp', exp(709.78), Math.exp(709.78)],
    ['exp of little', exp(-746), 0],
    ['exp of minus infinity', exp(Number.NEGATIVE_INFINITY), 0],
  ])('%s', (_, own, expected) => {
    expect(own).toBe(expected);
  });

  it('bits that must never change, because recorded runs rest on them', () => {
    double.set([ln(10)]);
    const ofLn = bits[0];
    double.set([exp(1)]);
    expect([ofLn, bits[0]]).toEqual([0x40026bb1bbb55516n, 0x4005bf0a8b14576an]);
  });
});

describe('pow', () => {
  it.each([
    ['whole exponents are multiplied out', 1.03, 52],
    ['negative whole exponents', 1.5, -7],
    ['growth over a part of a week', 1.03, 0.37],
    ['roots', 2, 0.5],
    ['large results', 10, 200.5],
  ])('%s', (_, x, y) => {
    expect(Math.abs(pow(x, y) / x ** y - 1)).toBeLessThan(2e-13);
  });

  it.each([
    ['anything to the 0', pow(0, 0), 1],
    ['0 to a positive power', pow(0, 0.5), 0],
    ['0 to a negative power', pow(0, -0.5), Number.POSITIVE_INFINITY],
    ['1 to any power', pow(1, 1e6 + 0.5), 1],
    ['a negative base', pow(-2, 2), Number.NaN],
    ['an exact power', pow(3, 5), 243],
  ])('%s', (_, own, expected) => {
    expect(own).toBe(expected);
  });
});

describe('the normal quantile', () => {
  it.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.25, -0.6744897501960817],
    [0.999, 3.090232306167813],
    [1e-5, -4.264890793922825],
    [1e-10, -6.361340902404056],
    [1e-16, -8.222082216130435],
  ])('at %d is %d', (p, z) => {
    expect(Math.abs(normalQuantile(p) - z)).toBeLessThan(1e-13 * Math.max(1, Math.abs(z)));
  });

  it('inverts the integral of the density, everywhere', () => {
    // Simpson's rule from 0 to z, 2,000 steps.
    for (let p = 0.501; p < 0.9999; p += 0.00731) {
      const z = normalQuantile(p);
      const step = z / 2_000;
      let sum = 0;
      for (let i = 0; i <= 2_000; i++) {
        sum += Math.exp((-(i * step) * (i * step)) / 2) * (i === 0 || i === 2_000 ? 1 : i % 2 === 1 ? 4 : 2);
      }
      expect(Math.abs(0.5 + (sum * step) / 3 / Math.sqrt(2 * Math.PI) - p)).toBeLessThan(1e-12);
      expect(normalQuantile(1 - p)).toBeCloseTo(-z, 10);
    }
  });

  it('ends in the infinities, and is NaN beyond', () => {
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect([normalQuantile(-0.1), normalQuantile(1.1)]).toEqual([Number.NaN, Number.NaN]);
  });
});

describe('the gamma function', () => {
  it.each([
    [1, 1],
    [5, 24],
    [0.5, Math.sqrt(Math.PI)],
    [1.5, Math.sqrt(Math.PI) / 2],
    [0.1, 9.513507698668732],
    [11, 3_628_800],
  ])('of %d is %d', (x, expected) => {
    expect(Math.abs(gammaFunction(x) / expected - 1)).toBeLessThan(1e-13);
  });
});
