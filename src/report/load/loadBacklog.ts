/**
 * The backlog of a load in one location: requests that wait, are lost, time out while they wait, or find no room.
 */
import { Spells } from '../../engine/spells.ts';
import type { Instant } from '../../engine/time.ts';
import { backlogAfter, drainedAfter, excessBetween } from '../../platform/traffic/overflow.ts';
import { givenUpShare, lineOf, waitingMax } from '../../platform/traffic/patience.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Peak } from './loadFlow.ts';
import { type Held, HeldLoad } from './loadHeld.ts';
import type { LoadLine } from './loadLine.ts';
import { Losses } from './losses.ts';

/** Counts a backlog; give it every part of a load with waiting requests or overload, in order. */
export class LoadBacklog {
  /** As of the last part's end (`fluid.overflow`). */
  waiting = 0;
  peak: Peak | null = null;
  /** Time in which something waited or came and no replica was ready. */
  heldMs = 0;
  /** Requests times milliseconds that they were held. */
  heldRequestMs = 0;
  /** Of the whole load. */
  losses: Losses = new Losses();
  /** While requests time out in the queue (`timeout.from`). */
  givingUp: Spells = new Spells();
  /** What came since no replica has been ready; empty while one is. */
  private held: HeldLoad;
  private readonly assumptions: Assumptions;

  constructor(assumptions: Assumptions) {
    this.assumptions = assumptions;
    this.held = new HeldLoad(assumptions['coldStart.hold']);
  }

  /** The same that wait, and nothing that was before. */
  carriedForward(at: Instant): LoadBacklog {
    const begun = new LoadBacklog(this.assumptions);
    begun.wait(this.waiting, at);
    begun.held = this.held.fork();
    return begun;
  }

  fork(): LoadBacklog {
    const fork = new LoadBacklog(this.assumptions);
    fork.waiting = this.waiting;
    fork.peak = this.peak;
    fork.heldMs = this.heldMs;
    fork.heldRequestMs = this.heldRequestMs;
    fork.losses = this.losses.fork();
    fork.givingUp = this.givingUp.fork();
    fork.held = this.held.fork();
    return fork;
  }

  /** All that wait are answered at once. */
  answerAll(): void {
    this.waiting = 0;
  }

  /** Nobody answers any more: what waits has its refusal. */
  refuseAll(at: Instant): Held {
    this.losses.add('traffic.route.location', this.waiting, at);
    this.waiting = 0;
    return this.release(at);
  }

  /** Nobody is ready: all wait, but none for longer than `coldStart.hold`. */
  hold(line: LoadLine): void {
    const { from, until } = line;
    this.held.add(line, this.waiting);
    this.heldRequestMs += this.held.presenceIn(line, this.waiting);
    const all = this.waiting + line.came;
    if (all > 0) this.heldMs += until - from;
    const left = Math.min(all, this.held.mostAt(until));
    this.losses.add('coldStart.hold', all - left, from);
    this.wait(left, until);
  }

  /** A replica is ready: what was held is answered in its order. */
  release(now: Instant): Held {
    const held = this.held.arrived(now);
    this.held.clear();
    return held;
  }

  /** Some wait, or more come than can be answered (`fluid.overflow`). */
  press(part: LoadLine): void {
    const { from, until, serving, came } = part;
    if (lineOf(serving, this.assumptions) !== null) {
      this.losses.add('traffic.queue', came, from);
      this.wait(drainedAfter(part, this.waiting), until);
    } else if (this.assumptions['fluid.overflow'] === 'lost') {
      const excess = excessBetween(part);
      const answerable = (part.capacityPerSecond * (until - from)) / 1_000;
      this.losses.add('fluid.overflow', excess, from);
      this.wait(Math.max(0, this.waiting + came - excess - answerable), until);
    } else this.wait(this.giveUp(part), until);
  }

  /** Those that wait still, without those that have waited for too long (`timeout.from`). */
  private giveUp(part: LoadLine): number {
    const { from, until, serving, ready, capacityPerSecond, came } = part;
    const most = waitingMax(serving, ready, this.assumptions);
    const waiting = Math.min(most, this.waiting);
    const left = backlogAfter(part, waiting, most);
    const done = (capacityPerSecond * (until - from)) / 1_000;
    // While as many wait as may, all that come share one fate.
    const excess = left === most ? Math.max(0, waiting + came - done - left) : 0;
    const share = excess === 0 ? 0 : givenUpShare(serving.work, done / came);
    const late = excess === 0 ? 0 : (excess * came * share) / (came - done);
    const gaveUp = this.waiting - waiting + late;
    this.losses.add('timeout.from', gaveUp, from);
    if (gaveUp > 0) {
      this.givingUp.set(Math.round(from), true);
      this.givingUp.set(Math.round(until), false);
    }
    return left;
  }

  private wait(waiting: number, at: Instant): void {
    this.waiting = waiting;
    if (waiting > (this.peak?.value ?? 0)) this.peak = { value: waiting, at };
  }
}
