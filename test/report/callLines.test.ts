import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minute, second } from '../../src/engine/time.ts';
import type { FactData } from '../../src/platform/facts.ts';
import { CallLines } from '../../src/report/load/callLines.ts';
import { LatencyLines } from '../../src/report/load/latencyLines.ts';
import { because } from '../../src/rules/reason.ts';

const hour = { start: 0, end: 60 * minute };

function ended(at: number, status: number, told: Partial<FactData['call.ended']> = {}) {
  const data = { status, latencyMs: 0, waitedMs: 0, held: false, tries: 1, ...told } as FactData['call.ended'];
  return { at, reason: because(status === 504 ? ['WL-19'] : ['RETRY-2']), data };
}

describe('requests that come one by one', () => {
  it('succeed or fail, each in one line: that of success falls where they fail', () => {
    const lines = new CallLines(hour);
    for (let at = 0; at < 10 * minute; at += second) lines.listen(ended(at, at < 5 * minute ? 200 : 503));
    const rate = (name: 'offered' | 'succeeded' | 'failed', at: number): number | null | undefined => {
      const { at: instants, value } = lines.shown(name, 1_024, 10 * minute);
      return value[instants.findLastIndex((one) => one <= at)];
    };
    for (const at of [2 * minute, 7 * minute]) expect(rate('offered', at)).toBe(1);
    expect([rate('succeeded', 2 * minute), rate('failed', 2 * minute)]).toEqual([1, 0]);
    expect([rate('succeeded', 7 * minute), rate('failed', 7 * minute)]).toEqual([0, 1]);
  });

  it('that fail have a line for each status and what decided it, the most frequent first', () => {
    const lines = new CallLines(hour);
    for (const status of [503, 504, 504, 200]) lines.listen(ended(5 * minute, status));
    const failures = lines.failures(1_024, 10 * minute);
    expect(failures.map(({ name }) => name)).toEqual(['504 WL-19', '503 RETRY-2']);
    expect(Math.max(...(failures[0]?.value ?? []).map(Number))).toBe(
      2 * Math.max(...(failures[1]?.value ?? []).map(Number)),
    );
  });

  it('wait from their arrival on: one that waits for a whole minute is one request in the queue of that minute', () => {
    const lines = new CallLines(hour);
    expect(lines.hasWaited).toBe(false);
    lines.listen(ended(12 * minute, 200, { latencyMs: 2 * minute, waitedMs: minute }));
    const { at, value } = lines.waiting(1_024, hour.end);
    const waiting = (instant: number) => value[at.findLastIndex((one) => one <= instant)];
    expect([9, 10.5, 11.5].map((minutes) => waiting(minutes * minute))).toEqual([0, 1, 0]);
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
