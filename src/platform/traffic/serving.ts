/**
 * What one replica does for a request, and its capacity: computed once from behaviour and settings.
 */
import { constant, type Distribution, meanOf, varianceOf } from '../../engine/distribution.ts';
import type { Duration } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { ContainerSettings } from '../workload/settings.ts';
import { noTrouble, type Percentile, type Spread, type Trouble, type TryEnding, trialsOf } from './trials.ts';

/** The behaviour of a workload's requests: `request:` in a scenario. Times in milliseconds. */
export interface RequestBehaviour {
  /** Processor time of one request, on one core. */
  readonly cpu?: Distribution;
  /** Service time on an idle replica, at least the processor time; absent: the processor time. */
  readonly duration?: Distribution;
  readonly memoryBytes?: Distribution;
  /** Share of tries that fail, 0 to 1. */
  readonly failure?: number;
}

type Containers = readonly Pick<ContainerSettings, 'cpuMillicores' | 'memoryBytes'>[];

/** The combined limits of all containers of a replica. */
export interface ReplicaCapacity {
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
}

export function roomOf(containers: Containers): ReplicaCapacity {
  return {
    cpuMillicores: sum(containers.map((container) => container.cpuMillicores)),
    memoryBytes: sum(containers.map((container) => container.memoryBytes)),
  };
}

/** The millicores that a replica's requests share (`fluid.processor`). */
export function processorOf(containers: Containers, assumptions: Pick<Assumptions, 'fluid.processor'>): number {
  const cpus = containers.map((container) => container.cpuMillicores);
  return assumptions['fluid.processor'] === 'allContainers' ? sum(cpus) : Math.min(...cpus);
}

/** The inputs to the load of a replica, other than its requests. */
export interface ServingSettings {
  readonly containers: Containers;
  /** Limit of requests in flight on a replica; null: no limit. Only serverless workloads have one. */
  readonly maxConcurrency: number | null;
  /** When a request times out (`timeoutSeconds`). */
  readonly timeout: Duration;
  /** Failures, slowness and retries of its requests, including failures by their own behaviour; absent: none. */
  readonly trouble?: Trouble;
}

/** One try on an idle replica. Only the shapes of the distributions count. Times in milliseconds. */
export interface OneTry {
  /** Processor time; null: it does not count. */
  readonly cpu: Distribution | null;
  /** Total time, at least the processor time; null: the processor time plus `beside`. */
  readonly duration: Distribution | null;
  /** Mean duration. */
  readonly mean: number;
  /**
   * Mean time that a try takes longer on its one core than it would on all cores of the processor; proportional to its
   * processor time.
   */
  readonly beside: number;
  /** Added to each duration. */
  readonly added: Duration;
}

/** What one replica does for requests. Means per request, over all its tries. */
export interface Serving {
  readonly idleCpuMillicores: number;
  readonly idleMemoryBytes: number;
  /** Limit of all containers together: utilisation is relative to it. */
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
  /** Milliseconds that a request keeps the whole processor busy; 0: it does not count. */
  readonly processorTime: number;
  /**
   * Coefficient of variation of the processor time of one try; 0 if it does not count, Infinity if its variance is
   * infinite.
   */
  readonly processorCv: number;
  /** Millicores for one request per second. */
  readonly cpuMillicoresPerRps: number;
  /** Milliseconds on an idle replica; pauses between tries included. */
  readonly duration: number;
  /** The part of the duration in pauses between tries, outside of replicas. */
  readonly pause: number;
  /** Coefficient of variation of the time of one try, and the kind of its variance. */
  readonly cv: number;
  readonly spread: Spread;
  readonly durationPercentiles: Readonly<Record<Percentile, number>>;
  readonly oneTry: OneTry;
  /** When the last try of a request begins, by shares of requests. */
  readonly endings: readonly TryEnding[];
  readonly memoryPerRequestBytes: number;
  readonly maxConcurrency: number | null;
  /** Requests per second that one replica can answer; Infinity without a limit. */
  readonly capacityPerSecond: number;
  /** What a try needs of the limiting resource, the processor or a place; only its shape counts. */
  readonly work: Distribution;
  /** No answer takes longer. */
  readonly timeout: Duration;
  readonly tries: number;
  /** Share of requests that fail or time out even without load. */
  readonly failure: number;
  /** The part of these that time out. */
  readonly late: number;
}

/**
 * Computes what one replica can do.
 *
 * Its capacity is the lesser of what its processor and its `maxConcurrency` allow. The processor is that of the
 * smallest container, because a request may need each of them (`fluid.processor`); all requests in flight share it.
 * Concurrency allows `maxConcurrency / duration`.
 *
 *   cpu 500m, 12 ms of it a request                 -> 41.7/s
 *   80 ms a request, maxConcurrency 2, no cpu named -> 25/s
 *   no cpu named, no maxConcurrency                 -> any number
 *   80 ms a request, half of all tries fail, 2 retries, maxConcurrency 2 -> 14.3/s
 *
 * Throws if a mean is not finite, like that of a pareto of shape 1.
 */
