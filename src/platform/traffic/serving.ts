/**
 * What one replica does for a request, and how many it can do: worked out once from behaviour and settings.
 */
import { constant, type Distribution, meanOf, varianceOf } from '../../engine/distribution.ts';
import type { Duration } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { ContainerSettings } from '../workload/settings.ts';
import { noTrouble, type Percentile, type Spread, type Trouble, type TryEnding, trialsOf } from './trials.ts';

/** How a workload's requests behave: `request:` of a scenario's behaviour. Times in milliseconds. */
export interface RequestBehaviour {
  /** Processor time of one request, on one core. */
  readonly cpu?: Distribution;
  /**
   * Service time on a replica that does nothing else, which is no less than its processor needs; absent: the processor
   * time.
   */
  readonly duration?: Distribution;
  readonly memoryBytes?: Distribution;
  /** Share of tries that fail, 0 to 1. */
  readonly failure?: number;
}

type Containers = readonly Pick<ContainerSettings, 'cpuMillicores' | 'memoryBytes'>[];

/** What all containers of a replica may use together. */
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

/** What decides the load of a replica beside its requests. */
export interface ServingSettings {
  readonly containers: Containers;
  /** Requests in flight that a replica takes; null: any number. Only serverless workloads have it. */
  readonly maxConcurrency: number | null;
  /** When a request is given up (`timeoutSeconds`). */
  readonly timeout: Duration;
  /** What befalls its requests, failures by their own behaviour included; absent: nothing. */
  readonly trouble?: Trouble;
}

/** One try on a replica that does nothing else. Of distributions only the shapes count. Times in milliseconds. */
export interface OneTry {
  /** Of the processor time; null: none counts. */
  readonly cpu: Distribution | null;
  /** Of all that it takes, which is no less than its processor needs; null: that, and `beside`. */
  readonly duration: Distribution | null;
  /** Mean duration. */
  readonly mean: number;
  /**
   * What a try takes longer on its one core than all cores of the processor would, in the mean; it goes with its
   * processor time.
   */
  readonly beside: number;
  /** What comes on top of each. */
  readonly added: Duration;
}

/** One replica as requests meet it. Means per request, all its tries taken together. */
export interface Serving {
  readonly idleCpuMillicores: number;
  readonly idleMemoryBytes: number;
  /** Of all containers: what use is measured against. */
  readonly cpuMillicores: number;
  readonly memoryBytes: number;
  /** Milliseconds that a request keeps the whole processor busy; 0: none that counts. */
  readonly processorTime: number;
  /**
   * Standard deviation over mean of the processor time of one try; 0 where none counts, Infinity where it has no end.
   */
  readonly processorCv: number;
  /** Millicores that one request a second uses. */
  readonly cpuMillicoresPerRps: number;
  /** Milliseconds, on a replica that does nothing else; pauses between tries included. */
  readonly duration: number;
  /** The part of it between two tries, at no replica. */
  readonly pause: number;
  /** How long one try takes: its standard deviation over its mean, and where that comes from. */
  readonly cv: number;
  readonly spread: Spread;
  readonly durationPercentiles: Readonly<Record<Percentile, number>>;
  readonly oneTry: OneTry;
  /** When the last try of a request begins, by shares of requests. */
  readonly endings: readonly TryEnding[];
  readonly memoryPerRequestBytes: number;
  readonly maxConcurrency: number | null;
  /** Requests per second that one replica can answer; Infinity where nothing limits them. */
  readonly capacityPerSecond: number;
  /** What a try needs of what limits that: of the processor, or of a place; only its shape counts. */
  readonly work: Distribution;
  /** No answer takes longer. */
  readonly timeout: Duration;
  readonly tries: number;
  /** Share of requests that end with a failure, or are given up although nobody waits. */
  readonly failure: number;
  /** The part of these that is given up. */
  readonly late: number;
}

/**
 * What one replica can do.
 *
 * Its capacity is the lesser of what its processor and what its `maxConcurrency` allow. The processor is that of the
 * smallest container, as a request may need each of them (`fluid.processor`), shared by all requests at once;
 * concurrency allows `maxConcurrency / duration`.
 *
 *   cpu 500m, 12 ms of it a request                 -> 41.7/s
 *   80 ms a request, maxConcurrency 2, no cpu named -> 25/s
 *   no cpu named, no maxConcurrency                 -> any number
 *   80 ms a request, half of all tries fail, 2 retries, maxConcurrency 2 -> 14.3/s
 *
 * Throws where a mean is not finite, as that of a pareto of shape 1.
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
  const timeOfTry = cpuTime === 0 ? 0 : (cpuTime * 1_000) / processor;
  // One request runs on one core at most: more of them do not make it faster, and no request takes less than its
  // processor needs.
  const named = request.duration ?? constant(cpuTime);
  const durations = meanOf(named) < timeOfTry ? constant(timeOfTry) : named;
  if (!Number.isFinite(cpuTime + meanOf(durations)))
    throw new Error('the mean cpu and duration of a request must be finite');
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
    processorCv: request.cpu === undefined || cpuTime === 0 ? 0 : Math.sqrt(varianceOf(request.cpu)) / cpuTime,
    cpuMillicoresPerRps: cpuTime * tries,
    duration,
    pause,
    cv,
    spread,
    durationPercentiles: percentiles,
    oneTry: {
      cpu: cpuTime === 0 ? null : (request.cpu ?? null),
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

/** What is reached but for the rounding of a quotient is reached. */
const loose = 1e-9;

/** Whether a replica's processor is what it comes to the end of first as more requests come, and not its places. */
export function isProcessorBound({ processorTime, capacityPerSecond }: Serving): boolean {
  return processorTime > 0 && 1_000 / processorTime <= capacityPerSecond * (1 + loose);
}

/** Replicas of one version, as requests meet them. */
export interface Share {
  readonly serving: Serving;
  /** Above 0. */
  readonly count: number;
}

/**
 * Replicas of several versions as if all were one that is the mean of them: they share what comes equally
 * (`fluid.versions`).
 *
 * @param shares one at least; what is asked of them and by which timeout is the same
 */
export function meanServing(shares: readonly Share[]): Serving {
  const first = shares[0]?.serving;
  if (first === undefined) throw new Error('cannot take a mean over no replicas');
  // To the last bit.
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

function perSecond(atOnce: number | null, time: number): number {
  return atOnce === null || time === 0 ? Number.POSITIVE_INFINITY : (atOnce * 1_000) / time;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
