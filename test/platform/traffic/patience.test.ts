import { describe, expect, it } from 'vitest';
import { constant, type Distribution } from '../../../src/engine/distribution.ts';
import { givenUpShare, lineOf, waitingMax } from '../../../src/platform/traffic/patience.ts';
import { type RequestBehaviour, servingOf } from '../../../src/platform/traffic/serving.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';

const servingWith = (request: RequestBehaviour, maxConcurrency: number | null) =>
  servingOf(
    request,
    {},
    { containers: [{ cpuMillicores: 1_000, memoryBytes: 1 }], maxConcurrency, timeout: 5_000 },
    defaultAssumptions,
  );
const byProcessor = { cpu: constant(100) };
const byPlace = { duration: constant(100) };

describe('requests that may wait at once, where those who wait for too long are given up (WL-19, `timeout.from`)', () => {
  it.each<[string, RequestBehaviour, number | null, 'forward' | 'arrival', number]>([
    ['each is forwarded at once', byProcessor, null, 'forward', 2 * 50],
    ['forwarded for a place, and answered in time', byProcessor, 10, 'forward', Number.POSITIVE_INFINITY],
    ['forwarded for one of more places than are worked off in time', byProcessor, 100, 'forward', 2 * 50],
    ['a place to each', byPlace, 1, 'forward', Number.POSITIVE_INFINITY],
    ['the time in line counts', byPlace, 1, 'arrival', 2 * 50],
  ])('%s', (_, request, maxConcurrency, from, expected) => {
    const found = waitingMax(servingWith(request, maxConcurrency), 2, { 'timeout.from': from });
    expect(found).toBe(expected);
  });
});

describe('the share that is given up', () => {
  const mean = 100;
  it.each<[string, Distribution, number, number]>([
    ['all alike: all', constant(mean), 2 / 3, 1],
    ['exponential: what is too much', { kind: 'exponential', mean }, 2 / 3, 1 / 3],
    ['exponential, three times as much', { kind: 'exponential', mean }, 1 / 3, 2 / 3],
    // Half of them take twice as long as may be: 10 + 10 + 2w = 2/3 of 10 + 10 + 190 + 190 in mean, w 123.
    ['uneven: less than what is too much', { kind: 'empirical', values: [10, 10, 190, 190] }, 2 / 3, 1 / 2],
    ['no time at all', constant(0), 2 / 3, 1],
  ])('%s', (_, work, done, expected) => {
    expect(givenUpShare(work, done)).toBeCloseTo(expected, 2);
  });
});

describe('a line for places (`traffic.queue`)', () => {
  it.each<[string, number | null, number | 'unlimited', number | null]>([
    ['without an end', 1, 'unlimited', null],
    ['none', 1, 0, 0],
    ['of three', 1, 3, 3],
    ['nobody stands in one where replicas take every request', null, 0, null],
  ])('%s', (_, maxConcurrency, queue, expected) => {
    expect(lineOf(servingWith(byPlace, maxConcurrency), { 'traffic.queue': queue })).toBe(expected);
  });
});
