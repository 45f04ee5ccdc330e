import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import {
  clonePanic,
  type KpaLoad,
  type KpaStanding,
  kpaHolds,
  newPanic,
  type Panic,
  panicsAt,
  planKpa,
  planWake,
  planZero,
  proposeKpa,
  rememberPanic,
  zeroDueAt,
} from '../../../src/platform/autoscaling/kpa.ts';
import type { KpaSettings } from '../../../src/platform/autoscaling/settings.ts';
import type { Assumptions } from '../../../src/rules/assumptions.ts';
import { kpa, target } from './built.ts';

const now = 1000 * second;
const settings = kpa({ target: 95, minScale: 0, maxScale: 50, scaleToZeroDelay: 300 });
const load = (stable: number, panic = stable): KpaLoad => ({ stableMilli: stable * 1000, panicMilli: panic * 1000 });

interface Row {
  readonly why: string;
  readonly ready: number;
  readonly load: KpaLoad | null;
  readonly panic?: Panic;
  readonly given?: Partial<Assumptions>;
  readonly wants: number | null;
  readonly inPanic?: boolean;
}

// After the Knative documentation on the concepts of its autoscaler: stable and panic mode, scale rates.
describe('what an average load asks for, target 95', () => {
  it.each<Row>([
    { why: '250 on 3: ceil(250/95)', ready: 3, load: load(250), wants: 3 },
    { why: 'exactly a multiple is not rounded up', ready: 3, load: load(285), wants: 3 },
    { why: 'a thousandth above is', ready: 3, load: load(285.001), wants: 4 },
    { why: '50, lately 400, on 2: 5/2 reaches 2: panic', ready: 2, load: load(50, 400), wants: 5, inPanic: true },
    { why: 'lately 380: 4/2 is exactly 2: panic', ready: 2, load: load(50, 380), wants: 4, inPanic: true },
    { why: 'lately 285: 3/2: no panic', ready: 2, load: load(50, 285), wants: 1 },
    {
      why: 'lately 380.001: the fifth replica counts before the ratio',
      ready: 2,
      load: load(50, 380.001),
      wants: 5,
      inPanic: true,
    },
    { why: '95 on 10: half of them stay', ready: 10, load: load(95), wants: 5 },
    { why: '... then half of five, rounded down', ready: 5, load: load(95), wants: 2 },
    { why: '... then one', ready: 2, load: load(95), wants: 1 },
    { why: 'none ready counts as one', ready: 0, load: load(190), wants: 2, inPanic: true },
    { why: '... of which half is none', ready: 0, load: load(0), wants: 0 },
    { why: 'in panic the stable average may be larger', ready: 2, load: load(600, 400), wants: 7, inPanic: true },
    {
      why: 'a rate of 1.5 lets 3 become 5',
      ready: 3,
      load: load(10_000, 10),
      given: { 'kpa.upRate': 1.5 },
      wants: 5,
    },
    {
      why: 'a rate of 1 keeps the panic down too',
      ready: 3,
      load: load(10, 10_000),
      given: { 'kpa.upRate': 1 },
      wants: 3,
      inPanic: true,
    },
    { why: 'a down rate of 4 leaves a quarter', ready: 10, load: load(0), given: { 'kpa.downRate': 4 }, wants: 2 },
    {
      why: 'a down rate of 1.25 leaves four fifths',
      ready: 10,
      load: load(0),
      given: { 'kpa.downRate': 1.25 },
      wants: 8,
    },
    { why: '70 % of 95 is 66.5', ready: 3, load: load(199.5), given: { 'kpa.utilization': 0.7 }, wants: 3 },
    { why: 'a threshold of 3', ready: 2, load: load(50, 400), given: { 'kpa.panicThreshold': 3 }, wants: 1 },
    { why: 'no data: nothing', ready: 3, load: null, wants: null },
    {
      why: 'still in panic: the most since it began',
      ready: 5,
      load: load(50, 60),
      panic: { since: now - 20 * second, most: 9 },
      wants: 9,
      inPanic: true,
    },
    {
      why: 'exactly 60 s after: still',
      ready: 5,
      load: load(190, 200),
      panic: { since: now - 60 * second, most: 9 },
      wants: 9,
      inPanic: true,
    },
    {
      why: 'a millisecond later: over',
      ready: 5,
      load: load(190, 200),
      panic: { since: now - 60 * second - 1, most: 9 },
      wants: 2,
    },
    {
      why: 'over the threshold again at that instant: the most still holds',
      ready: 2,
      load: load(190, 400),
      panic: { since: now - 60 * second - 1, most: 9 },
      wants: 9,
      inPanic: true,
    },
  ])('$why', ({ ready, load: given, panic = newPanic(), given: changes, wants, inPanic = false }) => {
    const own = changes === undefined ? settings : kpa({ target: 95, minScale: 0, maxScale: 50 }, changes);
    const state = { ready, panic, now };
    expect(proposeKpa(own, state, given)).toBe(wants);
    if (given !== null) expect(panicsAt(own, state, given)).toBe(inPanic);
  });

  it('concurrency aims no higher than maxConcurrency, rps does not mind it', () => {
    expect(kpa({ target: 95, maxConcurrency: 10 }).targetMilli).toBe(10_000);
    expect(kpa({ target: 95, maxConcurrency: 200 }).targetMilli).toBe(95_000);
    expect(kpa({ target: 95, maxConcurrency: 0 }).targetMilli).toBe(95_000);
    expect(kpa({ target: 95, maxConcurrency: 10, metric: 'rps' }).targetMilli).toBe(95_000);
    expect(kpa({ target: 95, maxConcurrency: 10 }, { 'kpa.utilization': 0.7 }).targetMilli).toBe(7000);
  });
});

