/** Work that comes in slices, so that whoever does it can look at other things between them. */

/** Does all of it at once. */
export function finished<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}
