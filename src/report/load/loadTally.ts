/**
 * The totals of a load in one location: offered requests and their outcomes, utilisation of the replicas, and latency.
 */
import { Spells } from '../../engine/spells.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import { isProportional, loadOf, type ReplicaLoad } from '../../platform/traffic/load.ts';
import { lineOf } from '../../platform/traffic/patience.ts';
import { isProcessorBound, type Serving } from '../../platform/traffic/serving.ts';
import type { Trust } from '../../platform/traffic/trust.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Peak } from './loadFlow.ts';
import type { Held } from './loadHeld.ts';
import { LoadLatency } from './loadLatency.ts';
import { type LoadLine, type LoadStretch, partsOf } from './loadLine.ts';
import type { LoadLines } from './loadLines.ts';
import { Presence } from './loadPresence.ts';
import { Ramps } from './ramps.ts';
import { RequestTally } from './requestTally.ts';
import { TrustedLoads } from './trustedLoads.ts';
import { UsedResource } from './usedResource.ts';

/** The limit on how many requests a replica answers. */
export type LoadLimit = 'processor' | 'maxConcurrency';

/**
 * Totals of a load; give it every stretch, in order. Utilisation and latency are computed at the ends of parts and
 * taken as straight between them. Parts end at every change, at every bend of the rate, and where the rate passes the
 * capacity. Between those they are cut so often that utilisation moves by a hundredth at most.
 */
export class LoadTally extends RequestTally {
  peak: Peak | null = null;
  /** While replicas are ready that something limits: the share of what they can answer that they do. */
  utilisation: Ramps = new Ramps();
  /** The same as replicas that would be wholly busy. */
  busyReplicas: Ramps = new Ramps();
  /** How long single requests took, where replicas are ready that answer, or come for those that wait. */
  latency: LoadLatency;
  cpu: UsedResource = new UsedResource('cpuMillicores');
  memory: UsedResource = new UsedResource('memoryBytes');
  /** Requests in line or held, while there are any. */
  waiting: Ramps = new Ramps();
  /** While replicas are ready and all do what they can: by what limits them. */
  full: { readonly [limit in LoadLimit]: Spells } = { processor: new Spells(), maxConcurrency: new Spells() };
  /** While somebody waits in line or is held. */
  lined: Spells = new Spells();
  private presence: Presence;
  private loads: TrustedLoads;
  /** The course of it all; null: nobody draws it. */
  lines: LoadLines | null;

