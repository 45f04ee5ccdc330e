/**
 * A deployment: one workload in one location, as it is. Changed by handlers only.
 */

import type { Subject } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import { cloneScaler, type Scaler } from '../autoscaling/scaler.ts';
import type { WorkloadBehaviour } from '../behaviour.ts';
import { cloneWaitingLine, type WaitingLine } from '../call/waitingLine.ts';
import type { Reserve } from '../facts.ts';
import type { Tags } from '../metering/series.ts';
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
  /** When the write came that made it. */
  readonly createdAt: Instant;
  readonly settings: WorkloadSettings;
}

/**
 * Why no replica may be in a deployment's location; `none`: replicas may be there. `ignored`: those that are there
 * stay, and nothing is decided; `withdrawn`: the same tag ends them (`ignore.effect`).
 */
export type Closed = 'none' | 'deleting' | 'disabled' | 'outage' | 'ignored' | 'withdrawn';

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
  /** Settings of the record as it stands: scale, job, rollout options. */
  settings: WorkloadSettings;
  options: LocationOptions;
  behaviour: WorkloadBehaviour;
  /** Whether replicas may be here; else why not. */
  closed: Closed;
  standing: DesiredState;
  /** Wanted replicas (D). */
  desired: number;
  desiredBefore: number | null;
  /** Oldest first; the last is the version wanted. Older ones stay while replicas run them. */
  revisions: Revision[];
  /** Version of the record that was last seen. */
  lastProcessedVersion: number;
  /** Handles of replicas that are not gone, in order of creation. */
  readonly replicas: number[];
  /** How many of them are ready. */
  ready: number;
  /** Those that are not terminating, by the version that they count for (`fleetOf`). */
  counts: readonly StandingCount[];
  /** Serial number of the next replica of a type without indexes. */
  nextSerial: number;
  /** Stateful: the version that an index returns on after a loss, by index; null: none, or the newest. */
  returnsOn: (number | null)[];
  /**
   * Images that replicas have pulled here, and from when on they are at hand; empty where none is remembered
   * (`replica.pull.cache`). Replaced, never changed.
   */
  images: readonly { readonly image: string; readonly from: Instant }[];
  /** Standard: what the previous pass worked with. */
  previous: { readonly desired: number; readonly surge: number } | null;
  /** Serverless: the version that gets the traffic. */
  serving: number | null;
  switchedAt: Instant | null;
  rollout: RolloutUnderWay | null;
  /** The version that was the last to be everywhere; null before the first was. */
  completedVersion: number | null;
  /** Instant of a pass that is in the agenda; null: none. */
  passAt: Instant | null;
  /** Since when a first ready replica is awaited; null once there was one. */
  awaitedSince: Instant | null;
  /** A pass has looked at it. */
  isPlanned: boolean;
  /** What it was when its workload's health was last looked at; null: that was not yet. */
  state: LocationState | null;
  /** Whether requests are sent here. */
  serves: boolean;
  /** Whether its workload itself asks others, as much as it has replicas that are ready. */
  readonly isCaller: boolean;
  /** What comes here of demands that are amounts. */
  readonly inflow: Inflow;
  /** Calls that come here one by one; null: none has. */
  waitingLine: WaitingLine | null;
  /** null: no load moves the count. */
  scaler: Scaler | null;
  /** Since when its triggers are watched here (`keda.creation`); null: it has none. */
  watchedSince: Instant | null;
  /** Journal number of the entry that last set what is wanted here. */
  cause: number;
  /** Tags that its charges carry. */
  tags: Tags;
  /**
   * Handles of the ledger's series besides those of the reservation, by meter and container; null: none was looked up
   * since tags changed.
   */
  series: Map<string, number> | null;
  /** What was worked out last of what a replica's containers reserve; null where tags have changed since. */
  reservation: ReplicaReservation | null;
  /** Replicas that are billed though none is wanted; null: none. */
  kept: ReserveAtZero | null;
  /** Run of the ledger of its load balancer; null: it has none, or nobody asks. */
  balancer: number | null;
  /** Present exactly for cron workloads. */
  cron: CronState | null;
}

