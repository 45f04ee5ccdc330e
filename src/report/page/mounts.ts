/**
 * Which workloads mount which volume sets.
 */
import type { World } from '../../platform/world.ts';
import type { PageData } from './pageData.ts';

/**
 * As it is at the end of the run: by the newest settings of each workload that is there, in its locations together.
 *
 * @param drawn what the page has a picture of: of others it need not know
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
