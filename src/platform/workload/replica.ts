/**
 * A replica: one running copy of a workload in one location, as it is. Changed by handlers only.
 */
import type { Instant } from '../../engine/time.ts';
import { cloneProcessorShare, type ProcessorShare } from '../call/processorShare.ts';
import type { Mounter } from '../facts.ts';
import type { Exits } from './backoff.ts';
import type { Probing } from './probe.ts';
import type { StartInstants } from './start.ts';

/**
 * Where a replica is in its life. It is gone after `terminating`, or at once where it is lost; its record goes with it.
 *
 * `starting` until its containers run for the first time, `backoff` from a container's exit until they run again.
 */
export type ReplicaPhase = 'starting' | 'running' | 'backoff' | 'terminating';

/** Fixed shape; lists are replaced, never changed, so that a clone is a flat copy except for `processorShare`. */
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
   * End of its first start, or of the one after its last exit: due while `phase` is `starting` or `backoff`; never,
   * where it terminates before.
   */
  startedAt: Instant;
  /**
   * Since when its containers run without an exit; null while they do not. One that terminates runs until it is gone,
   * unless it had exited.
   */
  runningSince: Instant | null;
  ready: boolean;
  /** null exactly where it is not ready. */
  readySince: Instant | null;
  /** Whether it was ever ready. */
  wasReady: boolean;
  /** Ready for `minReadySeconds` (ROLL-3). */
  available: boolean;
  /** Restarts in place since it was created. */
  restarts: number;
  /** Those of its containers that have exited, each once. */
  exits: readonly Exits[];
  /** When it is gone; null until it terminates. */
  goneAt: Instant | null;
  /**
   * When a container of it will exit by itself; null: nothing is due. What is due at another instant than these is
   * void.
   */
  exitsAt: Instant | null;
  /** When its ephemeral storage will exceed its allotment; null: never. */
  overflowsAt: Instant | null;
  /** Whether its application answers, once it is up; a fault may keep it from that. */
  answers: boolean;
  /** When its application is up in this run of its containers; null while they do not run. */
  upAt: Instant | null;
  /** From when on its application answers, which may lie ahead; null: not at all, as things stand. */
  answersFrom: Instant | null;
  /**
   * Probes of its containers as they have gone in this run; null while they do not run, or have gone well since before
   * the simulation.
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
  /** Calls that it works on; null: it never got one. */
  processorShare: ProcessorShare | null;
  /** Object stores that it mounts; null: none. */
  mounter: Mounter | null;
  /** Since when the egress of its object stores was not counted yet; null while nothing flows. */
  flowsSince: Instant | null;
  /** Up to when that egress has been counted. */
  countedAt: Instant;
  /** Runs of the ledger that are open for it; none where it is not billed now. */
  spans: readonly number[];
  /** Its mount points of shared volumes. */
  mounts: readonly MountPoint[];
  /** Journal number of the entry that put it into its present phase. */
  cause: number;
  /** By how much its use of ephemeral storage has jumped since its containers started. */
  ephemeralAddedBytes: number;
  /** Faults that keep its application from answering, by id; replaced, never changed. */
  heldBy: readonly number[];
  /** Its node is lost, and nobody hears of what its containers do; null: it is not. */
  node: LostNode | null;
  /** Journal number of the drain that it is rescheduled for; null: for none. */
  drainedBy: number | null;
  /** To be rescheduled: counts as a replica of an old version, though its version is the wanted one. */
  moving: boolean;
}

/** A shared volume set in a replica; immutable. */
export interface MountPoint {
  /** Handle of the set. */
  readonly volumeset: number;
  /** Runs of the ledger that are open for it. */
  readonly spans: readonly number[];
}

/** A node that is silent, or will be found so, and what is lost with it; immutable. */
export interface LostNode {
  /** Id of the fault. */
  readonly fault: number;
  readonly cause: number;
  /** When it is found not ready, and when it is given up (`fault.nodeLoss.*`). */
  readonly silentAt: Instant;
  readonly lostAt: Instant;
}

/** What a new replica is given; the rest follows from its start. */
export type NewReplica = Pick<Replica, 'deployment' | 'ordinal' | 'version' | 'createdAt' | 'zone' | 'mounter'>;

/** Lists of a replica are replaced, never changed: all may begin with the same. */
const none: readonly never[] = [];

/** The record of a replica that has just been created. */
export function createReplica(given: NewReplica, start: StartInstants): Replica {
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
    ephemeralAddedBytes: 0,
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
