import { describe, expect, it } from 'vitest';
import {
  type AutoscalingSettings,
  autoscalingSettings,
  defaultAssumptions,
  type KpaLoad,
  newPanic,
  newPollMemory,
  newSyncMemory,
  type Plan,
  panicsAt,
  planKpa,
  planPoll,
  planWake,
  proposeHpa,
  proposeKeda,
  proposeKpa,
  rememberChange,
  rememberPanic,
  rememberPoll,
  type Scaled,
  type ScalingAction,
  type TriggerValues,
  takeSync,
  type UseSample,
} from '../src/planners.ts';

const second = 1_000;
const minute = 60 * second;

type Loop = AutoscalingSettings['loop'];
type Block = Parameters<typeof autoscalingSettings>[0];

/** The settings of a loop, from a workload's block. */
function settingsOf<L extends Loop>(loop: L, scaled: Scaled, block: Block): Extract<AutoscalingSettings, { loop: L }> {
  const settings = autoscalingSettings(block, scaled, defaultAssumptions);
  if (settings.loop !== loop) throw new Error(`made a loop of ${settings.loop}`);
  return settings as Extract<AutoscalingSettings, { loop: L }>;
}

/** The count that a plan leaves. */
function countAfter(plan: Plan<ScalingAction>, current: number): number {
  return plan.kind === 'act' ? (plan.actions[0]?.to ?? current) : current;
}

describe('loops are stepped from the exported planners alone', () => {
  it('sync by sync: a target missed, and the window that holds a count up (hpa.*)', () => {
    const scaled = { type: 'standard', minScale: 1, maxScale: 40 } as const;
    const settings = settingsOf('hpa', scaled, { metric: 'cpu', target: 50, scaleToZeroDelay: 300 });
    const memory = newSyncMemory();
    const counts: number[] = [];
    let current = 1;
    // All replicas are as busy as can be until 1:00, and do next to nothing from then on.
    for (let now = 15 * second; now <= 7 * minute; now += 15 * second) {
      const used = current * (now < minute ? 1_000 : 10);
      const none = { unready: 0, missing: 0, unreadyAllowed: 0, missingAllowed: 0 };
      const sample: UseSample = { of: 'use', counted: current, used, allowed: current * 1_000, ...none };
      const newest = proposeHpa(settings, current, [sample]);
      const to = countAfter(takeSync(settings.sync, memory, { current, newest }, now), current);
      rememberChange(memory.changes, now, to - current);
      current = to;
      counts.push(to);
    }
    // Twice as many as there are each time; the last such proposal, 8 at 0:45, is too old at 5:45.
    expect(counts.slice(0, 4)).toEqual([2, 4, 8, 8]);
    expect(counts[5 * 4 + 1]).toBe(8);
    expect(counts[5 * 4 + 2]).toBe(1);
  });

  it('tick by tick: panic, its end a window later, and halving (kpa.*)', () => {
    const scaled = { type: 'serverless', minScale: 0, maxScale: 50 } as const;
    const settings = settingsOf('kpa', scaled, { metric: 'concurrency', target: 10 });
    const panic = newPanic();
    let current = countAfter(planWake(settings, 0), 0);
    const counts: number[] = [current];
    // A burst of four seconds, after which ten are there at a time.
    for (let now = 2 * second; now <= 72 * second; now += 2 * second) {
      const load: KpaLoad = { stableMilli: 10_000, panicMilli: now <= 4 * second ? 80_000 : 10_000 };
      const state = { ready: current, panic, now };
      const newest = proposeKpa(settings, state, load);
      const inPanic = panicsAt(settings, state, load);
      rememberPanic(settings, panic, current, load, now);
      current = countAfter(
        planKpa(settings, { current, idleSince: null, hasWaited: false, inPanic, now }, newest),
        current,
      );
      counts.push(current);
    }
    // 80 of 10 each are 8; reached last at 2 s, it holds for 60 s after that; then a half at a time.
    expect(counts.slice(0, 3)).toEqual([1, 8, 8]);
    expect(counts.slice(1, 32).every((count) => count === 8)).toBe(true);
    expect(counts.slice(32, 36)).toEqual([4, 2, 1, 1]);
  });

  it('poll by poll: woken by a trigger, as many as it asks for, to zero after the cooldown (keda.*)', () => {
    const scaled = { type: 'standard', minScale: 0, maxScale: 20 } as const;
    const triggers = [{ type: 'prometheus', name: 'queue', metadata: { threshold: 5 } }];
    const settings = settingsOf('keda', scaled, {
      metric: 'keda',
      scaleToZeroDelay: 60,
      keda: { triggers, cooldownPeriod: 120 },
    });
    const polls = newPollMemory(0);
    const syncs = newSyncMemory();
    const counts: (readonly [at: number, count: number])[] = [];
    let current = 0;
    for (let now = 15 * second; now <= 6 * minute; now += 15 * second) {
      const values: TriggerValues = [now > minute && now <= 2 * minute ? 24_000 : 0];
      const before = current;
      if (now % settings.poll === 0) {
        rememberPoll(settings, polls, values, now);
        current = countAfter(planPoll(settings, polls, current, values, now), current);
      }
      if (current === before) {
        const newest = proposeKeda(settings, polls, { current, ready: current }, values);
        current = countAfter(takeSync(settings.sync, syncs, { current, newest }, now), current);
      }
      rememberChange(syncs.changes, now, current - before);
      if (current !== before) counts.push([now / second, current]);
    }
    // Active from the poll at 90 s to that at 120 s; ceil(24/5); one a minute after the last such proposal; none strictly 120 s after the last poll.
    expect(counts).toEqual([
      [90, 1],
      [105, 5],
      [180, 1],
      [270, 0],
    ]);
  });
});
