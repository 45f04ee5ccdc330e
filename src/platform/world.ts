/** The spec of a GVC before it was changed; immutable. */
export interface FormerGvc {
  /** Excluded. */
  readonly until: Instant;
  readonly spec: JsonObject;
}

import { hash32 } from '../engine/hash.ts';
import type { Holding } from '../engine/holding.ts';
import type { Subject } from '../engine/journal.ts';
import { Pool } from '../engine/pool.ts';
import type { Instant } from '../engine/time.ts';
import type { AssumptionName, Assumptions } from '../rules/assumptions.ts';
/** The world: the desired and the actual state of every part of the platform, as one value that can be forked. */
import type { JsonObject } from './api/document/json.ts';
import type { Control } from './api/records/state.ts';
import { forkControl } from './api/records/store.ts';
import { cloneSharedEvaluation, newSharedEvaluation, type SharedEvaluation } from './autoscaling/sharedEvaluation.ts';
import type { BehaviourChange } from './behaviour.ts';
import { type Call, cloneCall } from './call/call.ts';
import type { Allowance } from './call/guard.ts';
import type { ArrivalState } from './call/source.ts';
import { cloneExecution, type Execution } from './cron/execution.ts';
import { type EventLog, forkEventLog } from './eventLog/eventLog.ts';
import type { Routed } from './facts.ts';
import type { FaultUnderWay } from './fault/fault.ts';
import type { Ledger } from './metering/ledger.ts';
import type { Tags } from './metering/series.ts';
import type { Setup, TimelineStep } from './setup.ts';
import type { Demand } from './traffic/demand.ts';
import type { Rate } from './traffic/rate.ts';
import type { VolumeJob } from './volume/job.ts';
import type { VolumesetSettings } from './volume/settings.ts';
import type { VolumeUsage } from './volume/usage.ts';
import type { UseSince } from './volume/useSince.ts';
import { cloneVolume } from './volume/volume.ts';
import type { Volume } from './volume/volumeRecord.ts';
import type { VolumeWork } from './volume/work.ts';
import { cloneDeployment, type Deployment } from './workload/deployment.ts';
import type { Health } from './workload/health.ts';
import { cloneReplica, type Replica } from './workload/replica.ts';

export interface World {
  /** The setup of the run; shared by forks. */
  readonly setup: Setup;
  /** The steps of its timeline, followed by those that a session has added; the agenda refers to them by index. */
  readonly steps: TimelineStep[];
  readonly assumptions: Assumptions;
  /** The desired state. */
  readonly control: Control;
  /**
   * Long-lived entities by handle; those of the start in the order of their names, later ones in order of creation.
   * Handle 0 is not used.
   */
  readonly entities: Entity[];
  /** Handles by link of a workload, in the order of location names. */
  readonly deployments: Map<string, readonly number[]>;
  /** Handles by link of a volume set. */
  readonly volumesets: Map<string, number>;
  readonly replicas: Pool<Replica>;
  readonly executions: Pool<Execution>;
  readonly ledger: Ledger;
  /** The active faults. */
  readonly faults: FaultRoom;
  /** The behaviours that the timeline has changed, by `gvc/workload/name` or `gvc/volumeset/name`. */
  readonly changes: Map<string, BehaviourChange>;
  /** The known health of workloads, by their links. */
  readonly healths: Map<string, HealthEntry>;
  /** Evaluates at every tick, instead of skipping to the next tick that may change something. */
  readonly isLiteral: boolean;
  /** The demands of workloads, in the order of the scenario; shared by forks. */
  readonly activeDemands: readonly ActiveDemand[];
  /**
   * The arrival state of demands with single calls, parallel to `activeDemands`; for other demands it has no meaning.
   */
  readonly sources: readonly ArrivalState[];
  readonly calls: Pool<Call>;
  /** Writes of workloads that have not reached the locations yet (`rollout.propagation.duration`). */
  readonly writesUnderWay: Pool<WriteUnderWay>;
  /** The remaining allowance of rate limiters, by link of the workload. */
  readonly allowances: Map<string, Allowance>;
  /** API writes from outside in the last counted minute (`api.rateLimit`); the minute is counted from the epoch. */
  readonly writes: { minute: number; count: number };
  /**
   * Earlier specs of GVCs, and until when each was valid, oldest first, by link; empty if they are not needed
   * (`env.changed`). Lists are replaced, never changed.
   */
  readonly formerGvcs: Map<string, readonly FormerGvc[]>;
  /** The routes that were journalled last, by the link of the target workload. */
  readonly routed: Map<string, readonly Routed[]>;
  /** The factor of a workload's demand, by its link; 1 if there is none. */
  readonly scales: Map<string, number>;
  /** No observer reads the journal entry by entry: schedules may be evaluated when they are read (`settleCron`). */
  defersUnobserved: boolean;
  /** The latest results of autoscaling. */
  readonly sharedEvaluation: SharedEvaluation;
  /** How often each assumption decided a charge. */
  readonly decisions: Map<AssumptionName, number>;
  /** null: it is not kept. */
  readonly eventLog: EventLog | null;
  /** Names of the locations that volumes are in, by the number that they carry. */
  readonly locations: string[];
}

