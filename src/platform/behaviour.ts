/**
 * Behaviour that the platform does not decide: run times, crashes, growth. A scenario is read into these types.
 */
import type { Distribution } from '../engine/distribution.ts';
import type { Signals } from './autoscaling/signal.ts';
import type { AuthorizationBehaviour, RateLimitBehaviour } from './call/guard.ts';
import type { RequestBehaviour } from './traffic/serving.ts';
import type { VolumeUsage } from './volume/usage.ts';
import type { VolumeWork } from './volume/work.ts';

/**
 * Behaviour of a workload's replicas and executions. Distributions of times are in milliseconds. If absent: the default
 * of the assumption, or no effect.
 */
export interface WorkloadBehaviour {
  /** Added to `replica.start.duration`. */
  readonly start?: Distribution;
  /** From the end of the start until the application answers probes. */
  readonly readyAfter?: Distribution;
  /** Replaces `replica.stop.duration`. */
  readonly stop?: Distribution;
  /** How long preStop hooks take whose commands do not say it (`termination.hooks`). */
  readonly preStop?: Distribution;
  /** Replaces `replica.pull.duration`. */
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
  /** The values of the sources behind the triggers of metric keda. */
  readonly keda?: Signals;
  /** Lines that its containers write. */
  readonly logs?: readonly OwnLine[];
}

/** A line that a container writes repeatedly while it runs; a type alias, so it is a `Value`. */
export type OwnLine = {
  /**
   * `{replica}` in it is replaced by the name of the replica or execution, `{n}` by the number of the line since the
   * start of the container.
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

/**
 * An object store mounted into each replica (BILL-3); it reserves per replica, by `billing.mounterReserve` if not
 * given.
 */
export interface MounterBehaviour {
  readonly cpuMillicores?: number;
  readonly memoryBytes?: number;
  /** The number of stores that each replica mounts; 1 if absent. Only `billing.mounterPer` uses it. */
  readonly stores?: number;
  /** Egress of one replica in bytes per hour. */
  readonly egressBytesPerHour?: number;
}

/** Behaviour of a volume set's volumes. */
export interface VolumesetBehaviour extends Partial<VolumeWork> {
  readonly usage?: VolumeUsage;
}

/** A change of behaviour during the run: parts that replace others, and a jump of used storage. */
export interface BehaviourChange {
  readonly workload?: WorkloadBehaviour;
  readonly volumeset?: VolumesetBehaviour;
  /** Added at once to what every volume of the set uses, in bytes; may be negative. */
  readonly usageAddBytes?: number;
}

/** Merges two behaviours: each part of `above` replaces that of `below`; of `keda`, each trigger. */
export function mergeBehaviour(below: WorkloadBehaviour, above: WorkloadBehaviour): WorkloadBehaviour {
  if (below.keda === undefined || above.keda === undefined) return { ...below, ...above };
  return { ...below, ...above, keda: { ...below.keda, ...above.keda } };
}