describe('what a panic remembers', () => {
  it('rises, never falls, is prolonged by the threshold alone, and ends 60 s after', () => {
    const panic = newPanic();
    const seen = (at: number, ready: number, given: KpaLoad) => {
      rememberPanic(settings, panic, ready, given, at);
      return clonePanic(panic);
    };
    expect(seen(now, 2, load(50, 285))).toEqual({ since: null, most: 0 });
    expect(seen(now + 2000, 2, load(50, 400))).toEqual({ since: now + 2000, most: 5 });
    expect(seen(now + 4000, 2, load(90, 600))).toEqual({ since: now + 4000, most: 7 });
    expect(seen(now + 6000, 7, load(90, 200))).toEqual({ since: now + 4000, most: 7 });
    expect(seen(now + 8000, 7, load(700, 200))).toEqual({ since: now + 4000, most: 8 });
    expect(seen(now + 64_000, 7, load(50, 50))).toEqual({ since: now + 4000, most: 8 });
    expect(seen(now + 64_001, 7, load(50, 50))).toEqual({ since: null, most: 0 });
  });
});

const standing = (current: number, more: Partial<KpaStanding> = {}): KpaStanding => {
  return { current, idleSince: null, inPanic: false, hasWaited: false, now, ...more };
};

interface Tick {
  readonly why: string;
  readonly settings?: KpaSettings;
  readonly standing: KpaStanding;
  readonly newest: number | null;
  readonly to: number | keyof typeof kpaHolds;
}

