/**
 * Latency of waiting requests: while more come than can be answered, until all that waited are answered, and while they
 * are held for a replica.
 */

import { exp, ln } from '../../engine/math.ts';
import type { Instant } from '../../engine/time.ts';
import { sharedNeeds } from '../../platform/traffic/needs.ts';
import { servedUpTo, sharesWhatWaits } from '../../platform/traffic/patience.ts';
import type { Serving } from '../../platform/traffic/serving.ts';
import { sharingDelay } from '../../platform/traffic/sharing.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { ArrivalQueue, type Arrived } from './arrivalQueue.ts';
import type { LoadLine } from './loadLine.ts';
import { SharedProgress, type Took } from './sharedProgress.ts';

/** The replicas that answer. */
export type Answerers = Pick<LoadLine, 'serving' | 'ready'>;

/** Receives requests that have waited; times in milliseconds, spread evenly from one to the other. */
export interface PressedSink {
  /** They stood in line for so long; what they need at a replica comes on top. */
  lined(by: Answerers, requests: number, first: number, last: number): void;
  /** All of their latency; no more than `limit`. */
  took(requests: number, from: number, to: number, limit: number): void;
}

/** The requests that wait before and after a part, and those that come in it. */
export interface Pressing {
  readonly before: number;
  readonly after: number;
  readonly came: number;
}

/** So small a share is none. */
const hardly = 0.01;

/** Those that share processors. */
interface Shared {
  readonly by: Answerers;
  readonly progress: SharedProgress;
  /** Requests beyond what could be answered, as if each had all of its work left. */
  readonly excess: number;
}

/** Logarithm of how far the number of those that share processors goes while their progress is taken as straight. */
const stepMost = 0.25;

/**
 * Computes that latency; give it every part with waiting requests, and every period from which on none waits any more.
 */
export class PressedLatency {
  private queue: ArrivalQueue = new ArrivalQueue();
  /** Where processors are shared among all that wait; null: nobody waits so. */
  private shared: Shared | null = null;
  private readonly assumptions: Assumptions;

  constructor(assumptions: Assumptions) {
    this.assumptions = assumptions;
  }

  /** These were held until now, when there are replicas for them. */
  release(now: Instant, held: readonly Arrived[], by: Answerers, sink: PressedSink): void {
    if (held.length === 0) return;
    if (!sharesWhatWaits(by.serving)) {
      for (const one of held) this.queue.join(one);
      return;
    }
    const { progress, excess } = this.sharedBy(now, by, sink);
    for (const one of held) progress.joinHeld(now, one);
    this.shared = { by, progress, excess: excess + held.reduce((sum, { requests }) => sum + requests, 0) };
  }

  /**
   * Replicas do what they can, and some wait.
   *
   * @returns requests times milliseconds in which they are there, where they share processors; null: else
   */
  press(part: LoadLine, pressing: Pressing, sink: PressedSink): number | null {
    if (sharesWhatWaits(part.serving)) return this.share(part, pressing.came, sink);
    this.line(part, pressing, sink);
    return null;
  }

  /** Nobody waits from now on. */
  settle(
    { from, serving, ready, first }: Pick<LoadLine, 'from' | 'serving' | 'ready' | 'first'>,
    sink: PressedSink,
  ): void {
    if (this.queue.total > 0)
      this.queue.leave(this.queue.total, from, from, (requests, one, other) => {
        sink.lined({ serving, ready }, requests, one, other);
      });
    if (this.shared === null) return;
    const rps = first / ready;
    const sharers = this.sharersByChance({ serving, ready }, rps);
    this.finish(from, rps === 0 ? serving.processorTime : (sharers * 1_000) / first, sink);
  }

  /** Those in line have their answer now, as nobody is there any more. */
  refuse(now: Instant, sink: PressedSink): void {
    this.queue.leave(this.queue.total, now, now, (requests, first, last) => {
      sink.took(requests, Math.min(first, last), Math.max(first, last), Number.POSITIVE_INFINITY);
    });
    if (this.shared !== null) this.finish(now, 0, sink);
  }

  fork(): PressedLatency {
    const fork = new PressedLatency(this.assumptions);
    fork.queue = this.queue.fork();
    fork.shared = this.shared === null ? null : { ...this.shared, progress: this.shared.progress.fork() };
    return fork;
  }

  private line(part: LoadLine, { before, after, came }: Pressing, sink: PressedSink): void {
    const { serving, ready, from, until, capacityPerSecond } = part;
    const { queue } = this;
    queue.join({ from, until, requests: came });
    const gone = queue.total - after;
    const answered = Math.min(before + came - after, (capacityPerSecond * (until - from)) / 1_000);
    // Where some are given up in line, all others wait for nearly as long.
    const givenUp = gone - answered > hardly * gone ? (gone - answered) / gone : 0;
    const { timeout } = serving;
    const least = givenUp > 0 ? Math.max(0, timeout - serving.duration) : 0;
    queue.leave(gone, from, until, (requests, first, last) => {
      if (givenUp > 0) sink.took(requests * givenUp, timeout, timeout, timeout);
      sink.lined({ serving, ready }, requests * (1 - givenUp), Math.max(least, first), Math.max(least, last));
    });
  }

