/**
 * What a load came to in one location: requests offered, waiting and lost, how busy the replicas were and how long answers took.
 */
import type { Duration, Instant } from '../engine/time.ts';
import type { Assumptions } from '../platform/rules/assumptions.ts';
import { flowAt, flowBendsAfter, flowBetween } from '../platform/traffic/flow.ts';
import { type Load, loadOf } from '../platform/traffic/load.ts';
import { backlogAfter, drainedAfter, excessBetween } from '../platform/traffic/overflow.ts';
import { givenUpShare, lineOf, waitingMax } from '../platform/traffic/patience.ts';
import { lessTrust, type Trust, trustOf } from '../platform/traffic/trust.ts';
import { type Peak, peakBetween } from './loadFlow.ts';
import { HeldLoad } from './loadHeld.ts';
import { cutAtCapacity, cutWhereDrained, cutWhereEmpty, type Line, partsOf, type Stretch } from './loadLine.ts';
import { type LossCause, Losses } from './losses.ts';
import { Ramps } from './ramps.ts';

const endStatuses = { 'traffic.queue': 'traffic.status.queueFull', 'timeout.from': 'traffic.status.timeout' } as const;

const unknown = { failure: 0, tries: 1 };

/**
 * Give it every stretch, in order. Requests are counted exactly, however the run came to its decisions. Of utilisation and latency the values are
 * worked out at the ends of parts and taken as straight between them: at every change, at every bend of the rate, where the rate passes the
 * capacity, and between those so often that the utilisation moves by a hundredth at most.
 */
export class LoadTally {
  offered = 0;
  lost = 0;
  /** Of those that were answered: with a failure, or too late for their caller. */
  failed = 0;
  /** Of the failed ones those that found no room, or were given up as they waited, by status. */
  ended: Map<number, number> = new Map();
  /** Those that were lost and those that failed. */
  losses: Losses = new Losses();
  /** Tries beyond the first of those that were answered. */
  retries = 0;
  /** As of the last stretch's end (`fluid.overflow`). */
  waiting = 0;
  peak: Peak | null = null;
  waitingPeak: Peak | null = null;
  /** Time in which something waited or came and no replica was ready. */
  heldMs = 0;
  /** While replicas are ready that something limits: the share of what they can answer that they do. */
  utilisation: Ramps = new Ramps();
  /** Mean from arrival to answer, in ms, while requests come to replicas that are ready, or wait for them. */
  latency: Ramps = new Ramps();
  /** Of the latency, as far as its formulas are concerned. */
  trust: Trust = 'steady';
  /** Millicores and bytes in use, all replicas together. */
  cpu: Ramps = new Ramps();
  memory: Ramps = new Ramps();
  /** What came since no replica has been ready; empty while one is. */
  private held: HeldLoad;
  private readonly assumptions: Assumptions;

  constructor(assumptions: Assumptions) {
    this.assumptions = assumptions;
    this.held = new HeldLoad(assumptions['coldStart.hold']);
  }

  add(stretch: Stretch): void {
    const answered = this.answered;
    const failed = this.failed;
    this.follow(stretch);
    const { failure, tries } = stretch.serving ?? unknown;
    const tried = this.answered - answered - (this.failed - failed);
    this.fail(tried * failure, 'failure', stretch.from);
    this.retries += tried * (tries - 1);
  }

  /** Whether percentiles of some course are those of classes of values. */
  get isClassed(): boolean {
    return [this.utilisation, this.latency, this.cpu, this.memory].some((course) => course.isClassed);
  }

  /** From here on no piece of a course is kept by itself. */
  classify(): void {
    for (const course of [this.utilisation, this.latency, this.cpu, this.memory]) course.classify();
  }

