import { describe, expect, it } from 'vitest';
import type { PageEntry } from '../../../src/report/picture/picture.ts';
import { otherReadings } from '../../../src/report/why/otherReadings.ts';

function entryOf(type: string, data: PageEntry['data'], at = 0): PageEntry {
  return {
    seq: 1,
    at,
    type,
    subject: 'shop/workload/api@aws-us-east-1',
    rules: [],
    assumptions: [],
    cause: null,
    data,
  };
}

/** What the other values of an assumption would have done. */
function would(decision: PageEntry, name: string, present: string, ...otherValues: string[]): (string | null)[] {
  const readings = otherReadings({ decision, name, values: new Map([[name, present]]), otherValues });
  expect(readings.map(({ value }) => value)).toEqual(otherValues);
  return readings.map((one) => one.would);
}

describe('another value of an assumption, computed from the numbers of the entry', () => {
  const decided = { proposed: 18, highestRecent: 18, least: 0, most: 40, minScale: 1, maxScale: 20 };
  const cpu = { metric: 'cpu', valueMilli: 60_000, targetMilli: 70_000, counted: 20 };
  const scaled = entryOf('deployment.scaled', { from: 21, to: 18, measured: [cpu], decided });

  it('hpa.tolerance: a ratio of 6/7 is within a fifth of one, not within a tenth', () => {
    expect(would(scaled, 'hpa.tolerance', '0.1', '0', '0.2')).toEqual([
      'the same count, 18',
      '20 replicas instead of 18',
    ]);
    const bounded = entryOf('deployment.scaled', { from: 20, to: 18, measured: [cpu], decided });
    expect(would(bounded, 'hpa.tolerance', '0.1', '0.2')).toEqual(['no change: the count would have stayed at 20']);
  });

  it('hpa.tolerance: claims nothing where the entry does not make the proposal, or a trigger measured', () => {
    const unready = entryOf('deployment.scaled', {
      from: 21,
      to: 17,
      measured: [cpu],
      decided: { ...decided, proposed: 17 },
    });
    expect(would(unready, 'hpa.tolerance', '0.1', '0.2')).toEqual([null]);
    const queue = entryOf('deployment.scaled', { from: 21, to: 18, measured: [{ ...cpu, metric: 'queue' }], decided });
    expect(would(queue, 'hpa.tolerance', '0.1', '0.2')).toEqual([null]);
  });

  it('hpa.down.window: without a window the proposal counts; a longer one may hold up, which the entry does not say', () => {
    const held = { ...decided, proposed: 2, highestRecent: 9 };
    const entry = entryOf('deployment.scaled', { from: 10, to: 9, measured: [], decided: held });
    expect(would(entry, 'hpa.down.window', '5m', '0s', '2m', '10m')).toEqual(['2 replicas instead of 9', null, null]);
    expect(would(scaled, 'hpa.down.window', '5m', '2m', '10m')).toEqual(['the same count, 18', null]);
  });

  it('kpa rates and threshold: by the averages of the tick', () => {
    const panic = { stableMilli: 73_876, panicMilli: 79_377, from: 80, untilAt: null, most: 0 };
    const tick = { proposed: 20, ready: 40, least: 20, most: 40_000, panics: false, panic, minScale: 0, maxScale: 40 };
    const measured = [{ metric: 'concurrency', valueMilli: 73_876, targetMilli: 5_000 }];
    const entry = entryOf('deployment.scaled', { from: 40, to: 20, measured, decided: tick });
    expect(would(entry, 'kpa.downRate', '2', '1', '4')).toEqual([
      'no change: the count would have stayed at 40',
      '15 replicas instead of 20',
    ]);
    expect(would(entry, 'kpa.window', '1m', '30s')).toEqual([null]);
    const first = { ...tick, proposed: 4, ready: 2, least: 1, most: 2_000, panics: true };
    const begun = entryOf('deployment.scaled', {
      from: 2,
      to: 4,
      measured,
      decided: { ...first, panic: { ...panic, stableMilli: 7_470, panicMilli: 17_071, from: 4 } },
    });
    expect(would(begun, 'kpa.panicThreshold', '2', '1', '4')).toEqual([
      'the same count, 4',
      'no change: the count would have stayed at 2',
    ]);
    expect(would(begun, 'kpa.upRate', '1000', '1')).toEqual(['no change: the count would have stayed at 2']);
    const later = entryOf('deployment.scaled', {
      from: 2,
      to: 4,
      measured,
      decided: { ...first, panic: { ...panic, untilAt: 9 } },
    });
    expect(would(later, 'kpa.panicThreshold', '2', '4')).toEqual([null]);
  });

  it('volume.reactive.rounding: whole GB, never above the cap', () => {
    const figures = {
      toMicroGB: 25_500_000,
      capacityGB: 20,
      reactiveTargetGB: 25.5,
      predictiveTargetGB: null,
      capGB: 2_000,
    };
    const rounded = (more: object): (string | null)[] =>
      would(entryOf('expansion.accepted', { ...figures, ...more }), 'volume.reactive.rounding', 'none', 'up');
    expect(rounded({})).toEqual(['26 GB instead of 25.5 GB']);
    expect(rounded({ capGB: 25.5 })).toEqual(['the same capacity, 25.5 GB']);
    expect(rounded({ toMicroGB: 30_000_000, predictiveTargetGB: 30 })).toEqual(['the same capacity, 30 GB']);
  });

  it('volume.limit.window: one exactly 24 hours old counts, or does not', () => {
    const day = 86_400_000;
    const refused = entryOf(
      'expansion.refused',
      { expandedAt: [day, day + 1, day + 2, day + 3], retryAt: 2 * day },
      day + 5,
    );
    expect(would(refused, 'volume.limit.window', 'leftOpen', 'closed')).toEqual([
      'refused, too, but until 3 Jan 00:00:00.001',
    ]);
    const atBound = entryOf('expansion.refused', { expandedAt: [0, 1, 2, 3], retryAt: day + 1 }, day);
    expect(would(atBound, 'volume.limit.window', 'closed', 'leftOpen')).toEqual(['accepted instead of refused']);
    const accepted = (expandedAt: number[]): PageEntry => entryOf('expansion.accepted', { expandedAt }, day);
    expect(would(accepted([1, 2, 3]), 'volume.limit.window', 'leftOpen', 'closed')).toEqual([
      'refused instead of accepted',
    ]);
    expect(would(accepted([1, 2]), 'volume.limit.window', 'leftOpen', 'closed')).toEqual(['accepted, too']);
  });

  it('termination.preStop and replica.stop.duration: when the replica would have been gone', () => {
    const ended = (stop: number): PageEntry =>
      entryOf('replica.terminating', { signalAt: 45_000, goneAt: 45_000 + stop });
    expect(would(ended(1_000), 'termination.preStop', 'grace/2', 'none', '7s')).toEqual([
      'gone at 1 Jan 00:00:01 instead of 1 Jan 00:00:46',
      null,
    ]);
    expect(would(ended(1_000), 'replica.stop.duration', '1s', '2s', '1m')).toEqual([
      'gone at 1 Jan 00:00:47 instead of 1 Jan 00:00:46',
      null,
    ]);
    // The grace period has ended first, or may have: how long the process would have taken is not known.
    expect(would(ended(45_000), 'termination.preStop', 'grace/2', 'none')).toEqual([null]);
  });
});
