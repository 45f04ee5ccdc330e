import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constant, type Distribution } from '../../../src/engine/distribution.ts';
import { meanWait } from '../../../src/platform/traffic/erlang.ts';
import { type RequestBehaviour, servingOf } from '../../../src/platform/traffic/serving.ts';
import { evenDelay, randomDelay, sharingDelay } from '../../../src/platform/traffic/sharing.ts';
import { type Assumptions, defaultAssumptions } from '../../../src/rules/assumptions.ts';

describe('how much longer requests take that are given out more evenly than at random', () => {
  it.each([
    [1, 15.14],
    [0, 35.945],
    [-1, 56.751],
  ])('3 replicas, 20 ms, 0.75 busy: evenness %d -> %d ms', (evenness, expected) => {
    expect(evenDelay({ replicas: 3, busy: 0.75, service: 20 }, evenness)).toBeCloseTo(expected, 3);
  });

  it('evenness 1: as long as exponential ones wait in one line', () => {
    const line = meanWait({ servers: 6, perSecond: 190, service: 24 });
    expect(evenDelay({ replicas: 6, busy: 0.76, service: 24 }, 1)).toBeCloseTo(line, 9);
  });

  it('evenness 0, every other request: in closed form (E_2/M/1)', () => {
    // Of half busy ones s = (1 / (2 - s))^2, so that (3 - sqrt 5) / 2 find their replica at work; their wait is s / (1
    // - s).
    const found = (3 - Math.sqrt(5)) / 2;
    expect(evenDelay({ replicas: 2, busy: 0.5, service: 20 }, 0)).toBeCloseTo((20 * found) / (1 - found), 9);
  });

  it('evenness 0, every one of very many: as if they came at equal times (D/M/1)', () => {
    // s = e^-(1 - s) / busy
    let found = 0;
    for (let step = 0; step < 200; step += 1) found = Math.exp((found - 1) / 0.8);
    expect(evenDelay({ replicas: 1e6, busy: 0.8, service: 1 }, 0)).toBeCloseTo(found / (1 - found), 4);
  });

  const evennesses = fc.double({ min: -1, max: 1, noNaN: true });
  const loads = fc.double({ min: 0, max: 0.99, noNaN: true });
  const slack = 1 + 1e-9;

  it('one replica: as at random', () => {
    const law = fc.property(evennesses, loads, (evenness, busy) => {
      expect(evenDelay({ replicas: 1, busy, service: 20 }, evenness)).toBe(randomDelay({ busy, service: 20 }));
    });
    fc.assert(law, { seed: 1 });
  });

  it('never longer than at random, nor below none; not shorter for more requests, nor longer for more replicas', () => {
    const replicas = fc.integer({ min: 1, max: 60 });
    const law = fc.property(replicas, evennesses, loads, loads, (count, evenness, one, other) => {
      const [busy, busier] = [Math.min(one, other), Math.max(one, other)];
      const delay = evenDelay({ replicas: count, busy, service: 1 }, evenness);
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThanOrEqual(randomDelay({ busy, service: 1 }) * slack);
      expect(evenDelay({ replicas: count, busy: busier, service: 1 }, evenness) * slack).toBeGreaterThanOrEqual(delay);
      for (const left of [busy, (busy * count) / (count + 1)])
        expect(evenDelay({ replicas: count + 1, busy: left, service: 1 }, evenness)).toBeLessThanOrEqual(delay * slack);
    });
    fc.assert(law, { seed: 1, numRuns: 2_000 });
  });
});

describe('`traffic.route.replica` says how evenly requests come', () => {
  const settings = { containers: [{ cpuMillicores: 500, memoryBytes: 1 }], maxConcurrency: null, timeout: 60_000 };
  const exponential: Distribution = { kind: 'exponential', mean: 12 };
  const endless: Distribution = { kind: 'pareto', minimum: 4, shape: 1.5 };
  const cpu = constant(12);
  const asOne = evenDelay({ replicas: 6, busy: 0.76, service: 24 }, 1);
  const apart = evenDelay({ replicas: 6, busy: 0.76, service: 24 }, 0);
  const atRandom = randomDelay({ busy: 0.76, service: 24 });

  it.each<[string, RequestBehaviour, Partial<Assumptions>, number]>([
    ['by turns, all alike', { cpu }, {}, asOne],
    ['by turns, all alike, most of the time beside the processor', { cpu, duration: constant(800) }, {}, asOne],
    ['by turns, exponential', { cpu: exponential }, {}, apart],
    ['by turns, without an end of variance', { cpu: endless }, {}, 2 * apart - asOne],
    ['by turns, as if all were exponential', { cpu }, { 'fluid.latency': 'exponential' }, apart],
    ['to who has the fewest, all at the processor', { cpu }, { 'traffic.route.replica': 'leastRequests' }, asOne],
    [
      'to who has the fewest, half the time beside the processor',
      { cpu: exponential, duration: constant(48) },
      { 'traffic.route.replica': 'leastRequests' },
      (asOne + apart) / 2,
    ],
    ['at random', { cpu: exponential }, { 'traffic.route.replica': 'random' }, atRandom],
    ['no processor time', { duration: constant(80) }, {}, 0],
  ])('%s', (_, request, assumed, expected) => {
    const assumptions = { ...defaultAssumptions, ...assumed };
    const serving = servingOf(request, {}, settings, assumptions);
    expect(sharingDelay(serving, 6, 190 / 6, assumptions)).toBeCloseTo(expected, 9);
  });

  it('who is alone on its replica shares it with nobody', () => {
    const alone = servingOf({ cpu }, {}, { ...settings, maxConcurrency: 1 }, defaultAssumptions);
    expect(sharingDelay(alone, 6, 190 / 6, defaultAssumptions)).toBe(0);
  });
});
