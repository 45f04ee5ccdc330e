/**
 * Counts the requests of a load in one location: offered requests and their outcomes.
 *
 * `LoadTally` adds the figures of replicas and latencies, which take most of the time.
 */
import type { Duration, Instant } from '../../engine/time.ts';
import { flowAt, flowBendsAfter, flowBetween } from '../../platform/traffic/flow.ts';
import { useOf } from '../../platform/traffic/load.ts';
import { lineOf, waitingMax } from '../../platform/traffic/patience.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { LoadBacklog } from './loadBacklog.ts';
import type { Held } from './loadHeld.ts';
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
import { ScalePressure } from './scalePressure.ts';

const unknown = { failure: 0, late: 0, tries: 1 };

/**
 * Totals of requests; give it every stretch, in order. Requests are counted exactly, however the run made its
 * decisions. Stretches are cut at every bend of the rate, and where the rate passes the capacity.
 */
export class RequestTally {
  offered = 0;
  /** Tries beyond the first of those that a replica answered. */
  retries = 0;
  /** What waits, and all that came to nothing. */
  backlog: LoadBacklog;
  /** What was lost or waited, by how many replicas were desired and ready. */
  pressure: ScalePressure = new ScalePressure();
  protected readonly assumptions: Assumptions;

  constructor(assumptions: Assumptions) {
    this.assumptions = assumptions;
    this.backlog = new LoadBacklog(assumptions);
  }

  /** @param scale how many replicas were desired and ready in that time (`scaleOf`) */
  add(stretch: LoadStretch, scale = 0): void {
    const { losses } = this.backlog;
    const answered = this.answered;
    const { failed, unserved } = losses;
    const { waitedMs } = this;
    this.follow(stretch);
    this.pressure.add(scale, { unserved: losses.unserved - unserved, waitedMs: this.waitedMs - waitedMs });
    const { failure, late, tries } = stretch.serving ?? unknown;
    const tried = this.answered - answered - (losses.failed - failed);
    losses.add('failure', tried * failure, stretch.from);
    losses.late += tried * late;
    this.retries += tried * (tries - 1);
  }

  /** From here on no piece of a course is kept by itself; counts keep none. */
  classify(): void {}

  /** As it is, with nothing counted but those that wait: they have been offered. */
  carriedForward(at: Instant): RequestTally {
    return this.carriedInto(new RequestTally(this.assumptions), at);
  }

  fork(): RequestTally {
    const fork = Object.assign(new RequestTally(this.assumptions), this);
    fork.backlog = this.backlog.fork();
    fork.pressure = this.pressure.fork();
    return fork;
  }

  /** Time in which requests waited, as far as it is counted. */
  protected get waitedMs(): Duration {
    return 0;
  }

  protected carriedInto<Tally extends RequestTally>(begun: Tally, at: Instant): Tally {
    begun.backlog = this.backlog.carriedForward(at);
    begun.offered = this.backlog.waiting;
    return begun;
  }

  /** Nobody answers any more. @returns the requests that were held until now */
  protected refuseAll(at: Instant): Held {
    return this.backlog.refuseAll(at);
  }

  /** Replicas are ready. @returns the requests that were held until now */
  protected answerHeld({ from }: LoadStretch): Held {
    return this.backlog.release(from);
  }

  /** No request comes, and none waits. */
  protected rest(_stretch: LoadStretch): void {}

  /** Requests come, whatever becomes of them. */
  protected come({ came }: LoadLine): void {
    this.offered += came;
  }

  /** No replica is ready. */
  protected hold(line: LoadLine): void {
    this.backlog.hold(line);
  }

  /** Nothing limits the replicas. */
  protected answerAll(_line: LoadLine): void {
    this.backlog.answerAll();
  }

  /** Nobody waits, and all that come can be answered, but for those that find no room. */
  protected answer(line: LoadLine): void {
    if (lineOf(line.serving, this.assumptions) === null) return;
    for (const part of partsOf(line)) {
      const before = this.overflowAt(part, part.first);
      this.refuse(part, before, part.first === part.last ? before : this.overflowAt(part, part.last));
    }
  }

  /**
   * Those that find no room are refused (`traffic.queue`).
   *
   * @param before how many a second find none at the start of the part
   * @param after and at its end
   * @returns how many do
   */
  protected refuse(part: LoadLine, before: number, after: number): number {
    const { first, last, from, serving, came } = part;
    if (lineOf(serving, this.assumptions) === null || first + last <= 0) return 0;
    const refused = ((before + after) / (first + last)) * came;
    this.backlog.losses.add('traffic.queue', refused, from);
    return refused;
  }

  /** Some wait, or more come than can be answered: all replicas do what they can to the end. */
  protected press(part: LoadLine): void {
    this.backlog.press(part);
  }

  private get answered(): number {
    return this.offered - this.backlog.losses.lost - this.backlog.waiting;
  }

  private follow(stretch: LoadStretch): void {
    const { flow, ready, resting, serving, reserve, from, until } = stretch;
    if (flow.length === 0 && ready === 0) this.refuseAll(from);
    if (ready > 0) this.answerHeld(stretch);
    if (serving === null || (flow.length === 0 && this.backlog.waiting === 0)) {
      this.rest(stretch);
      return;
    }
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
        came: flowBetween(flow, at, next),
      };
      this.come(line);
      if (ready === 0) this.hold(line);
      else if (capacityPerSecond === Number.POSITIVE_INFINITY) this.answerAll(line);
      else if (lineOf(serving, this.assumptions) !== null) this.answerWithRoom(line);
      else if (first === last && first <= capacityPerSecond && this.backlog.waiting === 0) this.answer(line);
      else this.answerUneven(line);
      at = next;
    }
  }

  private answerUneven(line: LoadLine): void {
    for (const side of cutAtCapacity(line)) {
      for (const piece of cutWhereEmpty(side, this.backlog.waiting)) {
        if (!this.isBeyond(piece)) this.answer(piece);
        else
          for (const one of cutWhereFull(piece, this.backlog.waiting, this.waitingMost(piece)))
            for (const part of bentParts(one, this.backlog.waiting)) this.press(part);
      }
    }
  }

  /**
   * A request that finds no room is refused at once (`traffic.queue`). So only requests that were held for a replica
   * wait.
   */
  private answerWithRoom(line: LoadLine): void {
    for (const side of cutWhereDrained(line, this.backlog.waiting)) {
      if (this.backlog.waiting > 0) this.press(side);
      else this.answer(side);
    }
  }

  /** Whether some wait, or more come than can be answered. */
  private isBeyond({ first, last, capacityPerSecond }: LoadLine): boolean {
    return this.backlog.waiting > 0 || Math.max(first, last) > capacityPerSecond;
  }

  private waitingMost({ serving, ready }: LoadLine): number {
    return waitingMax(serving, ready, this.assumptions);
  }

  private overflowAt({ serving, ready }: LoadLine, perSecond: number): number {
    const pressure = { perSecond, ready, waiting: this.backlog.waiting };
    return useOf(serving, pressure, this.assumptions).overflowPerSecond;
  }
}
