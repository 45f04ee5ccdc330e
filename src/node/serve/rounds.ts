/**
 * Background work for many clients: one piece per turn of the event loop, so that other requests are answered in
 * between. Each job is finished before the next one begins, so that only one at a time holds memory.
 */
export class Rounds {
  private readonly due = new Set<() => boolean>();

  /**
   * Has work done soon, in its round.
   *
   * @param work does one piece, and says whether more is to be done at once; must not throw
   */
  add(work: () => boolean): void {
    if (this.due.size === 0) setImmediate(this.next);
    this.due.add(work);
  }

  private readonly next = (): void => {
    const [first] = this.due;
    if (first === undefined) return;
    if (!first()) this.due.delete(first);
    if (this.due.size > 0) setImmediate(this.next);
  };
}
