/**
 * The lines that replicas and executions write, told from the journal as it goes by.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { type Fact, factOf, placeOfSubject } from '../fold/fact.ts';
import { executionLines } from './executionLines.ts';
import type { Draft, LogPlace } from './life.ts';
import type { LogLine } from './line.ts';
import { OwnLines } from './ownLines.ts';
import { PendingLines } from './pending.ts';
import { replicaLines } from './replicaLines.ts';

/** What of the assumptions decides lines. */
export type LogAssumptions = Pick<Assumptions, 'api.logs' | 'cron.invalid'>;

/**
 * Give it every entry, in order, from the first one on, and close it at the end: each line comes to `write` once its
 * instant is over, in the order of instants; of one instant those of starts and ends come first (LOG-1, LOG-2,
 * `api.logs`).
 *
 * It keeps what lives now and what is due next, and no line that was written.
 */
export class LogWriter {
  private readonly assumptions: LogAssumptions;
  private readonly write: (line: LogLine) => void;
  private readonly from: Instant;
  private readonly places: Map<string, LogPlace> = new Map();
  private readonly pending: PendingLines = new PendingLines();
  private readonly own: OwnLines = new OwnLines();
  private heardAt: Instant = Number.NEGATIVE_INFINITY;
  private lastAt: Instant = Number.NEGATIVE_INFINITY;
  private isAtFrom = false;
  /** Lines of the same millisecond before the last one. */
  private before = 0;

  /** @param from lines before it are passed over, however many they are; default: none */
  constructor(assumptions: LogAssumptions, write: (line: LogLine) => void, from: Instant = Number.NEGATIVE_INFINITY) {
    this.assumptions = assumptions;
    this.write = write;
    this.from = from;
  }

  listen(entry: Entry): void {
    this.settle(entry.at);
    this.heardAt = entry.at;
    const fact = factOf(entry);
    if (fact.type === 'deployment.opened') {
      this.open(fact);
      return;
    }
    const place = this.places.get(fact.subject.name);
    if (place === undefined) return;
    if (fact.type === 'logs.declared') {
      place.lines = fact.data.lines;
      for (const life of place.lives.values()) this.own.follow(place, life, fact.at);
      return;
    }
    const isReplica = fact.type.startsWith('replica.');
    if (isReplica || fact.type.startsWith('execution.')) this.follow(fact, place, isReplica);
  }

  /**
   * No more entries come: writes what is due before the end, and at the last entry's instant even where that is the
   * end.
   */
  close(end: Instant): void {
    this.settle(Math.max(end, this.heardAt + 1));
  }

  /**
   * Writes what is due before an instant: entries of that instant may still come.
   *
   * @param ownMax so many of the scenario's own lines at most
   * @returns whether that was all
   */
  settle(until: Instant, ownMax: number = Number.POSITIVE_INFINITY): boolean {
    if (!this.isAtFrom) {
      this.skipPending(Math.min(until, this.from));
      if (until <= this.from) return true;
      this.own.skipTo(this.from);
      this.isAtFrom = true;
    }
    for (let written = 0; this.own.nextAt < until; written += 1) {
      if (written === ownMax) return false;
      this.settlePending(this.own.nextAt + 1);
      const line = this.own.take();
      if (line !== null) this.give(line);
    }
    this.settlePending(until);
    return true;
  }

  private skipPending(until: Instant): void {
    while (this.pending.takeBefore(until) !== null);
  }

  private settlePending(until: Instant): void {
    for (let line = this.pending.takeBefore(until); line !== null; line = this.pending.takeBefore(until))
      if (line.start?.isVoid !== true) this.give(line);
  }

  private give({ at, labels, text }: Draft): void {
    this.before = at === this.lastAt ? this.before + 1 : 0;
    this.lastAt = at;
    this.write({ at, stamp: `${at}${String(this.before).padStart(6, '0')}`, labels, text });
  }

  /** A replica or an execution comes, changes or goes. */
  private follow(fact: Fact, place: LogPlace, isReplica: boolean): void {
    const key = `${fact.ordinal}`;
    const before = place.lives.get(key);
    const lines = isReplica ? replicaLines(fact, place) : executionLines(fact, place, this.assumptions['cron.invalid']);
    if (this.assumptions['api.logs'] !== 'scenarioOnly') for (const line of lines) this.pending.add(line);
    const life = place.lives.get(key) ?? before;
    if (life !== undefined) this.own.follow(place, life, fact.at);
  }

  private open({ subject, data }: Fact & { readonly type: 'deployment.opened' }): void {
    const found = placeOfSubject(subject.name);
    if (found === null) return;
    const { gvc, name, location } = found;
    const { provider, type } = data;
    const isStateful = type === 'stateful';
    this.places.set(subject.name, { gvc, workload: name, location, provider, isStateful, lives: new Map(), lines: [] });
  }
}