  fork(): LoadTally {
    const fork = Object.assign(new LoadTally(this.assumptions), this);
    fork.ended = new Map(this.ended);
    fork.losses = this.losses.fork();
    fork.utilisation = this.utilisation.fork();
    fork.latency = this.latency.fork();
    fork.cpu = this.cpu.fork();
    fork.memory = this.memory.fork();
    fork.held = this.held.fork();
    return fork;
  }

  private get answered(): number {
    return this.offered - this.lost - this.waiting;
  }

  private follow(stretch: Stretch): void {
    const { flow, ready, resting, serving, from, until } = stretch;
    // Where nobody answers any more, what waits has its refusal.
    if (flow.length === 0 && ready === 0) {
      this.lose(this.waiting, 'traffic.route.location', from);
      this.wait(0, from);
      this.held.clear();
    }
    if (ready > 0) this.answerHeld(stretch);
    if (serving === null || (flow.length === 0 && this.waiting === 0)) {
      const isLimited = serving?.capacityPerSecond !== Number.POSITIVE_INFINITY;
      if (ready > 0 && isLimited) this.utilisation.add(0, 0, until - from);
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
      const line: Line = { flow, ready, resting, serving, from: at, until: next, capacityPerSecond, first, last };
      if (ready === 0) this.hold(line);
      else if (capacityPerSecond === Number.POSITIVE_INFINITY) this.answerAll(line);
      else if (lineOf(serving, this.assumptions) !== null) this.answerWithRoom(line);
      else if (first === last && first <= capacityPerSecond && this.waiting === 0) this.answer(line);
      else this.answerUneven(line);
      at = next;
    }
  }

  /** Nobody is ready: all wait, but none for longer than `coldStart.hold`. */
  private hold(line: Line): void {
    const { flow, from, until } = line;
    this.held.add(line, this.waiting);
    const all = this.waiting + flowBetween(flow, from, until);
    if (all > 0) this.heldMs += until - from;
    const left = Math.min(all, this.held.mostAt(until));
    this.lose(all - left, 'coldStart.hold', from);
    this.wait(left, until);
    this.use(line, null, null, until - from);
  }

  /** A replica is ready: what was held is answered in its order. */
  private answerHeld({ flow, ready, serving, from }: Stretch): void {
    if (serving !== null) {
      const pressure = { perSecond: flowAt(flow, from), ready, waiting: this.waiting };
      const { latency } = loadOf(serving, pressure, this.assumptions);
      for (const { first, last, duration } of this.held.answeredAt(from, { first: serving.duration, last: latency }))
        this.latency.add(first, last, duration);
    }
    this.held.clear();
  }

  private answerAll(line: Line): void {
    const duration = line.until - line.from;
    this.waiting = 0;
    const [before, after] = [this.loadAt(line, line.first), this.loadAt(line, line.last)];
    this.use(line, before, after, duration);
    if (line.first + line.last > 0) this.latency.add(before.latency, after.latency, duration);
  }

  private answerUneven(line: Line): void {
    for (const side of cutAtCapacity(line))
      for (const piece of cutWhereEmpty(side, this.waiting))
        for (const part of partsOf(piece, this.waiting > 0)) this.answer(part);
  }

  /** Who finds no room is refused at once (`traffic.queue`), so that nobody waits but those that were held for a replica. */
  private answerWithRoom(line: Line): void {
    for (const side of cutWhereDrained(line, this.waiting)) for (const part of partsOf(side, true)) this.answer(part);
  }

  private answer(part: Line): void {
    const { first, last, from, until, serving } = part;
    const before = this.loadAt(part, first);
    const isBusy = first + last + this.waiting > 0;
    const hasRoom = lineOf(serving, this.assumptions) !== null;
    const isPressed = this.waiting > 0 || (!hasRoom && Math.max(first, last) > part.capacityPerSecond);
    if (isPressed) this.press(part);
    const after = isPressed || first !== last ? this.loadAt(part, last) : before;
    if (hasRoom && !isPressed && isBusy) {
      const share = (before.overflowPerSecond + after.overflowPerSecond) / (first + last);
      this.end('traffic.queue', share * flowBetween(part.flow, from, until), from);
    }
    // While some wait, all do what they can to the end.
    const most = before.rps >= after.rps ? before : after;
    const [start, end] = isPressed ? [most, most] : [before, after];
    this.utilisation.add(start.rps / serving.capacityPerSecond, end.rps / serving.capacityPerSecond, until - from);
    this.use(part, start, end, until - from);
    if (isBusy) this.latency.add(before.latency, after.latency, until - from);
  }

