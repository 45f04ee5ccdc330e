import { describe, expect, it } from 'vitest';
import { draw } from '../../../src/engine/distribution.ts';
import { Streams } from '../../../src/engine/random.ts';
import { cutSquareOf } from '../../../src/platform/traffic/cutSquare.ts';

describe('the mean square of a time without an end of its own', () => {
  it.each([
    [2, 1 + 2 * Math.log(10)],
    [1.5, 1 + 4 * (Math.sqrt(10) - 1)],
    [3, 1 + 2 * (1 - 0.1)],
  ])('a minimum of 1, shape %d, cut at 10', (shape, expected) => {
    expect(cutSquareOf({ kind: 'pareto', minimum: 1, shape }, 0, 10)).toBeCloseTo(expected, 12);
  });

  it('what is added counts, and all are cut where all take longer', () => {
    expect(cutSquareOf({ kind: 'pareto', minimum: 20, shape: 1.5 }, 10, 30)).toBe(900);
    expect(cutSquareOf({ kind: 'pareto', minimum: 0, shape: 1.5 }, 10, 30)).toBe(100);
  });

  it('is that of what is drawn', () => {
    const pareto = { kind: 'pareto', minimum: 20, shape: 1.5 } as const;
    const streams = new Streams('1');
    const stream = streams.open('test');
    let sum = 0;
    for (let i = 0; i < 2_000_000; i += 1) {
      const time = Math.min(500, draw(pareto, streams.keyOf(stream, i)) + 30);
      sum += time * time;
    }
    expect(sum / 2_000_000 / cutSquareOf(pareto, 30, 500)).toBeCloseTo(1, 2);
  });
});
