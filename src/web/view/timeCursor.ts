/**
 * An instant that moves: where a reader is in the time of a run.
 */
import type { Instant } from '../../engine/time.ts';

/** An instant that moves. Every picture of a site that has one shows it as a vertical line. */
export class TimeCursor {
  private readonly listeners = new Set<(at: Instant | null) => void>();
  private now: Instant | null = null;

  /** The instant; null: no line is shown. */
  get at(): Instant | null {
    return this.now;
  }

  /** Moves the line in all pictures; null hides it. */
  move(at: Instant | null): void {
    this.now = at;
    for (const listener of this.listeners) listener(at);
  }

  /** Calls the listener at once and after each move, until the signal is aborted. */
  watch(listener: (at: Instant | null) => void, gone: AbortSignal): void {
    this.listeners.add(listener);
    gone.addEventListener('abort', () => this.listeners.delete(listener));
    listener(this.now);
  }
}