  /** Some wait, or more come than can be answered (`fluid.overflow`). */
  private press(part: Line): void {
    const { flow, from, until, serving } = part;
    if (lineOf(serving, this.assumptions) !== null) {
      this.end('traffic.queue', flowBetween(flow, from, until), from);
      this.wait(drainedAfter(part, this.waiting), until);
    } else if (this.assumptions['fluid.overflow'] === 'lost') {
      const excess = excessBetween(part);
      const answerable = (part.capacityPerSecond * (until - from)) / 1_000;
      this.lose(excess, 'fluid.overflow', from);
      this.wait(Math.max(0, this.waiting + flowBetween(flow, from, until) - excess - answerable), until);
    } else this.wait(this.backlogAfter(part), until);
  }

  /** Those that wait still, without those that have waited for too long (`timeout.from`). */
  private backlogAfter(part: Line): number {
    const { flow, from, until, serving, ready, capacityPerSecond } = part;
    const most = waitingMax(serving, ready, this.assumptions);
    const waiting = Math.min(most, this.waiting);
    const left = backlogAfter(part, waiting, most);
    const came = flowBetween(flow, from, until);
    const done = (capacityPerSecond * (until - from)) / 1_000;
    // While as many wait as may, all that come share one fate.
    const excess = left === most ? Math.max(0, waiting + came - done - left) : 0;
    const share = excess === 0 ? 0 : givenUpShare(serving.work, done / came);
    this.end(
      'timeout.from',
      this.waiting - waiting + (excess === 0 ? 0 : (excess * came * share) / (came - done)),
      from,
    );
    return left;
  }

  private end(cause: 'traffic.queue' | 'timeout.from', requests: number, at: Instant): void {
    if (requests === 0) return;
    const code = this.assumptions[endStatuses[cause]];
    this.ended.set(code, (this.ended.get(code) ?? 0) + requests);
    this.fail(requests, cause, at);
  }

  private fail(requests: number, cause: LossCause, at: Instant): void {
    this.failed += requests;
    this.losses.add(cause, requests, at);
  }

  private lose(requests: number, cause: LossCause, at: Instant): void {
    this.lost += requests;
    this.losses.add(cause, requests, at);
  }

  /** @param before of each replica, at the start; null: none is known or ready */
  private use({ ready, resting, serving }: Stretch, before: Load | null, after: Load | null, duration: Duration): void {
    const cpu = resting * (serving?.idleCpuMillicores ?? 0);
    const memory = resting * (serving?.idleMemoryBytes ?? 0);
    this.cpu.add(cpu + ready * (before?.cpuMillicores ?? 0), cpu + ready * (after?.cpuMillicores ?? 0), duration);
    this.memory.add(memory + ready * (before?.memoryBytes ?? 0), memory + ready * (after?.memoryBytes ?? 0), duration);
  }

  private loadAt({ serving, ready }: Line, perSecond: number): Load {
    const pressure = { perSecond, ready, waiting: this.waiting };
    const load = loadOf(serving, pressure, this.assumptions);
    if (this.trust !== 'rough' && perSecond > 0)
      this.trust = lessTrust(this.trust, trustOf(serving, pressure, load, this.assumptions));
    return load;
  }

  private wait(waiting: number, at: Instant): void {
    this.waiting = waiting;
    if (waiting > (this.waitingPeak?.value ?? 0)) this.waitingPeak = { value: waiting, at };
  }
}