/** A write of a workload on its way; immutable. */
export interface WriteUnderWay {
  readonly link: string;
  /** Journal number of the request. */
  readonly cause: number;
}

/** The health of a workload at its last evaluation. */
export interface HealthEntry {
  health: Health;
  /** When the next evaluation is due because of a change; null: there was none. */
  reviewAt: Instant | null;
  /** When a location that is still loading exceeds its time; null: none is loading. */
  loadingUntil: Instant | null;
}

/** A demand in this run. */
export interface ActiveDemand {
  readonly demand: Demand;
  readonly rate: Rate;
  /** Links of the target workload and of the calling one; null: the outside world calls. */
  readonly to: string;
  readonly by: string | null;
}

export interface FaultRoom {
  /** The number of faults that have started in this run. */
  count: number;
  /** How often each random fault was due, by the index of its step; replaced, never changed. */
  recurrences: ReadonlyMap<number, number>;
  /** In the order of their start; replaced, never changed. */
  active: readonly FaultUnderWay[];
  /** Locations that a fault has disabled; replaced, never changed. */
  disabled: readonly string[];
}

export type Entity = Deployment | VolumesetEntity | VolumeEntity;

/** A volume set, as it is now. */
export interface VolumesetEntity {
  readonly kind: 'volumeset';
  readonly handle: number;
  readonly subject: Subject;
  readonly link: string;
  readonly gvc: string;
  readonly name: string;
  settings: VolumesetSettings;
  usage: VolumeUsage;
  work: VolumeWork;
  /** The tags of its charges. */
  tags: Tags;
  /** Handles of its volumes, deleted indexes too, in order of creation. */
  volumes: readonly number[];
  /** The next snapshot tick in the agenda; null: none. */
  tickAt: Instant | null;
  /** For a shared set: since when a replica first mounts it, by the number of the location; replaced, never changed. */
  mountedFrom: ReadonlyMap<number, Instant>;
}

/** One volume of a set in a location. */
export interface VolumeEntity {
  readonly kind: 'volume';
  readonly handle: number;
  readonly subject: Subject;
  readonly volume: Volume;
  /** The present work on the device, then the work that waits for it. */
  jobs: readonly VolumeJob[];
  /** When the step that is in the agenda ends; null: none. */
  stepAt: Instant | null;
  /** When the creation of its present device began; null: the device was there at the start of the run. */
  creationBeganAt: Instant | null;
  /** The reading that is in the agenda; null: none, or no device. */
  readingAt: Instant | null;
  /** The last reading taken: readings after it are skipped because they have no effect (`settleReadings`). */
  readTo: Instant;
  /** When its last replica was gone, from which on it is detached; null: it had none. */
  releasedAt: Instant | null;
  /** The device was just worked on: the next replica attaches it without detaching it first. */
  isAtHand: boolean;
  /**
   * Link of the workload that used it last; null: none. Its record may no longer mount the set while a replica still
   * does.
   */
  boundBy: string | null;
  /**
   * Zone of its device, which is that of its first replica; null: no replica used it, or several may (a shared set).
   */
  zone: number | null;
  /** The capacity of its device in 1e-6 GB; 0: it has none. */
  heldMicroGB: number;
  /** The largest expansion accepted since the device was made, while it is larger than the device. */
  requestedMicroGB: number;
  /** Whether a replica has used it. */
  wasBound: boolean;
  /** Whether a replacement of its present device is being made. */
  isReplaced: boolean;
  /** Whether its location is closed to workloads. */
  isClosedIn: boolean;
  /** Why it is not billed although it exists; null: it is billed. */
  withheld: string | null;
  /** Run of the ledger; null if nothing is reserved. */
  span: number | null;
  /** Ledger runs of its snapshots, by their names, if they are metered; replaced, never changed. */
  snapshotSpans: ReadonlyMap<string, number>;
  /** Journal number of the cause of its present state. */
  cause: number;
  /** Journal number and instant of the last change, from outside, of its use or of its settings; null: none. */
  changed: { readonly by: number; readonly at: Instant } | null;
  /** The reading with the least free share so far. */
  lowest: { at: Instant; usedBytes: number; capacityBytes: number } | null;
  /** Below the free threshold with no expansion left, and at the greatest capacity, in whole readings. */
  readonly blocked: Holding;
  readonly atCap: Holding;
  /** Its storage use over time, from its first device on. */
  uses: UseSince[];
}

