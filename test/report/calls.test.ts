import fc from 'fast-check';
import { weightedQuantile } from 'simple-statistics';
import { describe, expect, it } from 'vitest';
import type { FactData } from '../../src/platform/facts.ts';
import { callReport } from '../../src/report/capacity/capacityCalls.ts';
import { CallChronicle } from '../../src/report/fold/callChronicle.ts';
import { ScalePoints } from '../../src/report/fold/scalePoints.ts';
import { because } from '../../src/rules/reason.ts';

const one: FactData['call.ended'] = {
  caller: 'shop/workload/web/1',
  from: null,
  status: 200,
  tries: 1,
  latencyMs: 10,
  waitedMs: 0,
  held: false,
  replica: 'web-1-0',
};

const about = { at: 0, reason: because([], ['traffic.route.replica']) };

function heard(...calls: readonly Partial<FactData['call.ended']>[]): CallChronicle {
  const chronicle = new CallChronicle();
  for (const call of calls) chronicle.listen({ ...one, ...call }, about);
  return chronicle;
}

describe('requests that came one by one, in the capacity report', () => {
  it('are counted by how they ended, with the tries and waits of all', () => {
    const calls = heard(
      {},
      { status: 503, tries: 3, latencyMs: 105 },
      { latencyMs: 14_020, waitedMs: 14_000, held: true },
      { status: 404, tries: 0, latencyMs: 0, replica: null },
    );
    const points = new ScalePoints(10);
    points.set(5, 2, 1);
    points.set(9, 2, 2);
    expect(callReport(calls, points, 10)).toEqual({
      total: 4,
      succeeded: 2,
      failed: 2,
      held: 1,
      retries: 2,
      byStatus: { 200: 2, 404: 1, 503: 1 },
      latencyMs: { mean: '3533.75', p50: 10, p90: 14_020, p99: 14_020, max: 14_020 },
      waitedMs: '3500.0',
      waitedP99Ms: 14_000,
      replicasOverTime: [
        { at: '1970-01-01T00:00:00.005Z', desired: 2, ready: 1 },
        { at: '1970-01-01T00:00:00.009Z', desired: 2, ready: 2 },
      ],
      replicaChanges: 2,
    });
  });

  it('are left out where there were none', () => {
    expect(callReport(heard(), null, 10)).toBeNull();
    expect(callReport(heard({}), null, 10)).toMatchObject({ replicasOverTime: [], replicaChanges: 0 });
  });

  it.each([
    // The nearest rank: the least latency that so many of ten did not exceed.
    [1, 1],
    [10, 1],
    [11, 2],
    [50, 5],
    [90, 9],
    [99, 10],
    [100, 10],
  ])('the %d %% percentile of 1 to 10 ms is %d ms', (percent, latency) => {
    const calls = heard(...[7, 3, 10, 1, 5, 2, 9, 4, 8, 6].map((latencyMs) => ({ latencyMs })));
    expect(calls.percentile(percent)).toBe(latency);
  });

  it('percentiles are those of the library, of latencies and of waits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 100 }),
        (latencies, percent) => {
          const calls = heard(...latencies.map((latencyMs) => ({ latencyMs, waitedMs: latencyMs })));
          const weights = latencies.map(() => 1);
          const expected = weightedQuantile(latencies, weights, (percent / 100) * (1 - 1e-12));
          expect([calls.percentile(percent), calls.waitedPercentile(percent)]).toEqual([expected, expected]);
        },
      ),
      { numRuns: 200, seed: 6 },
    );
  });

  it('a percentile that was asked for does not stop later ones from counting', () => {
    const calls = heard({ latencyMs: 5 });
    expect(calls.percentile(100)).toBe(5);
    calls.listen({ ...one, latencyMs: 9 }, about);
    expect(calls.percentile(100)).toBe(9);
  });

  it('a fork goes on by itself', () => {
    const calls = heard({ latencyMs: 5 });
    const fork = calls.fork();
    fork.listen({ ...one, status: 500, latencyMs: 50 }, about);
    expect([calls.total, calls.failed, calls.percentile(100)]).toEqual([1, 0, 5]);
    expect([fork.total, fork.failed, fork.percentile(100)]).toEqual([2, 1, 50]);
  });
});
