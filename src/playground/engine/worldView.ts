/**
 * The world at an instant as the page draws it: workloads by location with their replicas and queues, and volumes.
 */
import { day, type Instant } from '../../engine/time.ts';
import type { Run } from '../../experiment/run.ts';
import { settleLoad } from '../../platform/traffic/handlers/settle.ts';
import { gbFromMicroGB } from '../../platform/volume/capacity.ts';
import { expansionsCounting, expansionsMax } from '../../platform/volume/limit.ts';
import { hasDevice, usedBytesOf } from '../../platform/volume/volume.ts';
import { type Deployment, nameOfReplica, newestRevision } from '../../platform/workload/deployment.ts';
import type { Replica } from '../../platform/workload/replica.ts';
import { replicaAt, type VolumeEntity, volumesetAt, type World } from '../../platform/world.ts';
import type { ExecutionView, ReplicaView, VolumeView, WorkloadView, WorldView } from '../protocol.ts';

/** Replicas and executions that one answer lists; counts are always of all. */
const listedMost = 600;

/** @param run a fork at the instant, settled; it is read and then of no more use */
export function worldView(run: Run): WorldView {
  const { sim } = run;
  const { world, now } = sim;
  const room = { left: listedMost };
  const workloads: WorkloadView[] = [];
  const volumes: VolumeView[] = [];
  for (const entity of world.entities) {
    if (entity.kind === 'deployment') {
      settleLoad(sim, entity);
      workloads.push(workloadView(world, entity, now, room));
    } else if (entity.kind === 'volume') volumes.push(volumeView(world, entity, now));
  }
  return { at: now, workloads, volumes };
}

/** How many more objects may be listed. */
interface Room {
  left: number;
}

function workloadView(world: World, deployment: Deployment, now: Instant, room: Room): WorkloadView {
  const { gvc, name, location, settings, desired, ready, counts, rollout, closed, scaler, cron } = deployment;
  const replicas = deployment.replicas.slice(0, room.left).map((handle) => replicaAt(world, handle));
  room.left -= replicas.length;
  const executions = cron === null ? [] : executionsOf(world, [...cron.active, ...cron.leaving], room);
  const standing = counts.reduce((sum, one) => sum + one.replicas, 0);
  const { waitingLine, inflow } = deployment;
  return {
    subject: deployment.subject.name,
    gvc,
    name,
    location,
    type: settings.type,
    desired,
    ready,
    available: counts.reduce((sum, one) => sum + one.available, 0),
    terminating: deployment.replicas.length - standing,
    version: newestRevision(deployment).version,
    rollout:
      rollout === null ? null : { version: rollout.version, since: rollout.startedAt, isStalled: rollout.stalled },
    closed: closed === 'none' ? null : closed,
    scaledBy: scaler === null || scaler.settings.loop === 'disabled' ? null : scaler.settings.loop,
    waitingRequests: (waitingLine?.count ?? 0) + Math.floor(inflow.waiting),
    waitingSince: inflow.heldSince,
    replicas: replicas.map((replica) => replicaView(deployment, replica, now)),
    replicasLeftOut: deployment.replicas.length - replicas.length,
    nextTickAt: cron?.tickAt ?? null,
    executions,
  };
}

function replicaView(deployment: Deployment, replica: Replica, now: Instant): ReplicaView {
  const { ordinal, version, zone, restarts, cause, createdAt } = replica;
  return {
    name: nameOfReplica(deployment, replica),
    ordinal,
    version,
    zone,
    restarts,
    createdAt,
    cause,
    ...phaseOf(replica, now),
  };
}

/** What it does, since when, and when that will end if nothing interferes. */
function phaseOf(replica: Replica, now: Instant): Pick<ReplicaView, 'phase' | 'since' | 'endsAt'> {
  const { phase, ready, available, createdAt, startedAt, runningSince, readySince, readyAt, goneAt } = replica;
  const ahead = (at: Instant | null): Instant | null => (at !== null && at > now ? at : null);
  switch (phase) {
    case 'starting':
      return { phase: 'starting', since: createdAt, endsAt: ahead(startedAt) };
    case 'backoff':
      return { phase: 'backoff', since: null, endsAt: ahead(startedAt) };
    case 'terminating':
      return { phase: 'terminating', since: null, endsAt: ahead(goneAt) };
    case 'running':
      if (!ready) return { phase: 'unready', since: runningSince, endsAt: ahead(readyAt) };
      if (!available) return { phase: 'ready', since: readySince, endsAt: ahead(replica.availableAt) };
      return { phase: 'available', since: readySince, endsAt: null };
  }
}

function executionsOf(world: World, handles: readonly number[], room: Room): readonly ExecutionView[] {
  const listed = handles.slice(0, room.left);
  room.left -= listed.length;
  return listed.flatMap((handle) => {
    const execution = world.executions.get(handle);
    if (execution === undefined) return [];
    const { slot, command, slotAt, startTime, status, version, goneAt, cause } = execution;
    return [{ name: command ?? String(slot), slotAt, since: startTime, status, version, endsAt: goneAt, cause }];
  });
}

function volumeView(world: World, { volume, subject, jobs, cause }: VolumeEntity, now: Instant): VolumeView {
  const set = volumesetAt(world, volume.volumeset);
  const bound = world.assumptions['volume.limit.window'];
  const used = usedBytesOf(volume, set.usage, set.settings, now) / set.settings.bytesPerGB;
  const size = hasDevice(volume) ? gbFromMicroGB(volume.capacityMicroGB) : 0;
  const counting = expansionsCounting(volume.expansions, now, bound);
  const spent = volume.expansions.slice(volume.expansions.length - counting);
  return {
    subject: subject.name,
    gvc: set.gvc,
    name: set.name,
    location: world.locations[volume.location] ?? '',
    index: volume.index,
    lifecycle: volume.lifecycle,
    sizeGB: size,
    usedGB: used,
    freeGB: Math.max(0, size - used),
    maxGB: gbFromMicroGB(set.settings.capMicroGB),
    minFreePercentage: set.settings.autoscaling?.minFreePercentage ?? null,
    tokensLeft: Math.max(0, expansionsMax - counting),
    tokensMost: expansionsMax,
    refillsAt: spent.map((at) => at + day + (bound === 'closed' ? 1 : 0)),
    isWorkedOn: jobs.length > 0,
    refusedUntil: volume.standingRefusal?.retryAt ?? null,
    snapshots: volume.snapshots.length,
    cause,
  };
}
