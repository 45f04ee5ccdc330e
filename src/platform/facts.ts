/**
 * The closed list of journal entries: what happened, and what an entry of each type says.
 *
 * A reader of the journal alone can rebuild every bill and every count from these; nothing else is promised.
 * Names ending in `At` are instants in ms since the epoch, names ending in `Ms` durations; `reserved` is one item a
 * container.
 */
import type { Value } from '../engine/value.ts';
import type { OwnLine } from './behaviour.ts';
import type { Hop } from './call/probe.ts';
import type { Tags } from './metering/series.ts';
import type { Health, LocationState } from './workload/health.ts';

/** What one container of a replica reserves from the instant it is placed; a type alias, so that it is a `Value`. */
export type Reserve = {
  readonly container: string;
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
};

/**
 * Where the requests of one demand go: the share of each location that gets any; `unrouted`: what finds none that
 * answers.
 */
export type Routed = {
  readonly demand: string;
  readonly shares: { readonly [location: string]: number };
  readonly unrouted: number;
  /** How many times what the scenario demands; absent: once. */
  readonly scale?: number;
};

/**
 * What a metric said when a count changed, in thousandths of its unit: percent, requests a second, milliseconds,
 * requests in flight. Of triggers of keda by their names: a value of null is one that fails, a target of null asks for
 * no count. `counted`: the replicas over which the value is the mean, where those are not as many as were wanted: the
 * surge of a rollout counts, replicas that are not ready may not.
 */
export type Measurement = {
  readonly metric: string;
  readonly valueMilli: number | null;
  readonly targetMilli: number | null;
  readonly counted?: number;
};

/** The span in which the count of a deployment's replicas must lie. */
export type ScaleBounds = {
  readonly minScale: number;
  readonly maxScale: number;
};

/** A replica that a rollout waits for, by its name, and what it lacks to be available. */
export type Awaited = {
  readonly replica: string;
  readonly lacks: Lack;
};

export interface FactData {
  /**
   * A request of the timeline, the library or a served session that was taken; `changes` counts records. `as` is who
   * asked, where the request says so.
   */
  'request.accepted': { method: string; path: string; as?: string; status: number; changes: number };
  'request.refused': { method: string; path: string; as?: string; status: number; code: string; message: string };
  /**
   * The answer was not the one that the scenario expects: another status, or the right one and in `field` of its body
   * `found` in the place of `wanted`.
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
   * A call, from its arrival to its answer; `ordinal` is that of the replica it was at last. `path` only of calls that
   * somebody follows.
   */
  'call.ended': {
    /** Name of the demand, or of the timeline's entry. */
    caller: string;
    /** Location that the caller is at, where that is known. */
    from: string | null;
    /** 0: the workload that was to send it runs nowhere there, and nobody has sent it. */
    status: number;
    /** Times that it was given to a replica. */
    tries: number;
    latencyMs: number;
    /** Part of the latency in which it was in line, or held. */
    waitedMs: number;
    /** It found no replica that was ready, and was kept for one. */
    held: boolean;
    replica: string | null;
    path?: readonly Hop[];
    /** Headers of the answer that say where it comes from. */
    headers?: { readonly [name: string]: string };
  };
  /** A record whose deletion waited for its last replica or volume. */
  'record.deleted': { [none: string]: never };
  /**
   * Something goes wrong: until when, null where it is a matter of an instant or lasts to the end; `struck` counts
   * replicas and executions, null where it strikes other things.
   */
  'fault.begun': { fault: string; endsAt: number | null; struck: number | null };
  'fault.ended': { fault: string; tookMs: number };
  /** It found nobody, or not all whom it names. */
  'fault.missed': { fault: string; message: string };
  /** Of a workload whose idle use has changed: what one replica uses from now on, where that is known. */
  'behaviour.changed': { cpuMillicores?: number; memoryBytes?: number; [part: string]: Value };
  /** Lines that the containers of a deployment write from now on, in the place of those of before. */
  'logs.declared': { lines: readonly OwnLine[] };
  'command.running': { command: string; type: string };
  'command.completed': { command: string; type: string };
  'command.failed': { command: string; type: string; message: string };
  'command.cancelled': { command: string; type: string };

