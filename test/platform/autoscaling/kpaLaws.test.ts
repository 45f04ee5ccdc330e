import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import {
  clonePanic,
  type KpaLoad,
  newPanic,
  panicStaysAt,
  panicsAt,
  planKpa,
  proposeKpa,
  rememberPanic,
  staysAt,
} from '../../../src/platform/autoscaling/kpa.ts';
import { kpa, target } from './built.ts';

const now = 1000 * second;
const settings = kpa({ target: 95, minScale: 0, maxScale: 50 });
const milli = fc.nat(3_000_000);
const ready = fc.nat(20);
const panics = fc.record({
  since: fc.option(fc.integer({ min: now - 70_000, max: now })),
  most: fc.integer({ min: 1, max: 30 }),
});
const runs = { seed: 1, numRuns: 2000 };

describe('laws of a tick', () => {
  it('more load never gives less, in either average', () => {
    fc.assert(
      fc.property(ready, panics, milli, milli, milli, milli, (count, panic, stableMilli, panicMilli, a, b) => {
        const state = { ready: count, panic: panic.since === null ? newPanic() : panic, now };
        const less = proposeKpa(settings, state, { stableMilli, panicMilli }) ?? 0;
        const more = { stableMilli: stableMilli + a, panicMilli: panicMilli + b };
        expect(proposeKpa(settings, state, more)).toBeGreaterThanOrEqual(less);
      }),
      runs,
    );
  });

  it('a tick is within its bounds, monotone, and never acts without a change', () => {
    const bounds = fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 30 })).map(([minScale, more]) => {
      return kpa({ minScale, maxScale: minScale + more });
    });
    const idleSince = fc.option(fc.integer({ min: now - 400_000, max: now }));
    fc.assert(
      fc.property(bounds, fc.nat(30), idleSince, fc.nat(60), fc.nat(9), (own, current, since, newest, more) => {
        const at = { current, idleSince: since, inPanic: false, hasWaited: false, now };
        const [low, high] = [newest, newest + more].map((wanted) => {
          const plan = planKpa(own, at, wanted);
          if (plan.kind === 'act') expect(target(plan)).not.toBe(current);
          return plan.kind === 'act' ? Number(target(plan)) : current;
        });
        expect(high).toBeGreaterThanOrEqual(low ?? 0);
        if (low === 0) expect(own.minScale === 0 || current === 0).toBe(true);
        else expect(low).toBeGreaterThanOrEqual(own.minScale);
        expect(high).toBeLessThanOrEqual(own.maxScale);
      }),
      runs,
    );
  });

  it('a count stays where a plan holds, and no panic begins', () => {
    let stays = 0;
    fc.assert(
      fc.property(fc.nat(3), fc.nat(6), ready, fc.nat(700_000), fc.nat(700_000), (least, current, count, a, b) => {
        const own = kpa({ target: 95, minScale: least, maxScale: least + 6 });
        const [state, load] = [
          { ready: count, panic: newPanic(), now },
          { stableMilli: a, panicMilli: b },
        ];
        const plan = planKpa(
          own,
          { current, idleSince: null, inPanic: false, hasWaited: false, now },
          proposeKpa(own, state, load),
        );
        const isPlain = plan.kind === 'hold' && !panicsAt(own, state, load);
        expect(staysAt(own, { ready: count, current }, load)).toBe(isPlain);
        if (isPlain) stays += 1;
      }),
      runs,
    );
    expect(stays).toBeGreaterThan(100);
  });

  it('a panic stays where a plan holds and nothing more is remembered, and so it does at any lesser load', () => {
    const own = fc
      .record({
        minScale: fc.nat(3),
        more: fc.nat(9),
        threshold: fc.constantFrom(1, 1.5, 2, 10),
        upRate: fc.constantFrom(1.5, 1000),
      })
      .map(({ minScale, more, threshold, upRate }) =>
        kpa(
          { target: 95, minScale, maxScale: minScale + more },
          { 'kpa.panicThreshold': threshold, 'kpa.upRate': upRate },
        ),
      );
    const load = fc.record({ stableMilli: fc.nat(1_500_000), panicMilli: fc.nat(1_500_000) });
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    // How long the threshold was last reached ago: the whole window is included.
    const age = fc.oneof(fc.integer({ min: 1, max: 60_000 }), fc.constant(60_000));
    const counts = fc.record({
      ready,
      most: fc.integer({ min: 1, max: 16 }),
      beside: fc.constantFrom(0, 0, 0, 1),
    });
    let stays = 0;
    fc.assert(
      fc.property(own, counts, age, load, share, share, (settings, { ready, most, beside }, ago, greatest, a, b) => {
        const current = Math.max(1, Math.min(Math.max(most, settings.minScale), settings.maxScale)) + beside;
        const panic = { since: now - ago, most };
        const changesNothing = (seen: KpaLoad): boolean => {
          const left = clonePanic(panic);
          const state = { ready, panic, now };
          const standing = {
            current,
            idleSince: null,
            inPanic: panicsAt(settings, state, seen),
            hasWaited: false,
            now,
          };
          const plan = planKpa(settings, standing, proposeKpa(settings, state, seen));
          rememberPanic(settings, left, ready, seen, now);
          return plan.kind === 'hold' && left.since === panic.since && left.most === most;
        };
        const isSure = panicStaysAt(settings, { ready, current, most }, greatest);
        expect(changesNothing(greatest)).toBe(isSure);
        if (!isSure) return;
        stays += 1;
        const { stableMilli, panicMilli } = greatest;
        const less = { stableMilli: Math.floor(stableMilli * a), panicMilli: Math.floor(panicMilli * b) };
        expect(changesNothing(less)).toBe(true);
      }),
      runs,
    );
    expect(stays).toBeGreaterThan(100);
  });

  it('within a tick it rises to the most that the rate allows, and falls to the least', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), milli, milli, (count, stableMilli, panicMilli) => {
        const own = kpa({ target: 1 }, { 'kpa.upRate': 3 });
        const wanted = proposeKpa(own, { ready: count, panic: newPanic(), now }, { stableMilli, panicMilli });
        expect(wanted).toBeGreaterThanOrEqual(Math.floor(count / 2));
        expect(wanted).toBeLessThanOrEqual(count * 3);
      }),
      runs,
    );
  });
});
