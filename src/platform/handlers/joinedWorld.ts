/**
 * The world of a run whose independent parts ran apart, put together from their worlds: for reports, which read it.
 */

import { merged } from '../../engine/merged.ts';
import { Pool } from '../../engine/pool.ts';
import type { Instant } from '../../engine/time.ts';
import type { Control } from '../api/records/state.ts';
import { newSharedEvaluation } from '../autoscaling/sharedEvaluation.ts';
import { countRunning } from '../metering/handlers/egress.ts';
import type { Setup } from '../setup.ts';
import { type Inflow, newInflow } from '../traffic/inflow.ts';
import type { Deployment } from '../workload/deployment.ts';
import { type Entity, locationNumber, type World } from '../world.ts';

/** What the whole takes over of the world of a part. */
export type WorldPart = Omit<World, 'setup' | 'steps' | 'sharedEvaluation' | 'executions' | 'sources'>;

/**
 * What reports read of the world of a run that is over. What only events to come would need is left out: to copy it
 * from thread to thread takes as much memory again. So its ledger has all that is to be counted up to now.
 */
export function worldPart(world: World, now: Instant): WorldPart {
  const { setup: _, steps: __, sharedEvaluation: ___, executions: ____, sources: _____, ...part } = world;
  const noRequests = newInflow(now);
  const entities = world.entities.map((entity) => (entity.kind === 'deployment' ? atEnd(entity, noRequests) : entity));
  const areReplicasRead = entities.some((entity) => entity.kind === 'deployment' && entity.replicas.length > 0);
  const ledger = world.ledger.fork();
  countRunning(world, ledger, now);
  return { ...part, entities, replicas: areReplicasRead ? world.replicas : new Pool(), ledger };
}

/** Nobody reads the replicas of a deployment but what those of single requests have worked. */
function atEnd(deployment: Deployment, inflow: Inflow): Deployment {
  const replicas = deployment.waitingLine === null ? [] : deployment.replicas;
  return { ...deployment, replicas, inflow, scaler: null, cron: null, series: null, reservation: null };
}

/** How the handles of a part become those of the whole. */
interface Handles {
  /** By handle of an entity in the part. */
  readonly entities: readonly number[];
  readonly replicas: ReadonlyMap<number, number>;
  /** By number of a location in the part. */
  readonly locations: readonly number[];
}

/**
 * The world at an instant that all parts have reached. Its records are those of the parts, under handles of their own;
 * it has no events to come, so no run can go on with it.
 *
 * The parts are spent: their records are in it, and its ledger is that of the first.
 *
 * @param setup of the whole
 * @param parts one or more, each of other workloads and volume sets than the others
 */
export function joinedWorld(setup: Setup, parts: readonly WorldPart[]): World {
  const [first] = parts;
  if (first === undefined) throw new Error('a world is joined from one part or more');
  const order = [
    ...merged(
      parts.map(({ entities }) => entities),
      comesFirst,
    ),
  ];
  const world: World = {
    ...first,
    setup,
    steps: [...setup.timeline],
    control: joinedControl(parts.map(({ control }) => control)),
    entities: [],
    deployments: new Map(),
    volumesets: new Map(),
    replicas: new Pool(),
    executions: new Pool(),
    sources: [],
    faults: parts.map(({ faults }) => faults).reduce((most, one) => (one.count > most.count ? one : most)),
    changes: united(parts.map(({ changes }) => changes)),
    healths: united(parts.map(({ healths }) => healths)),
    activeDemands: setup.demands.flatMap(({ name }) =>
      parts.flatMap(({ activeDemands }) => activeDemands.filter(({ demand }) => demand.name === name)),
    ),
    calls: new Pool(),
    allowances: united(parts.map(({ allowances }) => allowances)),
    routed: united(parts.map(({ routed }) => routed)),
    scales: united(parts.map(({ scales }) => scales)),
    sharedEvaluation: newSharedEvaluation(),
    decisions: new Map(),
    locations: [],
  };
  const handles = parts.map((part, index): Handles => {
    const entities = [0, ...order.flatMap((placed, place) => (placed.list === index ? [place + 1] : []))];
    const locations = part.locations.map((name) => locationNumber(world, name));
    return { entities, locations, replicas: movedReplicas(world, part, entities) };
  });
  for (const { item, list } of order) world.entities.push(movedEntity(item, handles[list]!));
  parts.forEach((part, index) => {
    const { entities } = handles[index]!;
    const moved = (all: readonly number[]): number[] => all.map((handle) => entities[handle]!);
    for (const [link, own] of part.deployments) world.deployments.set(link, moved(own));
    for (const [link, own] of part.volumesets) world.volumesets.set(link, entities[own]!);
    for (const call of part.calls.values()) world.calls.add({ ...call, deployment: entities[call.deployment]! });
    for (const [name, count] of part.decisions) world.decisions.set(name, (world.decisions.get(name) ?? 0) + count);
    if (index > 0) world.ledger.join(part.ledger);
  });
  return world;
}

/**
 * Workloads and volume sets by name, then volumes by name, as at the start of a run; those of one part in their order
 * there.
 */
function comesFirst(one: Entity, other: Entity): boolean {
  const isVolume = other.kind === 'volume';
  return (one.kind === 'volume') === isVolume ? one.subject.name < other.subject.name : isVolume;
}

/**
 * Moves the replicas of a part into the whole.
 *
 * @param entities by handle in the part
 * @returns handles in the whole by those in the part
 */
function movedReplicas(world: World, part: WorldPart, entities: readonly number[]): ReadonlyMap<number, number> {
  const replicas = new Map<number, number>();
  for (const [handle, replica] of part.replicas.entries()) {
    const mounts = replica.mounts.map((mount) => ({ ...mount, volumeset: entities[mount.volumeset]! }));
    const moved = { ...replica, deployment: entities[replica.deployment]!, mounts };
    moved.handle = world.replicas.add(moved);
    replicas.set(handle, moved.handle);
  }
  return replicas;
}

function movedEntity(entity: Entity, handles: Handles): Entity {
  const handle = handles.entities[entity.handle]!;
  switch (entity.kind) {
    case 'deployment':
      return { ...entity, handle, replicas: entity.replicas.map((one) => handles.replicas.get(one)!) };
    case 'volumeset':
      return {
        ...entity,
        handle,
        volumes: entity.volumes.map((one) => handles.entities[one]!),
        mountedFrom: new Map([...entity.mountedFrom].map(([location, at]) => [handles.locations[location]!, at])),
      };
    case 'volume': {
      const { volume } = entity;
      const volumeset = handles.entities[volume.volumeset]!;
      return { ...entity, handle, volume: { ...volume, volumeset, location: handles.locations[volume.location]! } };
    }
  }
}

/** Records that all parts have are alike in all of them. */
function joinedControl(parts: readonly Control[]): Control {
  const [first] = parts as readonly [Control, ...Control[]];
  return {
    ...first,
    records: united(parts.map(({ records }) => records)),
    commands: united(parts.map(({ commands }) => commands)),
    commandCounts: united(parts.map(({ commandCounts }) => commandCounts)),
    incarnations: united(parts.map(({ incarnations }) => incarnations)),
    mounts: united(parts.map(({ mounts }) => mounts)),
    mounted: united(parts.map(({ mounted }) => mounted)),
  };
}

function united<Key, Value>(maps: readonly ReadonlyMap<Key, Value>[]): Map<Key, Value> {
  return new Map(maps.flatMap((map) => [...map]));
}
