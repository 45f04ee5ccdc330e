/**
 * A value that tells its listeners when it changes.
 */
export class Watched<T> {
  private current: T;
  private readonly listeners = new Set<(value: T) => void>();

  constructor(first: T) {
    this.current = first;
  }

  get value(): T {
    return this.current;
  }

  /** Sets the value; listeners are called unless it is the same. */
  set(value: T): void {
    if (Object.is(value, this.current)) return;
    this.current = value;
    for (const listener of [...this.listeners]) if (this.listeners.has(listener)) listener(value);
  }

  /** Calls the listener now and after each change, until the signal is aborted. */
  watch(listener: (value: T) => void, gone: AbortSignal): void {
    if (gone.aborted) return;
    this.listeners.add(listener);
    gone.addEventListener('abort', () => this.listeners.delete(listener));
    listener(this.current);
  }
}
