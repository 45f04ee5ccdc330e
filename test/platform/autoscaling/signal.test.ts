import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hour, minute } from '../../../src/engine/time.ts';
import {
  type SignalSource,
  type Signals,
  sourceOf,
  valuesAt,
  valuesBetween,
} from '../../../src/platform/autoscaling/signal.ts';
import { joinedCurve, steadyCurve, steppedCurve } from '../../../src/platform/traffic/curveForms.ts';
import { keda } from './built.ts';

const startAt = Date.UTC(2026, 10, 2);
const frame = { startAt, growth: null };
const steady = (value: number) => ({ curve: steadyCurve(value, frame), jitter: null });
const context = { seed: '1', workload: 'shop/workload/worker', share: 1, missing: 'zero' } as const;

const { triggers } = keda({}, [
  { type: 'rabbitmq', name: 'queue', metadata: { value: 5 } },
  { type: 'cron', metadata: { start: '0 8 * * *', end: '0 18 * * *', desiredReplicas: 4 } },
]);

function sources(signals: Signals, missing: 'zero' | 'failing' = 'zero'): readonly SignalSource[] {
  return triggers.map((trigger) => sourceOf(trigger, { ...context, signals, missing }));
}

describe('what a trigger finds', () => {
  it.each<[string, readonly SignalSource[], readonly (number | null)[]]>([
    ['what the scenario tells of it, in thousandths', sources({ queue: steady(2.5) }), [2_500, 4_000]],
    ['that its source cannot be asked', sources({ queue: 'failing' }), [null, 4_000]],
    ['nothing, where nothing is told (`keda.value.missing`)', sources({}), [0, 4_000]],
    ['... or nobody', sources({}, 'failing'), [null, 4_000]],
    ['what is told, in the place of its own schedule', sources({ cron: steady(1) }), [0, 1_000]],
  ])('%s', (_, found, values) => {
    expect(valuesAt(found, startAt + 12 * hour)).toEqual(values);
  });

  it('changes with the time', () => {
    const curve = steppedCurve([[hour, 7]], frame);
    const found = sources({ queue: { curve, jitter: null } });
    const at = [0, hour - 1, hour, 20 * hour].map((age) => valuesAt(found, startAt + age));
    expect(at).toEqual([
      [0, 0],
      [0, 0],
      [7_000, 0],
      [7_000, 0],
    ]);
  });

  it('has the noise of its seed, its workload and its name alone', () => {
    const noisy = { curve: steadyCurve(100, frame), jitter: { every: minute, cv: 0.5 } };
    const at = (changes: object): unknown =>
      triggers
        .slice(0, 1)
        .map((trigger) =>
          valuesAt([sourceOf(trigger, { ...context, signals: { queue: noisy }, ...changes })], startAt),
        );
    expect(at({})).toEqual(at({}));
    expect(at({ seed: '2' })).not.toEqual(at({}));
    expect(at({ workload: 'shop/workload/other' })).not.toEqual(at({}));
  });

  it('lies within the bounds of a stretch', () => {
    const height = fc.nat(50);
    const points = fc.uniqueArray(fc.tuple(fc.nat(600), height), {
      minLength: 2,
      maxLength: 6,
      selector: ([at]) => at,
    });
    const jitter = fc.option(fc.constant({ every: 7 * minute, cv: 0.8 }));
    fc.assert(
      fc.property(points, jitter, fc.nat(700), fc.nat(300), fc.nat(300), (given, noise, from, length, inside) => {
        const ages = given.sort(([a], [b]) => a - b).map(([at, value]) => [at * minute, value] as const);
        const found = sources({ queue: { curve: joinedCurve(ages, frame), jitter: noise } });
        const [first, last] = [startAt + from * minute, startAt + (from + length) * minute];
        const { least, greatest } = valuesBetween(found, first, last);
        valuesAt(found, Math.min(last, first + inside * minute)).forEach((value, index) => {
          expect(value).toBeGreaterThanOrEqual(least[index] ?? 0);
          expect(value).toBeLessThanOrEqual(greatest[index] ?? 0);
        });
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('fails at both ends where it fails', () => {
    expect(valuesBetween(sources({ queue: 'failing' }), startAt, startAt + hour)).toEqual({
      least: [null, 0],
      greatest: [null, 0],
    });
  });
});
