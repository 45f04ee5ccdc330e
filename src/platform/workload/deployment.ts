/**
 * A deployment: the current state of one workload in one location. Only handlers change it.
 */

import type { Subject } from '../../engine/journal.ts';
import type { DrawItem } from '../../engine/random.ts';
import type { Instant } from '../../engine/time.ts';
import { cloneScaler, type Scaler } from '../autoscaling/scaler.ts';
import type { WorkloadBehaviour } from '../behaviour.ts';
import type { FirewallSettings } from '../call/firewall.ts';
import { cloneTimeoutLine, type TimeoutLine } from '../call/timeoutLine.ts';
import { cloneWaitingLine, type WaitingLine } from '../call/waitingLine.ts';
import type { Reserve } from '../facts.ts';
import type { Tags } from '../metering/series.ts';
import type { Discovery } from '../traffic/discovery.ts';
import { cloneInflow, type Inflow } from '../traffic/inflow.ts';
import type { LocationState } from './health.ts';
import { replicaName } from './naming.ts';
import type { RolloutCounts } from './progress.ts';
import type { Replica } from './replica.ts';
import type { DesiredState } from './scaling.ts';
import type { ContainerSettings, LocationOptions, WorkloadSettings } from './settings.ts';

/** A workload version that this deployment wants or still runs; immutable. */
export interface Revision {
  /** Value of `SVC_WORKLOAD_VERSION` (`version.number`). */
  readonly version: number;
  /** The instant of the write that created the version. */
  readonly createdAt: Instant;
  readonly settings: WorkloadSettings;
}

/**
 * Why a deployment's location allows no replica; `none`: it allows replicas. `ignored`: existing replicas stay, and the
 * platform decides nothing; `withdrawn`: the same tag ends them (`ignore.effect`).
 */
export type Closed = 'none' | 'deleting' | 'disabled' | 'outage' | 'ignored' | 'withdrawn' | 'paused';

