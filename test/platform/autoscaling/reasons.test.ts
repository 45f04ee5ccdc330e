import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import {
  isHeld,
  largest,
  outsideBounds,
  planSync,
  type SyncState,
  syncHolds,
} from '../../../src/platform/autoscaling/hpa.ts';
import { isKedaAtTolerance, newPollMemory, planPoll, pollHolds } from '../../../src/platform/autoscaling/keda.ts';
import {
  type KpaStanding,
  kpaHolds,
  newPanic,
  panicsAt,
  planKpa,
  planWake,
  planZero,
} from '../../../src/platform/autoscaling/kpa.ts';
import { hpa, keda, kpa, queue, target } from './built.ts';

const now = 1_000 * second;

/** The rules, then the assumptions, of each plan of a table that is compared by identity. */
function cited(holds: Readonly<Record<string, { readonly reason: { rules: unknown; assumptions: unknown } }>>) {
  return Object.fromEntries(Object.entries(holds).map(([name, { reason }]) => [name, reason]));
}
const reason = (rules: readonly string[], assumptions: readonly string[] = []) => ({ rules, assumptions });

describe('each reason for which a count stays', () => {
  it('of a sync', () => {
    expect(cited(syncHolds)).toEqual({
      atZero: reason(['TYPE-4', 'SUSP-3']),
      fixed: reason(['WL-18']),
      noValue: reason([], ['hpa.sync']),
      onTarget: reason([], ['hpa.sync']),
      atTolerance: reason([], ['hpa.sync', 'hpa.tolerance']),
      heldUp: reason([], ['hpa.sync', 'hpa.down.window']),
      upLimited: reason([], ['hpa.sync', 'hpa.upReplicas', 'hpa.upPercent', 'hpa.upPeriod']),
      downLimited: reason([], ['hpa.sync', 'hpa.downPercent', 'hpa.downPeriod']),
      atMaxScale: reason(['WL-18'], ['hpa.sync']),
      atMinScale: reason(['WL-18'], ['hpa.sync']),
    });
    for (const plan of Object.values(syncHolds)) expect(plan.kind).toBe('hold');
  });

  it('of a tick of the KPA', () => {
    expect(cited(kpaHolds)).toEqual({
      noData: reason([], ['kpa.tick']),
      onTarget: reason([], ['kpa.tick', 'kpa.window', 'kpa.utilization']),
      atMaxScale: reason(['WL-18'], ['kpa.tick']),
      atMinScale: reason(['WL-18'], ['kpa.tick']),
      awake: reason(['TYPE-14']),
      asleep: reason(['TYPE-14']),
      awaitsTick: reason(['TYPE-14'], ['serverless.wake']),
      notIdle: reason(['TYPE-14'], ['serverless.zero']),
    });
    for (const plan of Object.values(kpaHolds)) expect(plan.kind).toBe('hold');
  });

  it('of a poll of KEDA', () => {
    expect(cited(pollHolds)).toEqual({
      asleep: reason(['TYPE-4'], ['keda.poll']),
      active: reason(['TYPE-4'], ['keda.poll']),
      neverZero: reason(['WL-18']),
      failing: reason([], ['keda.poll']),
      fallenBack: reason([], ['keda.poll', 'keda.fallback.at']),
      coolingDown: reason(['TYPE-4'], ['keda.cooldown']),
      coolingDownFirst: reason(['TYPE-4'], ['keda.initialCooldown', 'keda.creation']),
    });
    for (const plan of Object.values(pollHolds)) expect(plan.kind).toBe('hold');
  });
});

describe('each reason for which a sync changes the count', () => {
  const standard = hpa({ metric: 'memory', minScale: 1, maxScale: 20 }).sync;
  const serverless = hpa({ metric: 'memory', minScale: 1, maxScale: 20 }, {}, 'serverless').sync;
  const always = ['hpa.sync', 'hpa.tolerance', 'metric.sample.memoryInterval', 'metric.sample.memoryWindow'];
  const state = (current: number, least: number, most: number): SyncState => {
    return { current, reach: { least, most }, atTolerance: false };
  };

  it.each([
    ['up', standard, state(4, 0, 8), 6, 0, 6, ['WL-18'], always],
    [
      'up, limited by the rate',
      standard,
      state(4, 0, 8),
      11,
      0,
      8,
      ['WL-18'],
      [...always, 'hpa.upReplicas', 'hpa.upPercent', 'hpa.upPeriod'],
    ],
    ['up, exactly as far as the rate lets it', standard, state(4, 0, 8), 8, 0, 8, ['WL-18'], always],
    ['down', standard, state(9, 0, 18), 6, 7, 7, ['WL-18'], [...always, 'hpa.down.window']],
    [
      'down, limited by the rate',
      standard,
      state(9, 8, 18),
      6,
      7,
      8,
      ['WL-18'],
      [...always, 'hpa.down.window', 'hpa.downPercent', 'hpa.downPeriod'],
    ],
    ['to nothing', standard, state(4, 0, 8), 0, 0, 1, ['WL-18', 'TYPE-4'], [...always, 'hpa.down.window']],
    [
      'to nothing, serverless',
      serverless,
      state(4, 0, 8),
      0,
      0,
      1,
      ['WL-18'],
      [...always, 'hpa.down.window', 'type.metrics'],
    ],
    ['down, serverless', serverless, state(4, 0, 8), 2, 0, 2, ['WL-18'], [...always, 'hpa.down.window']],
  ])('%s', (_, settings, given, newest, recent, to, rules, assumptions) => {
    const plan = planSync(settings, given, newest, recent);
    expect(target(plan)).toBe(to);
    expect(plan.reason).toEqual({ rules, assumptions });
  });

  it('a count outside its bounds cites the bounds alone', () => {
    expect(planSync(standard, state(25, 0, 50), 4, 0).reason).toBe(outsideBounds);
    expect(outsideBounds).toEqual(reason(['WL-18']));
  });

  it('a workload at zero is held, whatever its bounds', () => {
    expect(isHeld(standard, state(0, 0, 4), 9, 9)).toBe(true);
    expect(isHeld(standard, state(25, 0, 50), null, 0)).toBe(false);
  });

  it('the highest proposal is the last of equals, and null without any', () => {
    expect(largest([4, 4, null], 4)).toBe(4);
    expect(largest([null], 1)).toBeNull();
  });
});