  /** A workload came to a location; `provider` and `type` rate its bill. */
  'deployment.opened': {
    type: string;
    version: number;
    desired: number;
    provider: string;
    locationType: string;
    /** Those that its charges carry; absent where there are none. */
    tags?: Tags;
  };
  /** It left: deleted, or the location was disabled or left the GVC. */
  'deployment.closed': { why: string };
  'deployment.reopened': { [none: string]: never };
  /** Wanted replicas changed: by their bounds, or, with `measured`, by their load. */
  'deployment.scaled': { from: number; to: number; measured?: readonly Measurement[] };
  /** How few and how many replicas it may have, where that is another span than before. */
  'deployment.bounded': { from: ScaleBounds; to: ScaleBounds };
  'deployment.suspended': { from: number };
  'deployment.resumed': { to: number };
  /**
   * So many replicas are billed from now on though none is wanted (`billing.zeroReplicas`), each for this; 0: none is
   * any more.
   */
  'deployment.kept': { replicas: number; reserved: readonly Reserve[]; ephemeralBytes?: number };
  /** Charges of a deployment, or of all that is of a volume set, carry these tags from now on, and no others. */
  'charges.tagged': { tags: Tags };
  /** It has a load balancer of its own from now on, or none any more; told where that is metered. */
  'balancer.opened': { [none: string]: never };
  'balancer.closed': { [none: string]: never };
  /**
   * Requests that have come as amounts since this was told last, or since they come; told where they are metered, at
   * the end of each hour.
   */
  'requests.counted': { requests: number };
  /**
   * The health of a workload at the end of an instant, where it is another one than before; `locations` by their names,
   * as they are now.
   */
  'health.changed': { from: Health; to: Health; locations: { readonly [location: string]: LocationState } };
  /** So many times what the scenario demands of a workload comes from now on. */
  'demand.scaled': { scale: number };
  /** Where the requests for a workload go from now on, in all locations, where that is another way than before. */
  'demand.routed': { demands: readonly Routed[] };
  /**
   * A newer version must be given to replicas; `surge` and `unavailable` in replicas, null where the type ignores the
   * bound.
   */
  'rollout.started': { version: number; desired: number; surge: number | null; unavailable: number | null };
  'rollout.completed': { version: number; tookMs: number; lowestReady: number };
  /** No progress since an instant; the replicas that are not available, and what each lacks. */
  'rollout.stalled': { version: number; sinceAt: number; waitsFor: readonly Awaited[] };
  /** A newer version came before this one was everywhere. */
  'rollout.superseded': { version: number; by: number };
  /** Traffic moved to another version at once (serverless). */
  'rollout.switched': { from: number; to: number; desired: number };

  /** In place, running and ready since long before the run. */
  'replica.settled': ReplicaStart;
  'replica.created': ReplicaStart;
  'replica.ready': { [none: string]: never };
  'replica.available': { [none: string]: never };
  /** Still ready, but for less long than `minReadySeconds` asks now; available again then, if it stays ready. */
  'replica.unavailable': { availableAt: number };
  /**
   * Its application does not answer: `failures` tries in a row of the readiness probe of `container`; both null where
   * it has none.
   */
  'replica.unready': { container: string | null; failures: number | null };
  /**
   * A liveness probe has failed for too often in a row: the container is ended, and started again in place. `early`
   * where that was before its application answers for the first time: how long before, and how many tries would have
   * failed until then.
   */
  'replica.unresponsive': {
    container: string;
    failures: number;
    early?: { answersInMs: number; missesBefore: number };
  };
  /** A container exited; started again in place at `restartAt`. */
  'replica.exited': { container: string; restarts: number; restartAt: number };
  'replica.restarted': { startedAt: number };
  /**
   * Its image could not be pulled, this many times in a row; its containers run at `startedAt`, as the pull after these
   * succeeds.
   */
  'replica.pullFailed': { failures: number; startedAt: number };
  /** Gone without grace: killed, or lost with what it was on. */
  'replica.lost': { why: string };
  /** Used more ephemeral storage than allotted; gone at once. */
  'replica.evicted': { overflowedAt: number; allottedBytes: number };
  'replica.terminating': { signalAt: number; goneAt: number; why: string };
  'replica.gone': { [none: string]: never };

