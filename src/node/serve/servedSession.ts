/** A session that is served: whoever asks waits for his turn, and time moves between turns as its clock says. */

import { setImmediate } from 'node:timers/promises';
import type { Instant } from '../../engine/time.ts';
import type { Advanced, Destination, Refused, Session } from '../../experiment/session/session.ts';
import { say } from '../say.ts';
import { LiveClock, type RealTime } from './liveClock.ts';
import { Turns } from './turns.ts';

/** Between two looks at a clock that goes, in real milliseconds: what is due happens though nobody asks. */
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

  /** How time moves, and where an advance leads that is under way; may be asked at any time, without a turn. */
  get pace(): { readonly mode: 'paused' | 'running'; readonly factor: number; readonly advancingTo: Instant | null } {
    const { factor } = this.clock;
    return { mode: factor === 0 ? 'paused' : 'running', factor, advancingTo: this.destination };
  }

  /** Does something with the session when all that is due by its arrival has happened. */
  ask<Result>(work: (session: Session) => Result | Promise<Result>): Promise<Result> {
    const arrival = this.clock.instant();
    return this.turns.take(async () => {
      if (arrival !== null) await this.comeTo(arrival);
      return work(this.session);
    });
  }

  /** All slices of a piece of work, for whoever has his turn; others are heard between them. */
  async through<Result>(steps: Generator<unknown, Result>): Promise<Result> {
    for (;;) {
      if (this.isClosed) throw new Error('the session has ended');
      const step = steps.next();
      if (step.done === true) return step.value;
      await setImmediate();
    }
  }

  /** Work on a copy of what happened: begun in its turn, it goes on in slices while others have theirs. */
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

  /** Time moves at so many times the speed of real time, from now on; or why it does not: it has come to its end. */
  run(factor: number): Promise<Refused | null> {
    return this.ask((session) => {
      if (session.now >= session.lastInstant) return session.beyondEnd(session.now + 1);
      this.clock.run(factor, session.now);
      this.timer ??= setInterval(() => this.follow(), tick).unref();
      return null;
    });
  }

  /** Time stands where it is when this is asked, however many wait. */
  pause(): Promise<void> {
    const paused = this.ask(() => {});
    this.stand();
    return paused;
  }

  /** Another session that goes its own way; its time stands. */
  fork(): Promise<ServedSession> {
    return this.ask((session) => new ServedSession(session.fork(), this.real));
  }

  /** Has somebody told from now on. @returns what ends that */
  watch(watcher: SessionListener): () => void {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  }

  /** What is under way is broken off. */
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
      say(process.stderr, `svcsim: time stands: ${session.beyondEnd(session.now + 1).refused}\n`);
    }).catch((error: unknown) => {
      this.stand();
      if (!this.isClosed) say(process.stderr, `svcsim: time stands, as an event failed: ${String(error)}\n`);
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
      say(process.stderr, `svcsim: the clock has stopped: ${advanced.refused}\n`);
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
