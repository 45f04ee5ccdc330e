/**
 * Whole scenarios at random: one or two gvcs in up to three locations, workloads of every type with their volume sets,
 * and a timeline that comes in bursts around one workload, so that things happen while other things are under way.
 */
import fc from 'fast-check';
import type { ResourceDocument, ScenarioDocument } from '../document.ts';
import { type Burst, bursts, isForGood, stepsOf } from './bursts.ts';
import { clocks, type DrawnClock, withClock } from './clocks.ts';
import { shrinkingScenarios } from './simpler.ts';
import { type PlacedWorkload, resourcesOf, type WorkloadShape, workloadShapes } from './workloads.ts';

/** How large a generated scenario may be, and what it may hold; what is absent is as usual. */
export interface ScenarioLimits {
  /** Lengths of a run in hours, one of which is taken; default 2, 4, 9 and 27. */
  readonly hours?: readonly number[];
  /**
   * Whether nothing crashes by itself, nothing overflows, and no fault lasts for good, so that whatever starts becomes
   * ready in the end; default false.
   */
  readonly isCalm?: boolean;
  /** The most bursts of the timeline, 1 or more; default 6. */
  readonly burstsMax?: number;
  /** The most workloads, 1 or more; default 4. */
  readonly workloadsMax?: number;
}

const gvcs = ['ash', 'elm'];
const locations = ['aws-us-east-1', 'azure-eastus2', 'gcp-us-east1'];

/** Other readings of the specification that change what happens in mid-course; most scenarios have one or none. */
const readings: readonly (readonly [string, unknown])[] = [
  ['cron.forbid.missed', 'lateStart'],
  ['cron.replace.start', 'afterStop'],
  ['cron.defaultSuspend', 'alsoRemove'],
  ['rollout.serverless.old', 'afterWindow'],
  ['rollout.stateful.maxUnavailable', 'honoured'],
  ['rollout.terminating.counts', 'yes'],
  ['rollout.window', 'barrier'],
  ['run.start', 'cold'],
  ['run.start', 'minScale'],
  ['suspend.resume.scale', 'asBefore'],
  ['order.ties', 'shuffle'],
  ['replica.pull.cache', 'location'],
  ['replica.scaleDown.order', 'random'],
  ['reschedule.mode', 'evictWithinU'],
  ['ignore.effect', 'terminates'],
  ['volume.expand.order', 'growFirst'],
  ['snapshot.afterReplacement', 'withVolume'],
];

/** Any scenario; it is valid, and shrinks by whole resources together with what refers to them. */
export function scenarios(limits: ScenarioLimits = {}): fc.Arbitrary<ScenarioDocument> {
  const { hours = [2, 4, 9, 27], isCalm = false, burstsMax = 6, workloadsMax = 4 } = limits;
  const drawn = fc
    .record({
      hours: fc.constantFrom(...hours),
      seed: fc.nat(999),
      readings: fc.subarray([...readings], { maxLength: 2 }),
      places: fc.array(fc.subarray(locations, { minLength: 1 }), { minLength: 1, maxLength: gvcs.length }),
      shapes: fc.array(workloadShapes, { minLength: 1, maxLength: workloadsMax }),
      bursts: fc.array(bursts, { minLength: 1, maxLength: burstsMax }),
      clock: clocks,
    })
    .map((given) => withClock(documentFrom(given, isCalm), given.clock));
  return shrinkingScenarios(drawn);
}

interface Given {
  readonly hours: number;
  readonly seed: number;
  readonly readings: readonly (readonly [string, unknown])[];
  readonly places: readonly (readonly string[])[];
  readonly shapes: readonly WorkloadShape[];
  readonly bursts: readonly Burst[];
  readonly clock: DrawnClock;
}

function documentFrom({ hours, seed, readings, places, shapes, bursts }: Given, isCalm: boolean): ScenarioDocument {
  const homes = places.map((own, index) => ({ gvc: gvcs[index] ?? '', locations: own }));
  const parts = shapes.map((shape, index): PlacedWorkload => {
    const home = homes[shape.home % homes.length] ?? { gvc: '', locations: [] };
    return { ...shape, ...home, name: `${shape.type}-${index}` };
  });
  const made = parts.map((part) => resourcesOf(part, isCalm));
  return {
    svcsim: 1,
    start: '2026-11-29T20:00:00Z',
    for: `${hours}h`,
    seed,
    assumptions: Object.fromEntries(readings),
    resources: [...homes.map(gvcOf), ...made.flatMap(({ resources }) => resources)],
    behavior: Object.assign({}, ...made.map(({ behavior }) => behavior)),
    timeline: bursts
      .flatMap((one) => stepsOf(one, { parts, seconds: hours * 3600 }))
      .filter((step) => !isCalm || !isForGood(step)),
  };
}

/** The gvc that a workload, or several, are in. */
export function gvcOf({
  gvc,
  locations: own,
}: {
  readonly gvc: string;
  readonly locations: readonly string[];
}): ResourceDocument {
  const locationLinks = own.map((location) => `//location/${location}`);
  return { kind: 'gvc', name: gvc, spec: { staticPlacement: { locationLinks } } };
}
