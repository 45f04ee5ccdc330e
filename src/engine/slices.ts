/** Work in slices: its caller may do other work between two of them. */

/** Does all of it at once. */
export function finished<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}
