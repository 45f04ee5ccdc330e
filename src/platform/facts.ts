/**
 * The closed list of journal entry types, and the data of each.
 *
 * A reader of the journal alone can rebuild every bill and every count from these; nothing else is promised.
 * Names ending in `At` are instants in ms since the epoch, names ending in `Ms` durations; `reserved` has one item per
 * container.
 */
import type { Value } from '../engine/value.ts';
import type { Measurement, ScaleBounds, ScaleDecision } from './autoscaling/decision.ts';
import type { OwnLine } from './behaviour.ts';
import type { Hop } from './call/probe.ts';
import type { Tags } from './metering/series.ts';
import type { Health, LocationState } from './workload/health.ts';

/**
 * The reservation of one container of a replica, from the instant of its placement; a type alias, so it is a `Value`.
 */
export type Reserve = {
  readonly container: string;
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
};

/**
 * The routes of one demand: the share of each location that gets requests; `unrouted`: the share that no location
 * answers; `undiscovered`: the part of it whose callers do not find the locations that answer, by the assumption
 * that decided; absent: none.
 */
export type Routed = {
  readonly demand: string;
  readonly shares: { readonly [location: string]: number };
  readonly unrouted: number;
  readonly undiscovered?: { readonly [assumption: string]: number };
  /** The factor on the scenario's demand; absent: 1. */
  readonly scale?: number;
};

/** One try of a call; instants as ms since its arrival. */
export type CallTry = {
  /** When a replica got it, and for how long it was there. */
  readonly fromMs: number;
  readonly tookMs: number;
  /** How long it takes there alone. */
  readonly neededMs: number;
  readonly replica: string;
  /** The answer; 0: it got none, because the call timed out or the replica refused the connection or was gone. */
  readonly status: number;
  /** The pause before the next try; 0: there was none. */
  readonly pauseMs: number;
};

/** A replica that a rollout waits for, and what it lacks to be available. */
export type Awaited = {
  readonly replica: string;
  readonly lacks: Lack;
};

export interface FactData {
  /**
   * An accepted request of the timeline, the library or a served session; `changes` counts records. `as` is the caller,
   * if the request names one.
   */
  'request.accepted': { method: string; path: string; as?: string; status: number; changes: number };
  'request.refused': { method: string; path: string; as?: string; status: number; code: string; message: string };
  /**
   * The response was not the one that the scenario expects: another status, or the right status and `found` instead of
   * `wanted` in `field` of its body.
   */
  'request.unexpected': {
    path: string;
    status: number;
    expected: number;
    field?: string;
    wanted?: string;
    found?: string;
  };
  /**
   * A call, from its arrival to its answer; `ordinal` is that of its last replica. `path` exists only for followed
   * calls.
   */
  'call.ended': {
    /** Name of the demand, or of the timeline's entry. */
    caller: string;
    /** Location of the caller, if known. */
    from: string | null;
    /** 0: the sending workload does not run there, so the call was not sent. */
    status: number;
    /** Number of tries. */
    tries: number;
    latencyMs: number;
    /** The part of the latency in the waiting line, or held. */
    waitedMs: number;
    /** Whether it found no ready replica and was held for one. */
    held: boolean;
    replica: string | null;
    path?: readonly Hop[];
    /** Headers of the answer that name its origin. */
    headers?: { readonly [name: string]: string };
    /**
     * Every try, in order; only of a call that was tried again, or took longer at its replica than it needs there.
     * Outside the fingerprint.
     */
    each?: readonly CallTry[];
  };
  /** A record whose deletion waited for its last replica or volume. */
  'record.deleted': { [none: string]: never };
  /**
   * A fault has started. `endsAt` is null if it takes no time or lasts to the end; `struck` counts replicas and
   * executions, null if it strikes other things.
   */
  'fault.begun': { fault: string; endsAt: number | null; struck: number | null };
  'fault.ended': { fault: string; tookMs: number };
  /** A fault found no target, or not all that it names. */
  'fault.missed': { fault: string; message: string };
  /** For a workload whose idle use has changed: the use of one replica from now on, if known. */
  'behaviour.changed': { cpuMillicores?: number; memoryBytes?: number; usageAddBytes?: number };
  /** The lines that the containers of a deployment write from now on; they replace the earlier ones. */
  'logs.declared': { lines: readonly OwnLine[] };
  'command.running': { command: string; type: string };
  'command.completed': { command: string; type: string };
  'command.failed': { command: string; type: string; message: string };
  'command.cancelled': { command: string; type: string };