  constructor(assumptions: Assumptions, lines: LoadLines | null = null) {
    super(assumptions);
    this.lines = lines;
    this.latency = new LoadLatency(assumptions);
    this.presence = new Presence(assumptions);
    this.loads = new TrustedLoads(assumptions);
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

  override classify(): void {
    for (const course of this.courses) course.classify();
  }

  override carriedForward(at: Instant): LoadTally {
    const begun = this.carriedInto(new LoadTally(this.assumptions), at);
    begun.latency = this.latency.carriedForward();
    return begun;
  }

  override fork(): LoadTally {
    const fork = Object.assign(new LoadTally(this.assumptions), this);
    fork.backlog = this.backlog.fork();
    fork.pressure = this.pressure.fork();
    fork.utilisation = this.utilisation.fork();
    fork.latency = this.latency.fork();
    fork.cpu = this.cpu.fork();
    fork.memory = this.memory.fork();
    fork.busyReplicas = this.busyReplicas.fork();
    fork.waiting = this.waiting.fork();
    fork.lined = this.lined.fork();
    fork.full = { processor: this.full.processor.fork(), maxConcurrency: this.full.maxConcurrency.fork() };
    fork.presence = this.presence.fork();
    fork.loads = this.loads.fork();
    fork.lines = this.lines?.fork() ?? null;
    return fork;
  }

  private get courses(): readonly (Ramps | UsedResource)[] {
    const { utilisation, busyReplicas, cpu, memory, waiting } = this;
    return [utilisation, busyReplicas, cpu, memory, waiting];
  }

  protected override get waitedMs(): Duration {
    return this.lined.total;
  }

  protected override refuseAll(at: Instant): Held {
    const held = super.refuseAll(at);
    this.latency.refuseAll(at, held);
    return held;
  }

  protected override answerHeld(stretch: LoadStretch): Held {
    const { ready, serving, from } = stretch;
    const held = super.answerHeld(stretch);
    if (serving !== null) this.latency.release(from, held, { ready, serving });
    return held;
  }

  protected override rest(stretch: LoadStretch): void {
    const { ready, serving, from, until } = stretch;
    const isLimited = serving?.capacityPerSecond !== Number.POSITIVE_INFINITY;
    if (ready > 0 && isLimited) this.busy(stretch, 0, 0);
    this.lines?.rest(from, until);
    const idle = serving === null ? null : loadOf(serving, { perSecond: 0, ready, waiting: 0 }, this.assumptions);
    this.use(stretch, idle, idle);
  }

  protected override come(line: LoadLine): void {
    super.come(line);
    const { first, last, from, until } = line;
    if (first > (this.peak?.value ?? 0)) this.peak = { value: first, at: from };
    if (last > (this.peak?.value ?? 0)) this.peak = { value: last, at: until - 1 };
  }

  protected override hold(line: LoadLine): void {
    const { waiting } = this.backlog;
    super.hold(line);
    this.wait(line, waiting);
    this.use(line, null, null);
    this.lines?.add(line, this.backlog);
  }

  protected override answerAll(line: LoadLine): void {
    const duration = line.until - line.from;
    // What was held is begun at once.
    this.presence.requestMs += this.backlog.waiting * line.serving.duration;
    super.answerAll(line);
    const [before, after] = [this.loadAt(line, line.first), this.loadAt(line, line.last)];
    this.presence.serve(line.ready, duration, before, after);
    this.use(line, before, after);
    this.latency.serve(line, line.came);
    this.lines?.add(line, this.backlog);
  }

  /**
   * Where use goes as straight as the requests that come, it is counted once for the whole line. The latency never
   * does: it is counted in parts, each with the requests that come in it, in whole 65,536ths; and so it is drawn.
   */
  protected override answer(line: LoadLine): void {
    const { serving, ready, first, last } = line;
    const isStraight = isProportional(serving, { perSecond: Math.max(first, last), ready }, this.assumptions);
    const start = this.loadAt(line, first);
    let after = start;
    for (const part of partsOf(line)) {
      const before = after;
      after = this.loadAt(part, part.last);
      const refused = this.refuse(part, before.overflowPerSecond, after.overflowPerSecond);
      this.latency.serve(part, part.came - refused);
      this.latency.refuse(refused);
      this.presence.serve(ready, part.until - part.from, before, after);
      if (!isStraight) this.countAnswers(part, before, after);
      if (this.lines !== null) this.drawAnswers(part, before, after, this.lines);
    }
    if (isStraight) this.countAnswers(line, start, after);
  }

  private countAnswers(line: LoadLine, before: ReplicaLoad, after: ReplicaLoad): void {
    const { capacityPerSecond } = line.serving;
    this.countBusy(line, before.rps / capacityPerSecond, after.rps / capacityPerSecond);
    this.countUse(line, before, after);
    if (Math.min(before.rps, after.rps) >= capacityPerSecond * (1 - loose)) this.fill(line);
  }

  private drawAnswers(part: LoadLine, before: ReplicaLoad, after: ReplicaLoad, lines: LoadLines): void {
    const { capacityPerSecond } = part.serving;
    this.drawBusy(part, before.rps / capacityPerSecond, after.rps / capacityPerSecond);
    this.drawUse(part, before, after);
    lines.add(part, this.backlog);
  }

  protected override press(part: LoadLine): void {
    const { first, last, serving } = part;
    const start = this.loadAt(part, first);
    const { waiting } = this.backlog;
    const { lost } = this.backlog.losses;
    super.press(part);
    const end = this.loadAt(part, last);
    const most = start.rps >= end.rps ? start : end;
    const after = this.backlog.waiting;
    this.busy(part, most.rps / serving.capacityPerSecond, most.rps / serving.capacityPerSecond);
    this.use(part, most, most);
    this.wait(part, waiting);
    this.fill(part);
    const came = part.came - (this.backlog.losses.lost - lost);
    const hasRoom = lineOf(serving, this.assumptions) !== null;
    if (hasRoom) this.latency.refuse(came);
    let shared: number | null = null;
    if (waiting + after === 0) this.latency.serve(part, came);
    else shared = this.latency.press(part, { before: waiting, after, came: hasRoom ? 0 : came });
    if (shared === null) this.presence.press(part, { before: waiting, after }, end);
    else this.presence.requestMs += shared;
    this.lines?.add(part, this.backlog);
  }

  /** @param first of what the ready replicas can do, the share that they do */
  private busy(stretch: LoadStretch, first: number, last: number): void {
    this.countBusy(stretch, first, last);
    this.drawBusy(stretch, first, last);
  }

  private countBusy({ ready, from, until }: LoadStretch, first: number, last: number): void {
    this.utilisation.add(first, last, until - from);
    this.busyReplicas.add(ready * first, ready * last, until - from);
  }

  private drawBusy({ from, until }: LoadStretch, first: number, last: number): void {
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
  private use(stretch: LoadStretch, before: ReplicaLoad | null, after: ReplicaLoad | null): void {
    this.countUse(stretch, before, after);
    this.drawUse(stretch, before, after);
  }

  private countUse(stretch: LoadStretch, before: ReplicaLoad | null, after: ReplicaLoad | null): void {
    this.cpu.add(stretch, before, after);
    this.memory.add(stretch, before, after);
  }

  private drawUse(stretch: LoadStretch, before: ReplicaLoad | null, after: ReplicaLoad | null): void {
    if (this.lines === null) return;
    this.lines.use('cpuMillicores', stretch, before, after);
    this.lines.use('memoryBytes', stretch, before, after);
    if (before === null || after === null) return;
    const { serving, reserve } = stretch;
    const isOfLimit = this.assumptions['hpa.cpu.base'] === 'limit';
    const cpuBase = isOfLimit ? (serving?.cpuMillicores ?? 0) : reserve.cpuMillicores;
    this.lines.share('cpuMillicores', stretch, before, after, cpuBase);
    this.lines.share('memoryBytes', stretch, before, after, serving?.memoryBytes ?? 0);
  }

  private loadAt({ serving, ready }: LoadLine, perSecond: number): ReplicaLoad {
    return this.loads.under(serving, { perSecond, ready, waiting: this.backlog.waiting });
  }
}

/** What is reached but for the rounding of a quotient is reached. */
const loose = 1e-9;

/** The limit that a replica reaches first as requests increase. */
export function limitOf(serving: Serving): LoadLimit {
  return isProcessorBound(serving) ? 'processor' : 'maxConcurrency';
}
