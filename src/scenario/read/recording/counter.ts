/**
 * Counters: series that only grow, of which the growth is meant.
 */

import type { Series } from './series.ts';

/** Steps that a series without a telling name must have risen, to be taken for a counter. */
const risesMin = 10;

/**
 * Whether a series looks like a counter: it never falls and rises at most steps; or its name ends as those of counters
 * do, and its few falls go back to less than half, as a restart does.
 */
export function isCounter({ name, values }: Series): boolean {
  let rises = 0;
  let falls = 0;
  let resets = 0;
  for (let index = 1; index < values.length; index += 1) {
    const [before = 0, now = 0] = [values[index - 1], values[index]];
    if (now > before) rises += 1;
    if (now < before) falls += 1;
    if (now < before / 2) resets += 1;
  }
  if (/^[\w:]+_(total|count|bucket)(\{[^()]*\})?$/.test(name))
    return rises > 0 && falls === resets && falls * 3 <= rises;
  return falls === 0 && rises >= risesMin && rises * 2 >= values.length - 1;
}

/**
 * What a counter grew a second from each sample to the next. One that falls was set back to 0 in between, as Prometheus
 * takes it. The last sample has no next, so there is one less.
 *
 *   0:00 100, 0:10 160, 0:20 30 -> 0:00 6/s, 0:10 3/s
 */
export function growthOf(series: Series): Series {
  const { at, values } = series;
  const rates = values.slice(0, -1).map((value, index) => {
    const next = values[index + 1] ?? value;
    const seconds = ((at[index + 1] ?? 0) - (at[index] ?? 0)) / 1_000;
    return (next >= value ? next - value : next) / seconds;
  });
  return { ...series, at: at.slice(0, -1), values: rates, marks: series.marks.slice(0, -1) };
}
