/**
 * Requests to the API, in virtual time: answered by the control plane, then made real.
 */

import { instantFromIso } from '../../engine/time.ts';
import type { CommandRecord } from '../control/command.ts';
import { handle } from '../control/handle.ts';
import { type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../control/json.ts';
import { parseCpuMillicores, parseMemoryBytes } from '../control/quantity.ts';
import type { ApiRequest, ApiResponse, Change } from '../control/request.ts';
import type { ContainerOverride, RunNowView } from '../cron/runNow.ts';
import { planRunNow } from '../cron/runNow.ts';
import { because } from '../rules/reason.ts';
import { planVolumeCommand, type VolumeCommand, type VolumeCommandPlan } from '../volume/command.ts';
import { noteExpansion, usedBytesOf } from '../volume/volume.ts';
import { newestRevision } from '../workload/deployment.ts';
import {
  deploymentsOf,
  nameOfLink,
  replicaAt,
  subjectOf,
  type VolumeEntity,
  type VolumesetEntity,
  volumesetAt,
  type World,
} from '../world.ts';
import { beginCommand, endCommand } from './command.ts';
import { startExecution, suspendedBy } from './cron.ts';
import { deleteVolumeset, finishDeleted, finishGvc } from './deletion.ts';
import { forgetWorkload, reconcileWorkload } from './deployment.ts';
import { note, type Sim } from './note.ts';
import { terminateReplica } from './replica.ts';
import { locationsOf } from './settings.ts';
import { platformView } from './view.ts';
import { addJob, isInUse, volumeOf } from './volume.ts';
import { reconcileVolumeset, takeSnapshot } from './volumeset.ts';

const stopped = because([], ['api.commandQueue']);

/** Answers a request now and begins what it sets going; reads leave no trace. */
export function performRequest(sim: Sim, request: ApiRequest, cause: number | null = null): ApiResponse {
  const outcome = handle(sim.world.control, request, sim.now, platformView(sim.world, sim.now));
  const { response, refusal, reason, changes, command } = outcome;
  const { method, path } = request;
  if (refusal === null && (method === 'GET' || method === 'HEAD' || path.endsWith('/-query'))) return response;
  const about = { subject: subjectOf(nameOfLink(path)), reason, cause };
  if (refusal !== null) {
    note(sim, 'request.refused', about, { method, path, status: response.status, ...refusal });
    return response;
  }
  const seq = note(sim, 'request.accepted', about, { method, path, status: response.status, changes: changes.length });
  for (const change of changes) followChange(sim, change, seq);
  if (command !== null) performCommand(sim, command, seq);
  return response;
}

/** Makes a change of a record real: whatever stands for it, or depends on it, is planned anew. */
function followChange(sim: Sim, { what, link, before, after }: Change, cause: number): void {
  const record = after ?? before;
  if (record === null) return;
  const { control } = sim.world;
  switch (record.kind) {
    case 'workload':
      if (what === 'deleted') forgetWorkload(sim, link, cause);
      else reconcileWorkload(sim, link, cause);
      if (what === 'deleting') finishDeleted(sim, link);
      break;
    case 'volumeset':
      if (what === 'deleting' || what === 'deleted') deleteVolumeset(sim, link, cause);
      else reconcileVolumeset(sim, link, cause);
      break;
    case 'gvc':
      for (const one of [...control.records.values()])
        if (one.gvc === record.name) reconcile(sim, one.kind, one.link, cause);
      if (what === 'deleting') finishGvc(sim, record.name);
      break;
    case 'org':
    case 'location':
      for (const one of [...control.records.values()]) reconcile(sim, one.kind, one.link, cause);
      break;
  }
}

function reconcile(sim: Sim, kind: string, link: string, cause: number): void {
  if (kind === 'workload') reconcileWorkload(sim, link, cause);
  if (kind === 'volumeset') reconcileVolumeset(sim, link, cause);
}

function performCommand(sim: Sim, command: CommandRecord, cause: number): void {
  const location = textAt(command.spec, 'location') ?? '';
  if (command.type === 'runCronWorkload') runNow(sim, command, location, cause);
  else if (command.type === 'stopReplica') stopReplicas(sim, command, location, cause);
  else workOnVolume(sim, command, cause);
}

function workOnVolume(sim: Sim, command: CommandRecord, cause: number): void {
  const target = volumeTarget(sim.world, command.owner, command.spec);
  if (target === null) throw new Error(`no volume set for command ${command.id}`);
  const plan = planOnVolume(sim.world, target, command.type, command.spec, sim.now);
  if (plan.kind !== 'act') throw new Error(`command ${command.id} was accepted and is refused now`);
  performOnVolume(sim, target, command, plan, cause);
}

function runNow(sim: Sim, command: CommandRecord, location: string, cause: number): void {
  const plan = planRunNow(runNowView(sim.world, command.owner, location, command.spec));
  const deployment = deploymentsOf(sim.world, command.owner).find((found) => found.location === location);
  if (plan.kind !== 'act' || deployment === undefined)
    throw new Error(`command ${command.id} was accepted and is refused now`);
  const limit = numberAt(command.spec, 'activeDeadlineSeconds');
  for (const { containers } of plan.actions) {
    startExecution(sim, deployment, {
      slot: -1,
      slotAt: null,
      command: command.id,
      containers,
      reason: plan.reason,
      cause,
      draws: null,
      ...(limit === undefined ? {} : { activeDeadline: limit * 1_000 }),
    });
  }
}

/** What a run-now command meets; for a workload that is no cron workload too. */
export function runNowView(world: World, link: string, location: string, spec: JsonObject): RunNowView {
  const deployments = deploymentsOf(world, link);
  const deployment = deployments.find((found) => found.location === location);
  const record = world.control.records.get(link);
  return {
    type: deployments[0]?.settings.type ?? 'cron',
    location,
    locations: record?.gvc == null ? [] : locationsOf(world, record.gvc),
    closed: deployment?.closed ?? 'disabled',
    suspendedBy: deployment === undefined ? null : suspendedBy(deployment),
    containers: deployment === undefined ? [] : newestRevision(deployment).settings.containers,
    overrides: objectsAt(spec, 'containerOverrides').map(overrideFrom),
    assumptions: world.assumptions,
  };
}

function overrideFrom(entry: JsonObject): ContainerOverride {
  const amount = (field: string, parse: typeof parseCpuMillicores): number | undefined => {
    const text = textAt(entry, field);
    const value = text === undefined ? undefined : parse(text);
    return typeof value === 'number' ? value : undefined;
  };
  const cpuMillicores = amount('cpu', parseCpuMillicores);
  const memoryBytes = amount('memory', parseMemoryBytes);
  const image = textAt(entry, 'image');
  return {
    name: textAt(entry, 'name') ?? '',
    ...(image === undefined ? {} : { image }),
    ...(cpuMillicores === undefined ? {} : { cpuMillicores }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
  };
}

/** Replicas end as they do in a scale-down; a pass replaces them. */
function stopReplicas(sim: Sim, command: CommandRecord, location: string, cause: number): void {
  beginCommand(sim, command.id, cause);
  const name = textAt(command.spec, 'replica');
  for (const deployment of deploymentsOf(sim.world, command.owner)) {
    if (deployment.location !== location) continue;
    for (const handle of deployment.replicas) {
      const replica = replicaAt(sim.world, handle);
      if (replica.phase === 'terminating') continue;
      if (name !== undefined && name !== `${deployment.name}-${replica.ordinal}`) continue;
      terminateReplica(sim, deployment, replica, { reason: stopped, why: 'stopped by command', cause });
      if (deployment.settings.type === 'stateful') deployment.returnsOn[replica.ordinal] = replica.version;
    }
  }
  endCommand(sim, command.id, 'completed', null, cause);
}

/** The volume that a command names, with its set. */
export interface VolumeTarget {
  readonly set: VolumesetEntity;
  /** undefined: the set has no such volume. */
  readonly entity: VolumeEntity | undefined;
  readonly location: string;
  readonly index: number;
}

export function volumeTarget(world: World, link: string, spec: JsonObject): VolumeTarget | null {
  const handle = world.volumesets.get(link);
  if (handle === undefined) return null;
  const set = volumesetAt(world, handle);
  const location = textAt(spec, 'location') ?? '';
  const index = numberAt(spec, 'volumeIndex') ?? -1;
  return { set, entity: volumeOf(world, set, location, index), location, index };
}

/** Whether and how a command changes a volume, from what is. */
export function planOnVolume(
  world: World,
  { set, entity, location, index }: VolumeTarget,
  type: string,
  spec: JsonObject,
  now: number,
): VolumeCommandPlan {
  const view = {
    set: set.name,
    settings: set.settings,
    location,
    index,
    volume: entity?.volume ?? null,
    inUse: entity !== undefined && isInUse(world, set, entity),
    usedBytes: entity === undefined ? 0 : usedBytesOf(entity.volume, set.usage, set.settings, now),
    now,
  };
  return planVolumeCommand(view, volumeCommandFrom(type, spec));
}

function volumeCommandFrom(type: string, spec: JsonObject): VolumeCommand {
  switch (type) {
    case 'expandVolume':
    case 'shrinkVolume':
      return { type, newStorageCapacity: numberAt(spec, 'newStorageCapacity') ?? 0 };
    case 'createVolumeSnapshot': {
      const date = instantFromIso(textAt(spec, 'snapshotExpirationDate') ?? '');
      return {
        type,
        snapshotName: textAt(spec, 'snapshotName') ?? '',
        snapshotExpirationAt: typeof date === 'number' ? date : null,
        tags: snapshotTags(spec),
      };
    }
    case 'deleteVolumeSnapshot':
    case 'restoreVolume':
      return { type, snapshotName: textAt(spec, 'snapshotName') ?? '' };
    case 'deleteVolume':
      return { type };
    default:
      throw new Error(`no command of a volume set: ${type}`);
  }
}

/** `tags` as a map, else `snapshotTags` as a list of maps with one key each. */
function snapshotTags(spec: JsonObject): { readonly [key: string]: string } {
  const maps = spec['tags'] === undefined ? objectsAt(spec, 'snapshotTags') : [objectAt(spec, 'tags')];
  return Object.fromEntries(maps.flatMap((map) => Object.entries(map)).map(([key, value]) => [key, String(value)]));
}

function performOnVolume(
  sim: Sim,
  { set, entity }: VolumeTarget,
  command: CommandRecord,
  plan: Extract<VolumeCommandPlan, { kind: 'act' }>,
  cause: number,
): void {
  if (entity === undefined) throw new Error(`command ${command.id} names no volume`);
  const about = { subject: entity.subject, reason: plan.reason, cause };
  beginCommand(sim, command.id, cause);
  for (const action of plan.actions) {
    switch (action.do) {
      case 'takeSnapshot':
        endCommand(sim, command.id, 'completed', null, takeSnapshot(sim, entity, action.snapshot, about));
        break;
      case 'deleteSnapshot': {
        entity.volume.snapshots = entity.volume.snapshots.filter(({ name }) => name !== action.name);
        endCommand(sim, command.id, 'completed', null, note(sim, 'snapshot.deleted', about, { name: action.name }));
        break;
      }
      case 'expandVolume': {
        noteExpansion(entity.volume, sim.now);
        const data = {
          trigger: 'command',
          toMicroGB: action.toMicroGB,
          capacityMicroGB: entity.volume.capacityMicroGB,
        };
        const seq = note(sim, 'expansion.accepted', about, data);
        addJob(sim, set, entity, {
          ...jobOf(command, sim.now, seq),
          does: 'expand',
          toMicroGB: action.toMicroGB,
          usedBytes: null,
        });
        break;
      }
      case 'replaceVolume': {
        const does = command.type === 'shrinkVolume' ? 'shrink' : 'delete';
        addJob(sim, set, entity, {
          ...jobOf(command, sim.now, cause),
          does,
          toMicroGB: action.toMicroGB,
          usedBytes: 0,
        });
        break;
      }
      case 'deleteVolume':
        addJob(sim, set, entity, { ...jobOf(command, sim.now, cause), does: 'delete', toMicroGB: 0, usedBytes: 0 });
        break;
      case 'restoreVolume': {
        const { toMicroGB, usedBytes } = action;
        addJob(sim, set, entity, { ...jobOf(command, sim.now, cause), does: 'restore', toMicroGB, usedBytes });
        break;
      }
    }
  }
}

function jobOf(command: CommandRecord, acceptedAt: number, cause: number) {
  return { command: command.id, acceptedAt, cause, stage: 'waiting' } as const;
}