/** A copy that shares no mutable data. */
export function forkWorld(world: World): World {
  return {
    setup: world.setup,
    steps: [...world.steps],
    assumptions: world.assumptions,
    control: forkControl(world.control),
    entities: world.entities.map(cloneEntity),
    deployments: new Map(world.deployments),
    volumesets: new Map(world.volumesets),
    replicas: world.replicas.fork(cloneReplica),
    executions: world.executions.fork(cloneExecution),
    ledger: world.ledger.fork(),
    healths: new Map([...world.healths].map(([link, entry]) => [link, { ...entry }])),
    faults: { ...world.faults },
    isLiteral: world.isLiteral,
    activeDemands: world.activeDemands,
    sources: world.sources.map((source) => ({ ...source })),
    calls: world.calls.fork(cloneCall),
    writesUnderWay: world.writesUnderWay.fork((write) => write),
    allowances: new Map([...world.allowances].map(([link, allowance]) => [link, { ...allowance }])),
    writes: { ...world.writes },
    formerGvcs: new Map(world.formerGvcs),
    routed: new Map(world.routed),
    scales: new Map(world.scales),
    defersUnobserved: world.defersUnobserved,
    changes: new Map(world.changes),
    decisions: new Map(world.decisions),
    sharedEvaluation: cloneSharedEvaluation(world.sharedEvaluation),
    eventLog: world.eventLog === null ? null : forkEventLog(world.eventLog),
    locations: world.locations.slice(),
  };
}

function cloneEntity(entity: Entity): Entity {
  switch (entity.kind) {
    case 'deployment':
      return cloneDeployment(entity);
    case 'volumeset':
      return { ...entity };
    case 'volume':
      return {
        ...entity,
        volume: cloneVolume(entity.volume),
        lowest: entity.lowest === null ? null : { ...entity.lowest },
        uses: entity.uses.slice(),
        blocked: { ...entity.blocked },
        atCap: { ...entity.atCap },
      };
  }
}

/** A subject by its name, as the journal writes it: `shop/workload/api@aws-us-east-1`. */
export function subjectOf(name: string): Subject {
  return { name, hash: hash32(name) };
}

/** The name in a record's link: `/org/acme/gvc/shop/workload/api` is `shop/workload/api`. */
export function nameOfLink(link: string): string {
  return link.replace(/^\/org\/[^/]+\/?/, '').replace(/^gvc\/(?=[^/]+\/)/, '') || 'org';
}

/** The entity with a handle. Throws if there is none. */
export function entityAt(world: World, handle: number): Entity {
  const entity = world.entities[handle - 1];
  if (entity === undefined) throw new Error(`no entity ${handle}`);
  return entity;
}

export function deploymentAt(world: World, handle: number): Deployment {
  const entity = entityAt(world, handle);
  if (entity.kind !== 'deployment') throw new Error(`${entity.subject.name} is not a deployment`);
  return entity;
}

export function volumesetAt(world: World, handle: number): VolumesetEntity {
  const entity = entityAt(world, handle);
  if (entity.kind !== 'volumeset') throw new Error(`${entity.subject.name} is not a volume set`);
  return entity;
}

export function volumeAt(world: World, handle: number): VolumeEntity {
  const entity = entityAt(world, handle);
  if (entity.kind !== 'volume') throw new Error(`${entity.subject.name} is not a volume`);
  return entity;
}

/** Makes an entity with the next handle and adds it. */
export function addEntity<E extends Entity>(world: World, make: (handle: number) => E): E {
  const entity = make(world.entities.length + 1);
  world.entities.push(entity);
  return entity;
}

/** The replica with a handle from a list of a deployment. Throws if it is gone. */
export function replicaAt(world: World, handle: number): Replica {
  const replica = world.replicas.get(handle);
  if (replica === undefined) throw new Error(`no replica ${handle}`);
  return replica;
}

/** Whether a record waits for its deletion; false of one that is gone. */
export function isDeleting({ control }: Pick<World, 'control'>, link: string): boolean {
  return control.records.get(link)?.deletingSince != null;
}

/** Deployments of a workload, in the order of locations. */
export function deploymentsOf(world: World, workload: string): Deployment[] {
  return (world.deployments.get(workload) ?? []).map((handle) => deploymentAt(world, handle));
}

/** The number of a location, given at its first use. */
export function locationNumber(world: World, name: string): number {
  const known = world.locations.indexOf(name);
  return known >= 0 ? known : world.locations.push(name) - 1;
}

/** Empty pools for a new world. */
export function emptyPools(): Pick<
  World,
  | 'replicas'
  | 'executions'
  | 'calls'
  | 'writesUnderWay'
  | 'healths'
  | 'routed'
  | 'scales'
  | 'allowances'
  | 'writes'
  | 'formerGvcs'
  | 'sharedEvaluation'
> {
  return {
    replicas: new Pool<Replica>(),
    executions: new Pool<Execution>(),
    calls: new Pool<Call>(),
    writesUnderWay: new Pool<WriteUnderWay>(),
    healths: new Map(),
    routed: new Map(),
    scales: new Map(),
    allowances: new Map(),
    writes: { minute: 0, count: 0 },
    formerGvcs: new Map(),
    sharedEvaluation: newSharedEvaluation(),
  };
}
