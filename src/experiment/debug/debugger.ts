/**
 * A run that goes forward and back: to the next journal entries, to an instant, to a breakpoint, and back again.
 *
 * Going back forks the last key frame before the wanted instant and runs forward from there; runs repeat, so the same
 * entries come again. What was asked after that instant is undone with it.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Session, TakenSteps } from '../session/session.ts';

/** Why a move ended. */
export type StopReason =
  /** As many instants as were asked for, or the wanted instant. */
  | { readonly kind: 'there' }
  /** An entry that was asked for, or one of a breakpoint, by its position in the list. */
  | { readonly kind: 'entry'; readonly entry: Entry; readonly breakpoint: number | null }
  /** The last instant of the scenario, or its first one on the way back. */
  | { readonly kind: 'end' }
  /** Time cannot go on from here, and why. */
  | { readonly kind: 'refused'; readonly message: string };

/** Whether a journal entry is one to stop at; a condition that cannot be decided throws. */
export type IsWanted = (entry: Entry) => boolean;

/** A state that a move back can begin at. Its session is never moved. */
interface KeyFrame {
  readonly session: Session;
  /** How many entries came before. */
  readonly entries: number;
}

/** Events between two key frames of a long move. */
const frameEvents = 100_000;
const framesMax = 64;
/** Events between two looks at what else is to be done. */
const sliceEvents = 2_000;

export class Debugger {
  /** All entries up to now. */
  readonly entries: Entry[] = [];
  /** Each breakpoint; null: it was removed. */
  readonly breakpoints: (IsWanted | null)[] = [];
  private current: Session;
  private readonly frames: KeyFrame[] = [];
  private framedEvents = 0;

  constructor(session: Session) {
    this.entries.push(...(session.entriesAfter(0, session.sequence) ?? []));
    this.current = this.heard(session);
    this.keepFrame();
  }

  /** Ask it nothing that moves or changes it: use the methods here. */
  get session(): Session {
    return this.current;
  }

  get now(): Instant {
    return this.current.now;
  }

  /**
   * Moves on by instants at which something is journalled, or to a breakpoint before. Like the other moves it yields
   * between slices of work, always at the end of an instant: there it may be left.
   *
   * @param count how many such instants, at least 1
   */
  *stepping(count: number): Generator<Instant, StopReason> {
    let left = count;
    return yield* this.going(this.current.lastInstant, (fresh) => {
      left -= 1;
      return left > 0 ? this.breakpointIn(fresh) : { kind: 'there' };
    });
  }

  /** Moves on to an instant, all its events included; a breakpoint may stop it before. */
  *advancing(until: Instant): Generator<Instant, StopReason> {
    return yield* this.going(until, (fresh) => this.breakpointIn(fresh));
  }

  /** Moves on to the first entry that is wanted, or to a breakpoint before it. */
  *seeking(isWanted: IsWanted): Generator<Instant, StopReason> {
    return yield* this.going(this.current.lastInstant, (fresh) => {
      const entry = fresh.find(isWanted);
      return entry === undefined ? this.breakpointIn(fresh) : { kind: 'entry', entry, breakpoint: null };
    });
  }

  /** Goes back by instants at which something was journalled; to the first instant if there are fewer. */
  stepBack(count: number): StopReason {
    const instants = [...new Set(this.entries.map(({ at }) => at))].filter((at) => at < this.now);
    const start = this.current.origin.scenario.start;
    const target = instants.at(-count) ?? start;
    const isEnd = instants.length < count;
    this.returnTo(target);
    return isEnd ? { kind: 'end' } : { kind: 'there' };
  }

  /** Adds steps of a timeline now, as `Session.steps` takes them. */
  take(steps: string): TakenSteps {
    const taken = this.current.steps(steps);
    if (taken.taken > 0) this.keepFrame();
    return taken;
  }

  /** Goes on until `stopAt`, which gets the entries of each instant that has any, says to stop. */
  private *going(
    until: Instant,
    stopAt: (fresh: readonly Entry[]) => StopReason | null,
  ): Generator<Instant, StopReason> {
    this.keepFrame();
    let yieldedAt = this.current.run.sim.events;
    for (;;) {
      const next = Math.min(this.nextInstant(), until);
      const count = this.entries.length;
      const moved = this.current.advance({ until: next });
      if ('refused' in moved) return { kind: 'refused', message: moved.refused };
      if (this.entries.length > count) {
        const reason = stopAt(this.entries.slice(count));
        if (reason !== null) return reason;
      }
      if (next >= until) return until >= this.current.lastInstant ? { kind: 'end' } : { kind: 'there' };
      const { events } = this.current.run.sim;
      if (events - this.framedEvents > frameEvents) this.keepFrame();
      if (events - yieldedAt < sliceEvents) continue;
      yieldedAt = events;
      yield this.now;
    }
  }

  /** The instant of the next event after now. */
  private nextInstant(): Instant {
    return Math.max(this.current.run.sim.agenda.peekInstant(), this.now + 1);
  }

  private breakpointIn(fresh: readonly Entry[]): StopReason | null {
    for (const entry of fresh) {
      const breakpoint = this.breakpoints.findIndex((isWanted) => isWanted?.(entry) === true);
      if (breakpoint >= 0) return { kind: 'entry', entry, breakpoint };
    }
    return null;
  }

  private returnTo(target: Instant): void {
    const index = this.frames.findLastIndex(({ session }) => session.now <= target);
    const frame = this.frames[Math.max(0, index)];
    if (frame === undefined) throw new Error('a debugger without its first key frame');
    this.frames.length = Math.max(0, index) + 1;
    this.entries.length = frame.entries;
    this.current = this.heard(frame.session.fork());
    this.framedEvents = this.current.run.sim.events;
    this.current.advance({ until: Math.max(target, this.now) });
  }

  private heard(session: Session): Session {
    session.listen((entry) => void this.entries.push(entry));
    return session;
  }

  /** Of too many key frames every other one goes, never the first. */
  private keepFrame(): void {
    const last = this.frames.at(-1);
    const { events } = this.current.run.sim;
    this.framedEvents = events;
    const isKnown =
      last !== undefined &&
      last.session.now === this.now &&
      last.entries === this.entries.length &&
      last.session.run.sim.events === events;
    if (isKnown) return;
    if (this.frames.length >= framesMax) {
      const kept = this.frames.filter((_, position) => position % 2 === 0);
      this.frames.splice(0, this.frames.length, ...kept);
    }
    this.frames.push({ session: this.current.fork(), entries: this.entries.length });
  }
}
