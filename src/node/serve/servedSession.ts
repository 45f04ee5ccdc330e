/** A served session: requests wait for their turn, and the clock advances time between turns. */

import { setImmediate } from 'node:timers/promises';
import type { Instant } from '../../engine/time.ts';
import type { Advanced, Destination, Refused, Session } from '../../experiment/session/session.ts';
import { say } from '../say.ts';
import { LiveClock, type RealTime } from './liveClock.ts';

/** Real milliseconds between two updates while time runs, so that due events happen without a request. */
const tick = 50;

/** Whoever wants to hear of a session without having asked; must not throw. */
export interface SessionListener {
  /** Time may have moved. */
  moved(): void;
  /** The session has ended. */
  ended(): void;
}

export class ServedSession {
  readonly session: Session;
  private readonly watchers = new Set<SessionListener>();
  private readonly turns = new Turns();
  private readonly clock: LiveClock;
  private readonly real: RealTime;
  private timer: NodeJS.Timeout | null = null;
  /** Where an advance under way leads; null: none is. */
  private destination: Instant | null = null;
  /** Whether it has ended: whoever still waits is told so. */
  isClosed = false;

  constructor(session: Session, real: RealTime) {
    this.session = session;
    this.real = real;
    this.clock = new LiveClock(real);
  }

  /** The mode of the clock and the destination of an advance in progress; needs no turn. */
  get pace(): { readonly mode: 'paused' | 'running'; readonly factor: number; readonly advancingTo: Instant | null } {
    const { factor } = this.clock;
    return { mode: factor === 0 ? 'paused' : 'running', factor, advancingTo: this.destination };
  }

  /** Runs work on the session after all events that were due when the request arrived. */
  ask<Result>(work: (session: Session) => Result | Promise<Result>): Promise<Result> {
    const arrival = this.clock.instant();
    return this.turns.take(async () => {
      if (arrival !== null) await this.comeTo(arrival);
      return work(this.session);
    });
  }

  /** Runs all slices of work within a turn; other connections are served between slices. */
  async through<Result>(steps: Generator<unknown, Result>): Promise<Result> {
    for (;;) {
      if (this.isClosed) throw new Error('the session has ended');
      const step = steps.next();
      if (step.done === true) return step.value;
      await setImmediate();
    }
  }

  /** Runs work on a copy of the session: it starts in its turn and goes on in slices while others take their turns. */
  async exclusively<Result>(work: (session: Session) => Generator<unknown, Result>): Promise<Result> {
    const begun = await this.ask((session) => {
      const steps = work(session);
      return { steps, step: steps.next() };
    });
    if (begun.step.done === true) return begun.step.value;
    await setImmediate();
    return this.through(begun.steps);
  }

  advance(to: Destination): Promise<Advanced | Refused> {
    return this.ask(async (session) => {
      const until = session.instantOf(to);
      if (typeof until !== 'number') return until;
      const advanced = await this.advanceTo(until);
      this.clock.set(session.now);
      return advanced;
    });
  }

  /** Lets time run at a multiple of real time; refuses if the session is at its end. */
  run(factor: number): Promise<Refused | null> {
    return this.ask((session) => {
      if (session.now >= session.lastInstant) return session.beyondEnd(session.now + 1);
      this.clock.run(factor, session.now);
      this.timer ??= setInterval(() => this.follow(), tick).unref();
      return null;
    });
  }

  /** Pauses time at once, however many requests wait. */
  pause(): Promise<void> {
    const paused = this.ask(() => {});
    this.stand();
    return paused;
  }

  /** An independent copy of the session, paused. */
  fork(): Promise<ServedSession> {
    return this.ask((session) => new ServedSession(session.fork(), this.real));
  }

  /** Registers a listener. @returns a function that removes it */
  watch(watcher: SessionListener): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** Ends the session; work in progress is aborted. */
  close(): void {
    this.isClosed = true;
    this.stand();
    for (const watcher of this.watchers) watcher.ended();
  }

  private stand(): void {
    this.clock.pause();
    if (this.timer !== null) clearInterval(this.timer);
    this.timer = null;
  }

  /** While somebody has his turn, time moves with him. */
  private follow(): void {
    if (this.turns.waiting > 0) return;
    this.ask((session) => {
      if (session.now < session.lastInstant) return;
      this.stand();
      say(process.stderr, `svcsim: time is paused: ${session.beyondEnd(session.now + 1).refused}\n`);
    }).catch((error: unknown) => {
      this.stand();
      if (!this.isClosed) say(process.stderr, `svcsim: time is paused because an event failed: ${String(error)}\n`);
    });
  }

  /**
   * Has time come to where the clock is. Where it cannot, the clock stands from now on, and whoever has his turn is
   * answered at the instant that was reached.
   */
  private async comeTo(arrival: Instant): Promise<void> {
    try {
      const advanced = await this.advanceTo(arrival);
      if (!('refused' in advanced)) return;
      say(process.stderr, `svcsim: time is paused: ${advanced.refused}\n`);
      this.stand();
    } catch (error) {
      this.stand();
      throw error;
    }
  }

  /** In slices, so that others are heard meanwhile, and answered what needs no turn. */
  private async advanceTo(instant: Instant): Promise<Advanced | Refused> {
    const { session } = this;
    const until = Math.max(session.now, Math.min(instant, session.lastInstant));
    this.destination = until;
    try {
      const advancing = session.advancing(until);
      for (;;) {
        if (this.isClosed) throw new Error('the session has ended');
        const step = advancing.next();
        for (const watcher of this.watchers) watcher.moved();
        if (step.done === true) return step.value;
        await setImmediate();
      }
    } finally {
      this.destination = null;
    }
  }
}

/** One queue: each piece of work begins when all that came before it are done. */
class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private count = 0;

  /** How many wait or are at work. */
  get waiting(): number {
    return this.count;
  }

  /** Does a piece of work in its turn. A failure is the asker's, and stops nobody else. */
  take<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    this.count += 1;
    const done = this.last.then(work).finally(() => {
      this.count -= 1;
    });
    this.last = done.catch(() => {});
    return done;
  }
}
