import { describe, it } from 'vitest';
import { bursts, expectPercentilesNear, places, processors, type Station, times } from './percentilesNear.ts';

const timeout = 1_200_000;
const stations = [processors(1), processors(4), places(1, 1), places(2, 5)];
const hows = ['alike', 'exponential'] as const;

/**
 * Within such a share: the busier, the more chance a run of single requests is, and the longer until a load that lasts
 * has its waits.
 */
const loads: readonly (readonly [number, number, number])[] = [
  [0.3, 0.15, 200_000],
  [0.5, 0.15, 300_000],
  [0.7, 0.15, 500_000],
  [0.8, 0.15, 800_000],
  [0.9, 0.15, 1_000_000],
  [0.95, 0.2, 2_000_000],
];

describe.each(stations)('latency percentiles of amounts are those of single requests: $name', (station: Station) => {
  describe.each(hows)('%s', (how) => {
    it.each(loads)('%d busy, within %d', { timeout }, (busy, within, calls) => {
      const perSecond = busy * station.capacity;
      const length = `${Math.ceil(calls / perSecond)}s`;
      expectPercentilesNear({ ...station.shape(times[how]), rate: `${perSecond}/s`, for: length }, within);
    });

    it.each(['sudden', 'rising'] as const)('a %s burst', { timeout }, (burst) => {
      // The fewer come, the more chance each burst is.
      const count = Math.max(9, Math.ceil(3_000 / station.capacity));
      const rate = bursts[burst](station.capacity, count);
      expectPercentilesNear({ ...station.shape(times[how]), rate, for: `${20 * count}m` }, 0.25);
    });
  });

  it('0.7 busy, uneven', { timeout }, () => {
    const perSecond = 0.7 * station.capacity;
    const length = `${Math.ceil(2_000_000 / perSecond)}s`;
    expectPercentilesNear({ ...station.shape(times.uneven), rate: `${perSecond}/s`, for: length }, 0.25);
  });
});

describe('latency percentiles of amounts are those of single requests: replicas that come later', () => {
  it.each([
    ['alike', 5],
    ['exponential', 60],
  ] as const)('%s, a timeout of %d s', { timeout }, (how, timeoutSeconds) => {
    const autoscaling = { metric: 'concurrency', target: 5, minScale: 0, maxScale: 10, maxConcurrency: 10 };
    const spec = { type: 'serverless', defaultOptions: { timeoutSeconds, autoscaling } };
    const awake = (hour: number): string[][] => [
      [`${hour}h`, '0/s'],
      [`${hour}h10m`, '400/s'],
      [`${hour}h30m`, '0/s'],
    ];
    const rate = { steps: Array.from({ length: 12 }, (_, hour) => awake(hour)).flat() };
    const duration = how === 'alike' ? '100ms' : { exponential: { mean: '100ms' } };
    expectPercentilesNear({ spec, request: { duration }, rate, for: '12h' }, 0.25);
  });
});
