/**
 * Whole scenarios at random: one or two gvcs in up to three locations, workloads of every type with volume sets of
 * theirs, and a timeline that comes in bursts around one workload, so that things happen while other things are under
 * way.
 */
import fc from 'fast-check';
import { type Part, type PartShape, partShape, resourcesOf } from './parts.ts';
import { type Burst, burst, isForGood, type Step, stepsOf } from './steps.ts';

/** A scenario file as JSON; printed by a failing law, it can be saved and run as it is. */
export interface Doc {
  readonly svcsim: 1;
  readonly start: string;
  readonly for: string;
  readonly seed: number;
  readonly assumptions: { readonly [name: string]: unknown };
  readonly resources: readonly Resource[];
  readonly behavior: { readonly [name: string]: object };
  readonly timeline: readonly Step[];
}

export interface Resource {
  readonly kind: string;
  readonly name: string;
  readonly gvc?: string;
  readonly tags?: object;
  readonly spec: object;
}

export interface WorldLimits {
  /** Lengths of a run in hours, one of which is taken. */
  readonly hours?: readonly number[];
  /**
   * Nothing crashes by itself, nothing overflows, and no fault lasts for good: whatever starts becomes ready in the
   * end.
   */
  readonly isCalm?: boolean;
  readonly burstsMax?: number;
}

const gvcs = ['ash', 'elm'];
const locations = ['aws-us-east-1', 'azure-eastus2', 'gcp-us-east1'];

/** Other readings of the specification that change what happens in mid-course; most worlds have one or none. */
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

/** Any world; it is a valid scenario. */
export function world({ hours = [2, 4, 9, 27], isCalm = false, burstsMax = 6 }: WorldLimits = {}): fc.Arbitrary<Doc> {
  return fc
    .record({
      hours: fc.constantFrom(...hours),
      seed: fc.nat(999),
      readings: fc.subarray([...readings], { maxLength: 2 }),
      places: fc.array(fc.subarray(locations, { minLength: 1 }), { minLength: 1, maxLength: gvcs.length }),
      shapes: fc.array(partShape, { minLength: 1, maxLength: 4 }),
      bursts: fc.array(burst, { minLength: 1, maxLength: burstsMax }),
    })
    .map((given) => docOf(given, isCalm));
}

interface Given {
  readonly hours: number;
  readonly seed: number;
  readonly readings: readonly (readonly [string, unknown])[];
  readonly places: readonly (readonly string[])[];
  readonly shapes: readonly PartShape[];
  readonly bursts: readonly Burst[];
}

function docOf({ hours, seed, readings, places, shapes, bursts }: Given, isCalm: boolean): Doc {
  const homes = places.map((own, index) => ({ gvc: gvcs[index] ?? '', locations: own }));
  const parts = shapes.map((shape, index): Part => {
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
}): Resource {
  const locationLinks = own.map((location) => `//location/${location}`);
  return { kind: 'gvc', name: gvc, spec: { staticPlacement: { locationLinks } } };
}
