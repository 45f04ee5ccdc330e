/**
 * Which workloads mount which volume sets.
 */
import type { World } from '../../platform/world.ts';
import type { PageData } from './pageData.ts';

/**
 * The mounts at the end of the run, from the newest settings of each existing workload, all locations together.
 *
 * @param drawn the resources with pictures on the page; others are left out
 */
export function mountsOf({ entities }: World, drawn: ReadonlySet<string>): PageData['mounts'] {
  const mounts = new Map<string, Set<string>>();
  for (const entity of entities) {
    if (entity.kind !== 'deployment') continue;
    const { gvc, name, settings } = entity;
    const workload = `${gvc}/workload/${name}`;
    for (const { volumeset } of settings.containers.flatMap(({ volumes }) => volumes)) {
      const set = `${gvc}/volumeset/${volumeset}`;
      if (drawn.has(set)) mounts.set(workload, (mounts.get(workload) ?? new Set<string>()).add(set));
    }
  }
  return Object.fromEntries([...mounts].map(([workload, sets]) => [workload, [...sets]]));
}
