import { describe, expect, it } from 'vitest';
import { hour } from '../src/engine/time.ts';
import {
  type AutoscalingSettings,
  autoscalingSettings,
  defaultAssumptions,
  fit as fitLine,
  forecastWindow,
  gbFromMicroGB,
  type KpaLoad,
  newPanic,
  newPollMemory,
  newSyncMemory,
  newVolume,
  nextTick,
  noteExpansion,
  type Plan,
  panicsAt,
  planExpansion,
  planKpa,
  planPoll,
  planWake,
  proposeHpa,
  proposeKeda,
  proposeKpa,
  pushReading,
  readingFromBytes,
  rememberChange,
  rememberPanic,
  rememberPoll,
  type Scaled,
  type ScalingAction,
  type TriggerValues,
  takeSync,
  type UseSample,
  volumesetOfManifest,
  workloadOfManifest,
} from '../src/planners.ts';
import { unexportedTypes } from './unexportedTypes.ts';

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
    // Active from the poll at 90 s to that at 120 s; ceil(24/5); one a minute after the last such proposal; none
    // strictly 120 s after the last poll.
    expect(counts).toEqual([
      [90, 1],
      [105, 5],
      [180, 1],
      [270, 0],
    ]);
  });
});

describe('volumes are stepped from the exported planners alone', () => {
  const manifest = {
    name: 'data',
    spec: {
      fileSystemType: 'ext4',
      initialCapacity: 10,
      performanceClass: 'general-purpose-ssd',
      autoscaling: { maxCapacity: 500, minFreePercentage: 20, scalingFactor: 1.1 },
    },
  };

  /**
   * Instants (in hours) and capacities (in GB) of the expansions of a volume that grows by 2 GB an hour from 6 GB on,
   * read each hour.
   */
  function expansionsIn(hours: number, more: object): (readonly [at: number, toGB: number])[] {
    const { settings, findings } = volumesetOfManifest(
      { ...manifest, spec: { ...manifest.spec, autoscaling: { ...manifest.spec.autoscaling, ...more } } },
      defaultAssumptions,
    );
    if (settings === null) throw new Error(JSON.stringify(findings));
    const volume = newVolume({ volumeset: 0, location: 0, index: 0 }, settings, 0);
    const lookback = settings.autoscaling?.predictive?.lookback ?? null;
    const shape = { anchor: 0, step: hour, lookback: lookback ?? 24 * hour, readingMax: 1e6 };
    const window = forecastWindow(shape);
    const expansions: (readonly [number, number])[] = [];
    for (let at = 0; at < hours; at += 1) {
      const now = at * hour;
      const reading = readingFromBytes((6 + 2 * at) * 1e9, settings);
      pushReading(window, now, reading);
      const line = lookback === null ? null : fitLine(window, now, lookback, 'leftOpen');
      const { capacityMicroGB, expansions: earlier } = volume;
      const state = { commandAtWork: false, capacityMicroGB, reading, fit: line, expansions: earlier };
      const plan = planExpansion(settings, state, now);
      if (plan.kind !== 'act') continue;
      volume.capacityMicroGB = plan.actions[0]!.toMicroGB;
      noteExpansion(volume, now);
      expansions.push([at, gbFromMicroGB(volume.capacityMicroGB)]);
    }
    return expansions;
  }

  it('reactive: when less than a fifth is free, to what has a fifth free times the factor (VOLAUTO-11, VOLAUTO-12)', () => {
    // 8 of 10 GB is exactly a fifth free and holds; then 10/0.8*1.1, 12/0.8*1.1 and so on.
    expect(expansionsIn(6, {})).toEqual([
      [2, 13.75],
      [3, 16.5],
      [4, 19.25],
      [5, 22],
    ]);
  });

  it('predictive: before that, to what the line through the readings comes to (VOLAUTO-14 to VOLAUTO-16)', () => {
    const predictive = { enabled: true, lookbackHours: 24, projectionHours: 6, minDataPoints: 2, scalingFactor: 1.1 };
    // At 1:00 the line reaches 8 + 6 * 2 = 20 GB in six hours: 20/0.8*1.1, in whole GB.
    expect(expansionsIn(2, { predictive })).toEqual([[1, 28]]);
  });
});

describe('settings are made from a manifest', () => {
  it('of a workload, checked and with its defaults', () => {
    const containers = [{ name: 'main', image: 'x/web:1', cpu: '500m', memory: '1Gi', ports: [{ number: 8080 }] }];
    const spec = { type: 'standard', containers, defaultOptions: { autoscaling: { metric: 'cpu', target: 60 } } };
    const { settings } = workloadOfManifest({ name: 'web', spec }, defaultAssumptions);
    expect(settings?.options).toMatchObject({ minScale: 1, maxScale: 5, metric: 'cpu' });
    expect(settings?.containers).toMatchObject([{ cpuMillicores: 500, memoryBytes: 2 ** 30 }]);
  });

  it('of a cron workload, whose job has its schedule', () => {
    const containers = [{ name: 'main', image: 'x/job:1' }];
    const spec = { type: 'cron', containers, job: { schedule: '0 3 * * *' } };
    const { settings } = workloadOfManifest({ name: 'job', spec }, defaultAssumptions);
    if (settings?.job === undefined || settings.job === null) throw new Error('no job');
    expect(nextTick(settings.job.schedule, Date.UTC(2026, 10, 2, 12))).toBe(Date.UTC(2026, 10, 3, 3));
  });

  it('not of one that the platform refuses: the findings say why, each with its path and rule', () => {
    const containers = [{ name: 'main', image: 'x/web:1', cpu: '1000m', minCpu: '100m' }];
    const read = workloadOfManifest({ name: 'web', spec: { type: 'standard', containers } }, defaultAssumptions);
    expect(read.settings).toBeNull();
    expect(read.findings).toMatchObject([{ rule: 'WL-8', path: ['spec', 'containers', 0, 'minCpu'] }]);
  });

  it('with volume sets that are named and not looked up', () => {
    const volumes = [{ uri: 'svc://volumeset/data', path: '/data' }];
    const containers = [{ name: 'main', image: 'x/db:1', volumes }];
    const { settings } = workloadOfManifest({ name: 'db', spec: { type: 'stateful', containers } }, defaultAssumptions);
    expect(settings?.containers[0]?.volumes).toEqual([{ volumeset: 'data', path: '/data' }]);
  });
});

describe('the entry of the planners is whole', () => {
  it('exports every type that an exported function or type names', () => {
    expect(unexportedTypes('src/planners.ts')).toEqual([]);
  });
});