/** What the containers of one replica reserve, and as what it is metered; immutable. */
export interface ReplicaReservation {
  readonly containers: readonly ContainerSettings[];
  readonly reserves: readonly Reserve[];
  /** Handles of the ledger's series, of cpu and of memory, in the order of `reserves`. */
  readonly series: readonly { readonly cpu: number; readonly memory: number }[];
  /**
   * What else each replica counts for, of meters that are held only where somebody asks: series of the ledger and
   * amounts.
   */
  readonly others: readonly { readonly series: number; readonly amount: number }[];
  /** Ephemeral storage that it is allotted; null: nobody asks for that. */
  readonly ephemeralBytes: number | null;
}

/** What is billed of a deployment that wants no replica (`billing.zeroReplicas`); immutable. */
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
  readonly counts: RolloutCounts;
  readonly lowestReady: number;
  readonly stalled: boolean;
}

export interface CronState {
  /** The tick that is in the agenda; null: none. */
  tickAt: Instant | null;
  /**
   * What is to come of the executions, in order of time and rank, where entries may come late
   * (`World.defersUnobserved`); else it is in the agenda.
   */
  pending: readonly CronEvent[];
  /** Newest tick that Forbid skipped and that may still start (`cron.forbid.missed`); null: none. */
  missedAt: Instant | null;
  /** What keeps ticks from starting anything; replaced, never changed. null: nothing does. */
  halt: Halt | null;
  /** Handles of Active executions, in order of start. */
  active: number[];
  /** Handles of removed executions whose replica still terminates. */
  leaving: number[];
  /** Final executions that are kept, oldest first (`insertFinal`). */
  history: FinalExecution[];
  /** Containers whose images were looked at last, and found to be well formed; null: none. */
  wellFormed: readonly ContainerSettings[] | null;
}

/** A schedule that starts nothing for a while: suspended, or its location is closed. */
export interface Halt {
  readonly by: 'job' | 'defaultOptions' | Exclude<Deployment['closed'], 'none'>;
  /** Journal number of the entry that led to it. */
  readonly cause: number;
  /** Ticks that have passed in it, and the first of them; 0 where there is none yet. */
  readonly count: number;
  readonly firstAt: Instant;
  /** Journal number of the entry that told of the first one; 0: there is none yet. */
  readonly toldBy: number;
}

/** An event of an execution, as the agenda would have it. */
export interface CronEvent {
  readonly at: Instant;
  readonly rank: number;
  readonly kind: number;
  /** Handle of the execution. */
  readonly execution: number;
}

/** What stays of an execution that has ended; immutable. */
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
    scaler: deployment.scaler === null ? null : cloneScaler(deployment.scaler),
    cron: cron === null ? null : cloneCron(cron),
  };
}

function cloneCron(cron: CronState): CronState {
  return { ...cron, active: cron.active.slice(), leaving: cron.leaving.slice(), history: cron.history.slice() };
}

/** The version wanted, with its settings. */
export function newestRevision(deployment: Deployment): Revision {
  const newest = deployment.revisions.at(-1);
  if (newest === undefined) throw new Error(`${deployment.subject.name} has no version`);
  return newest;
}

/** Settings of a version that is wanted or still runs. */
export function revisionOf(deployment: Deployment, version: number): Revision {
  for (const revision of deployment.revisions) if (revision.version === version) return revision;
  throw new Error(`${deployment.subject.name} does not know version ${version}`);
}

/** Whether nothing of a deployment is left. */
export function isEmpty(deployment: Deployment): boolean {
  const { cron, replicas } = deployment;
  return replicas.length === 0 && (cron === null || cron.active.length + cron.leaving.length === 0);
}

/** A replica's name, as the platform shows it (REPL-1). */
export function nameOfReplica({ name, settings }: Deployment, { version, ordinal }: Replica): string {
  return replicaName({ workload: name, type: settings.type, version, ordinal });
}

/** Standing replicas of one version, as they are counted. */
export interface StandingCount {
  /** The version that they count for (`versionKey`). */
  readonly version: number;
  /** At least one. */
  replicas: number;
  available: number;
}
