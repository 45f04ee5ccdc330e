/**
 * Zones of a location: where replicas are placed, and the effect of losing a zone.
 */

import type { Reason } from '../../../engine/journal.ts';
import { because } from '../../../rules/reason.ts';
import { setsOf, volumeOf } from '../../volume/handlers/holders.ts';
import { type Deployment, newestRevision } from '../../workload/deployment.ts';
import { planZone } from '../../workload/zone.ts';
import { replicaAt, type VolumesetEntity, type World } from '../../world.ts';
import { lostZones } from './state.ts';

export interface ReplicaPlace {
  readonly zone: number;
  /** Why it is placed there; null: it is neither spread nor bound to a zone. */
  readonly reason: Reason | null;
}

/** The place of replicas that are not spread: the first zone. */
export const anywhere: ReplicaPlace = { zone: 0, reason: null };

const none: readonly never[] = [];

/** Why replicas of a zone are lost. */
export const zoneLost = because([], ['location.zones']);

/** Whether replicas of a deployment are spread over the zones of its location (WL-21). */
export function isSpread({ options }: Deployment): boolean {
  return options.multiZone;
}

/** The number of zones of a location (`location.zones`). */
function zonesOf(world: World, location: string): number {
  return world.setup.zones.get(location) ?? Math.max(1, Math.floor(world.assumptions['location.zones']));
}

/**
 * The place of the next replica of a deployment; null: it waits because its zone is lost.
 *
 * @param index of a stateful replica; null: of another type, or any
 */
export function placeOfReplica(world: World, deployment: Deployment, index: number | null): ReplicaPlace | null {
  const lost = lostZones(world, deployment.location);
  const sets = index === null ? none : setsInOneZone(world, deployment, index);
  if (!isSpread(deployment) && lost.length === 0 && sets.length === 0) return anywhere;
  const taken: number[] = [];
  for (const handle of deployment.replicas) {
    const { phase, zone } = replicaAt(world, handle);
    if (phase !== 'terminating') taken.push(zone);
  }
  const plan = planZone({
    isSpread: isSpread(deployment),
    zones: zonesOf(world, deployment.location),
    lost,
    volumes:
      index === null || sets.length === 0 ? null : { index, zones: zonesOfVolumes(world, deployment, sets, index) },
    taken,
  });
  const action = plan.kind === 'act' ? plan.actions[0] : undefined;
  return action === undefined ? null : { zone: action.zone, reason: isSpread(deployment) ? plan.reason : null };
}

/** Volume sets of an index that only one zone can attach. */
function setsInOneZone(world: World, deployment: Deployment, index: number): readonly VolumesetEntity[] {
  if (deployment.settings.type !== 'stateful') return none;
  const version = deployment.returnsOn[index] ?? newestRevision(deployment).version;
  return setsOf(world, deployment, version).filter(({ settings }) => settings.fileSystem !== 'shared');
}

/** The zones of the volumes of an index: those that have a device, or are getting one. */
function zonesOfVolumes(
  world: World,
  { location }: Deployment,
  sets: readonly VolumesetEntity[],
  index: number,
): readonly number[] {
  return sets.flatMap((set) => {
    const entity = volumeOf(world, set, location, index);
    return entity === undefined || entity.zone === null || entity.volume.lifecycle === 'deleted' ? [] : [entity.zone];
  });
}