describe('each reason for which a tick changes the count', () => {
  const settings = kpa({ target: 95, minScale: 0, maxScale: 50, scaleToZeroDelay: 300 });
  const averages = ['kpa.tick', 'kpa.window', 'kpa.utilization'];
  const panic = ['kpa.panicWindow', 'kpa.panicThreshold'];
  const waited = ['fluid.overflow', 'coldStart.hold'];
  const standing = (current: number, more: Partial<KpaStanding> = {}): KpaStanding => {
    return { current, idleSince: null, inPanic: false, hasWaited: false, now, ...more };
  };

  it.each<[string, KpaStanding, number, string[], string[]]>([
    ['up', standing(5), 7, ['WL-18'], [...averages, 'kpa.upRate']],
    ['up in panic', standing(5, { inPanic: true }), 7, ['WL-18'], [...averages, ...panic, 'kpa.upRate']],
    ['up, requests waited', standing(5, { hasWaited: true }), 7, ['WL-18'], [...averages, 'kpa.upRate', ...waited]],
    [
      'up in panic, requests waited',
      standing(5, { inPanic: true, hasWaited: true }),
      7,
      ['WL-18'],
      [...averages, ...panic, 'kpa.upRate', ...waited],
    ],
    ['down', standing(5), 3, ['WL-18'], [...averages, 'kpa.downRate']],
    ['from one', standing(1), 2, ['WL-18'], [...averages, 'kpa.upRate']],
    ['from zero', standing(0), 2, ['WL-18', 'TYPE-14'], [...averages, 'kpa.upRate', 'serverless.wake']],
  ])('%s', (_, given, newest, rules, assumptions) => {
    expect(planKpa(settings, given, newest).reason).toEqual({ rules, assumptions });
  });

  it('without a panic before it, the first minute is none either', () => {
    const load = { stableMilli: 50_000, panicMilli: 50_000 };
    expect(panicsAt(settings, { ready: 2, panic: newPanic(), now: 0 }, load)).toBe(false);
  });

  it('to zero and from zero', () => {
    const idle = { current: 1, idleSince: now - 300 * second, now };
    expect(planZero(settings, idle).reason).toEqual(reason(['TYPE-14'], ['serverless.zero', 'kpa.tick']));
    const exact = kpa({ minScale: 0 }, { 'serverless.zero': 'idleExact' });
    expect(planZero(exact, idle).reason).toEqual(reason(['TYPE-14'], ['serverless.zero']));
    expect(planWake(settings, 0).reason).toEqual(reason(['TYPE-14'], ['serverless.wake']));
  });
});

describe('the settings of a sync', () => {
  it('a loop of triggers samples no metric, so it cites none', () => {
    expect(keda({}, [queue(5)]).sync.cites).toEqual(['hpa.sync', 'hpa.tolerance']);
  });

  it('percentages with decimals are exact', () => {
    const { up, down } = hpa({ metric: 'cpu' }, { 'hpa.upPercent': 12.5, 'hpa.downPercent': 12.5 }).sync;
    expect(up.growth).toEqual({ part: 225, whole: 200 });
    expect(down.remaining).toEqual({ part: 175, whole: 200 });
  });
});

describe('each reason for which a poll changes the count', () => {
  const fallback = { replicas: 6, failureThreshold: 0 };
  const settings = keda({ keda: { fallback } }, [queue(5)]);
  const memory = { ...newPollMemory(0), failures: new Map([['queue', 1]]) };
  const used = { ...memory, lastActiveAt: 1 };

  it.each([
    ['it wakes', planPoll(settings, memory, 0, [1000], now), 1, ['TYPE-4'], ['keda.poll']],
    ['it falls back', planPoll(settings, memory, 0, [null], now), 6, ['WL-18'], ['keda.poll', 'keda.fallback.at']],
    ['it has cooled down', planPoll(settings, used, 3, [0], now), 0, ['TYPE-4'], ['keda.poll', 'keda.cooldown']],
    [
      'it was never active',
      planPoll(settings, memory, 3, [0], now),
      0,
      ['TYPE-4'],
      ['keda.poll', 'keda.initialCooldown', 'keda.creation'],
    ],
  ])('%s', (_, plan, to, rules, assumptions) => {
    expect(target(plan)).toBe(to);
    expect(plan.reason).toEqual({ rules, assumptions });
  });

  it('a trigger without a value or without a target is never at the end of the tolerance', () => {
    const untargeted = keda({}, [{ type: 'external' }, queue(5)]);
    expect(isKedaAtTolerance(untargeted, 3, [0, null])).toBe(false);
    expect(isKedaAtTolerance(untargeted, 3, [16_500, null])).toBe(false);
    expect(isKedaAtTolerance(untargeted, 3, [null, 16_500])).toBe(true);
    // Exactly 0 is the lower end of a tolerance of 1.
    const widest = keda({}, [queue(5)], { 'hpa.tolerance': 1 });
    expect(isKedaAtTolerance(widest, 3, [0])).toBe(true);
    expect(isKedaAtTolerance(widest, 3, [null])).toBe(false);
  });
});