export interface Deployment {
  readonly kind: 'deployment';
  /** Handle among the world's entities, its subject in the agenda. */
  readonly handle: number;
  readonly subject: Subject;
  /** Link of the workload. */
  readonly workload: string;
  readonly gvc: string;
  readonly name: string;
  readonly location: string;
  /** Current settings of the record: scale, job, rollout options. */
  settings: WorkloadSettings;
  /** The inbound rules that are in force, which may be former ones (`firewall.duration`). */
  firewall: FirewallSettings;
  options: LocationOptions;
  behaviour: WorkloadBehaviour;
  /** Whether replicas may be here; if not, the reason. */
  closed: Closed;
  standing: DesiredState;
  /** Wanted replicas (D). */
  desired: number;
  desiredBefore: number | null;
  /** Oldest first; the last is the wanted version. Older ones stay while replicas run them. */
  revisions: Revision[];
  /** The last processed version of the record. */
  lastProcessedVersion: number;
  /** Handles of replicas that are not gone, in order of creation. */
  readonly replicas: number[];
  /** How many of them are ready. */
  ready: number;
  /** Standing replicas, which are not terminating, by the version under which they are counted (`fleetOf`). */
  counts: readonly StandingCount[];
  /** Serial number of the next replica of a type without indexes. */
  nextSerial: number;
  /** Stateful: the version that an index returns on after a loss, by index; null: none, or the newest. */
  returnsOn: (number | null)[];
  /**
   * Images that replicas have pulled here, each with the instant from which it is cached; empty if none is remembered
   * (`replica.pull.cache`). Replaced, never changed.
   */
  images: readonly { readonly image: string; readonly from: Instant }[];
  /** Standard: the input of the previous pass. */
  previous: { readonly desired: number; readonly surge: number } | null;
  /** Serverless: the version that gets the traffic. */
  serving: number | null;
  switchedAt: Instant | null;
  rollout: RolloutUnderWay | null;
  /** The last version whose rollout was complete; null before the first. */
  completedVersion: number | null;
  /** Instant of a pass that is in the agenda; null: none. */
  passAt: Instant | null;
  /** Since when a first ready replica is awaited; null once there was one. */
  awaitedSince: Instant | null;
  /** Whether a pass has looked at it. */
  isPlanned: boolean;
  /** Its state when its workload's health was last computed; null: not computed yet. */
  state: LocationState | null;
  /** Whether requests are sent here. */
  serves: boolean;
  /** Whether internal callers from other locations find it. */
  discovery: Discovery;
  /** Whether its workload calls others, in proportion to its ready replicas. */
  readonly isCaller: boolean;
  /** The part of demands that are amounts that comes here. */
  readonly inflow: Inflow;
  /** Calls that come here one by one; null: none has. */
  waitingLine: WaitingLine | null;
  /** When those calls time out; null: none has come. */
  timeouts: TimeoutLine | null;
  /** null: no load moves the count. */
  scaler: Scaler | null;
  /** Since when its triggers are watched here (`keda.creation`); null: it has no triggers. */
  watchedSince: Instant | null;
  /** Journal number of the entry that last set the wanted replicas. */
  cause: number;
  /** The `cause` that the last pass has met. */
  metCause: number;
  /** Journal number of the last entry that may have given a pass something to do; 0: there was none. */
  movedBy: number;
  /** Journal number of the entry that awaits a first ready replica (`awaitedSince`), or awaited the last one. */
  awaitedBy: number;
  /** The last change of the part of the demand that comes here: its journal number and its instant; null: none. */
  rerouted: { readonly by: number; readonly at: Instant } | null;
  /** Journal number of the last switch of all requests to another version (`switchedAt`). */
  switchedBy: number;
  /** The tags of its charges. */
  tags: Tags;
  /**
   * Handles of the ledger's series besides those of the reservation, by meter and container; null: none was looked up
   * since tags changed.
   */
  series: Map<string, number> | null;
  /** The last computed reservation of a replica's containers; null if tags have changed since. */
  reservation: ReplicaReservation | null;
  /** Replicas that are billed although none is wanted; null: none. */
  kept: ReserveAtZero | null;
  /** Run of the ledger of its load balancer; null: it has none, or it is not metered. */
  balancer: number | null;
  /** Present exactly for cron workloads. */
  cron: CronState | null;
}

/** The reservation of one replica's containers, and the meters that it is billed by; immutable. */
export interface ReplicaReservation {
  readonly containers: readonly ContainerSettings[];
  readonly reserves: readonly Reserve[];
  /** Handles of the ledger's series, of cpu and of memory, in the order of `reserves`. */
  readonly series: readonly { readonly cpu: number; readonly memory: number }[];
  /** The other counts of each replica, of meters that are held only on request: series of the ledger and amounts. */
  readonly others: readonly { readonly series: number; readonly amount: number }[];
  /** The replica's allotted ephemeral storage; null: it is not metered. */
  readonly ephemeralBytes: number | null;
}

/** The billed reserve of a deployment that wants no replica (`billing.zeroReplicas`); immutable. */
export interface ReserveAtZero {
  readonly replicas: number;
  readonly containers: readonly ContainerSettings[];
  /** Runs of the ledger, in the order of a reservation. */
  readonly spans: readonly number[];
}

/** From a newer version to its completion; replaced, never changed. */
export interface RolloutUnderWay {
  readonly version: number;
  readonly startedAt: Instant;
  readonly cause: number;
  readonly progressAt: Instant;
  /** Journal number of the entry that led to the last progress. */
  readonly progressBy: number;
  readonly counts: RolloutCounts;
  readonly lowestReady: number;
  readonly stalled: boolean;
}

export interface CronState {
  /** The tick that is in the agenda; null: none. */
  tickAt: Instant | null;
  /**
   * The coming events of executions, in order of time and rank, if entries may come late (`World.defersUnobserved`);
   * otherwise they are in the agenda.
   */
  pending: readonly CronEvent[];
  /** Newest tick that Forbid skipped and that may still start (`cron.forbid.missed`); null: none. */
  missedAt: Instant | null;
  /** Why ticks start nothing; replaced, never changed. null: ticks start executions. */
  halt: Halt | null;
  /** Handles of Active executions, in order of start. */
  active: number[];
  /** Handles of removed executions whose replica still terminates. */
  leaving: number[];
  /** Final executions in the history, oldest first (`insertFinal`). */
  history: FinalExecution[];
  /** Containers whose images were checked last, and found to be well formed; null: none. */
  wellFormed: readonly ContainerSettings[] | null;
}