export function servingOf(
  request: RequestBehaviour,
  idle: { readonly cpuMillicores?: number; readonly memoryBytes?: number },
  { containers, maxConcurrency, timeout, trouble = noTrouble }: ServingSettings,
  assumptions: Pick<Assumptions, 'fluid.processor'>,
): Serving {
  const { cpuMillicores, memoryBytes } = roomOf(containers);
  const processor = processorOf(containers, assumptions);
  const cpuTime = request.cpu === undefined ? 0 : Math.max(0, meanOf(request.cpu));
  const cpu = cpuTime === 0 ? null : (request.cpu ?? null);
  const timeOfTry = cpuTime === 0 ? 0 : (cpuTime * 1_000) / processor;
  // One request runs on at most one core: more cores do not make it faster, and it takes at least its processor time.
  const named = request.duration ?? constant(cpuTime);
  const durations = meanOf(named) < timeOfTry ? constant(timeOfTry) : named;
  if (!Number.isFinite(meanOf(durations))) throw new Error('the mean cpu and duration of a request must be finite');
  const trials = trialsOf(durations, trouble, timeout);
  const { tries, duration, pause, cv, spread, failure, late, percentiles, endings } = trials;
  const processorTime = timeOfTry * tries;
  const [byProcessor, byPlaces] = [perSecond(1, processorTime), perSecond(maxConcurrency, duration - pause)];
  return {
    idleCpuMillicores: idle.cpuMillicores ?? 0,
    idleMemoryBytes: idle.memoryBytes ?? 0,
    cpuMillicores,
    memoryBytes,
    processorTime,
    processorCv: cpu === null ? 0 : Math.sqrt(varianceOf(cpu)) / cpuTime,
    cpuMillicoresPerRps: cpuTime * tries,
    duration,
    pause,
    cv,
    spread,
    durationPercentiles: percentiles,
    oneTry: {
      cpu,
      duration: request.duration ?? null,
      mean: request.duration === undefined ? 0 : Math.max(0, meanOf(request.duration)),
      beside: request.duration === undefined ? Math.max(0, cpuTime - timeOfTry) : 0,
      added: trouble.latency,
    },
    endings,
    memoryPerRequestBytes: request.memoryBytes === undefined ? 0 : Math.max(0, meanOf(request.memoryBytes)),
    maxConcurrency,
    capacityPerSecond: Math.min(byProcessor, byPlaces),
    work: request.cpu !== undefined && byProcessor <= byPlaces ? request.cpu : durations,
    timeout: trouble.isPerTry ? timeout * (1 + trouble.pauses.length) + sum(trouble.pauses) : timeout,
    tries,
    failure,
    late,
  };
}

/** Differences that come only from the rounding of a quotient count as reached. */
const loose = 1e-9;

/** Whether the processor of a replica limits its capacity, rather than its places. */
export function isProcessorBound({ processorTime, capacityPerSecond }: Serving): boolean {
  return processorTime > 0 && 1_000 / processorTime <= capacityPerSecond * (1 + loose);
}

/** Replicas of one version, with what each does for requests. */
export interface Share {
  readonly serving: Serving;
  /** Above 0. */
  readonly count: number;
}

/**
 * Replicas of several versions as one with their mean: they share the arrival rate equally (`fluid.versions`).
 *
 * @param shares at least one; their requests and timeouts are the same
 */
export function meanServing(shares: readonly Share[]): Serving {
  const first = shares[0]?.serving;
  if (first === undefined) throw new Error('cannot take a mean over no replicas');
  // Exactly, without rounding.
  if (shares.length === 1) return first;
  const count = sum(shares.map((share) => share.count));
  const mean = (of: (serving: Serving) => number): number =>
    sum(shares.map((share) => of(share.serving) * share.count)) / count;
  const percentile = (of: Percentile): number => mean(({ durationPercentiles }) => durationPercentiles[of]);
  return {
    ...first,
    cpuMillicores: mean((serving) => serving.cpuMillicores),
    memoryBytes: mean((serving) => serving.memoryBytes),
    processorTime: mean((serving) => serving.processorTime),
    cpuMillicoresPerRps: mean((serving) => serving.cpuMillicoresPerRps),
    duration: mean((serving) => serving.duration),
    pause: mean((serving) => serving.pause),
    cv: mean((serving) => serving.cv),
    durationPercentiles: { 50: percentile(50), 75: percentile(75), 99: percentile(99) },
    oneTry: {
      ...first.oneTry,
      mean: mean((serving) => serving.oneTry.mean),
      beside: mean((serving) => serving.oneTry.beside),
    },
    capacityPerSecond: mean((serving) => serving.capacityPerSecond),
    tries: mean((serving) => serving.tries),
    failure: mean((serving) => serving.failure),
    late: mean((serving) => serving.late),
  };
}

/** @param atOnce above 0; null: no limit */
function perSecond(atOnce: number | null, time: number): number {
  return atOnce === null ? Number.POSITIVE_INFINITY : (atOnce * 1_000) / time;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