  'execution.started': {
    slotAt: number | null;
    version: number;
    placedAt: number;
    startedAt: number;
    reserved: readonly Reserve[];
    ephemeralBytes?: number;
  };
  /** A replica of it failed, and a new one follows after a wait in which nothing is reserved. */
  'execution.retried': {
    attempts: number;
    /** When its new replica is made, told where that counts (`billing.replicaFrom`). */
    createdAt?: number;
    placedAt: number;
    startedAt: number;
    reserved: readonly Reserve[];
    ephemeralBytes?: number;
  };
  /** Its container exited with another code than 0, after so many attempts, and will run again in its place. */
  'execution.restarted': { attempts: number; startedAt: number };
  'execution.succeeded': ExecutionEnd;
  'execution.failed': ExecutionEnd;
  /** Its replica still terminates until `goneAt`. */
  'execution.removed': ExecutionEnd & { goneAt: number; why: string };
  'execution.invalid': { slotAt: number | null; version: number; message: string };
  /** A tick at which nothing starts. `why` is told of one that was kept, to start late, and does not. */
  'execution.skipped': { slotAt: number; running: number; why?: string };
  /**
   * Ticks have come and started nothing, as long as a schedule is halted: told at the first of them, and of all when
   * the halt ends.
   */
  'ticks.passed': { why: string; count: number; firstAt: number };
  /** The replica of a removed one has stopped. */
  'execution.gone': { [none: string]: never };
  /** A newer final execution took its place in the history. */
  'execution.forgotten': { status: string };

  'volume.settled': VolumeStart;
  'volume.created': VolumeStart;
  'volume.bound': { replica: string };
  'volume.unused': { usedBytes: number };
  'expansion.accepted': { [number: string]: Value };
  'expansion.refused': { [number: string]: Value };
  /** A refusal that stood has ended without an expansion. */
  'expansion.cleared': { [none: string]: never };
  'volume.expanded': { fromMicroGB: number; toMicroGB: number; usedBytes: number };
  /** A new device in the place of the old one: shrink, restore, delete in use. */
  'volume.replaced': { fromMicroGB: number; toMicroGB: number; usedBytes: number; lostBytes: number; why: string };
  'volume.deleted': { capacityMicroGB: number; lostBytes: number };
  /**
   * The bill holds it from now on, or no longer, though it is there: why (`billing.volumeFrom`,
   * `billing.disabledLocation`, `billing.replacementOverlap`).
   */
  'volume.billing': { billed: boolean; why: string };
  'volume.full': { capacityMicroGB: number };
  'volume.relieved': { [none: string]: never };
  'snapshot.taken': { name: string; bytes: number; expiresAt: number; by: string };
  'snapshot.deleted': { name: string };
  'snapshot.expired': { name: string };
  'snapshot.refused': { message: string };

  /** A replica mounts a shared volume; reserved until the replica is gone. */
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

/** What the start of a replica says. `placedAt`: it holds its place and reserve; `startedAt`: its containers run. */
export type ReplicaStart = {
  version: number;
  placedAt: number;
  startedAt: number;
  reserved: readonly Reserve[];
  mounter: Mounter | null;
  /** What it is allotted, where that is metered. */
  ephemeralBytes?: number;
  /** Where replicas are spread over zones, or were so when their volumes were made (WL-21): `a`, `b`, `c` ... */
  zone?: string;
};

/** Object stores of one replica, reserved as long as it is; egress flows while it runs. */
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
  /** Those that its charges carry; absent where there are none. */
  tags?: Tags;
};

/** What the planners decided; the rest followed from it or was asked for. `--journal decisions` keeps these. */
export const decisions: ReadonlySet<FactType> = new Set<FactType>([
  'request.accepted',
  'request.refused',
  'request.unexpected',
  'deployment.scaled',
  'deployment.suspended',
  'deployment.resumed',
  'rollout.started',
  'rollout.completed',
  'rollout.stalled',
  'rollout.superseded',
  'rollout.switched',
  'execution.skipped',
  'ticks.passed',
  'execution.removed',
  'expansion.accepted',
  'expansion.refused',
  'expansion.cleared',
  'snapshot.refused',
]);

/**
 * Why a replica is not available: it has not started, has no image, has exited, is not ready as shown by its probe or
 * port, or not for long enough.
 */
export type Lack = 'start' | 'image' | 'restart' | 'readinessProbe' | 'port' | 'running' | 'node' | 'minReadySeconds';
