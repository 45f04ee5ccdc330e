import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest } from '../../../src/engine/digest.ts';
import { second } from '../../../src/engine/time.ts';
import { rememberChange } from '../../../src/platform/autoscaling/changes.ts';
import { proposeHpa } from '../../../src/platform/autoscaling/hpa.ts';
import {
  cloneSyncMemory,
  newSyncMemory,
  readsMetrics,
  type SyncMemory,
  takeSync,
} from '../../../src/platform/autoscaling/sync.ts';
import { average, hpa, target } from './built.ts';

const settings = hpa({ metric: 'rps', target: 10, minScale: 1, maxScale: 100, scaleToZeroDelay: 300 });
const period = 15 * second;

/** Syncs a workload whose replicas follow at once, with these requests a second. @returns the counts after each sync */
function run(memory: SyncMemory, begin: number, totals: readonly number[], from = 0): number[] {
  let current = begin;
  return totals.map((total, index) => {
    const now = (from + index) * period;
    const newest = proposeHpa(settings, current, [average(current, total)]);
    const plan = takeSync(settings.sync, memory, { current, newest, atTolerance: false }, now);
    const to = plan.kind === 'act' ? Number(target(plan)) : current;
    rememberChange(memory.changes, now, to - current);
    current = to;
    return current;
  });
}

const steady = (total: number, times: number): number[] => Array.from({ length: times }, () => total);

describe('hpa.down.window: a count falls once the proposals that hold it up are old', () => {
  it('a fall waits for 300 s after the last proposal that was higher', () => {
    const counts = run(newSyncMemory(), 8, [80, ...steady(20, 21)]);
    // The proposal of instant 0 is in the windows that end before 300 s, and not in that one.
    expect(counts.slice(0, 20)).toEqual(steady(8, 20));
    expect(counts.slice(20)).toEqual([2, 2]);
  });

  it('a dip shorter than the window shows nowhere', () => {
    expect(new Set(run(newSyncMemory(), 8, [80, ...steady(20, 19), 80, ...steady(20, 19), 80]))).toEqual(new Set([8]));
  });

  it('a fall in steps goes down by steps, each a window later', () => {
    const counts = run(newSyncMemory(), 8, [80, 50, ...steady(20, 21)]);
    expect(counts.slice(18)).toEqual([8, 8, 5, 2, 2]);
  });

  it('a workload without a past falls at once: the window holds the proposal of now', () => {
    expect(run(newSyncMemory(), 8, [20])).toEqual([2]);
  });

  it('proposals of nothing are not remembered', () => {
    const memory = newSyncMemory();
    run(memory, 8, [80]);
    takeSync(settings.sync, memory, { current: 8, newest: null, atTolerance: false }, period);
    expect(memory.proposals.entries).toEqual([{ at: 0, count: 8 }]);
  });

  it('nor are those of a sync that reads no metric', () => {
    const fixed = hpa({ metric: 'rps', minScale: 4, maxScale: 4 }).sync;
    const memory = newSyncMemory();
    takeSync(fixed, memory, { current: 4, newest: 9, atTolerance: false }, 0);
    takeSync(settings.sync, memory, { current: 101, newest: 101, atTolerance: false }, period);
    expect(memory.proposals.entries).toEqual([]);
    expect([readsMetrics(fixed, 4), readsMetrics(settings.sync, 0), readsMetrics(settings.sync, 101)]).toEqual([
      false,
      false,
      false,
    ]);
    expect([readsMetrics(settings.sync, 1), readsMetrics(settings.sync, 100)]).toEqual([true, true]);
  });

  it('remembers no more than its window and its periods hold', () => {
    const memory = newSyncMemory();
    run(
      memory,
      50,
      Array.from({ length: 60 }, (_, index) => 600 - index * 10),
    );
    expect(memory.proposals.entries.length).toBeLessThanOrEqual(20);
    expect(memory.changes.entries.length).toBeLessThanOrEqual(2);
  });
});

const totals = fc.array(fc.integer({ min: 0, max: 1500 }), { minLength: 1, maxLength: 40 });
const begin = fc.integer({ min: 1, max: 30 });
const runs = { seed: 1, numRuns: 300 };

describe('laws of syncs in a row', () => {
  it('in any 15 s a count rises by four or doubles, at most', () => {
    fc.assert(
      fc.property(totals, begin, (list, first) => {
        const counts = [first, ...run(newSyncMemory(), first, list)];
        for (let i = 1; i < counts.length; i += 1) {
          const before = counts[i - 1] ?? 0;
          expect(counts[i]).toBeLessThanOrEqual(Math.max(before + 4, before * 2));
        }
      }),
      runs,
    );
  });

  it('also where syncs come more often than the period lasts', () => {
    const often = hpa({ metric: 'rps', target: 10, minScale: 1, maxScale: 1000 }, { 'hpa.sync': 5 * second }).sync;
    fc.assert(
      fc.property(fc.array(fc.nat(2000), { maxLength: 20 }), begin, (proposals, first) => {
        const memory = newSyncMemory();
        const counts = [first, first, first];
        proposals.forEach((newest, index) => {
          const now = index * 5 * second;
          const current = counts.at(-1) ?? 0;
          const plan = takeSync(often, memory, { current, newest, atTolerance: false }, now);
          const to = plan.kind === 'act' ? Number(target(plan)) : current;
          rememberChange(memory.changes, now, to - current);
          const before = counts.at(-3) ?? 0;
          expect(to).toBeLessThanOrEqual(Math.max(current, before + 4, before * 2));
          counts.push(to);
        });
      }),
      runs,
    );
  });

  it('a count never falls below a proposal of its window', () => {
    fc.assert(
      fc.property(totals, begin, (list, first) => {
        const counts = run(newSyncMemory(), first, list);
        counts.forEach((count, index) => {
          const before = index === 0 ? first : (counts[index - 1] ?? 0);
          if (count >= before) return;
          const recent = list.slice(Math.max(0, index - 19), index + 1).map((total) => Math.ceil(total / 10));
          // Tolerated ratios propose the count of their time, which differs from the plain quotient by a tenth at most.
          expect(count).toBeGreaterThanOrEqual(Math.min(before, Math.floor(Math.max(...recent) / 1.1)));
        });
      }),
      runs,
    );
  });

  it('a copy goes its own way and the same way', () => {
    fc.assert(
      fc.property(totals, totals, begin, (past, future, first) => {
        const memory = newSyncMemory();
        const now = run(memory, first, past).at(-1) ?? first;
        const before = digest(memory);
        const copy = cloneSyncMemory(memory);
        expect(digest(copy)).toBe(before);
        const counts = run(copy, now, future, past.length);
        expect(digest(memory)).toBe(before);
        expect(run(memory, now, future, past.length)).toEqual(counts);
        expect(digest(memory)).toBe(digest(copy));
      }),
      { seed: 1, numRuns: 50 },
    );
  });
});