  /** A workload was deployed to a location; `provider` and `type` decide its price. */
  'deployment.opened': {
    type: string;
    version: number;
    desired: number;
    provider: string;
    locationType: string;
    /** The tags of its charges; absent if there are none. */
    tags?: Tags;
  };
  /** The deployment ended: deleted, or its location was disabled or left the GVC. */
  'deployment.closed': { why: string };
  'deployment.reopened': { [none: string]: never };
  /** Desired replicas changed: by their bounds, or, with `measured`, by their load. */
  'deployment.scaled': { from: number; to: number; measured?: readonly Measurement[]; decided?: ScaleDecision };
  /** The bounds of its replicas changed. */
  'deployment.bounded': { from: ScaleBounds; to: ScaleBounds };
  'deployment.suspended': { from: number };
  'deployment.resumed': { to: number };
  /**
   * Replicas that are billed from now on although none is desired (`billing.zeroReplicas`), each with this reservation;
   * 0: none any more.
   */
  'deployment.kept': { replicas: number; reserved: readonly Reserve[]; ephemeralBytes?: number };
  /** The tags of charges of a deployment, or of everything of a volume set, from now on. */
  'charges.tagged': { tags: Tags };
  /** It has its own load balancer from now on, or none any more; journalled if that is metered. */
  'balancer.opened': { [none: string]: never };
  'balancer.closed': { [none: string]: never };
  /**
   * Requests that arrived as amounts since the last such entry, or since they began; journalled at the end of each hour
   * if they are metered.
   */
  'requests.counted': { requests: number };
  /**
   * The health of a workload at the end of an instant, if it has changed; `locations` by their names, as they are now.
   */
  'health.changed': { from: Health; to: Health; locations: { readonly [location: string]: LocationState } };
  /** The factor on the scenario's demand of a workload from now on. */
  'demand.scaled': { scale: number };
  /** From here on requests come one by one; so many whole ones waited. */
  'demand.turned': { waiting: number };
  /** The routes of the requests for a workload from now on, in all locations, if they have changed. */
  'demand.routed': { demands: readonly Routed[] };
  /** Replicas must get a newer version; `surge` and `unavailable` in replicas, null if the type ignores the bound. */
  'rollout.started': { version: number; desired: number; surge: number | null; unavailable: number | null };
  'rollout.completed': { version: number; tookMs: number; lowestReady: number };
  /** No progress since an instant; the replicas that are not available, and what each lacks. */
  'rollout.stalled': { version: number; sinceAt: number; waitsFor: readonly Awaited[] };
  /** A newer version replaced this one before every replica had it. */
  'rollout.superseded': { version: number; by: number };
  /** Traffic moved to another version at once (serverless). */
  'rollout.switched': { from: number; to: number; desired: number };

  /** Placed, running and ready since long before the run. */
  'replica.settled': ReplicaStart;
  'replica.created': ReplicaStart;
  /** `upAt`: when its application answers, where its behaviour says so; outside the fingerprint. */
  'replica.ready': { upAt?: number };
  'replica.available': { [none: string]: never };
  /** Still ready, but for less time than `minReadySeconds` now requires; available again then, if it stays ready. */
  'replica.unavailable': { availableAt: number };
  /**
   * Its application does not answer: `failures` failed tries in a row of the readiness probe of `container`; both null
   * if it has none.
   */
  'replica.unready': { container: string | null; failures: number | null };
  /**
   * A liveness probe has failed too often in a row: the container is ended, and restarts in place. `early` is set if
   * that was before its application answers for the first time: the time until then, and the tries that would have
   * failed until then.
   */
  'replica.unresponsive': {
    container: string;
    failures: number;
    early?: { answersInMs: number; missesBefore: number };
  };
  /**
   * A container exited; it restarts in place at `restartAt`, after its back-off `waitMs` and its start. `inRow` are its
   * exits in a row, this one included; `ranMs` how long it ran since the exit before, absent for its first one;
   * `addedMs` what its behaviour adds to its start.
   */
  'replica.exited': {
    container: string;
    restarts: number;
    restartAt: number;
    inRow: number;
    waitMs: number;
    ranMs?: number;
    addedMs?: number;
  };
  'replica.restarted': { startedAt: number };
  /**
   * Its image could not be pulled, this many times in a row; its containers run at `startedAt`, because the next pull
   * succeeds.
   */
  'replica.pullFailed': { failures: number; startedAt: number };
  /** Gone without grace: killed, or lost together with its node, zone or location. */
  'replica.lost': { why: string };
  /**
   * Used more ephemeral storage than allotted; gone at once. `usedBytes`, rounded up, is `startBytes` when its
   * containers started, what was added at once since, and the growth.
   */
  'replica.evicted': {
    overflowedAt: number;
    allottedBytes: number;
    usedBytes: number;
    startedAt: number;
    startBytes: number;
    addedBytes: number;
    growthBytesPerHour: number;
  };
  /**
   * `ownStop`: its behaviour says how long its process takes to stop; `ownHook`: a container has a preStop hook; both
   * outside the fingerprint.
   */
  'replica.terminating': { signalAt: number; goneAt: number; why: string; ownStop?: true; ownHook?: true };
  'replica.gone': { [none: string]: never };

