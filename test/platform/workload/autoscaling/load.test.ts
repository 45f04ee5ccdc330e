import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { second } from '../../../../src/engine/time.ts';
import {
  addArrivals,
  addLevel,
  averageMilli,
  cloneLoad,
  type Load,
  newLoad,
} from '../../../../src/platform/workload/autoscaling/load.ts';

const shape = { bucket: second, window: 60 * second };
const begun = (since = 0): Load => newLoad(shape, since);

describe('averages over buckets of 1 s (kpa.window, kpa.panicWindow)', () => {
  it('a steady level is its own average', () => {
    const load = begun();
    addLevel(load, 0, 100 * second, 7);
    expect(averageMilli(load, 100 * second, 60 * second)).toBe(7000);
    expect(averageMilli(load, 100 * second, 6 * second)).toBe(7000);
  });

  it('6 s see a jump that 60 s hardly see', () => {
    const load = begun();
    addLevel(load, 0, 97 * second, 10);
    addLevel(load, 97 * second, 100 * second, 400);
    expect(averageMilli(load, 100 * second, 6 * second)).toBe(205_000);
    expect(averageMilli(load, 100 * second, 60 * second)).toBe(29_500);
  });

  it('what is older than the window is gone', () => {
    const load = begun();
    addLevel(load, 0, 10 * second, 60);
    expect(averageMilli(load, 69 * second, 60 * second)).toBe(1000);
    expect(averageMilli(load, 70 * second, 60 * second)).toBe(0);
    expect(averageMilli(load, 500 * second, 60 * second)).toBe(0);
  });

  it('a shorter history divides by its own length', () => {
    const load = begun(90 * second);
    addLevel(load, 90 * second, 94 * second, 5);
    expect(averageMilli(load, 94 * second, 60 * second)).toBe(5000);
    expect(averageMilli(load, 96 * second, 60 * second)).toBe(3333);
    expect(averageMilli(load, 96 * second, 6 * second)).toBe(3333);
    expect(averageMilli(load, 98 * second, 6 * second)).toBe(1667);
  });

  it('... also where it began in the midst of a bucket', () => {
    const load = begun(90_500);
    addLevel(load, 90_500, 92_000, 4);
    expect(averageMilli(load, 92_000, 60 * second)).toBe(4000);
  });

  it('no history, no average', () => {
    expect(averageMilli(begun(90 * second), 90 * second, 60 * second)).toBeNull();
  });

  it('parts of a bucket add up, levels that overlap too', () => {
    const load = begun();
    addLevel(load, 200, 900, 2);
    addLevel(load, 500, 1500, 1);
    expect(averageMilli(load, 2 * second, 2 * second)).toBe(1200);
  });

  it('each arrival is one a second for a second; one at the end of a bucket is in it', () => {
    const load = begun();
    addArrivals(load, 4000, 3);
    addArrivals(load, 4001, 5);
    expect(averageMilli(load, 4000, 2 * second)).toBe(1500);
    expect(averageMilli(load, 6000, 2 * second)).toBe(2500);
    expect(averageMilli(load, 6000, 4 * second)).toBe(2000);
  });

  it('is given to the nearest thousandth', () => {
    const load = begun();
    addLevel(load, 0, second, 0.1 + 0.2);
    expect(averageMilli(load, second, second)).toBe(300);
  });

  it('what comes too late for the ring is left out', () => {
    const load = begun();
    addLevel(load, 0, 200 * second, 1);
    addArrivals(load, 5 * second, 100);
    addLevel(load, 0, 5 * second, 100);
    expect(averageMilli(load, 200 * second, 60 * second)).toBe(1000);
  });

  it('agrees with a plain integral', () => {
    const stretch = fc.record({ begin: fc.nat(100_000), length: fc.nat(30_000), level: fc.nat(50) });
    fc.assert(
      fc.property(fc.array(stretch, { maxLength: 8 }), fc.integer({ min: 20, max: 75 }), (stretches, tick) => {
        const load = begun();
        const now = tick * 2 * second;
        for (const { begin, length, level } of stretches.toSorted((a, b) => a.begin + a.length - b.begin - b.length)) {
          if (begin + length <= now) addLevel(load, begin, begin + length, level);
        }
        for (const span of [6 * second, 60 * second]) {
          const from = Math.max(0, now - span);
          let sum = 0;
          for (const { begin, length, level } of stretches) {
            if (begin + length <= now) sum += level * Math.max(0, begin + length - Math.max(begin, from));
          }
          expect(averageMilli(load, now, span)).toBe(Math.round((1000 * sum) / (now - from)));
        }
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('a copy does not share its buckets', () => {
    const load = begun();
    addLevel(load, 0, second, 5);
    const copy = cloneLoad(load);
    addLevel(copy, second, 2 * second, 9);
    expect(averageMilli(load, 2 * second, 2 * second)).toBe(2500);
    expect(averageMilli(copy, 2 * second, 2 * second)).toBe(7000);
  });
});
