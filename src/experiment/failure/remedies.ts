/**
 * What may help against a loss beyond a spare replica or two: more room upwards, more replicas, a spread over zones.
 */
import type { FailureReport, Survival } from '../../report/verdict/failure.ts';
import { type Block, blocksOf, type SeenWorkload } from '../recommend/seen.ts';
import type { Setting } from '../recommend/setting.ts';

/** A change that is tried. */
export interface Remedy {
  /** `maxScale 40` */
  readonly proposed: string;
  readonly settings: readonly Setting[];
}

/**
 * So much of what a loss leaves unanswered is answered in spite of it: the rest is what callers feel until autoscaling
 * has followed.
 */
const enough = 0.9;
/** Less of what was missing is no help. */
const some = 0.5;

/** Where hardly anything is missing nothing helps. */
const missingLeast = 0.001;

/**
 * How much a change helps: the share of what a loss leaves unanswered that is answered with the change.
 *
 *   all is served without the loss, 7 % with it, 95 % with it and the change -> 0.946
 */
export function helpOf(before: Survival, after: Survival, now: Survival): 'enough' | 'some' | 'none' {
  const missing = (one: Survival): number => Number(before.served ?? 1) - Number(one.served ?? 1);
  if (missing(after) <= missingLeast) return 'enough';
  const share = 1 - missing(now) / missing(after);
  return share >= enough ? 'enough' : share >= some ? 'some' : 'none';
}

/** How busy replicas may be kept: above it waits grow fast. */
const busyMost = 0.7;

/**
 * What to try, the cheapest first: a greater maxScale costs nothing before it is needed, replicas that are there all
 * the time do. As many as the work of all locations needs, then twice as many. None where the whole of the only
 * location is lost: there is nobody left to be more.
 */
export function remediesFor(
  seen: SeenWorkload,
  { lost, location }: Pick<FailureReport, 'lost' | 'location'>,
): Remedy[] {
  const left = blocksOf(seen).filter(
    ({ places }) => lost !== 'location' || places.some((one) => one.location !== location),
  );
  if (left.length === 0) return [];
  const follows = left.some(
    ({ options: { metric, minScale, maxScale } }) => metric !== 'disabled' && minScale < maxScale,
  );
  const needed = neededReplicas(seen);
  const counts = [needed, 2 * needed];
  const isSpread = left.every(({ options }) => options.multiZone);
  const all = [
    ...(lost === 'zone' && !isSpread ? [spread(seen, left)] : []),
    ...(follows ? counts.map((maxScale) => scaled(seen, left, { minScale: 0, maxScale })) : []),
    ...counts.map((count) => scaled(seen, left, { minScale: count, maxScale: count })),
  ];
  return all.filter(({ settings }) => settings.length > 0);
}

/**
 * In one location for the peaks of all: by how busy replicas were, where that is known, else twice as many as were
 * wanted.
 */
function neededReplicas({ places }: SeenWorkload): number {
  const busy = places.map(({ load, desired }) =>
    load?.busyReplicas == null ? 2 * (desired?.max ?? 0) * busyMost : Number(load.busyReplicas.max),
  );
  return Math.max(1, Math.ceil(busy.reduce((sum, one) => sum + one, 0) / busyMost));
}

/** Bounds that are at least as great. */
function scaled(
  seen: SeenWorkload,
  blocks: readonly Block[],
  least: { readonly minScale: number; readonly maxScale: number },
): Remedy {
  const settings: Setting[] = [];
  const texts = new Set<string>();
  for (const { steps, options } of blocks)
    for (const name of ['minScale', 'maxScale'] as const) {
      const value = least[name];
      if (value <= options[name]) continue;
      settings.push({ kind: 'field', resource: seen.key, steps: [...steps, 'autoscaling', name], value });
      texts.add(`${name} ${value}`);
    }
  return { proposed: [...texts].join(', '), settings };
}

function spread(seen: SeenWorkload, blocks: readonly Block[]): Remedy {
  const settings = blocks.map(
    ({ steps }): Setting => ({
      kind: 'field',
      resource: seen.key,
      steps: [...steps, 'multiZone', 'enabled'],
      value: true,
    }),
  );
  return { proposed: 'multiZone enabled', settings };
}
