/** Lines as they come: for one who asked for them, at his own pace. */
import type { Entry, JournalSink } from '../../engine/journal.ts';
import type { Instant } from '../../engine/time.ts';
import type { TailBeginning } from './answer.ts';
import { isOfLogs, type KeptLogs } from './kept.ts';
import type { LogLine } from './line.ts';
import { selects } from './query.ts';
import { nanosPerMs } from './range.ts';
import type { LogWriter } from './writer.ts';

/** So many lines wait at most until they are taken. */
const waitingMax = 10_000;
/** A scenario's own lines that are looked at in one go. */
const slice = 5_000;
/** Lines that are looked at in one go where they are told from what is kept. */
const readMax = 20_000;

/** Whoever hears the journal from now on. @returns what ends that */
type Listen = (sink: JournalSink) => () => void;

/**
 * The lines of a stream, in order and each once. It hears the journal, and where lines are taken more slowly than they
 * come it keeps none of them but the place where it stands: from there they are told later from what the session keeps
 * (`api.logsKept`). So it takes no more room however long nobody takes.
 */
export class Tail {
  private readonly beginning: TailBeginning;
  private readonly kept: KeptLogs;
  private readonly listen: Listen;
  private waiting: LogLine[];
  /** Stamp of the first line that may still come. */
  private next: bigint;
  /** null: it stands behind, and hears nothing. */
  private hearing: { readonly writer: LogWriter; readonly end: () => void } | null = null;
  private isFull = false;
  private isClosed = false;

  /** @param now when it was asked for */
  constructor(beginning: TailBeginning, now: Instant, kept: KeptLogs, listen: Listen) {
    const { asked, backlog } = beginning;
    this.beginning = beginning;
    this.kept = kept;
    this.listen = listen;
    this.waiting = [...backlog];
    this.next = asked.limit === 0 ? asked.start : BigInt(now) * nanosPerMs;
  }

  /** Whether it is worth taking again before anything else has happened. */
  get hasMore(): boolean {
    return !this.isClosed && (this.waiting.length > 0 || this.hearing === null);
  }

  /**
   * The next lines, up to `max`; of the present instant none, for others may still come at it. None does not mean that
   * none is left (`hasMore`): of many that nobody asked for only some are passed over at once.
   */
  take(now: Instant, max: number): readonly LogLine[] {
    if (this.isClosed) return [];
    if (this.hearing !== null) this.settle(this.hearing.writer, now);
    else if (this.waiting.length === 0) this.catchUp(now);
    return this.waiting.splice(0, max);
  }

  /** Nobody takes lines any more. */
  close(): void {
    this.fallBehind();
    this.isClosed = true;
    this.waiting = [];
  }

  private hear(writer: LogWriter, entry: Entry): void {
    if (!isOfLogs(entry.type) || !this.settle(writer, entry.at)) return;
    writer.listen(entry);
    if (this.isFull) this.fallBehind();
  }

  /** Writes what is due before an instant. @returns whether it still hears */
  private settle(writer: LogWriter, until: Instant): boolean {
    const isAll = writer.settle(until, slice);
    if (!isAll || this.isFull) this.fallBehind();
    return this.hearing !== null;
  }

  private fallBehind(): void {
    this.hearing?.end();
    this.hearing = null;
    this.isFull = false;
  }

  /** Tells from what is kept, and hears again once that was all. */
  private catchUp(now: Instant): void {
    let read = 0;
    const take = (line: LogLine): void => {
      if (this.isFull || BigInt(line.stamp) < this.next) return;
      this.add(line);
      read += 1;
      if (read === readMax) this.isFull = true;
    };
    this.kept.tell({ from: Number(this.next / nanosPerMs), to: now }, take, () => this.isFull);
    if (this.isFull) {
      this.isFull = false;
      return;
    }
    const present = BigInt(now) * nanosPerMs;
    if (this.next < present) this.next = present;
    const writer = this.kept.writer(now, (line) => {
      if (!this.isFull) this.add(line);
    });
    this.hearing = { writer, end: this.listen((entry) => this.hear(writer, entry)) };
  }

  private add(line: LogLine): void {
    const { query, end } = this.beginning.asked;
    const nanos = BigInt(line.stamp);
    this.next = nanos + 1n;
    if (!selects(query, line) || (end !== null && nanos >= end)) return;
    this.waiting.push(line);
    if (this.waiting.length >= waitingMax) this.isFull = true;
  }
}