  private share(part: LoadLine, came: number, sink: PressedSink): number {
    const { serving, from, until, capacityPerSecond } = part;
    const { progress, excess } = this.sharedBy(from, part, sink);
    const answerable = (capacityPerSecond * (until - from)) / 1_000;
    const most = excessMost(part, answerable / came);
    const before = Math.min(excess, most);
    const after = before + came - answerable;
    const bounded = Math.max(0, Math.min(most, after));
    this.shared = { by: part, progress, excess: bounded };
    // Where it comes to its bound it stays there.
    const bend = after === bounded ? until : from + ((until - from) * (bounded - before)) / (after - before);
    const took = this.tookBy(serving, sink);
    const byChance = this.sharersByChance(
      part,
      Math.min((part.first + part.last) / 2 / part.ready, serving.capacityPerSecond),
    );
    const sharersOf = (waiting: number): number => Math.max(byChance, waiting * sharersPerExcess(serving));
    let requestMs = 0;
    const go = (start: Instant, end: Instant, first: number, last: number): void => {
      const share = (end - start) / (until - from);
      if (share <= 0) return;
      const arrived = { from: start, until: end, requests: came * share };
      const sharers = { first: sharersOf(first), last: sharersOf(last) };
      requestMs += grow(progress, arrived, sharers, answerable * share, took);
    };
    go(from, bend, before, bounded);
    go(bend, until, bounded, bounded);
    // Where some are given up all the time of those that are not is counted.
    const beside = Math.max(0, serving.duration - serving.processorTime) * Math.min(came, answerable);
    return requestMs + (after > most ? (beside * (bend - from)) / (until - from) : beside);
  }

  /** How many share the processors as chance has it, at a rate that can be answered. */
  private sharersByChance({ serving, ready }: Answerers, rps: number): number {
    return (ready * rps * (serving.processorTime + sharingDelay(serving, ready, rps, this.assumptions))) / 1_000;
  }

  private sharedBy(now: Instant, by: Answerers, sink: PressedSink): Shared {
    const { shared } = this;
    if (shared?.by.serving === by.serving) return shared;
    if (shared !== null) {
      const rps = shared.by.serving.capacityPerSecond;
      this.finish(now, (this.sharersByChance(shared.by, rps) * 1_000) / (rps * shared.by.ready), sink);
    }
    this.shared = { by, progress: new SharedProgress(sharedWorks(by.serving)), excess: shared?.excess ?? 0 };
    return this.shared;
  }

  /**
   * What else a request does comes on top of what its processor takes, and its time is over some day (`timeout.from`).
   */
  private tookBy(serving: Serving, sink: PressedSink): Took {
    const needs = sharedNeeds(serving);
    const isFromForward = this.assumptions['timeout.from'] === 'forward';
    return (index, requests, first, last, held) => {
      const { workFrom, workTo, from, to } = needs[index]!;
      const work = (workFrom + workTo) / 2;
      const [low, high] = [Math.min(first, last), Math.max(first, last)];
      const least = (work === 0 ? low : (low * workFrom) / work) + Math.max(0, from - workFrom);
      const most = (work === 0 ? high : (high * workTo) / work) + Math.max(0, to - workTo);
      sink.took(requests, least, Math.max(least, most), serving.timeout + (isFromForward ? held : 0));
    };
  }

  private finish(now: Instant, perNeed: number, sink: PressedSink): void {
    if (this.shared === null) return;
    const { by, progress } = this.shared;
    progress.finish(now, perNeed, this.tookBy(by.serving, sink));
    this.shared = null;
  }
}

/** What requests need of their processors, as multiples of the mean. */
function sharedWorks(serving: Serving): readonly { readonly share: number; readonly work: number }[] {
  const mean = serving.processorTime / serving.tries;
  return sharedNeeds(serving).map(({ share, workFrom, workTo }) => ({ share, work: (workFrom + workTo) / 2 / mean }));
}

/**
 * How many share the processors for each request that is beyond what can be answered: the more alike they are, the less
 * of its work each has left.
 */
function sharersPerExcess({ processorCv }: Serving): number {
  return 2 / (1 + processorCv * processorCv);
}

/**
 * The most that is beyond what can be answered, as requests are given up: then each gets as much of its processor as
 * fits into its time (`servedUpTo`). Of fewer than can be answered none need be given up for long.
 *
 * @param done what can be done, over what comes
 */
function excessMost({ serving, capacityPerSecond }: LoadLine, done: number): number {
  const served = done < 1 ? servedUpTo(serving.work, done).served : 1;
  return (capacityPerSecond * serving.timeout) / 1_000 / served / sharersPerExcess(serving);
}

/**
 * Progress while the number of sharers goes straight. A number that goes to zero, or comes from there, is followed to a
 * hundredth of what it was: who is left then is done when nobody waits any more.
 *
 * @returns their number times milliseconds
 */
function grow(
  progress: SharedProgress,
  came: Arrived,
  sharers: { readonly first: number; readonly last: number },
  answerable: number,
  took: Took,
): number {
  const { from, until, requests } = came;
  const least = hardly * Math.max(sharers.first, sharers.last);
  if (least === 0) return 0;
  const [first, last] = [Math.max(least, sharers.first), Math.max(least, sharers.last)];
  if (Math.abs(last - first) < hardly * first) {
    progress.grow((2 * answerable) / (first + last), came, took);
    return ((first + last) / 2) * (until - from);
  }
  const far = ln(last / first);
  // Progress goes straight only while their number hardly changes.
  const steps = Math.max(1, Math.ceil(Math.abs(far) / stepMost));
  const ratio = exp(far / steps);
  for (let step = 1, now = first, at = from; step <= steps; step += 1) {
    const next = step === steps ? last : now * ratio;
    const end = step === steps ? until : from + ((until - from) * (next - first)) / (last - first);
    const share = (end - at) / (until - from);
    const mean = (next - now) / (far / steps);
    if (share > 0)
      progress.grow((answerable * share) / mean, { from: at, until: end, requests: requests * share }, took);
    now = next;
    at = end;
  }
  return ((first + last) / 2) * (until - from);
}
