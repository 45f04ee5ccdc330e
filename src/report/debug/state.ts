/**
 * The state of workloads, replicas, executions and volumes at an instant of a run, as `svcsim debug` shows it.
 */
import { type Instant, isoFromInstant } from '../../engine/time.ts';
import { gbFromMicroGB } from '../../platform/volume/capacity.ts';
import { expansionsCounting } from '../../platform/volume/limit.ts';
import { capacityBytesOf, usedBytesOf } from '../../platform/volume/volume.ts';
import { type Deployment, newestRevision } from '../../platform/workload/deployment.ts';
import { replicaAt, type VolumeEntity, type VolumesetEntity, volumesetAt, type World } from '../../platform/world.ts';
import type { NamedSubject } from '../why/question.ts';

export type StateValue = string | number | boolean | null;

/** What is known of one object. */
export interface StatePart {
  /** As the journal names it: `shop/web@aws-us-east-1`, `shop/web@aws-us-east-1/7`. */
  readonly key: string;
  /** By name; instants, whose names end in `At`, as ISO 8601. `#` names a journal entry. */
  readonly values: { readonly [name: string]: StateValue };
}

/**
 * The state of a workload or a volume set with all that belongs to it, or of everything.
 *
 * @param of null: all workloads and volume sets
 * @returns an empty list if nothing has this name now
 */
export function stateOf(world: World, now: Instant, of: NamedSubject | null): readonly StatePart[] {
  return world.entities.flatMap((entity) => {
    switch (entity.kind) {
      case 'deployment':
        return isOf(entity, of) ? deploymentParts(world, entity, of?.part ?? null) : [];
      case 'volume':
        return volumeParts(world, now, entity, of);
      default:
        return [];
    }
  });
}

/** Names that `stateOf` knows now, each once, in the order of the world: `shop/web`. */
export function stateNames(world: World): readonly string[] {
  const names = world.entities.flatMap((entity) =>
    entity.kind === 'deployment' || entity.kind === 'volumeset' ? [`${entity.gvc}/${entity.name}`] : [],
  );
  return [...new Set(names)];
}

function isOf(one: Pick<Deployment, 'gvc' | 'name' | 'location'>, of: NamedSubject | null): boolean {
  if (of === null) return true;
  return one.gvc === of.gvc && one.name === of.name && (of.location === null || of.location === one.location);
}

function deploymentParts(world: World, deployment: Deployment, part: string | null): StatePart[] {
  const key = `${deployment.gvc}/${deployment.name}@${deployment.location}`;
  const own = [
    ...replicaParts(world, deployment, key),
    ...(deployment.cron === null ? [] : executionParts(world, deployment, key)),
  ];
  if (part !== null) return own.filter((one) => one.key === `${key}/${part}`);
  return [{ key, values: deployment.cron === null ? countValues(deployment) : cronValues(deployment) }, ...own];
}

function countValues(deployment: Deployment): StatePart['values'] {
  const { desired, replicas, ready, rollout, closed, serving, scaler, cause } = deployment;
  return {
    desired,
    setBy: `#${cause}`,
    replicas: replicas.length,
    ready,
    version: newestRevision(deployment).version,
    ...(serving === null ? {} : { serving }),
    ...(rollout === null ? {} : { rollingOutSinceAt: isoFromInstant(rollout.startedAt), stalled: rollout.stalled }),
    ...(closed === 'none' ? {} : { closed }),
    ...(scaler?.memory.loop === 'kpa' ? { panic: scaler.memory.panic.since !== null } : {}),
  };
}

function cronValues({ cron, closed }: Deployment): StatePart['values'] {
  if (cron === null) return {};
  const { tickAt, active, leaving, history, halt, missedAt } = cron;
  return {
    nextTickAt: tickAt === null ? null : isoFromInstant(tickAt),
    active: active.length,
    terminating: leaving.length,
    history: history.length,
    ...(missedAt === null ? {} : { missedAt: isoFromInstant(missedAt) }),
    ...(halt === null ? {} : { haltedBy: halt.by }),
    ...(closed === 'none' ? {} : { closed }),
  };
}

function replicaParts(world: World, deployment: Deployment, key: string): StatePart[] {
  return deployment.replicas.map((handle) => {
    const { ordinal, phase, ready, readySince, version, zone, restarts, goneAt, cause } = replicaAt(world, handle);
    return {
      key: `${key}/${ordinal}`,
      values: {
        phase,
        ready,
        ...(readySince === null ? {} : { readySinceAt: isoFromInstant(readySince) }),
        version,
        zone,
        restarts,
        ...(goneAt === null ? {} : { goneAt: isoFromInstant(goneAt) }),
        by: `#${cause}`,
      },
    };
  });
}

function executionParts(world: World, { cron }: Deployment, key: string): StatePart[] {
  return [...(cron?.active ?? []), ...(cron?.leaving ?? [])].flatMap((handle) => {
    const execution = world.executions.get(handle);
    if (execution === undefined) return [];
    const { slot, command, status, version, startTime, cause } = execution;
    return [
      {
        key: `${key}/${command ?? slot}`,
        values: { status, version, startedAt: isoFromInstant(startTime), by: `#${cause}` },
      },
    ];
  });
}

function volumeParts(world: World, now: Instant, entity: VolumeEntity, of: NamedSubject | null): StatePart[] {
  const set = volumesetAt(world, entity.volume.volumeset);
  const location = world.locations[entity.volume.location] ?? '';
  if (!isOf({ gvc: set.gvc, name: set.name, location }, of)) return [];
  if (of !== null && of.part !== null && of.part !== String(entity.volume.index)) return [];
  return [
    {
      key: `${set.gvc}/${set.name}@${location}/${entity.volume.index}`,
      values: volumeValues(world, now, entity, set),
    },
  ];
}

function volumeValues(world: World, now: Instant, { volume, cause }: VolumeEntity, set: VolumesetEntity) {
  const { lifecycle, capacityMicroGB, snapshots, standingRefusal } = volume;
  const used = usedBytesOf(volume, set.usage, set.settings, now);
  const capacity = capacityBytesOf(capacityMicroGB, set.settings.bytesPerGB);
  const retryAt = standingRefusal?.retryAt ?? null;
  return {
    lifecycle,
    capacityGB: gbFromMicroGB(capacityMicroGB),
    usedGB: rounded(used / set.settings.bytesPerGB, 3),
    freePercentage: capacity === 0 ? null : rounded(100 * (1 - used / capacity), 2),
    expansions24h: expansionsCounting(volume.expansions, now, world.assumptions['volume.limit.window']),
    ...(standingRefusal === null
      ? {}
      : { refusedBy: `#${standingRefusal.by}`, ...(retryAt === null ? {} : { retryAt: isoFromInstant(retryAt) }) }),
    snapshots: snapshots.length,
    by: `#${cause}`,
  };
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
