/**
 * What may be changed against a loss, by the limit that binds, with the values that are tried.
 */
import {
  concurrencyLever,
  cpuLever,
  fieldsOf,
  type Lever,
  type LeverChange,
  targetLever,
} from '../recommend/levers.ts';
import type { Block, SeenWorkload } from '../recommend/seen.ts';
import type { Setting } from '../recommend/setting.ts';
import type { Binding } from './binding.ts';

/** How busy replicas may be kept: above it waits grow fast. */
const busyMost = 0.7;

/**
 * The levers against a limit: the one that binds first, then what may do the same at a lower cost, or may be needed on
 * top of it.
 *
 * - `zones`: multiZone, then as for `replicas` or `maxScale`
 * - `maxScale`: maxScale; minScale (and maxScale), if new replicas are ready too late; then what a full replica lacks
 * - `replicas`: minScale and maxScale together; then what a full replica lacks
 * - `scaleUp`: minScale, target, then what a full replica lacks
 * - `target`: target, minScale, then what a full replica lacks
 *
 * A full replica lacks cpu, or a greater maxConcurrency. None against `location`: nothing is left to change.
 */
export function leversFor(seen: SeenWorkload, { limit, blocks, fullBy }: Binding): Lever[] {
  if (limit === 'location') return [];
  const needed = neededReplicas(seen);
  const more = [
    ...(fullBy === 'processor' ? [cpuLever(seen)] : []),
    ...(fullBy === 'maxConcurrency' ? [concurrencyLever(seen, blocks)] : []),
  ];
  const isFixed = blocks.every(
    ({ options: { metric, minScale, maxScale } }) => metric === 'disabled' || minScale === maxScale,
  );
  const max = countLever(seen, blocks, 'maxScale', needed);
  const min = countLever(seen, blocks, 'minScale', needed);
  const replicas = countLever(seen, blocks, 'replicas', needed);
  const target = targetLever(seen, blocks);
  const levers = {
    zones: [spreadLever(seen, blocks), ...(isFixed ? [replicas] : [max, min])],
    maxScale: [max, min, ...more],
    replicas: [replicas, ...more],
    scaleUp: [min, target, ...more],
    target: [target, min, ...more],
  }[limit];
  return levers.filter(({ values }) => values.length > 0);
}

/**
 * In one location for the peaks of all: by how busy replicas were, if that is known, else twice as many as were
 * desired.
 */
export function neededReplicas({ places }: SeenWorkload): number {
  const busy = places.map(({ load, desired }) =>
    load?.busyReplicas == null ? 2 * (desired?.max ?? 0) * busyMost : Number(load.busyReplicas.max),
  );
  return Math.max(1, Math.ceil(busy.reduce((sum, one) => sum + one, 0) / busyMost));
}

/** Counts that are tried first: a half more, double, and as many as all locations need, and twice as many. */
function countLever(
  seen: SeenWorkload,
  blocks: readonly Block[],
  name: 'maxScale' | 'minScale' | 'replicas',
  needed: number,
): Lever {
  const now = Math.max(...blocks.map(({ options }) => (name === 'maxScale' ? options.maxScale : options.minScale)));
  const counts = [Math.ceil(1.5 * now), 2 * now, needed, 2 * needed].filter((count) => count > now);
  return {
    name,
    now,
    // A greater maxScale costs nothing before it is needed; replicas that are always there do.
    least: name === 'maxScale' ? needed : 0,
    values: [...new Set(counts)].sort((a, b) => a - b),
    isWhole: true,
    changeOf: (count) => scaled(seen, blocks, { minScale: name === 'maxScale' ? 0 : count, maxScale: count }),
  };
}

/** Bounds that are at least as great. */
function scaled(
  seen: SeenWorkload,
  blocks: readonly Block[],
  least: { readonly minScale: number; readonly maxScale: number },
): LeverChange {
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

function spreadLever(seen: SeenWorkload, blocks: readonly Block[]): Lever {
  const settings = fieldsOf(seen, blocks, ['multiZone', 'enabled'], true);
  return {
    name: 'multiZone',
    now: 0,
    least: 0,
    values: [1],
    isWhole: false,
    changeOf: () => ({ proposed: 'multiZone enabled', settings }),
  };
}
