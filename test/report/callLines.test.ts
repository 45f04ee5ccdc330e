import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minute, second } from '../../src/engine/time.ts';
import type { FactData } from '../../src/platform/facts.ts';
import { CallLines } from '../../src/report/load/callLines.ts';
import { LatencyLines } from '../../src/report/load/latencyLines.ts';

const hour = { start: 0, end: 60 * minute };

function ended(status: number, latencyMs: number): FactData['call.ended'] {
  return { status, latencyMs, waitedMs: 0, held: false, tries: 1 } as FactData['call.ended'];
}

describe('requests that come one by one', () => {
  it('succeed or fail, each in one line: that of success falls where they fail', () => {
    const lines = new CallLines(hour);
    for (let at = 0; at < 10 * minute; at += second) lines.listen(at, ended(at < 5 * minute ? 200 : 503, 0));
    const rate = (name: 'offered' | 'succeeded' | 'failed', at: number): number | null | undefined => {
      const { at: instants, value } = lines.shown(name, 1_024, 10 * minute);
      return value[instants.findLastIndex((one) => one <= at)];
    };
    for (const at of [2 * minute, 7 * minute]) expect(rate('offered', at)).toBe(1);
    expect([rate('succeeded', 2 * minute), rate('failed', 2 * minute)]).toEqual([1, 0]);
    expect([rate('succeeded', 7 * minute), rate('failed', 7 * minute)]).toEqual([0, 1]);
  });
});

describe('latencies of stretches', () => {
  it('are those of the nearest rank, to 2 %', () => {
    const latency = fc.oneof(fc.nat(63), fc.nat(10_000), fc.nat(2_000_000));
    fc.assert(
      fc.property(fc.array(latency, { minLength: 1, maxLength: 200 }), fc.constantFrom(50, 99), (all, percent) => {
        const lines = new LatencyLines(hour);
        for (const one of all) lines.add(minute, one);
        const sorted = [...all].sort((a, b) => a - b);
        const truth = sorted[Math.max(1, Math.ceil((all.length * percent) / 100 - 1e-9)) - 1] ?? 0;
        const { value } = lines.shown(percent, 1_024, hour.end);
        expect(Math.abs((value[0] ?? Number.NaN) - truth)).toBeLessThanOrEqual(truth * 0.02);
      }),
      { seed: 1 },
    );
  });

  it('are none where no request ended', () => {
    const lines = new LatencyLines(hour);
    lines.add(10 * minute, 40);
    lines.add(40 * minute, 40);
    const { at, value } = lines.shown(50, 1_024, hour.end);
    expect([at[0], value]).toEqual([10 * minute, [40, null, 40, null]]);
  });
});
