/**
 * Work of many that none of them waits for: a piece a turn of the event loop, so that whoever asks is answered in between. One is worked for until it has
 * nothing more to do for now, then the next: what each holds meanwhile is held by one at a time.
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