/** A schedule that starts nothing for a while because it is suspended or its location is closed. */
export interface Halt {
  readonly by: 'job' | 'defaultOptions' | Exclude<Deployment['closed'], 'none'>;
  /** Journal number of the entry that led to it. */
  readonly cause: number;
  /** Ticks that have passed in it, and the first of them; 0 if there is none yet. */
  readonly count: number;
  readonly firstAt: Instant;
  /** Journal number of the entry of the first tick; 0: there is none yet. */
  readonly toldBy: number;
}

/** An event of an execution, with the same order as in the agenda. */
export interface CronEvent {
  readonly at: Instant;
  readonly rank: number;
  readonly kind: number;
  /** Handle of the execution. */
  readonly execution: number;
}

/** The record of an execution that has ended; immutable. */
export interface FinalExecution {
  readonly ordinal: number | string;
  readonly status: 'Invalid' | 'Success' | 'Failure' | 'Removed';
  readonly version: number;
  readonly startedAt: Instant;
  readonly endedAt: Instant;
}

/** An independent copy; immutable parts are shared. */
export function cloneDeployment(deployment: Deployment): Deployment {
  const { cron, inflow } = deployment;
  return {
    ...deployment,
    revisions: deployment.revisions.slice(),
    replicas: deployment.replicas.slice(),
    counts: deployment.counts.map((count) => ({ ...count })),
    returnsOn: deployment.returnsOn.slice(),
    series: deployment.series === null ? null : new Map(deployment.series),
    inflow: cloneInflow(inflow),
    waitingLine: deployment.waitingLine === null ? null : cloneWaitingLine(deployment.waitingLine),
    timeouts: deployment.timeouts === null ? null : cloneTimeoutLine(deployment.timeouts),
    scaler: deployment.scaler === null ? null : cloneScaler(deployment.scaler),
    cron: cron === null ? null : cloneCron(cron),
  };
}

function cloneCron(cron: CronState): CronState {
  return { ...cron, active: cron.active.slice(), leaving: cron.leaving.slice(), history: cron.history.slice() };
}

/** The wanted version, with its settings. */
export function newestRevision(deployment: Deployment): Revision {
  const newest = deployment.revisions.at(-1);
  if (newest === undefined) throw new Error(`${deployment.subject.name} has no version`);
  return newest;
}

/** The settings of a version that is wanted or still runs. */
export function revisionOf(deployment: Deployment, version: number): Revision {
  for (const revision of deployment.revisions) if (revision.version === version) return revision;
  throw new Error(`${deployment.subject.name} does not know version ${version}`);
}

/** Whether a deployment is empty: nothing of it is left. */
export function isEmpty(deployment: Deployment): boolean {
  const { cron, replicas } = deployment;
  return replicas.length === 0 && (cron === null || cron.active.length + cron.leaving.length === 0);
}

/** A replica's name, as the platform shows it (REPL-1). */
export function nameOfReplica({ name, settings }: Deployment, { version, ordinal }: Replica): string {
  return replicaName({ workload: name, type: settings.type, version, ordinal });
}

/** What draws of a replica are about: the same instant and ordinal have the same luck, each restart its own. */
export function drawItemOfReplica(
  { subject, handle }: Deployment,
  { createdAt, ordinal, restarts }: Pick<Replica, 'createdAt' | 'ordinal' | 'restarts'>,
): DrawItem {
  return { owner: subject.name, number: handle, item: createdAt, turn: ordinal, part: restarts };
}

/** The counts of the standing replicas of one version. */
export interface StandingCount {
  /** The version under which they are counted (`versionKey`). */
  readonly version: number;
  /** At least one. */
  replicas: number;
  available: number;
}
