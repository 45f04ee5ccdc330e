import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { second } from '../../../src/engine/time.ts';
import { newChanges, reachOf, rememberChange } from '../../../src/platform/autoscaling/changes.ts';
import { planSync, proposeHpa } from '../../../src/platform/autoscaling/hpa.ts';
import { newPanic, planKpa, proposeKpa } from '../../../src/platform/autoscaling/kpa.ts';
import { isEvenWith, type MetricSample } from '../../../src/platform/autoscaling/metric.ts';
import { highestSince, newProposals, rememberProposal } from '../../../src/platform/autoscaling/proposals.ts';
import {
  cloneSyncMemory,
  firstDoubtfulSync,
  newSyncMemory,
  rememberSyncs,
  surelyHold,
  takeSync,
} from '../../../src/platform/autoscaling/sync.ts';
import { average, hpa, kpa, use } from './built.ts';

const runs = { seed: 1, numRuns: 2000 };
const three = fc.tuple(fc.nat(1500), fc.nat(1500), fc.nat(1500)).map((list) => list.sort((a, b) => a - b));

describe('a stretch of time holds where it holds at the least and at the greatest input', () => {
  it('of cpu and rps together, with unready and missing replicas, and an older proposal', () => {
    const settings = hpa({
      metric: 'multi',
      multi: [
        { metric: 'cpu', target: 60 },
        { metric: 'rps', target: 50 },
      ],
    });
    const parts = fc.record({ counted: fc.integer({ min: 1, max: 8 }), unready: fc.nat(2), missing: fc.nat(2) });
    let held = 0;
    fc.assert(
      fc.property(parts, three, fc.integer({ min: 1, max: 12 }), fc.nat(12), (population, each, current, recent) => {
        fc.pre(isEvenWith(current, population));
        const holds = (share: number): boolean => {
          const samples: MetricSample[] = [
            use(population.counted, share, population),
            average(population.counted, (population.counted * share) / 12, population),
          ];
          const reach = reachOf(newChanges(), current, settings.sync, 0);
          const newest = proposeHpa(settings, current, samples);
          return planSync(settings.sync, { current, reach, atTolerance: false }, newest, recent).kind === 'hold';
        };
        const [least = 0, between = 0, greatest = 0] = each;
        if (!holds(least) || !holds(greatest)) return;
        held += 1;
        expect(holds(between)).toBe(true);
      }),
      runs,
    );
    expect(held).toBeGreaterThan(100);
  });

  it('of concurrency', () => {
    const settings = kpa({ target: 100, minScale: 0, maxScale: 8 });
    let held = 0;
    const near = fc
      .tuple(fc.nat(900), fc.nat(60), fc.nat(60))
      .map(([least, a, b]) => [least, least + a, least + a + b]);
    fc.assert(
      fc.property(near, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (each, current, ready) => {
        const now = 1000 * second;
        const holds = (level: number): boolean => {
          const load = { stableMilli: level * 1000, panicMilli: level * 1000 };
          const newest = proposeKpa(settings, { ready, panic: newPanic(), now }, load);
          return (
            planKpa(settings, { current, idleSince: null, inPanic: false, hasWaited: false, now }, newest).kind ===
            'hold'
          );
        };
        const [least = 0, between = 0, greatest = 0] = each;
        if (!holds(least) || !holds(greatest)) return;
        held += 1;
        expect(holds(between)).toBe(true);
      }),
      runs,
    );
    expect(held).toBeGreaterThan(50);
  });

  it('of syncs, which leave the same behind as one by one', () => {
    const { sync: settings } = hpa({ metric: 'cpu', minScale: 1, maxScale: 8, scaleToZeroDelay: 60 });
    const { period, downWindow } = settings;
    const proposals = fc.array(fc.oneof({ weight: 5, arbitrary: fc.nat(6) }, fc.constant(null)), {
      minLength: 1,
      maxLength: 12,
    });
    const calm = fc
      .tuple(fc.integer({ min: 1, max: 6 }), fc.nat(9))
      .map(([count, times]) => Array(times + 1).fill(count));
    const older = fc.array(fc.tuple(fc.nat(8), fc.integer({ min: -3, max: 3 })), { maxLength: 4 });
    let held = 0;
    fc.assert(
      fc.property(older, fc.oneof(proposals, calm), fc.integer({ min: 1, max: 8 }), (before, list, current) => {
        const memory = newSyncMemory();
        before.forEach(([count, by], index) => {
          rememberProposal(memory.proposals, index * period, count);
          rememberChange(memory.changes, index * period, by);
        });
        const from = 4 * period;
        const until = from + (list.length - 1) * period;
        const at = (now: number): number | null => list[(now - from) / period] ?? null;
        const some = list.filter((count) => count !== null);
        const between = () =>
          some.length < list.length ? null : { least: Math.min(...some), greatest: Math.max(...some) };
        const literal = cloneSyncMemory(memory);
        const proposing = { at, between, steadyUntil: (after: number) => after };
        if (!surelyHold(settings, memory, current, proposing, { from, until, heldUpFrom: null })) return;
        held += 1;
        for (let now = from; now <= until; now += period) {
          const plan = takeSync(settings, literal, { current, newest: at(now), atTolerance: false }, now);
          expect(plan.kind).toBe('hold');
        }
        rememberSyncs(settings, memory, current, proposing, { after: from - 1, until });
        for (let since = until - downWindow; since <= until; since += period)
          expect(highestSince(memory.proposals, since)).toBe(highestSince(literal.proposals, since));
      }),
      runs,
    );
    expect(held).toBeGreaterThan(100);
  });

  it('of syncs, of which the first that does not hold is never passed over', () => {
    const { sync: settings } = hpa({ metric: 'cpu', minScale: 1, maxScale: 8, scaleToZeroDelay: 60 });
    const { period } = settings;
    // Three stretches, each with its own proposals: as a load that rests, and then is another.
    const stretch = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 40 }));
    const steps = fc.array(stretch, { minLength: 1, maxLength: 4 });
    let ended = 0;
    let far = 0;
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 8 }), fc.nat(3), fc.boolean(), (list, current, short, isKnown) => {
        const proposals = list.flatMap(([count, times]) => Array<number>(times).fill(count));
        const at = (sync: number): number => proposals[sync / period - 1] ?? current;
        const between = (from: number, until: number) => {
          const some = Array.from({ length: (until - from) / period + 1 }, (_, index) => at(from + index * period));
          return { least: Math.min(...some), greatest: Math.max(...some) };
        };
        const steadyUntil = (after: number): number => {
          let until = after;
          while (isKnown && until < proposals.length * period && at(until + period) === current) until += period;
          return Math.max(after, until - short * period);
        };
        const memory = newSyncMemory();
        const limit = (proposals.length + 30) * period;
        const proposing = { at, between, steadyUntil };
        const found = firstDoubtfulSync(settings, memory, current, proposing, { after: 0, limit });
        const literal = cloneSyncMemory(memory);
        for (let now = period; now < found; now += period)
          expect(takeSync(settings, literal, { current, newest: at(now) }, now).kind).toBe('hold');
        expect(found).toBeLessThanOrEqual(limit);
        if (found < limit) ended += 1;
        if (found > 4 * period) far += 1;
      }),
      runs,
    );
    expect(ended).toBeGreaterThan(500);
    expect(far).toBeGreaterThan(200);
  });

  it('skipped syncs may be settled by their last one, as long as none proposed more', () => {
    const literal = newProposals();
    for (let at = 15; at <= 300; at += 15) rememberProposal(literal, at, at < 150 ? 3 : 4);
    const settled = newProposals();
    rememberProposal(settled, 300, 4);
    expect(settled).toEqual(literal);
  });
});
