/** Which of the lines that a query selects are given, and in which order. */
import type { Instant } from '../../engine/time.ts';
import type { LogLine } from './line.ts';
import { type LogQuery, selects } from './query.ts';

export interface SelectionOptions {
  readonly query: LogQuery;
  /** Included. */
  readonly from: Instant;
  /** Excluded. */
  readonly to: Instant;
  /** Over all streams together; infinite: all. */
  readonly limit: number;
  /** `forward`: the oldest, oldest first; `backward`: the newest, newest first. */
  readonly direction: 'forward' | 'backward';
}

/**
 * Takes lines in the order of their instants and gives those that are asked for: at once forward, at the end backward
 * (LOG-3, LOG-4).
 */
export class Selection {
  /** Given, or kept to be given. */
  count = 0;
  private readonly options: SelectionOptions;
  private readonly give: (line: LogLine) => void;
  /** Backward: the newest ones; beyond the limit the oldest is overwritten. */
  private readonly newest: LogLine[] = [];

  constructor(options: SelectionOptions, give: (line: LogLine) => void) {
    this.options = options;
    this.give = give;
  }

  /** Whether no line at an instant or after it can be one of those asked for. */
  isOver(now: Instant): boolean {
    const { to, limit, direction } = this.options;
    return now >= to || (direction === 'forward' && this.count >= limit);
  }

  take(line: LogLine): void {
    const { query, from, limit, direction } = this.options;
    if (line.at < from || this.isOver(line.at) || !selects(query, line)) return;
    if (direction === 'forward') this.give(line);
    else if (this.count < limit) this.newest.push(line);
    else this.newest[this.count % limit] = line;
    this.count += 1;
  }

  /** No more lines come. */
  close(): void {
    const { length } = this.newest;
    for (let back = 1; back <= length; back += 1) {
      const line = this.newest[(this.count - back) % length];
      if (line !== undefined) this.give(line);
    }
  }
}
