import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newChanges, reachOf } from '../../../src/platform/autoscaling/changes.ts';
import {
  isHeld,
  isHpaAtTolerance,
  largest,
  planSync,
  proposeHpa,
  type SyncState,
  syncHolds,
} from '../../../src/platform/autoscaling/hpa.ts';
import type { SyncSettings } from '../../../src/platform/autoscaling/settings.ts';
import type { Assumptions } from '../../../src/rules/assumptions.ts';
import { average, hpa, keda, target, use } from './built.ts';

const sync = (minScale: number, maxScale: number, changes: Partial<Assumptions> = {}): SyncSettings =>
  hpa({ metric: 'cpu', minScale, maxScale }, changes).sync;
const at = (settings: SyncSettings, current: number, more: Partial<SyncState> = {}): SyncState => {
  return { current, reach: reachOf(newChanges(), current, settings, 0), atTolerance: false, ...more };
};

describe('several metrics', () => {
  it.each<[string, readonly (number | null)[], number, number | null]>([
    ['the largest proposal', [3, 7, 5], 5, 7],
    ['one without a value, the others ask for fewer: nothing', [3, null], 5, null],
    ['... for as many: that', [5, null], 5, 5],
    ['... for more: that', [null, 7], 5, 7],
    ['none has a value: nothing', [null, null], 5, null],
    ['no metric: nothing', [], 5, null],
  ])('%s', (_, proposals, current, to) => {
    expect(largest(proposals, current)).toBe(to);
  });

  const multi = hpa({
    metric: 'multi',
    multi: [
      { metric: 'cpu', target: 60 },
      { metric: 'rps', target: 10 },
    ],
  });

  it('multi asks each with its own target', () => {
    expect(proposeHpa(multi, 4, [use(4, 900), average(4, 10)])).toBe(6);
    expect(proposeHpa(multi, 4, [use(4, 300), average(4, 70)])).toBe(7);
    expect(proposeHpa(multi, 4, [use(4, 300), average(4, 25)])).toBe(3);
    expect(proposeHpa(multi, 4, [use(4, 300), null])).toBeNull();
    expect(proposeHpa(multi, 4, [use(4, 900)])).toBe(6);
  });

  it('tells that one of them is held by the end of the tolerance', () => {
    expect(isHpaAtTolerance(multi, [use(4, 660), average(4, 10)])).toBe(true);
    expect(isHpaAtTolerance(multi, [use(4, 650), average(4, 44)])).toBe(true);
    expect(isHpaAtTolerance(multi, [use(4, 650), null])).toBe(false);
  });

  it('nothing is asked of what stands at zero', () => {
    expect(proposeHpa(multi, 0, [use(4, 900), average(4, 10)])).toBeNull();
  });
});

interface Row {
  readonly why: string;
  readonly settings?: SyncSettings;
  readonly state: number | Partial<SyncState>;
  readonly newest: number | null;
  readonly recent?: number;
  readonly to: number | keyof typeof syncHolds;
}

const wide = sync(1, 20);

