import { describe, expect, it } from 'vitest';
import { minute, second } from '../../../src/engine/time.ts';
import { cloneChanges, newChanges, reachChangesAt, rememberChange } from '../../../src/platform/autoscaling/changes.ts';
import { assumePanic, newPanic } from '../../../src/platform/autoscaling/kpa.ts';
import { highestSince, newProposals, rememberProposal } from '../../../src/platform/autoscaling/proposals.ts';
import {
  assumeSync,
  cloneSyncMemory,
  decisionOfSync,
  newSyncMemory,
  passedSyncs,
  readsMetrics,
  type SyncMemory,
  settleWindow,
  takeSync,
} from '../../../src/platform/autoscaling/sync.ts';
import { hpa } from './built.ts';

/** A memory with so many proposals and changes, the first of each at `from`. */
function memoryOf(proposals: readonly number[], changes: readonly number[], from = 0): SyncMemory {
  const memory = newSyncMemory();
  for (const [index, count] of proposals.entries()) rememberProposal(memory.proposals, from + index, count);
  for (const [index, by] of changes.entries()) rememberChange(memory.changes, from + index, by);
  return memory;
}

describe('a loop takes over what another remembers', () => {
  it.each([
    ['nothing by something', [], [], [9, 4, 2], [1, -2]],
    ['something by nothing', [9, 4, 2], [1, -2], [], []],
    ['fewer by more', [7], [3], [9, 4, 2], [1, -2]],
    ['more by fewer', [9, 4, 2], [1, -2, 5], [7], [3]],
    ['as many', [9, 4], [1, -2], [7, 3], [3, 5]],
  ])('%s', (_, proposals, changes, otherProposals, otherChanges) => {
    const memory = memoryOf(proposals, changes);
    const other = memoryOf(otherProposals, otherChanges, 100);
    assumeSync(memory, other);
    expect(memory).toEqual(other);
  });

  it('and shares nothing with it from then on', () => {
    const [memory, other] = [memoryOf([5], [1]), memoryOf([9, 4, 2], [1, -2], 100)];
    assumeSync(memory, other);
    const before = cloneSyncMemory(other);
    rememberProposal(memory.proposals, 200, 2);
    rememberProposal(memory.proposals, 300, 10);
    rememberChange(memory.changes, 300, 4);
    expect(other).toEqual(before);
  });

  it('a panic too', () => {
    const panic = newPanic();
    assumePanic(panic, { since: 5, most: 9 });
    expect(panic).toEqual({ since: 5, most: 9 });
  });
});

