/**
 * The totals of a load in one location: offered requests and their outcomes, utilisation of the replicas, and latency.
 */
import { Spells } from '../../engine/spells.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import { flowAt, flowBendsAfter, flowBetween } from '../../platform/traffic/flow.ts';
import { loadOf, type ReplicaLoad } from '../../platform/traffic/load.ts';
import { lineOf, waitingMax } from '../../platform/traffic/patience.ts';
import { isProcessorBound, type Serving } from '../../platform/traffic/serving.ts';
import type { Trust } from '../../platform/traffic/trust.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { LoadBacklog } from './loadBacklog.ts';
import { type Peak, peakBetween } from './loadFlow.ts';
import { LoadLatency } from './loadLatency.ts';
import {
  bentParts,
  cutAtCapacity,
  cutWhereDrained,
  cutWhereEmpty,
  cutWhereFull,
  type LoadLine,
  type LoadStretch,
  partsOf,
} from './loadLine.ts';
import type { LoadLines } from './loadLines.ts';
import { Presence } from './loadPresence.ts';
import { Ramps } from './ramps.ts';
import { ReplicaUse } from './replicaUse.ts';
import { TrustedLoads } from './trustedLoads.ts';

const unknown = { failure: 0, late: 0, tries: 1 };

/** The limit on how many requests a replica answers. */
export type LoadLimit = 'processor' | 'maxConcurrency';

/**
 * Totals of a load; give it every stretch, in order. Requests are counted exactly, however the run made its decisions.
 * Utilisation and latency are computed at the ends of parts and taken as straight between them. Parts end at every
 * change, at every bend of the rate, and where the rate passes the capacity. Between those they are cut so often that
 * utilisation moves by a hundredth at most.
 */
export class LoadTally {
  offered = 0;
  /** Tries beyond the first of those that a replica answered. */
  retries = 0;
  peak: Peak | null = null;
  /** What waits, and all that came to nothing. */
  backlog: LoadBacklog;
  /** While replicas are ready that something limits: the share of what they can answer that they do. */
  utilisation: Ramps = new Ramps();
  /** The same as replicas that would be wholly busy. */
  busyReplicas: Ramps = new Ramps();
  /** How long single requests took, where replicas are ready that answer, or come for those that wait. */
  latency: LoadLatency;
  /** Millicores and bytes in use, all replicas together. */
  cpu: Ramps = new Ramps();
  memory: Ramps = new Ramps();
  /** The same of each replica, beside what it reserves and what it may use. */
  cpuEach: ReplicaUse = new ReplicaUse();
  memoryEach: ReplicaUse = new ReplicaUse();
  /** What of that is beyond what each replica reserves, times milliseconds. */
  cpuOver = 0;
  memoryOver = 0;
  /** Requests in line or held, while there are any. */
  waiting: Ramps = new Ramps();
  /** While replicas are ready and all do what they can: by what limits them. */
  full: { readonly [limit in LoadLimit]: Spells } = { processor: new Spells(), maxConcurrency: new Spells() };
  /** While somebody waits in line or is held. */
  lined: Spells = new Spells();
  private presence: Presence;
  private loads: TrustedLoads;
  private readonly assumptions: Assumptions;
  /** The course of it all; null: nobody draws it. */
  lines: LoadLines | null;

  constructor(assumptions: Assumptions, lines: LoadLines | null = null) {
    this.assumptions = assumptions;
    this.lines = lines;
    this.backlog = new LoadBacklog(assumptions);
    this.latency = new LoadLatency(assumptions);
    this.presence = new Presence(assumptions);
    this.loads = new TrustedLoads(assumptions);
  }

  add(stretch: LoadStretch): void {
    const { losses } = this.backlog;
    const answered = this.answered;
    const failed = losses.failed;
    this.follow(stretch);
    const { failure, late, tries } = stretch.serving ?? unknown;
    const tried = this.answered - answered - (losses.failed - failed);
    losses.add('failure', tried * failure, stretch.from);
    losses.late += tried * late;
    this.retries += tried * (tries - 1);
  }

  /** Of the latency, as far as its formulas are concerned. */
  get trust(): Trust {
    return this.loads.trust;
  }

