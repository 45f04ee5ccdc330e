/**
 * The world of a run whose independent parts ran apart, put together from their worlds: for reports, which read it.
 */

import { merged } from '../../engine/merged.ts';
import { Pool } from '../../engine/pool.ts';
import type { Control } from '../api/records/state.ts';
import { newSharedEvaluation } from '../autoscaling/sharedEvaluation.ts';
import type { Setup } from '../setup.ts';
import type { Deployment } from '../workload/deployment.ts';
import { type Entity, locationNumber, type World } from '../world.ts';

/** What the whole takes over of the world of a part. */
export type WorldPart = Omit<World, 'setup' | 'steps' | 'sharedEvaluation'>;

/** How the handles of a part become those of the whole. */
interface Handles {
  /** By handle of an entity in the part. */
  readonly entities: readonly number[];
  readonly replicas: ReadonlyMap<number, number>;
  readonly executions: ReadonlyMap<number, number>;
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
    return { entities, locations, ...movedPools(world, part, entities) };
  });
  for (const { item, list } of order) world.entities.push(movedEntity(item, handles[list]!));
  parts.forEach((part, index) => {
    const { entities } = handles[index]!;
    const moved = (all: readonly number[]): number[] => all.map((handle) => entities[handle]!);
    for (const [link, own] of part.deployments) world.deployments.set(link, moved(own));
    for (const [link, own] of part.volumesets) world.volumesets.set(link, entities[own]!);
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

/** Moves the records of a part's pools into those of the whole. @param entities by handle in the part */
function movedPools(
  world: World,
  part: WorldPart,
  entities: readonly number[],
): Pick<Handles, 'replicas' | 'executions'> {
  const replicas = new Map<number, number>();
  const executions = new Map<number, number>();
  for (const [handle, replica] of part.replicas.entries()) {
    const mounts = replica.mounts.map((mount) => ({ ...mount, volumeset: entities[mount.volumeset]! }));
    const moved = { ...replica, deployment: entities[replica.deployment]!, mounts };
    moved.handle = world.replicas.add(moved);
    replicas.set(handle, moved.handle);
  }
  for (const [handle, execution] of part.executions.entries()) {
    const moved = { ...execution, deployment: entities[execution.deployment]! };
    moved.handle = world.executions.add(moved);
    executions.set(handle, moved.handle);
  }
  for (const call of part.calls.values()) world.calls.add({ ...call, deployment: entities[call.deployment]! });
  return { replicas, executions };
}

function movedEntity(entity: Entity, handles: Handles): Entity {
  const handle = handles.entities[entity.handle]!;
  switch (entity.kind) {
    case 'deployment':
      return movedDeployment({ ...entity, handle }, handles);
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

/** Its series are looked up again in the ledger of the whole. */
function movedDeployment(deployment: Deployment, { replicas, executions }: Handles): Deployment {
  const { cron } = deployment;
  const runs = (all: readonly number[]): number[] => all.map((one) => executions.get(one)!);
  return {
    ...deployment,
    replicas: deployment.replicas.map((one) => replicas.get(one)!),
    series: null,
    reservation: null,
    cron: cron === null ? null : { ...cron, active: runs(cron.active), leaving: runs(cron.leaving) },
  };
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
