import { describe, expect, it } from 'vitest';
import {
  advanceGauge,
  cloneGauge,
  countAnswer,
  countArrival,
  countBusy,
  countDeparture,
  type Gauge,
  gaugedBetween,
  gaugedLatency,
  newGauge,
} from '../../../src/platform/call/gauge.ts';

const minute = 60_000;

function come(gauge: Gauge, ...instants: readonly number[]): void {
  for (const at of instants) {
    advanceGauge(gauge, at);
    countArrival(gauge, at);
  }
}

function go(gauge: Gauge, ...instants: readonly number[]): void {
  for (const at of instants) {
    advanceGauge(gauge, at);
    countDeparture(gauge, at);
  }
}

describe('presence', () => {
  it('is counted in the second in which it was, and in all', () => {
    const gauge = newGauge(0, minute);
    come(gauge, 500, 800);
    go(gauge, 1_200, 2_500);
    advanceGauge(gauge, 3_000);
    // From 500 one, from 800 two, from 1,200 one, from 2,500 none.
    expect(gaugedBetween(gauge.presence, 0, 1_000)).toBe(300 + 2 * 200);
    expect(gaugedBetween(gauge.presence, 1_000, 2_000)).toBe(2 * 200 + 800);
    expect(gaugedBetween(gauge.presence, 2_000, 3_000)).toBe(500);
    expect(gauge.presentMs).toBe(700 + 1_700);
  });

  it('lasts over a ring that goes round many times', () => {
    const gauge = newGauge(0, minute);
    come(gauge, 0);
    advanceGauge(gauge, 60 * minute);
    expect(gauge.presentMs).toBe(60 * minute);
    expect(gaugedBetween(gauge.presence, 59 * minute, 60 * minute)).toBe(minute);
    go(gauge, 60 * minute);
    advanceGauge(gauge, 200 * minute);
    expect(gaugedBetween(gauge.presence, 199 * minute, 200 * minute)).toBe(0);
    expect(gauge.presentMs).toBe(60 * minute);
  });

  it('says since when nobody is there', () => {
    const gauge = newGauge(40, minute);
    expect(gauge.emptySince).toBe(40);
    come(gauge, 100, 200);
    expect(gauge.emptySince).toBeNull();
    go(gauge, 300);
    expect(gauge.emptySince).toBeNull();
    go(gauge, 450);
    expect(gauge.emptySince).toBe(450);
  });
});

describe('arrivals', () => {
  it('are counted by the second; a second counts once it is over', () => {
    const gauge = newGauge(0, minute);
    come(gauge, 0, 999, 1_000, 1_500, 1_999, 2_000);
    expect(gaugedBetween(gauge.arrivals, 0, 2_000)).toBe(5);
    expect(gaugedBetween(gauge.arrivals, 0, 2_999)).toBe(5);
    expect(gaugedBetween(gauge.arrivals, 1_000, 2_000)).toBe(3);
    advanceGauge(gauge, 3_000);
    expect(gaugedBetween(gauge.arrivals, 0, 3_000)).toBe(6);
  });

  it('of a second that the ring has come round to are forgotten', () => {
    const gauge = newGauge(0, minute);
    come(gauge, 0, 0, 0);
    advanceGauge(gauge, minute);
    expect(gaugedBetween(gauge.arrivals, 0, minute)).toBe(3);
    advanceGauge(gauge, 3 * minute);
    expect(gaugedBetween(gauge.arrivals, 2 * minute, 3 * minute)).toBe(0);
  });
});

describe('busy time', () => {
  it('is split at the seconds, each millisecond as much as the processor can', () => {
    const gauge = newGauge(0, minute);
    advanceGauge(gauge, 2_300);
    countBusy(gauge, 500, 700, 2_300);
    expect(gaugedBetween(gauge.busy, 0, 1_000)).toBe(500 * 300);
    expect(gaugedBetween(gauge.busy, 1_000, 2_000)).toBe(500 * 1_000);
    expect(gaugedBetween(gauge.busy, 0, 2_000)).toBe(500 * 1_300);
  });

  it('longer than the ring fills each second once', () => {
    const gauge = newGauge(0, minute);
    advanceGauge(gauge, 10 * minute);
    countBusy(gauge, 250, 0, 10 * minute);
    expect(gaugedBetween(gauge.busy, 9 * minute, 10 * minute)).toBe(250 * minute);
  });
});

describe('latencies', () => {
  it('of the answers since an instant: the one that a share of them did not exceed', () => {
    const gauge = newGauge(0, minute);
    [50, 10, 40, 20, 30].forEach((latency, index) => {
      countAnswer(gauge, 1_000 * index, { by: 1, latency });
    });
    expect(gaugedLatency(gauge, { since: 0, until: Number.POSITIVE_INFINITY, by: [1] }, 50)).toBe(30);
    expect(gaugedLatency(gauge, { since: 0, until: Number.POSITIVE_INFINITY, by: [1] }, 75)).toBe(40);
    expect(gaugedLatency(gauge, { since: 0, until: Number.POSITIVE_INFINITY, by: [1] }, 99)).toBe(50);
    // The last three: 40, 20, 30.
    expect(gaugedLatency(gauge, { since: 2_000, until: Number.POSITIVE_INFINITY, by: [1] }, 50)).toBe(30);
    expect(gaugedLatency(gauge, { since: 5_000, until: Number.POSITIVE_INFINITY, by: [1] }, 50)).toBeNull();
  });

  it('of several replicas: the mean over those that are asked for, each by its own answers, however many', () => {
    const gauge = newGauge(0, minute);
    for (let second = 0; second < 10; second += 1) countAnswer(gauge, 1_000 * second, { by: 7, latency: 100 });
    countAnswer(gauge, 10_000, { by: 8, latency: 400 });
    const answers = { since: 0, until: Number.POSITIVE_INFINITY };
    for (const percentile of [50, 99])
      expect(gaugedLatency(gauge, { ...answers, by: [7, 8] }, percentile)).toBe((100 + 400) / 2);
    // One that has answered nothing has no latency; one that is no longer asked for does not count.
    expect(gaugedLatency(gauge, { ...answers, by: [8, 9] }, 50)).toBe(400);
    expect(gaugedLatency(gauge, { ...answers, by: [9] }, 50)).toBeNull();
    expect(gaugedLatency(gauge, { since: 5_000, until: 10_000, by: [7, 8] }, 50)).toBe(100);
  });

  it('older ones are dropped in the long run, those within the span never', () => {
    const gauge = newGauge(0, minute);
    for (let at = 0; at < 60 * minute; at += 500) countAnswer(gauge, at, { by: 1, latency: at / 500 });
    expect(gauge.answeredAt.length).toBeLessThan(600);
    const since = 59 * minute;
    expect(gauge.answeredAt.filter((at) => at >= since)).toHaveLength(120);
    expect(gaugedLatency(gauge, { since, until: Number.POSITIVE_INFINITY, by: [1] }, 99)).toBe(60 * 120 - 2);
  });
});

describe('a copy', () => {
  it('shares nothing', () => {
    const gauge = newGauge(0, minute);
    come(gauge, 100);
    countAnswer(gauge, 100, { by: 1, latency: 7 });
    const before = structuredClone(gauge);
    const copy = cloneGauge(gauge);
    come(copy, 200, 300);
    go(copy, 5_000);
    countBusy(copy, 500, 0, 5_000);
    countAnswer(copy, 5_000, { by: 1, latency: 9 });
    expect(gauge).toEqual(before);
  });
});