  /**
   * Mean from arrival to answer over all requests that came, in ms, by Little's law: what is there at once, over what
   * comes. Those that wait at the end count up to then. null: none came.
   */
  get latencyMean(): number | null {
    const requests = this.offered - this.backlog.losses.lost;
    return requests > 0 ? (this.presence.requestMs + this.backlog.heldRequestMs) / requests : null;
  }

  /** Whether percentiles of some course are those of classes of values. */
  get isClassed(): boolean {
    return this.courses.some((course) => course.isClassed);
  }

  /** From here on no piece of a course is kept by itself. */
  classify(): void {
    for (const course of this.courses) course.classify();
  }

  /** As it is, with nothing counted but those that wait: they have been offered. */
  carriedForward(at: Instant): LoadTally {
    const begun = new LoadTally(this.assumptions);
    begun.backlog = this.backlog.carriedForward(at);
    begun.latency = this.latency.carriedForward();
    begun.offered = this.backlog.waiting;
    return begun;
  }

  fork(): LoadTally {
    const fork = Object.assign(new LoadTally(this.assumptions), this);
    fork.backlog = this.backlog.fork();
    fork.utilisation = this.utilisation.fork();
    fork.latency = this.latency.fork();
    fork.cpu = this.cpu.fork();
    fork.memory = this.memory.fork();
    fork.cpuEach = this.cpuEach.fork();
    fork.memoryEach = this.memoryEach.fork();
    fork.busyReplicas = this.busyReplicas.fork();
    fork.waiting = this.waiting.fork();
    fork.lined = this.lined.fork();
    fork.full = { processor: this.full.processor.fork(), maxConcurrency: this.full.maxConcurrency.fork() };
    fork.presence = this.presence.fork();
    fork.loads = this.loads.fork();
    fork.lines = this.lines?.fork() ?? null;
    return fork;
  }

  private get courses(): readonly (Ramps | ReplicaUse)[] {
    const { utilisation, busyReplicas, cpu, memory, cpuEach, memoryEach, waiting } = this;
    return [utilisation, busyReplicas, cpu, memory, cpuEach, memoryEach, waiting];
  }

  private get answered(): number {
    return this.offered - this.backlog.losses.lost - this.backlog.waiting;
  }

  private follow(stretch: LoadStretch): void {
    const { flow, ready, resting, serving, reserve, from, until } = stretch;
    if (flow.length === 0 && ready === 0) this.latency.refuseAll(from, this.backlog.refuseAll(from));
    if (ready > 0) this.answerHeld(stretch);
    if (serving === null || (flow.length === 0 && this.backlog.waiting === 0)) {
      const isLimited = serving?.capacityPerSecond !== Number.POSITIVE_INFINITY;
      if (ready > 0 && isLimited) this.busy(stretch, 0, 0);
      this.lines?.rest(from, until);
      const idle = serving === null ? null : loadOf(serving, { perSecond: 0, ready, waiting: 0 }, this.assumptions);
      this.use(stretch, idle, idle, until - from);
      return;
    }
    const peak = peakBetween(flow, from, until);
    if (peak !== null && peak.value > (this.peak?.value ?? 0)) this.peak = peak;
    this.offered += flowBetween(flow, from, until);
    const capacityPerSecond = ready === 0 ? 0 : ready * serving.capacityPerSecond;
    for (let at = from; at < until; ) {
      const next = Math.min(flowBendsAfter(flow, at) ?? until, until);
      const [first, last] = [flowAt(flow, at), flowAt(flow, next - 1)];
      const line: LoadLine = {
        flow,
        ready,
        resting,
        serving,
        reserve,
        from: at,
        until: next,
        capacityPerSecond,
        first,
        last,
      };
      if (ready === 0) this.hold(line);
      else if (capacityPerSecond === Number.POSITIVE_INFINITY) this.answerAll(line);
      else if (lineOf(serving, this.assumptions) !== null) this.answerWithRoom(line);
      else if (first === last && first <= capacityPerSecond && this.backlog.waiting === 0) this.answer(line);
      else this.answerUneven(line);
      at = next;
    }
  }

