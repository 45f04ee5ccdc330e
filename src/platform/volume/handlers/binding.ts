/**
 * Binds volumes to replicas: an ext4 or xfs volume is bound to the replica of its index, and released when this replica
 * is gone.
 */

import type { Duration, Instant } from '../../../engine/time.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import { drawDuration, note, type Sim } from '../../handlers/note.ts';
import { meterVolume } from '../../metering/handlers/volumeMeter.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { addPass } from '../../workload/handlers/wake.ts';
import type { Replica } from '../../workload/replica.ts';
import { planDetachment, type VolumeSteps } from '../../workload/start.ts';
import { deploymentsOf, type VolumeEntity, type VolumesetEntity, type World } from '../../world.ts';
import { indexWanted, isHandedOver, setsOf, volumeOf } from './holders.ts';
import { restVolume } from './restVolume.ts';
import { createVolume, drawItemOfVolume, volumeName } from './volume.ts';
import { startDevice } from './volumeJob.ts';

const bound = because(['VOL-12', 'REPL-2']);
const handedOver = because(['VOL-12', 'VOL-13']);
/** From the node that had it: now, or since it was released. */
const detached = because([], ['volume.duration.detach']);
const detachedSince = because([], ['volume.duration.detach', 'volume.detach.elapsed']);
/** Who is given the volumes of an index, where, from when on, and the journal entry that led to it. */
interface Binding {
  readonly index: number;
  readonly version: number;
  readonly zone: number;
  readonly placedAt: Instant;
  readonly cause: number | null;
}

/** What a replica waits for before its volumes are attached. */
export interface BoundVolumes {
  readonly steps: readonly VolumeSteps[];
  /**
   * Journal number of the entry that tells of the volume which takes the longest; the cause of the binding where none
   * is told yet.
   */
  readonly cause: number | null;
}

/**
 * Gives a new replica the volumes of its index and says how long that takes: created, taken from elsewhere, or at hand
 * (VOL-12, VOL-15).
 */
export function bindVolumes(sim: Sim, deployment: Deployment, binding: Binding): BoundVolumes {
  const { assumptions } = sim.world;
  const { index, version, zone, placedAt, cause } = binding;
  const steps: VolumeSteps[] = [];
  let longest: { readonly prepare: number; readonly seq: number } | null = null;
  for (const set of setsOf(sim.world, deployment, version)) {
    if (set.settings.fileSystem === 'shared') continue;
    const of = drawItemOfVolume(sim, volumeName(set, deployment.location, index));
    const attach = drawDuration(sim, assumptions['volume.duration.attach'], of, 'attach');
    const entity = volumeOf(sim.world, set, deployment.location, index);
    if (entity === undefined || entity.volume.lifecycle === 'deleted') {
      const prepare = drawDuration(sim, assumptions['volume.duration.create'], of, 'create');
      const creation = { beganAt: placedAt, readyAt: placedAt + prepare, cause };
      own(sim.world, deployment, createVolume(sim, set, deployment.location, index, creation), zone);
      steps.push({ prepare, by: 'create', attach });
    } else if (entity.volume.lifecycle === 'creating') {
      own(sim.world, deployment, entity, zone);
      steps.push({ prepare: Math.max(0, (entity.stepAt ?? placedAt) - placedAt), by: 'create', attach });
    } else {
      const detach = detachmentLeft(sim, entity);
      bind(sim, deployment, set, entity, binding);
      if (longest === null || detach > longest.prepare) longest = { prepare: detach, seq: entity.cause };
      steps.push({ prepare: detach, by: 'detach', attach });
    }
  }
  return { steps, cause: longest?.seq ?? cause };
}

/**
 * How long a volume is still being detached from the node that had it (`volume.detach.elapsed`). That began at its
 * release, whether a replica waits for it or not.
 */
function detachmentLeft(sim: Sim, { isAtHand, releasedAt, subject }: VolumeEntity): Duration {
  if (isAtHand) return 0;
  const { assumptions } = sim.world;
  const since = releasedAt ?? sim.now;
  const of = { owner: subject.name, number: -1, item: since, turn: 0, part: 0 };
  const whole = drawDuration(sim, assumptions['volume.duration.detach'], of, 'detach');
  return planDetachment({ whole, elapsed: sim.now - since }, assumptions);
}

function bind(
  sim: Sim,
  deployment: Deployment,
  set: VolumesetEntity,
  entity: VolumeEntity,
  { index, zone, cause }: Binding,
): void {
  const owned = isHandedOver(entity, deployment) ? handedOver : bound;
  const isReleasedNow = (entity.releasedAt ?? sim.now) === sim.now;
  const reason = entity.isAtHand ? owned : alsoBecause(owned, isReleasedNow ? detached : detachedSince);
  entity.volume.lifecycle = 'bound';
  entity.isAtHand = false;
  own(sim.world, deployment, entity, zone);
  const about = { subject: entity.subject, reason, cause };
  entity.cause = note(sim, 'volume.bound', about, { replica: `${deployment.name}-${index}` });
  if (sim.world.assumptions['billing.volumeFrom'] === 'firstBound') meterVolume(sim, set, entity, entity.cause);
}

/**
 * A volume is one workload's now, in one zone for good: a replica of the one before does not come back for it on an
 * older version.
 */
function own(world: World, deployment: Deployment, entity: VolumeEntity, zone: number): void {
  const { boundBy, volume } = entity;
  entity.zone ??= zone;
  entity.boundBy = deployment.workload;
  if (boundBy === null || boundBy === deployment.workload) return;
  for (const former of deploymentsOf(world, boundBy))
    if (former.location === deployment.location) former.returnsOn[volume.index] = null;
}

/**
 * A replica is gone: work that waited for that begins, and its volumes are another's, or kept unused (VOL-13, VOL-15).
 */
export function releaseVolumes(sim: Sim, deployment: Deployment, replica: Replica, cause: number): void {
  for (const set of setsOf(sim.world, deployment, replica.version)) {
    const index = set.settings.fileSystem === 'shared' ? 0 : replica.ordinal;
    const entity = volumeOf(sim.world, set, deployment.location, index);
    if (entity === undefined) continue;
    entity.releasedAt = sim.now;
    if (entity.jobs[0]?.stage === 'stopping') startDevice(sim, set, entity);
    else if (entity.volume.lifecycle === 'bound') restVolume(sim, set, entity, cause);
    const next = indexWanted(sim.world, set, entity);
    if (set.settings.fileSystem === 'shared' || next === null || next === deployment) continue;
    if (entity.volume.lifecycle === 'unbound') entity.cause = cause;
    deployment.returnsOn[replica.ordinal] = null;
    addPass(sim, next, cause);
  }
}
