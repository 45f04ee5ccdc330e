/**
 * How things behave that the platform does not decide: run times, crashes, growth. Scenario text is read into these.
 */
import type { Distribution } from '../engine/distribution.ts';
import type { Signals } from './autoscaling/signal.ts';
import type { AuthorizationBehaviour, RateLimitBehaviour } from './call/guard.ts';
import type { RequestBehaviour } from './traffic/serving.ts';
import type { VolumeUsage } from './volume/usage.ts';
import type { VolumeWork } from './volume/work.ts';

/**
 * Behaviour of a workload's replicas and executions. Distributions of times are in milliseconds; absent: the
 * assumption's default, or nothing happens.
 */
export interface WorkloadBehaviour {
  /** Added to `replica.start.duration`. */
  readonly start?: Distribution;
  /** From the end of the start until the application answers probes. */
  readonly readyAfter?: Distribution;
  /** In the place of `replica.stop.duration`. */
  readonly stop?: Distribution;
  /** In the place of `replica.pull.duration`. */
  readonly pull?: Distribution;
  /** Time a running replica lasts until a container of it exits. */
  readonly crashEvery?: Distribution;
  /** Ephemeral storage that a replica uses, in bytes, growing by `growthPerHour` bytes from its start. */
  readonly ephemeral?: { readonly startBytes: number; readonly growthBytesPerHour: number };
  readonly execution?: ExecutionBehaviour;
  /** Idle use of one replica. */
  readonly cpuMillicores?: number;
  readonly memoryBytes?: number;
  readonly mounter?: MounterBehaviour;
  readonly request?: RequestBehaviour;
  readonly authorization?: AuthorizationBehaviour;
  readonly rateLimit?: RateLimitBehaviour;
  /** What the sources behind the triggers of metric keda say. */
  readonly keda?: Signals;
  /** Lines that its containers write. */
  readonly logs?: readonly OwnLine[];
}

/** A line that a container writes again and again while it runs; a type alias, so that it is a `Value`. */
export type OwnLine = {
  /**
   * `{replica}` in it stands for the name of the replica or execution, `{n}` for its number since the start of the
   * container.
   */
  readonly text: string;
  /** null: the first one. */
  readonly container: string | null;
  readonly stream: 'stdout' | 'stderr';
  /** From the start of the container to the first one. */
  readonly afterMs: number;
  /** From one to the next; null: there is no other. */
  readonly everyMs: number | null;
};

export interface ExecutionBehaviour {
  /** Run time of one attempt; `never`: the container never exits (TYPE-10). */
  readonly duration: Distribution | 'never';
  /** Share of attempts that fail, 0 to 1. */
  readonly failure: number;
  readonly cpuMillicores?: number;
}

/** An object store mounted into each replica (BILL-3); reserves per replica, `billing.mounterReserve` where silent. */
export interface MounterBehaviour {
  readonly cpuMillicores?: number;
  readonly memoryBytes?: number;
  /** How many stores each replica mounts; 1 if absent. Only `billing.mounterPer` asks. */
  readonly stores?: number;
  /** Egress of one replica in bytes per hour. */
  readonly egressBytesPerHour?: number;
}

/** Behaviour of a volume set's volumes. */
export interface VolumesetBehaviour extends Partial<VolumeWork> {
  readonly usage?: VolumeUsage;
}

/** A change of behaviour in mid-run: parts that replace, and a jump of the use. */
export interface BehaviourChange {
  readonly workload?: WorkloadBehaviour;
  readonly volumeset?: VolumesetBehaviour;
  /** Added at once to what every volume of the set uses, in bytes; may be negative. */
  readonly usageAddBytes?: number;
}

/** One behaviour laid over another: each part takes the place of the one below, of `keda` each trigger. */
export function mergeBehaviour(below: WorkloadBehaviour, above: WorkloadBehaviour): WorkloadBehaviour {
  if (below.keda === undefined || above.keda === undefined) return { ...below, ...above };
  return { ...below, ...above, keda: { ...below.keda, ...above.keda } };
}
