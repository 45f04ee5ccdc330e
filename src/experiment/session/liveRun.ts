/**
 * The run of a session, with what it was asked and who hears of it. Work on it happens whole, or leaves it as it was.
 */

import type { Entry, JournalSink } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import { KeptLogs } from '../../report/logs/kept.ts';
import { type ParseOptions, parseScenario } from '../../scenario/parse.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { Run } from '../run.ts';
import { type RecordLine, SessionRecord } from './record.ts';

/** A session that can no longer be asked or moved, and why; it can still be exported. */
export class SessionClosed extends Error {
  constructor(why: string) {
    super(`the session is closed: ${why}`);
    this.name = 'SessionClosed';
  }
}

/** Events between two looks at what else is to be done: some milliseconds of work. */
export const slice = 2_000;

/** What a piece of work has come to. */
export interface PieceOfWork<Result> {
  readonly result: Result;
  /** Entries of a timeline that ask for the same. */
  readonly asked: readonly RecordLine[];
}

/** What a fork takes over. */
interface Past {
  readonly run: Run;
  readonly record: SessionRecord;
  readonly recent: RecentEntries;
  readonly logs: KeptLogs;
}

export class LiveRun {
  /** What it was asked. */
  readonly record: SessionRecord;
  /** Its last journal entries. */
  readonly recent: RecentEntries;
  readonly logs: KeptLogs;
  private current: Run;
  private readonly listeners = new Set<JournalSink>();
  /** Entries that nobody has heard yet: the work that they come from may still be undone. */
  private waiting: Entry[] = [];
  /** Number of the last entry that has been heard. */
  private heard = 0;
  /** The first error of a listener that nobody has been told of. */
  private deaf: { readonly error: unknown } | null = null;
  private closed: SessionClosed | null = null;

  /** @param recentMax so many of the last journal entries are at hand at least */
  constructor(origin: SessionOrigin, recentMax: number, past: Past | null = null) {
    this.record = past?.record.fork() ?? new SessionRecord();
    this.recent = past?.recent.fork() ?? new RecentEntries(recentMax);
    this.logs = past?.logs.fork() ?? new KeptLogs(origin.scenario.assumptions);
    if (past === null) this.current = this.begun(origin.scenario);
    else {
      this.heard = past.run.sim.journal.seq;
      this.current = past.run.fork((entry) => this.take(entry));
    }
    this.current.sim.runUntil(this.current.now, { included: true });
    this.tell(Number.POSITIVE_INFINITY);
  }

  get run(): Run {
    return this.current;
  }

  /** Has somebody hear every entry from now on. @returns what ends that */
  listen(listener: JournalSink): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @throws SessionClosed */
  expectOpen(): void {
    if (this.closed !== null) throw this.closed;
  }

  fork(origin: SessionOrigin, recentMax: number): LiveRun {
    this.expectOpen();
    return new LiveRun(origin, recentMax, { ...this, run: this.current });
  }

  /**
   * Does a piece of work, slice by slice. Where it throws, the run is what it was before: it is run again from what the
   * session was asked, up to the instant before the one that failed, and nobody has heard of what is undone. A listener
   * that throws hears nothing more; its error is thrown when the work is done, and undoes nothing.
   *
   * @param exported the session so far as a scenario, with whatever else decides how it goes on
   * @throws what the work throws, once the run is as before; SessionClosed where it cannot be brought back
   */
  *work<Result>(
    work: () => Generator<unknown, PieceOfWork<Result>>,
    exported: () => string,
  ): Generator<unknown, Result> {
    this.expectOpen();
    const { now } = this.current;
    let done: PieceOfWork<Result>;
    try {
      const steps = work();
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) {
        // What else happens at this instant may still fail.
        this.tell(this.current.now);
        yield step.value;
      }
      done = step.value;
    } catch (error) {
      yield* this.restore(Math.max(now, this.current.now - 1), exported, error);
      throw error;
    }
    for (const line of done.asked) this.record.add(line);
    this.tell(Number.POSITIVE_INFINITY);
    this.complain();
    return done.result;
  }

  private *restore(until: Instant, exported: () => string, cause: unknown): Generator<unknown, void> {
    const failed = this.current;
    this.waiting = [];
    try {
      const { scenario, problems } = parseScenario(exported(), { file: 'session.json' });
      if (scenario === null) throw new Error(problems.map(({ message }) => message).join('; '));
      const run = this.begun(scenario);
      while (run.sim.runUntil(until, { eventsMax: slice, included: true }) === 'more') yield run.now;
      keepConnections(failed, run);
      this.current = run;
      this.tell(Number.POSITIVE_INFINITY);
    } catch (error) {
      const [first, second] = [cause, error].map((one) => (one instanceof Error ? one.message : String(one)));
      this.closed = new SessionClosed(`${first}; the requests before it cannot be replayed: ${second}`);
      throw this.closed;
    }
  }

  private begun(scenario: SessionOrigin['scenario']): Run {
    const sink = (entry: Entry): void => this.take(entry);
    return new Run(scenario, { sink, events: false, keepsEventLog: true });
  }

  private take(entry: Entry): void {
    if (entry.seq > this.heard) this.waiting.push(entry);
  }

  /** Tells of entries before an instant. */
  private tell(before: Instant): void {
    const { waiting } = this;
    const found = waiting.findIndex(({ at }) => at >= before);
    const count = found < 0 ? waiting.length : found;
    if (count === 0) return;
    this.waiting = waiting.slice(count);
    // Who hears may ask the session something.
    this.heard = waiting[count - 1]?.seq ?? this.heard;
    for (const entry of waiting.slice(0, count)) {
      this.recent.add(entry);
      this.logs.hear(entry);
      for (const listener of this.listeners) this.tellOne(listener, entry);
    }
  }

  private tellOne(listener: JournalSink, entry: Entry): void {
    try {
      listener(entry);
    } catch (error) {
      this.listeners.delete(listener);
      this.deaf ??= { error };
    }
  }

  private complain(): void {
    const { deaf } = this;
    this.deaf = null;
    if (deaf !== null) throw deaf.error;
  }
}

/** Who wanted to connect to replicas is in the audit trail alone, so no run that is played again knows it. */
function keepConnections(from: Run, to: Run): void {
  const [old, own] = [from, to].map(({ sim }) => sim.world.control.audit);
  if (old == null || own == null) return;
  const made = new Set(own.entries.map(({ id }) => id));
  own.entries = old.entries.filter(({ id, connection }) => connection !== null || made.has(id));
  own.connections = old.connections;
}

/** What a session starts from: a scenario, and the text and the options that it was read from. */
export interface SessionOrigin {
  readonly scenario: Scenario;
  readonly text: string;
  readonly options: ParseOptions;
}

class RecentEntries {
  private kept: Entry[];
  private readonly most: number;

  /** @param most so many are kept at least, and up to twice as many */
  constructor(most: number, kept: readonly Entry[] = []) {
    this.most = most;
    this.kept = [...kept];
  }

  add(entry: Entry): void {
    this.kept.push(entry);
    if (this.kept.length >= 2 * this.most) this.kept = this.kept.slice(-this.most);
  }

  /** Up to `max` entries after a number, the oldest first; null where some of them are no longer kept. */
  after(seq: number, max: number): readonly Entry[] | null {
    const [first] = this.kept;
    if (first === undefined) return [];
    if (seq + 1 < first.seq) return null;
    const from = seq + 1 - first.seq;
    return this.kept.slice(from, from + max);
  }

  fork(): RecentEntries {
    return new RecentEntries(this.most, this.kept);
  }
}
