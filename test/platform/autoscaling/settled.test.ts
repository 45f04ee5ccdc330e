import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { settledCount } from '../../../src/platform/autoscaling/hpa.ts';
import { settledKpa } from '../../../src/platform/autoscaling/kpa.ts';
import { kpa } from './built.ts';

describe('the count that a loop keeps under a steady load', () => {
  /** So much load, shared by the replicas, of which each takes 10. */
  const asks = (load: number) => (count: number) => (count === 0 ? null : Math.ceil(load / 10));

  it.each([
    ['the lowest that proposes no more', 1, 20, 65, 7],
    ['exactly as much as they take', 1, 20, 70, 7],
    ['minScale', 3, 20, 5, 3],
    ['maxScale', 1, 4, 65, 4],
    ['one below maxScale', 1, 8, 65, 7],
    ['one above minScale', 6, 8, 65, 7],
    ['one count only', 5, 5, 65, 5],
  ])('of a sync: %s', (_, minScale, maxScale, load, expected) => {
    expect(settledCount({ minScale, maxScale }, asks(load))).toBe(expected);
  });

  it('without a proposal it is the lowest', () => {
    expect(settledCount({ minScale: 2, maxScale: 9 }, () => null)).toBe(2);
  });

  const settings = kpa({ target: 95, minScale: 0, maxScale: 4, scaleToZeroDelay: 300 });
  it.each([
    ['as many as the average requires', settings, 10, 250_000, 3],
    ['at most maxScale', settings, 10, 950_000, 4],
    ['1 request within the delay keeps one', settings, 1 / 300, 0, 1],
    ['fewer do not', settings, 0.999 / 300, 0, 0],
    ['with minScale 1 there is always one', kpa({ target: 95, minScale: 1 }), 0, 0, 1],
    ['with minScale 1 as many as are required', kpa({ target: 95, minScale: 1 }), 0, 250_000, 3],
  ])('of a tick: %s', (_, own, perSecond, milli, expected) => {
    expect(settledKpa(own, { perSecond, milli })).toBe(expected);
  });

  it('exactly one request within the delay keeps one', () => {
    expect(settledKpa(kpa({ minScale: 0, scaleToZeroDelay: 2 }), { perSecond: 0.5, milli: 0 })).toBe(1);
  });

  it('`fluid.idle` zeroRate: any rate at all keeps one', () => {
    const busy = kpa({ target: 95, minScale: 0, scaleToZeroDelay: 300 }, { 'fluid.idle': 'zeroRate' });
    expect(busy.busyFrom).toBeLessThan(1e-6);
    expect(settings.busyFrom).toBe(1);
    expect(settings.idleDelay).toBe(300 * second);
    expect(settledKpa(busy, { perSecond: 0.001 / 300, milli: 0 })).toBe(1);
    expect(settledKpa(busy, { perSecond: 0, milli: 0 })).toBe(0);
  });
});
