import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constant, type Distribution } from '../../../src/engine/distribution.ts';
import { failureAfter, meanTries } from '../../../src/experiment/selftest/forms.ts';
import { noTrouble, type Trouble, trialsOf } from '../../../src/platform/traffic/trials.ts';

const exponential: Distribution = { kind: 'exponential', mean: 400 };
const failing = (failure: number, ...pauses: number[]): Trouble => ({ ...noTrouble, failure, pauses });

describe('what becomes of a request', () => {
  it.each<[string, Distribution, Trouble, number, ReturnType<typeof shown>]>([
    ['nothing befalls it', constant(80), noTrouble, 5_000, [1, 80, 0, 0]],
    ['slow', constant(80), { ...noTrouble, latency: 300 }, 5_000, [1, 380, 0, 0]],
    ['a failure is the answer', constant(80), failing(0.5), 5_000, [1, 80, 0, 0.5]],
    // 1 + 1/2 + 1/4 tries, 25/2 + 50/4 ms between them.
    ['tried twice more', constant(80), failing(0.5, 25, 50), 5_000, [1.75, 165, 25, 0.125]],
    ['it always fails', constant(80), failing(1, 25, 50), 5_000, [3, 315, 75, 1]],
    ['given up as it is answered', constant(5_000), noTrouble, 5_000, [1, 5_000, 0, 0]],
    ['given up before it is answered', constant(80), { ...noTrouble, latency: 10_000 }, 5_000, [1, 5_000, 0, 1]],
    // The second try begins after 325 ms of 500, and would take until 625.
    ['given up in the second try', constant(300), failing(1, 25), 500, [2, 500, 25, 1]],
    ['each try has its own time', constant(300), { ...failing(1, 25), isPerTry: true }, 500, [2, 625, 25, 1]],
    ['given up between two tries', constant(490), failing(1, 25), 500, [1, 500, 10, 1]],
    ['a try that is given up is not tried again', constant(600), failing(1, 25), 500, [1, 500, 0, 1]],
  ])('%s', (_, durations, trouble, timeout, expected) => {
    expect(shown(trialsOf(durations, trouble, timeout))).toEqual(expected);
  });

  function shown({ tries, duration, pause, failure }: ReturnType<typeof trialsOf>): [number, number, number, number] {
    return [tries, duration, pause, failure];
  }

  it('some take longer than callers wait: of an exponential duration e^-t/m', () => {
    const { duration, failure } = trialsOf(exponential, noTrouble, 400);
    expect(failure).toBeCloseTo(Math.exp(-1), 2);
    expect(duration).toBeCloseTo(400 * (1 - Math.exp(-1)), 0);
  });

  it.each<[string, Distribution, Trouble, number, number, string]>([
    ['constant', constant(80), noTrouble, 5_000, 0, 'finite'],
    ['no time at all', constant(0), noTrouble, 5_000, 0, 'finite'],
    ['exponential', exponential, noTrouble, 5_000, 1, 'memoryless'],
    ['exponential, all of them later by as much', exponential, { ...noTrouble, latency: 400 }, 50_000, 0.5, 'finite'],
    // Cut at its mean: 1 - 2/e of its square over (1 - 1/e)^2 of the mean's.
    ['exponential, given up after its mean', exponential, noTrouble, 400, 0.5689, 'finite'],
    ['tried twice more: of one try', { kind: 'lognormal', mean: 80, cv: 2 }, failing(0.5, 25, 50), 1e9, 2, 'finite'],
    // 1 + 2 ln 1000 over 2 squared, as nearly all is over by then.
    ['pareto without a variance', { kind: 'pareto', minimum: 10, shape: 2 }, noTrouble, 10_000, 1.64, 'endless'],
  ])('how much the times of tries differ: %s', (_, durations, trouble, timeout, cv, spread) => {
    const found = trialsOf(durations, trouble, timeout);
    expect(found.cv).toBeCloseTo(cv, 2);
    expect(found.spread).toBe(spread);
  });

  it('percentiles are of the whole time: half end in the first try, a quarter each in the second and the third', () => {
    expect(trialsOf(constant(80), failing(0.5, 25, 50), 5_000).percentiles).toEqual({ 50: 80, 75: 185, 99: 315 });
    expect(trialsOf(constant(80), { ...noTrouble, latency: 20 }, 5_000).percentiles).toEqual({
      50: 100,
      75: 100,
      99: 100,
    });
  });

  it('without a time limit that matters, tries are as many as the sum of a geometric series', () => {
    const law = fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(10), (failure, retries) => {
      const pauses = Array.from({ length: retries }, () => 25);
      const found = trialsOf(exponential, failing(failure, ...pauses), 1e9);
      const tries = meanTries(failure, retries);
      expect(found.tries).toBeCloseTo(tries, 9);
      expect(found.failure).toBeCloseTo(failureAfter(failure, retries), 9);
      expect(found.pause).toBeCloseTo(25 * (tries - 1), 9);
      expect(found.duration).toBeCloseTo(400 * tries + 25 * (tries - 1), 6);
    });
    fc.assert(law, { seed: 1, numRuns: 200 });
  });

  it('more trouble, longer latency or less time never makes fewer requests fail', () => {
    const troubles = fc.record({
      latency: fc.nat(2_000),
      failure: fc.double({ min: 0, max: 1, noNaN: true }),
      pauses: fc.array(fc.nat(250), { maxLength: 4 }),
      isPerTry: fc.boolean(),
    });
    const law = fc.property(troubles, fc.integer({ min: 100, max: 5_000 }), fc.nat(500), (trouble, timeout, more) => {
      const found = trialsOf(exponential, trouble, timeout);
      expect(found.failure).toBeGreaterThanOrEqual(0);
      expect(found.failure).toBeLessThanOrEqual(1 + 1e-9);
      expect(found.tries).toBeLessThanOrEqual(1 + trouble.pauses.length);
      if (!trouble.isPerTry) expect(found.duration).toBeLessThanOrEqual(timeout + 1e-6);
      if (trouble.pauses.length > 0) return;
      const slower = trialsOf(exponential, { ...trouble, latency: trouble.latency + more }, timeout);
      expect(slower.failure).toBeGreaterThanOrEqual(found.failure - 1e-9);
    });
    fc.assert(law, { seed: 1, numRuns: 300 });
  });
});