describe('what a tick does', () => {
  const idle = { idleSince: now - 300 * second };

  it.each<Tick>([
    { why: 'follows the proposal up', standing: standing(2), newest: 5, to: 5 },
    { why: '... and down at once', standing: standing(10), newest: 5, to: 5 },
    { why: 'on target', standing: standing(5), newest: 5, to: 'onTarget' },
    { why: 'WL-18: no more than maxScale', standing: standing(5), newest: 70, to: 50 },
    { why: 'at maxScale already', standing: standing(50), newest: 70, to: 'atMaxScale' },
    { why: 'WL-18: no fewer than minScale', settings: kpa({ minScale: 3 }), standing: standing(5), newest: 1, to: 3 },
    { why: 'at minScale already', settings: kpa({ minScale: 3 }), standing: standing(3), newest: 1, to: 'atMinScale' },
    { why: 'at least one, while not idle for long enough', standing: standing(5), newest: 0, to: 1 },
    { why: 'that one stays', standing: standing(1), newest: 0, to: 'atMinScale' },
    { why: 'no data: no change', standing: standing(5), newest: null, to: 'noData' },
    { why: 'TYPE-14: idle for exactly the delay: zero', standing: standing(1, idle), newest: 0, to: 0 },
    { why: '... from any count', standing: standing(7, idle), newest: 7, to: 0 },
    { why: '... in panic too', standing: standing(7, { ...idle, inPanic: true }), newest: 7, to: 0 },
    {
      why: 'a millisecond too soon: one stays',
      standing: standing(2, { idleSince: now - 300 * second + 1 }),
      newest: 0,
      to: 1,
    },
    {
      why: 'minScale 1 never goes to zero',
      settings: kpa({ minScale: 1 }),
      standing: standing(2, idle),
      newest: 0,
      to: 1,
    },
    { why: 'no data comes before idleness', standing: standing(1, idle), newest: null, to: 'noData' },
    { why: 'asleep, it stays at zero', standing: standing(0, idle), newest: 0, to: 'asleep' },
    {
      why: 'asleep since a moment ago, with a load that is over: it stays at zero',
      standing: standing(0, { idleSince: now - 1 }),
      newest: 4,
      to: 'asleep',
    },
    { why: 'at zero with a request: at least one', standing: standing(0), newest: 0, to: 1 },
    { why: '... and as many as it asks for', standing: standing(0), newest: 4, to: 4 },
  ])('$why', ({ settings: own = settings, standing: given, newest, to }) => {
    const plan = planKpa(own, given, newest);
    if (typeof to === 'number') expect(target(plan)).toBe(to);
    else expect(plan).toBe(kpaHolds[to]);
  });

  it('says what decided', () => {
    expect(planKpa(settings, standing(1, idle), 0).reason).toEqual({
      rules: ['TYPE-14'],
      assumptions: ['serverless.zero', 'kpa.tick'],
    });
    const exact = kpa({ minScale: 0 }, { 'serverless.zero': 'idleExact' });
    expect(planKpa(exact, standing(1, idle), 0).reason.assumptions).toEqual(['serverless.zero']);
    expect(planKpa(settings, standing(5), 7).reason.assumptions).toContain('kpa.upRate');
    expect(planKpa(settings, standing(5), 3).reason.assumptions).toContain('kpa.downRate');
    expect(planKpa(settings, standing(5, { inPanic: true }), 7).reason.assumptions).toContain('kpa.panicThreshold');
    expect(planKpa(settings, standing(5), 7).reason.assumptions).not.toContain('kpa.panicThreshold');
    expect(planKpa(settings, standing(0), 2).reason.rules).toContain('TYPE-14');
    expect(planKpa(settings, standing(0), 2).reason.assumptions).toContain('serverless.wake');
    expect(planKpa(settings, standing(5, { hasWaited: true }), 7).reason.assumptions).toContain('fluid.overflow');
    expect(planKpa(settings, standing(5), 7).reason.assumptions).not.toContain('fluid.overflow');
  });
});

describe('serverless.zero, serverless.wake', () => {
  it('zero is due when the delay ends', () => {
    expect(zeroDueAt(settings, now)).toBe(now + 300 * second);
    expect(zeroDueAt(settings, null)).toBeNull();
    expect(zeroDueAt(kpa({ minScale: 1 }), now)).toBeNull();
    expect(planZero(settings, standing(3, { idleSince: now }))).toBe(kpaHolds.notIdle);
    expect(planZero(settings, standing(3))).toBe(kpaHolds.notIdle);
    expect(planZero(settings, standing(0, { idleSince: 0 }))).toBe(kpaHolds.asleep);
  });

  it('knative waits for an empty window, and then 30 s at least', () => {
    const late = (scaleToZeroDelay: number) =>
      zeroDueAt(kpa({ minScale: 0, scaleToZeroDelay }, { 'serverless.zero': 'knative' }), 0) ?? 0;
    expect([late(10), late(30), late(31), late(300)].map((at) => at / second)).toEqual([90, 90, 91, 360]);
    expect(kpa({}, { 'serverless.zero': 'idleExact' }).zeroAt).toBe('exact');
    expect(kpa({}, { 'serverless.zero': 'knative' }).zeroAt).toBe('tick');
    expect(settings.zeroAt).toBe('tick');
  });

  it('the first request at zero starts one at once, or minScale', () => {
    expect(target(planWake(settings, 0))).toBe(1);
    expect(planWake(settings, 0).reason).toEqual({ rules: ['TYPE-14'], assumptions: ['serverless.wake'] });
    expect(target(planWake(kpa({ minScale: 2 }), 0))).toBe(2);
    expect(planWake(settings, 1)).toBe(kpaHolds.awake);
    expect(planWake(kpa({ minScale: 0 }, { 'serverless.wake': 'nextTick' }), 0)).toBe(kpaHolds.awaitsTick);
  });
});
