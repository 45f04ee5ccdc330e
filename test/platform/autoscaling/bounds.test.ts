import { describe, expect, it } from 'vitest';
import { instantFromCivil } from '../../../src/engine/time.ts';
import { windowAt, windowBounds, windowOf } from '../../../src/platform/autoscaling/cronWindow.ts';
import { isAtTolerance, type MetricSample, proposeByMetric } from '../../../src/platform/autoscaling/metric.ts';
import { bandAround, compareRatios } from '../../../src/platform/autoscaling/ratio.ts';
import { fallbackOf, isActive, triggersOf } from '../../../src/platform/autoscaling/trigger.ts';
import { isKnownScaler, isTargetKey, targetKeysOf, targetOf } from '../../../src/platform/autoscaling/triggerTarget.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';
import { use } from './built.ts';

describe('a metric at the bound of the tolerance', () => {
  it.each<[string, MetricSample | null, boolean]>([
    ['no sample', null, false],
    ['no replica counts', use(0, 0, { unready: 4 }), false],
    ['exactly 0.9 times the target', use(4, 540), true],
    ['at the target, where unready replicas stay out', use(9, 600, { unready: 1 }), false],
    ['below, a missing replica counts as fully used: 54 of 60', use(4, 425, { missing: 1 }), true],
    ['above, missing and unready replicas count as idle: 66 of 60', use(3, 1100, { missing: 1, unready: 1 }), true],
    ['above, an unready replica counts as idle: 66 of 60', use(3, 880, { unready: 1 }), true],
  ])('%s', (_, sample, expected) => {
    expect(isAtTolerance({ targetMilli: 60_000 }, bandAround(0.1), sample)).toBe(expected);
  });

  it('replicas that may use nothing have no value', () => {
    const sample = { ...use(2, 0), allowed: 0 };
    expect(proposeByMetric({ targetMilli: 60_000 }, bandAround(0.1), 2, sample)).toBeNull();
  });
});

describe('ratios whose products are beyond what numbers hold', () => {
  const most = Number.MAX_SAFE_INTEGER;

  it('are compared to the last digit', () => {
    // Products most * (most - 2) and (most - 1) squared differ by 1.
    const less = compareRatios({ part: most, whole: most - 1 }, { part: most - 1, whole: most - 2 });
    expect(Math.sign(less)).toBe(-1);
    const more = compareRatios({ part: most - 1, whole: most - 2 }, { part: most, whole: most - 1 });
    expect(Math.sign(more)).toBe(1);
    expect(compareRatios({ part: most, whole: most - 1 }, { part: most, whole: most - 1 })).toBe(0);
  });
});

describe('a window of a cron trigger', () => {
  const written = { start: '0 8 * * *', end: '0 18 * * *', desiredReplicas: 3 };
  const at = (hours: number) => instantFromCivil(2026, 11, 5, hours * 3_600_000);

  it('asks for 0 replicas or more', () => {
    expect(windowOf({ ...written, desiredReplicas: 0 }, defaultAssumptions)?.replicas).toBe(0);
    expect(windowOf({ ...written, desiredReplicas: -1 }, defaultAssumptions)).toBeNull();
  });

  it('that starts and ends at the same minute is open', () => {
    const always = windowOf({ ...written, end: written.start }, defaultAssumptions)!;
    expect(windowAt(always, at(9))).toBe(3);
  });

  it('turns at the last instant of a stretch, too', () => {
    const window = windowOf(written, defaultAssumptions)!;
    expect(windowBounds(window, at(7), at(8))).toEqual({ least: 0, greatest: 3 });
    expect(windowBounds(window, at(7), at(8) - 1)).toEqual({ least: 0, greatest: 0 });
    expect(windowBounds(window, at(8), at(17))).toEqual({ least: 3, greatest: 3 });
  });
});

describe('what a trigger is read from', () => {
  it('a scaler is known by its type, and not by what objects have besides', () => {
    expect([isKnownScaler('kafka'), isKnownScaler('own'), isKnownScaler('toString')]).toEqual([true, false, false]);
  });

  it('a key is known if some scaler reads its target from it', () => {
    expect([isTargetKey('lagThreshold'), isTargetKey('topic')]).toEqual([true, false]);
    expect(targetKeysOf('kafka')).toEqual(['lagThreshold']);
    expect(targetKeysOf('cron')).toEqual([]);
    const all = targetKeysOf('own');
    expect(new Set(all).size).toBe(all.length);
    expect(all.slice(0, 3)).toEqual(['targetQueueSize', 'lagThreshold', 'queryValue']);
  });

  it.each([
    ['null', null, 10_000],
    ['empty', '', 10_000],
    ['blanks', ' ', null],
    ['a number', 7, 7_000],
    ['its text', '7', 7_000],
    ['0', 0, null],
    ['neither', true, null],
  ])('a target that is %s', (_, lagThreshold, targetMilli) => {
    const assumptions = { 'keda.target.missing': 'published' } as const;
    expect(targetOf({ type: 'kafka', metadata: { lagThreshold } }, assumptions).targetMilli).toBe(targetMilli);
  });

  it('only a trigger of type cron has a window', () => {
    const metadata = { start: '0 8 * * *', end: '0 18 * * *', desiredReplicas: 3, timezone: 'UTC' };
    const windows = triggersOf(
      [
        { type: 'cron', metadata },
        { type: 'own', metadata },
      ],
      defaultAssumptions,
    );
    expect(windows.map(({ window }) => window?.replicas)).toEqual([3, undefined]);
  });

  it('a failed value is not active, even if the activation is below 0', () => {
    const [trigger] = triggersOf(
      [{ type: 'own', metadata: { threshold: 5, activationThreshold: -1 } }],
      defaultAssumptions,
    );
    expect([isActive(trigger!, 0), isActive(trigger!, null)]).toEqual([true, false]);
  });

  it.each(['static', 'currentReplicas', 'currentReplicasIfHigher', 'currentReplicasIfLower'])(
    'a fallback may be %s, and is static otherwise',
    (behavior) => {
      expect(fallbackOf({ replicas: 2, behavior }, defaultAssumptions)?.behavior).toBe(behavior);
      expect(fallbackOf({ replicas: 2, behavior: 'own' }, defaultAssumptions)?.behavior).toBe('static');
    },
  );
});
