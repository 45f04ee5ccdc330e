/**
 * A replica: the current state of one running copy of a workload in one location. Only handlers change it.
 */
import type { Instant } from '../../engine/time.ts';
import { cloneProcessorShare, type ProcessorShare } from '../call/processorShare.ts';
import type { Mounter } from '../facts.ts';
import type { Exits } from './backoff.ts';
import type { EphemeralUse } from './ephemeral.ts';
import type { Probing } from './probe.ts';
import type { StartInstants } from './start.ts';

/**
 * The phase of a replica's life. After `terminating`, or at once if it is lost, the replica is gone and its record is
 * removed.
 *
 * `starting` lasts until its containers run for the first time, `backoff` from a container's exit until they run again.
 */
export type ReplicaPhase = 'starting' | 'running' | 'backoff' | 'terminating';

/** Fixed shape. Lists are replaced, never changed; so a clone is a flat copy except for `processorShare`. */
export interface Replica {
  /** Handle in the pool of replicas; set when it is added there. */
  handle: number;
  /** Handle of its deployment. */
  readonly deployment: number;
  /**
   * Stateful: its index, kept for life (REPL-2); other types: a serial number in the location, never used twice by one
   * deployment.
   */
  readonly ordinal: number;
  /** Workload version that it runs (VER-2). */
  readonly version: number;
  readonly createdAt: Instant;
  /** Zone of the location, from 0 (WL-21). */
  zone: number;
  phase: ReplicaPhase;
  placedAt: Instant;
  /**
   * End of its first start, or of the start after its last exit: due while `phase` is `starting` or `backoff`; never,
   * if it terminates before.
   */
  startedAt: Instant;
  /**
   * Since when its containers run without an exit; null while they do not. A terminating replica runs until it is gone,
   * unless it had exited.
   */
  runningSince: Instant | null;
  ready: boolean;
  /** null exactly if it is not ready. */
  readySince: Instant | null;
  /** Whether it has ever been ready. */
  wasReady: boolean;
  /** Ready for `minReadySeconds` (ROLL-3). */
  available: boolean;
  /** Restarts in place since it was created. */
  restarts: number;
  /** Its containers that have exited, each once. */
  exits: readonly Exits[];
  /** The instant at which it is gone; null until it terminates. */
  goneAt: Instant | null;
  /**
   * The instant at which one of its containers will exit by itself; null: nothing is due. An event at any other instant
   * is void.
   */
  exitsAt: Instant | null;
  /** When its ephemeral storage will exceed its allotment; null: never. */
  overflowsAt: Instant | null;
  /** Whether its application answers, once it is up; a fault may prevent it. */
  answers: boolean;
  /** The instant at which its application is up in this run of its containers; null while they do not run. */
  upAt: Instant | null;
  /** The instant from which its application answers, past or future; null: never, unless something changes. */
  answersFrom: Instant | null;
  /**
   * The state of its containers' probes in this run; null while the containers do not run, or if the probes have
   * succeeded since before the simulation.
   */
  probings: readonly Probing[] | null;
  /** When it will be ready, once its containers run; null: nothing is due. */
  readyAt: Instant | null;
  /** When its readiness probes will have failed for too long; null: nothing is due. */
  unreadyAt: Instant | null;
  /** When a liveness probe will have failed for too long; null: nothing is due. */
  diesAt: Instant | null;
  /** When it will be available; null: nothing is due. */
  availableAt: Instant | null;
  /** Calls that it processes; null: it never got one. */
  processorShare: ProcessorShare | null;
  /** Object stores that it mounts; null: none. */
  mounter: Mounter | null;
  /** Since when the egress of its object stores has not been counted; null while there is none. */
  flowsSince: Instant | null;
  /** The instant up to which that egress has been counted. */
  countedAt: Instant;
  /** Open runs of the ledger for it; none if it is not billed now. */
  spans: readonly number[];
  /** Its mount points of shared volumes. */
  mounts: readonly MountPoint[];
  /** Journal number of the entry that put it into its present phase. */
  cause: number;
  /** How its use of ephemeral storage goes on from here, jumps included; null: it is not known to use any. */
  ephemeral: EphemeralUse | null;
  /** The total of the jumps in its use of ephemeral storage since its containers started. */
  ephemeralAddedBytes: number;
  /** Journal number of the last of these jumps; null: there was none. */
  jumpedBy: number | null;
  /** Faults that prevent its application from answering, by id; replaced, never changed. */
  heldBy: readonly number[];
  /** Its node is lost, so the platform does not see what its containers do; null: the node is not lost. */
  node: LostNode | null;
  /** Journal number of the drain that reschedules it; null: none does. */
  drainedBy: number | null;
  /** It will be rescheduled: it counts as a replica of an old version, although its version is the wanted one. */
  moving: boolean;
}

/** A shared volume set in a replica; immutable. */
export interface MountPoint {
  /** Handle of the set. */
  readonly volumeset: number;
  /** Open runs of the ledger for it. */
  readonly spans: readonly number[];
}

/** A node that is silent or will be found silent, and what is lost with it; immutable. */
export interface LostNode {
  /** Id of the fault. */
  readonly fault: number;
  readonly cause: number;
  /** The instant at which it is found not ready, and the instant at which it is given up (`fault.nodeLoss.*`). */
  readonly silentAt: Instant;
  readonly lostAt: Instant;
  /** It was killed with its node whole, and routing does not know yet (`fault.kill.routed`). */
  readonly isKill?: true;
}

/** The values that a new replica is created with; the rest follows from its start. */
export type NewReplica = Pick<Replica, 'deployment' | 'ordinal' | 'version' | 'createdAt' | 'zone' | 'mounter'>;

/** Lists of a replica are replaced, never changed: all may begin with the same. */
const none: readonly never[] = [];

/** The record of a replica that has just been created. */
export function createReplica(given: NewReplica, start: Pick<StartInstants, 'placedAt' | 'startedAt'>): Replica {
  return {
    handle: 0,
    deployment: given.deployment,
    ordinal: given.ordinal,
    version: given.version,
    createdAt: given.createdAt,
    zone: given.zone,
    phase: 'starting',
    placedAt: start.placedAt,
    startedAt: start.startedAt,
    runningSince: null,
    ready: false,
    readySince: null,
    wasReady: false,
    available: false,
    restarts: 0,
    exits: none,
    goneAt: null,
    exitsAt: null,
    overflowsAt: null,
    answers: true,
    upAt: null,
    answersFrom: null,
    probings: null,
    readyAt: null,
    unreadyAt: null,
    diesAt: null,
    availableAt: null,
    processorShare: null,
    mounter: given.mounter,
    flowsSince: null,
    countedAt: given.createdAt,
    spans: none,
    mounts: none,
    cause: 0,
    ephemeral: null,
    ephemeralAddedBytes: 0,
    jumpedBy: null,
    heldBy: none,
    node: null,
    drainedBy: null,
    moving: false,
  };
}

/** An independent copy. */
export function cloneReplica(replica: Replica): Replica {
  return {
    ...replica,
    processorShare: replica.processorShare === null ? null : cloneProcessorShare(replica.processorShare),
  };
}
