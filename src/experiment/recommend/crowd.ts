/**
 * How many executions start in one minute.
 */
import type { Bundle, Entry } from '../../engine/journal.ts';
import { type Instant, minute } from '../../engine/time.ts';
import { batchOf } from '../../report/fold/fact.ts';

/** Give it every entry and every bundle of a run, in any order; memory is two bytes a minute of the run. */
export class Crowd {
  private readonly start: Instant;
  private readonly started: Uint16Array;

  constructor(start: Instant, end: Instant) {
    this.start = start;
    this.started = new Uint16Array(Math.floor((end - start) / minute) + 1);
  }

  listen({ type, at }: Pick<Entry, 'type' | 'at'>): void {
    if (type === 'execution.started') this.count(at);
  }

  listenBundle(bundle: Bundle): void {
    const { count, tickAt } = batchOf(bundle);
    for (let i = 0; i < count; i += 1) this.count(tickAt[i] ?? 0);
  }

  /** The most that started in one minute, and that minute's first instant, of several the first; null: none started. */
  get peak(): { readonly count: number; readonly at: Instant } | null {
    let most = 0;
    let index = 0;
    for (const [at, count] of this.started.entries()) {
      if (count <= most) continue;
      most = count;
      index = at;
    }
    return most === 0 ? null : { count: most, at: this.start + index * minute };
  }

  private count(at: Instant): void {
    const index = Math.floor((at - this.start) / minute);
    const before = this.started[index] ?? 0;
    if (before < 65_535) this.started[index] = before + 1;
  }
}