  'execution.started': {
    slotAt: number | null;
    version: number;
    placedAt: number;
    startedAt: number;
    reserved: readonly Reserve[];
    ephemeralBytes?: number;
  };
  /** A replica of it failed, and a new one follows after a wait without a reservation. */
  'execution.retried': {
    attempts: number;
    /** When its new replica is created; given if that matters (`billing.replicaFrom`). */
    createdAt?: number;
    placedAt: number;
    startedAt: number;
    reserved: readonly Reserve[];
    ephemeralBytes?: number;
  };
  /** Its container exited with a code other than 0, after this many attempts, and will run again in place. */
  'execution.restarted': { attempts: number; startedAt: number };
  'execution.succeeded': ExecutionEnd;
  'execution.failed': ExecutionEnd;
  /** Its replica is still terminating until `goneAt`. */
  'execution.removed': ExecutionEnd & { goneAt: number; why: string };
  'execution.invalid': { slotAt: number | null; version: number; message: string };
  /** A tick that starts no execution. `why` is given for a tick that was kept for a late start and does not start. */
  'execution.skipped': { slotAt: number; running: number; why?: string };
  /**
   * Ticks without a start while a schedule is halted: journalled at the first of them, and for all of them when the
   * halt ends.
   */
  'ticks.passed': { why: string; count: number; firstAt: number };
  /** The replica of a removed execution has stopped. */
  'execution.gone': { [none: string]: never };
  /** A newer final execution replaced it in the history. */
  'execution.forgotten': { status: string };

  'volume.settled': VolumeStart;
  'volume.created': VolumeStart;
  'volume.bound': { replica: string };
  'volume.unused': { usedBytes: number };
  'expansion.accepted': { toMicroGB: number } & { [number: string]: Value };
  'expansion.refused': { [number: string]: Value };
  /** A refusal of expansion ended without an expansion. */
  'expansion.cleared': { [none: string]: never };
  'volume.expanded': { fromMicroGB: number; toMicroGB: number; usedBytes: number } & DeviceWorked;
  /** A new device replaced the old one: shrink, restore, delete in use. */
  'volume.replaced': {
    fromMicroGB: number;
    toMicroGB: number;
    usedBytes: number;
    lostBytes: number;
    why: string;
  } & DeviceWorked;
  'volume.deleted': { capacityMicroGB: number; lostBytes: number } & DeviceWorked;
  /**
   * Billing of the existing volume starts or stops: why (`billing.volumeFrom`, `billing.disabledLocation`,
   * `billing.replacementOverlap`).
   */
  'volume.billing': { billed: boolean; why: string };
  'volume.full': { capacityMicroGB: number };
  'volume.relieved': { [none: string]: never };
  'snapshot.taken': { name: string; bytes: number; expiresAt: number; by: string };
  'snapshot.deleted': { name: string };
  'snapshot.expired': { name: string };
  'snapshot.refused': { message: string };

  /** A replica mounts a shared volume; the mount is reserved until the replica is gone. */
  'mount.opened': {
    volumeset: string;
    workload: string;
    type: string;
    fromAt: number;
    cpuMillicores: number;
    memoryBytes: number;
  };
}

export type FactType = keyof FactData;

/**
 * The start of a replica. `placedAt`: from then on it has its place and reservation; `startedAt`: its containers run.
 */
export type ReplicaStart = {
  version: number;
  placedAt: number;
  /** Of one that is created: when its volumes are attached, and when its images are there; outside the fingerprint. */
  mountedAt?: number;
  /** When the volume that takes the longest can be attached, and what is waited for. */
  preparedAt?: number;
  preparedBy?: 'create' | 'detach';
  pulledAt?: number;
  /**
   * Of one that is created: what its behaviour adds to the start of its containers, and whether it says how long its
   * images take; outside the fingerprint.
   */
  addedMs?: number;
  ownPull?: true;
  startedAt: number;
  reserved: readonly Reserve[];
  mounter: Mounter | null;
  /** Its allotment, if that is metered. */
  ephemeralBytes?: number;
  /** If replicas are spread over zones, or were when their volumes were made (WL-21): `a`, `b`, `c` ... */
  zone?: string;
};

/** Object stores of one replica, reserved as long as it exists; egress flows while it runs. */
export type Mounter = {
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
  readonly egressBytesPerHour: number;
};

export type ExecutionEnd = {
  /** Attempts whose containers ran. */
  attempts: number;
  /** From its start to its end. */
  tookMs: number;
  /** Time in which containers ran. */
  ranMs: number;
  usedCpuMillicores: number;
};

export type VolumeStart = {
  capacityMicroGB: number;
  usedBytes: number;
  fileSystem: string;
  performanceClass: 'general-purpose-ssd' | 'high-throughput-ssd' | 'shared';
  provider: string;
  locationType: string;
  /** The tags of its charges; absent if there are none. */
  tags?: Tags;
  /** Of one that is created: when the creation of its device began; outside the fingerprint. */
  beganAt?: number;
};

/** Since when a device was worked on, after its replica had left; outside the fingerprint. Absent: for no time. */
type DeviceWorked = { beganAt?: number };

/**
 * Why a replica is not available: it has not started, has no image, has exited, is not ready as shown by its probe or
 * port, or not for long enough.
 */
export type Lack = 'start' | 'image' | 'restart' | 'readinessProbe' | 'port' | 'running' | 'node' | 'minReadySeconds';
