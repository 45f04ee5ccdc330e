/**
 * What a session keeps of its journal so that the lines of its logs can be told again: the entries that they follow
 * from, and no line.
 */
import type { Entry } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { FactType } from '../../platform/facts.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { LogLine } from './line.ts';
import { type LogAssumptions, LogWriter } from './writer.ts';

/** A scenario's own lines between two looks at whether more are asked for. */
const slice = 1_000;

export class KeptLogs {
  private readonly assumptions: LogAssumptions & Pick<Assumptions, 'api.logsKept'>;
  private entries: readonly Entry[];
  private newer: Entry[] = [];

  constructor(assumptions: LogAssumptions & Pick<Assumptions, 'api.logsKept'>, entries: readonly Entry[] = []) {
    this.assumptions = assumptions;
    this.entries = entries;
  }

  /** Takes the next entry of the journal, from the first one on. */
  hear(entry: Entry): void {
    if (!isOfLogs(entry.type)) return;
    this.newer.push(entry);
    const kept = this.assumptions['api.logsKept'];
    // Now and then, and the less often the more must stay: each time all of them are looked at.
    if (this.newer.length < Math.max(kept, this.entries.length)) return;
    this.entries = withoutEnded([...this.entries, ...this.newer], kept);
    this.newer = [];
  }

  fork(): KeptLogs {
    return new KeptLogs(this.assumptions, [...this.entries, ...this.newer]);
  }

  /**
   * Begins to write lines: it has heard all entries so far, and is to be told those that follow. @param from of the
   * first line, included
   */
  writer(from: Instant, write: (line: LogLine) => void): LogWriter {
    const writer = new LogWriter(this.assumptions, write, from);
    for (const entries of [this.entries, this.newer]) for (const entry of entries) writer.listen(entry);
    return writer;
  }

  /**
   * Tells lines in their order, as far as they follow from what is kept.
   *
   * @param to excluded; all that happened before it must have been heard
   * @param isEnough asked now and then
   */
  tell(
    { from, to }: { readonly from: Instant; readonly to: Instant },
    write: (line: LogLine) => void,
    isEnough: () => boolean,
  ): void {
    const writer = new LogWriter(this.assumptions, write, from);
    for (const entries of [this.entries, this.newer]) {
      for (const entry of entries) {
        if (entry.at >= to) break;
        if (!reach(writer, entry.at, isEnough)) return;
        writer.listen(entry);
      }
    }
    reach(writer, to, isEnough);
  }
}

/** Writes what is due before an instant; false: that is enough. */
function reach(writer: LogWriter, until: Instant, isEnough: () => boolean): boolean {
  while (!writer.settle(until, slice)) if (isEnough()) return false;
  return !isEnough();
}

/** Whether lines may follow from entries of a type. */
export function isOfLogs(type: string): boolean {
  if (type === 'deployment.opened' || type === 'logs.declared') return true;
  return type.startsWith('replica.') || (type.startsWith('execution.') && !leftOut.has(type as FactType));
}

const leftOut: ReadonlySet<FactType> = new Set(['execution.skipped', 'execution.forgotten']);

/** After one of these nothing is written by the replica or execution. */
const ends: ReadonlySet<FactType> = new Set([
  'replica.gone',
  'execution.succeeded',
  'execution.failed',
  'execution.gone',
  'execution.invalid',
]);

/**
 * All of the last `kept` entries, and of those before what is about deployments, and about replicas and executions that
 * had not ended by then.
 */
function withoutEnded(entries: readonly Entry[], kept: number): readonly Entry[] {
  const recent = entries.length - kept;
  const ended = new Set<string>();
  const stays: Entry[] = [];
  for (let index = recent - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry === undefined) continue;
    const { type, subject, ordinal } = entry;
    const one = `${subject.name} ${ordinal}`;
    if (ends.has(type as FactType)) ended.add(one);
    if (ordinal === null || !ended.has(one)) stays.push(entry);
  }
  return [...stays.reverse(), ...entries.slice(recent)];
}
