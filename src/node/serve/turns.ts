/** One queue: each piece of work begins when all that came before it are done. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private count = 0;

  /** How many wait or are at work. */
  get waiting(): number {
    return this.count;
  }

  /** Does a piece of work in its turn. A failure is the asker's, and stops nobody else. */
  take<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    this.count += 1;
    const done = this.last.then(work).finally(() => {
      this.count -= 1;
    });
    this.last = done.catch(() => {});
    return done;
  }
}