  private hold(line: LoadLine): void {
    const { waiting } = this.backlog;
    this.backlog.hold(line);
    this.wait(line, waiting);
    this.use(line, null, null, line.until - line.from);
    this.lines?.add(line, this.backlog);
  }

  private answerHeld({ ready, serving, from }: LoadStretch): void {
    const held = this.backlog.release(from);
    if (serving !== null) this.latency.release(from, held, { ready, serving });
  }

  private answerAll(line: LoadLine): void {
    const duration = line.until - line.from;
    // What was held is begun at once.
    this.presence.requestMs += this.backlog.waiting * line.serving.duration;
    this.backlog.answerAll();
    const [before, after] = [this.loadAt(line, line.first), this.loadAt(line, line.last)];
    this.presence.serve(line, before, after);
    this.use(line, before, after, duration);
    this.latency.serve(line, flowBetween(line.flow, line.from, line.until));
    this.lines?.add(line, this.backlog);
  }

  private answerUneven(line: LoadLine): void {
    for (const side of cutAtCapacity(line)) {
      for (const piece of cutWhereEmpty(side, this.backlog.waiting)) {
        if (!this.isBeyond(piece)) for (const part of partsOf(piece)) this.answer(part);
        else
          for (const one of cutWhereFull(piece, this.backlog.waiting, this.waitingMost(piece)))
            for (const part of bentParts(one, this.backlog.waiting)) this.press(part);
      }
    }
  }

  /**
   * Who finds no room is refused at once (`traffic.queue`), so that nobody waits but those that were held for a
   * replica.
   */
  private answerWithRoom(line: LoadLine): void {
    for (const side of cutWhereDrained(line, this.backlog.waiting)) {
      if (this.backlog.waiting > 0) this.press(side);
      else for (const part of partsOf(side)) this.answer(part);
    }
  }

  /** Whether some wait, or more come than can be answered. */
  private isBeyond({ first, last, capacityPerSecond }: LoadLine): boolean {
    return this.backlog.waiting > 0 || Math.max(first, last) > capacityPerSecond;
  }

  private waitingMost({ serving, ready }: LoadLine): number {
    return waitingMax(serving, ready, this.assumptions);
  }

  /** Nobody waits, and all that come can be answered, but for those that find no room. */
  private answer(part: LoadLine): void {
    const { first, last, from, until, serving } = part;
    const before = this.loadAt(part, first);
    const after = first === last ? before : this.loadAt(part, last);
    const came = flowBetween(part.flow, from, until);
    let refused = 0;
    if (lineOf(serving, this.assumptions) !== null && first + last > 0) {
      refused = ((before.overflowPerSecond + after.overflowPerSecond) / (first + last)) * came;
      this.backlog.losses.add('traffic.queue', refused, from);
    }
    this.latency.serve(part, came - refused);
    this.latency.refuse(refused);
    this.busy(part, before.rps / serving.capacityPerSecond, after.rps / serving.capacityPerSecond);
    this.use(part, before, after, until - from);
    if (Math.min(before.rps, after.rps) >= serving.capacityPerSecond * (1 - loose)) this.fill(part);
    this.presence.serve(part, before, after);
    this.lines?.add(part, this.backlog);
  }

  /** Some wait, or more come than can be answered: all replicas do what they can to the end. */
  private press(part: LoadLine): void {
    const { first, last, from, until, flow, serving } = part;
    const start = this.loadAt(part, first);
    const { waiting } = this.backlog;
    const { lost } = this.backlog.losses;
    this.backlog.press(part);
    const end = this.loadAt(part, last);
    const most = start.rps >= end.rps ? start : end;
    const after = this.backlog.waiting;
    this.busy(part, most.rps / serving.capacityPerSecond, most.rps / serving.capacityPerSecond);
    this.use(part, most, most, until - from);
    this.wait(part, waiting);
    this.fill(part);
    const came = flowBetween(flow, from, until) - (this.backlog.losses.lost - lost);
    const hasRoom = lineOf(serving, this.assumptions) !== null;
    if (hasRoom) this.latency.refuse(came);
    let shared: number | null = null;
    if (waiting + after === 0) this.latency.serve(part, came);
    else shared = this.latency.press(part, { before: waiting, after, came: hasRoom ? 0 : came });
    if (shared === null) this.presence.press(part, { before: waiting, after }, end);
    else this.presence.requestMs += shared;
    this.lines?.add(part, this.backlog);
  }