describe('what syncs remember', () => {
  const { sync } = hpa({ metric: 'cpu', minScale: 2, maxScale: 20, scaleToZeroDelay: 300 });

  it('a decision names what it was made from', () => {
    const memory = newSyncMemory();
    const now = 15 * second * 100;
    rememberProposal(memory.proposals, now - sync.downWindow, 12);
    rememberProposal(memory.proposals, now - sync.downWindow + 1, 9);
    rememberChange(memory.changes, now - second, 2);
    const decided = { highestRecent: 9, least: 0, most: 8, minScale: 2, maxScale: 20 };
    const decisionOf = (newest: number | null) => decisionOfSync(sync, memory, { current: 6, newest }, now);
    expect(decisionOf(4)).toEqual({ ...decided, proposed: 4, downWindowMs: sync.downWindow });
    expect(decisionOf(7)).toEqual({ ...decided, proposed: 7 });
    expect(decisionOf(null)).toEqual({ ...decided, proposed: null });
  });

  it('a decision names its window only where it proposes fewer', () => {
    const windowAt = (newest: number | null) =>
      decisionOfSync(sync, newSyncMemory(), { current: 6, newest }, 0).downWindowMs;
    expect([null, 5, 6, 7].map(windowAt)).toEqual([undefined, sync.downWindow, undefined, undefined]);
  });

  it('a tolerance enters the reason only if it is given', () => {
    const given = { current: 4, newest: 4 };
    expect(takeSync(sync, newSyncMemory(), given, 0).reason.assumptions).toEqual(['hpa.sync']);
    expect(takeSync(sync, newSyncMemory(), { ...given, atTolerance: true }, 0).reason.assumptions).toEqual([
      'hpa.sync',
      'hpa.tolerance',
    ]);
  });

  it('changes are kept for the longer of both periods', () => {
    const long = { ...sync, up: { ...sync.up, period: minute }, down: { ...sync.down, period: 10 * minute } };
    const memory = newSyncMemory();
    rememberChange(memory.changes, 0, 3);
    takeSync(long, memory, { current: 5, newest: 5 }, 10 * minute - 1);
    expect(memory.changes.entries).toHaveLength(1);
    takeSync(long, memory, { current: 5, newest: 5 }, 10 * minute);
    expect(memory.changes.entries).toEqual([]);
  });

  it('a proposal is remembered only if metrics were read', () => {
    const memory = newSyncMemory();
    takeSync(sync, memory, { current: 25, newest: 9 }, 0);
    takeSync(sync, memory, { current: 4, newest: null }, 0);
    expect(memory.proposals.entries).toEqual([]);
    takeSync(sync, memory, { current: 20, newest: 9 }, 0);
    expect(memory.proposals.entries).toEqual([{ at: 0, count: 9 }]);
  });

  it.each([
    [1, false],
    [2, true],
    [20, true],
    [21, false],
  ])('with a scale from 2 to 20 metrics are read at %i: %s', (current, expected) => {
    expect(readsMetrics(sync, current)).toBe(expected);
    expect(readsMetrics({ ...sync, minScale: current, maxScale: current }, current)).toBe(false);
  });

  it('the window is settled at the last sync', () => {
    const memory = newSyncMemory();
    const last = 100 * sync.period;
    rememberProposal(memory.proposals, last - sync.downWindow, 12);
    rememberProposal(memory.proposals, last - sync.downWindow + 1, 9);
    settleWindow(sync, memory, last - 1);
    expect(memory.proposals.entries).toHaveLength(2);
    settleWindow(sync, memory, last + sync.period - 1);
    expect(highestSince(memory.proposals, 0)).toBe(9);
    expect(memory.proposals.entries).toHaveLength(1);
  });

  it.each([
    ['none between two', 15_000, 29_999, null],
    ['the one at its end', 15_000, 30_000, { from: 30_000, until: 30_000 }],
    ['all after the first instant', 14_999, 30_001, { from: 15_000, until: 30_000 }],
    ['those of the window alone', 0, 900_000, { from: 600_000, until: 900_000 }],
  ])('syncs that were passed over: %s', (_, after, until, expected) => {
    expect(passedSyncs(sync, { after, until })).toEqual(expected);
  });
});

describe('the instant at which a change limits no more', () => {
  const rates = hpa({ metric: 'cpu' }, { 'hpa.upPeriod': 30 * second, 'hpa.downPeriod': 60 * second }).sync;

  it('is the next end of a period of any change', () => {
    const changes = newChanges();
    expect(reachChangesAt(changes, rates, 0)).toBeNull();
    rememberChange(changes, 10 * second, 1);
    rememberChange(changes, 20 * second, -1);
    const next = (now: number) => reachChangesAt(changes, rates, now * second);
    expect([20, 40, 50, 70, 80].map(next)).toEqual([40 * second, 50 * second, 70 * second, 80 * second, null]);
  });

  it('does not depend on the order of the periods', () => {
    const swapped = hpa({ metric: 'cpu' }, { 'hpa.upPeriod': 60 * second, 'hpa.downPeriod': 30 * second }).sync;
    const changes = newChanges();
    rememberChange(changes, 0, 1);
    expect(reachChangesAt(cloneChanges(changes), swapped, 0)).toBe(30 * second);
    expect(newProposals().entries).toEqual([]);
  });
});
