/**
 * The lines that replicas and executions write, told from the journal as it goes by.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { Assumptions } from '../../platform/rules/assumptions.ts';
import { type Fact, factOf, placeOfSubject } from '../fact.ts';
import { executionLines } from './executionLines.ts';
import type { LogPlace } from './life.ts';
import type { LogLine } from './line.ts';
import { PendingLines } from './pending.ts';
import { replicaLines } from './replicaLines.ts';

/** What of the assumptions decides lines. */
export type LogAssumptions = Pick<Assumptions, 'api.logs' | 'cron.invalid'>;

/**
 * Give it every entry, in order, from the first one on, and close it at the end: each line comes to `write` once its instant is over, in the order
 * of instants (LOG-1, LOG-2, `api.logs`).
 *
 * It keeps what lives now and what is due next, and no line that was written.
 */
export class LogWriter {
  private readonly assumptions: LogAssumptions;
  private readonly write: (line: LogLine) => void;
  private readonly places: Map<string, LogPlace> = new Map();
  private readonly pending: PendingLines = new PendingLines();
  private heardAt: Instant = Number.NEGATIVE_INFINITY;
  private lastAt: Instant = Number.NEGATIVE_INFINITY;
  /** Lines of the same millisecond before the last one. */
  private before = 0;

  constructor(assumptions: LogAssumptions, write: (line: LogLine) => void) {
    this.assumptions = assumptions;
    this.write = write;
  }

  listen(entry: Entry): void {
    if (this.assumptions['api.logs'] === 'scenarioOnly') return;
    this.settle(entry.at);
    this.heardAt = entry.at;
    const fact = factOf(entry);
    if (fact.type === 'deployment.opened') {
      this.open(fact);
      return;
    }
    const place = this.places.get(fact.subject.name);
    if (place === undefined) return;
    const lines = fact.type.startsWith('replica.')
      ? replicaLines(fact, place)
      : executionLines(fact, place, this.assumptions['cron.invalid']);
    for (const line of lines) this.pending.add(line);
  }

  /** No more entries come: writes what is due before the end, and at the last entry's instant even where that is the end. */
  close(end: Instant): void {
    this.settle(Math.max(end, this.heardAt + 1));
  }

  /** Writes what is due before an instant: entries of that instant may still come. */
  private settle(until: Instant): void {
    for (let line = this.pending.takeBefore(until); line !== null; line = this.pending.takeBefore(until)) {
      const { at, labels, text, start } = line;
      if (start?.isVoid === true) continue;
      this.before = at === this.lastAt ? this.before + 1 : 0;
      this.lastAt = at;
      this.write({ at, stamp: `${at}${String(this.before).padStart(6, '0')}`, labels, text });
    }
  }

  private open({ subject, data }: Fact & { readonly type: 'deployment.opened' }): void {
    const found = placeOfSubject(subject.name);
    if (found === null) return;
    const { gvc, name, location } = found;
    const { provider, type } = data;
    const isStateful = type === 'stateful';
    this.places.set(subject.name, { gvc, workload: name, location, provider, isStateful, lives: new Map() });
  }
}