describe('what a sync makes of a proposal', () => {
  it.each<Row>([
    { why: 'up at once', state: 4, newest: 6, to: 6 },
    { why: 'up past an older, higher proposal: to the newest', state: 4, newest: 6, recent: 9, to: 6 },
    { why: 'up no further than it may reach', state: 4, newest: 11, to: 8 },
    { why: 'from 1 to 5 in one sync, whatever the need', state: 1, newest: 1000, to: 5 },
    { why: 'from 2 to 6', state: 2, newest: 1000, to: 6 },
    { why: 'from 5 to 10', state: 5, newest: 1000, to: 10 },
    { why: 'from 10 to 20', state: 10, newest: 1000, to: 20 },
    { why: 'down without limit', state: 20, newest: 2, to: 2 },
    { why: 'down to the highest proposal of the window', state: 10, newest: 2, recent: 6, to: 6 },
    { why: 'held up by a recent proposal as high as the count', state: 10, newest: 2, recent: 10, to: 'heldUp' },
    { why: '... or higher: the count does not rise by it', state: 10, newest: 2, recent: 15, to: 'heldUp' },
    { why: 'on target', state: 4, newest: 4, to: 'onTarget' },
    { why: 'on target while an older proposal is higher', state: 4, newest: 4, recent: 9, to: 'onTarget' },
    {
      why: 'on target by the end of the tolerance',
      state: { current: 4, atTolerance: true },
      newest: 4,
      to: 'atTolerance',
    },
    { why: 'WL-18: above maxScale, whatever the metrics say: to maxScale', state: 25, newest: 30, to: 20 },
    { why: '... without a value too', state: 25, newest: null, to: 20 },
    { why: 'WL-18: below minScale: to minScale', settings: sync(3, 9), state: 2, newest: 9, to: 3 },
    { why: 'cut to maxScale', settings: sync(1, 5), state: 4, newest: 7, to: 5 },
    { why: 'at maxScale already', settings: sync(1, 4), state: 4, newest: 7, to: 'atMaxScale' },
    { why: 'cut to minScale', settings: sync(3, 9), state: 5, newest: 1, to: 3 },
    { why: 'at minScale already', settings: sync(3, 9), state: 3, newest: 1, to: 'atMinScale' },
    { why: 'TYPE-4: never to zero', state: 4, newest: 0, to: 1 },
    {
      why: 'minScale and maxScale equal: metrics are not read',
      settings: sync(4, 4),
      state: 4,
      newest: 9,
      to: 'fixed',
    },
    { why: '... but the bounds are', settings: sync(4, 4), state: 6, newest: 9, to: 4 },
    { why: 'at zero: another wakes it', state: 0, newest: 9, to: 'atZero' },
    { why: 'no value: stays', state: 4, newest: null, recent: 2, to: 'noValue' },
    {
      why: 'it has come so far within the period',
      state: { current: 10, reach: { least: 0, most: 10 } },
      newest: 12,
      to: 'upLimited',
    },
    {
      why: 'it may go down no further within the period',
      state: { current: 10, reach: { least: 10, most: 20 } },
      newest: 2,
      to: 'downLimited',
    },
    {
      why: 'the way down limited',
      state: { current: 10, reach: { least: 8, most: 20 } },
      newest: 2,
      to: 8,
    },
  ])('$why', ({ settings = wide, state, newest, recent = 0, to }) => {
    const given = typeof state === 'number' ? at(settings, state) : { ...at(settings, state.current ?? 0), ...state };
    const plan = planSync(settings, given, newest, recent);
    if (typeof to === 'number') expect(target(plan)).toBe(to);
    else expect(plan).toBe(syncHolds[to]);
  });

  it('says what decided', () => {
    const why = (current: number, newest: number, recent = 0, more: Partial<SyncState> = {}) =>
      planSync(wide, at(wide, current, more), newest, recent).reason;
    const sampled = ['metric.sample.cpuInterval', 'metric.sample.cpuWindow', 'hpa.cpuInitialization', 'hpa.cpu.base'];
    const always = ['hpa.sync', 'hpa.tolerance', ...sampled];
    expect(why(4, 6)).toEqual({ rules: ['WL-18'], assumptions: always });
    expect(why(4, 11).assumptions).toContain('hpa.upReplicas');
    expect(why(9, 6, 7).assumptions).toEqual([...always, 'hpa.down.window']);
    expect(why(9, 6, 0, { reach: { least: 8, most: 9 } }).assumptions).toContain('hpa.downPercent');
    expect(why(4, 0).rules).toEqual(['WL-18', 'TYPE-4']);
    expect(why(25, 0)).toEqual({ rules: ['WL-18'], assumptions: [] });
    const serverless = hpa({ metric: 'cpu' }, {}, 'serverless').sync;
    expect(planSync(serverless, at(serverless, 4), 0, 0).reason).toMatchObject({
      rules: ['WL-18'],
      assumptions: expect.arrayContaining(['type.metrics']),
    });
  });

  it('a keda workload that may reach zero does not reach it by a sync', () => {
    const { sync: triggered } = keda({ minScale: 0 }, []);
    expect(target(planSync(triggered, at(triggered, 4), 0, 0))).toBe(1);
  });
});

const count = fc.integer({ min: 1, max: 30 });
const proposal = fc.nat(60);
const bounds = fc.tuple(count, count).map(([a, b]) => sync(Math.min(a, b), Math.max(a, b)));
const runs = { seed: 1, numRuns: 2000 };
const result = (settings: SyncSettings, current: number, newest: number, recent: number): number => {
  const plan = planSync(settings, at(settings, current), newest, recent);
  return plan.kind === 'act' ? (plan.actions[0]?.to ?? current) : current;
};

describe('laws of a sync', () => {
  it('the count ends within its bounds', () => {
    fc.assert(
      fc.property(bounds, count, proposal, proposal, (settings, current, newest, recent) => {
        const to = result(settings, current, newest, recent);
        expect(to).toBeGreaterThanOrEqual(settings.minScale);
        expect(to).toBeLessThanOrEqual(settings.maxScale);
      }),
      runs,
    );
  });

  it('more proposed, now or lately, never gives less: what holds at both ends of a stretch holds in between', () => {
    fc.assert(
      fc.property(
        bounds,
        count,
        proposal,
        proposal,
        fc.nat(9),
        fc.nat(9),
        (settings, current, newest, recent, a, b) => {
          const low = result(settings, current, newest, recent);
          expect(result(settings, current, newest + a, recent + b)).toBeGreaterThanOrEqual(low);
        },
      ),
      runs,
    );
  });

  it('it never goes below the highest proposal of the window', () => {
    fc.assert(
      fc.property(count, proposal, proposal, (current, newest, recent) => {
        const to = result(sync(1, 100), current, newest, recent);
        expect(to).toBeGreaterThanOrEqual(Math.min(current, Math.max(newest, recent)));
      }),
      runs,
    );
  });

  it('it is held where its plan holds, and only there', () => {
    let held = 0;
    fc.assert(
      fc.property(bounds, count, fc.option(proposal), proposal, (settings, current, newest, recent) => {
        const state = at(settings, current);
        const isHolding = planSync(settings, state, newest, recent).kind === 'hold';
        expect(isHeld(settings, state, newest, recent)).toBe(isHolding);
        if (isHolding) held += 1;
      }),
      runs,
    );
    expect(held).toBeGreaterThan(50);
  });

  it('it never acts without a change', () => {
    fc.assert(
      fc.property(bounds, count, proposal, proposal, (settings, current, newest, recent) => {
        const plan = planSync(settings, at(settings, current), newest, recent);
        if (plan.kind === 'act') expect(plan.actions).not.toMatchObject([{ to: current }]);
      }),
      runs,
    );
  });
});