  private busy({ ready, from, until }: LoadStretch, first: number, last: number): void {
    this.utilisation.add(first, last, until - from);
    this.busyReplicas.add(ready * first, ready * last, until - from);
    this.lines?.busy.join(from, 100 * first, until, 100 * last);
  }

  /** @param before as many waited at the start of a time that has just been counted */
  private wait({ from, until }: Pick<LoadLine, 'from' | 'until'>, before: number): void {
    if (before + this.backlog.waiting === 0) return;
    this.waiting.add(before, this.backlog.waiting, until - from);
    this.lined.set(Math.round(from), true);
    this.lined.set(Math.round(until), false);
  }

  /** All that are ready do what they can. */
  private fill({ serving, from, until }: LoadLine): void {
    const spells = this.full[limitOf(serving)];
    spells.set(Math.round(from), true);
    spells.set(Math.round(until), false);
  }

  /** @param before of each replica, at the start; null: none is known or ready */
  private use(stretch: LoadStretch, before: ReplicaLoad | null, after: ReplicaLoad | null, duration: Duration): void {
    const { ready, resting, serving, reserve, from, until } = stretch;
    const idle = idleOf(serving);
    const follow = (
      of: 'cpuMillicores' | 'memoryBytes',
      course: Ramps,
      each: ReplicaUse,
    ): readonly [number, number] => {
      const [first, last] = [before?.[of] ?? 0, after?.[of] ?? 0];
      const limits = { reserve: reserve[of], ceiling: serving?.[of] ?? Number.POSITIVE_INFINITY };
      each.add(limits, first, last, ready * duration);
      each.add(limits, idle[of], idle[of], resting * duration);
      const all = [resting * idle[of] + ready * first, resting * idle[of] + ready * last] as const;
      course.add(...all, duration);
      return all;
    };
    const over = (of: 'cpuMillicores' | 'memoryBytes'): number =>
      duration *
      (ready * meanAbove(before?.[of] ?? 0, after?.[of] ?? 0, reserve[of]) +
        resting * Math.max(0, idle[of] - reserve[of]));
    this.cpuOver += over('cpuMillicores');
    this.memoryOver += over('memoryBytes');
    const cpus = follow('cpuMillicores', this.cpu, this.cpuEach);
    const bytes = follow('memoryBytes', this.memory, this.memoryEach);
    this.lines?.cpu.join(from, cpus[0], until, cpus[1]);
    this.lines?.memory.join(from, bytes[0], until, bytes[1]);
  }

  private loadAt({ serving, ready }: LoadLine, perSecond: number): ReplicaLoad {
    return this.loads.under(serving, { perSecond, ready, waiting: this.backlog.waiting });
  }
}

/** Of one replica that gets no requests: no more than all its containers may use. */
function idleOf(serving: Serving | null): { readonly cpuMillicores: number; readonly memoryBytes: number } {
  if (serving === null) return { cpuMillicores: 0, memoryBytes: 0 };
  return {
    cpuMillicores: Math.min(serving.cpuMillicores, serving.idleCpuMillicores),
    memoryBytes: Math.min(serving.memoryBytes, serving.idleMemoryBytes),
  };
}

/** What is reached but for the rounding of a quotient is reached. */
const loose = 1e-9;

/** The limit that a replica reaches first as requests increase. */
export function limitOf(serving: Serving): LoadLimit {
  return isProcessorBound(serving) ? 'processor' : 'maxConcurrency';
}

/**
 * The mean of what lies above a bound on the straight way from one value to another.
 *
 *   0 to 10 above 5 -> 1.25,  7 to 9 above 5 -> 3,  1 to 4 above 5 -> 0
 */
function meanAbove(first: number, last: number, bound: number): number {
  const [low, high] = first < last ? [first, last] : [last, first];
  if (low >= bound) return (low + high) / 2 - bound;
  return high <= bound ? 0 : ((high - bound) * (high - bound)) / (2 * (high - low));
}
