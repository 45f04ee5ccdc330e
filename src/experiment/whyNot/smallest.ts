/**
 * The smallest change of a number that brings what is wanted, on the grid of its field.
 */

/** A number by its place on the grid: `from` steps away from zero, towards `furthest`. */
export interface GridSearch {
  readonly step: number;
  readonly from: number;
  /** Included. */
  readonly furthest: number;
}

/** What a search has found. */
export interface SmallestChange<Result> {
  readonly value: number;
  readonly result: Result;
  /** The nearest value that was tried and does not bring it; null: it is the present one. */
  readonly notYet: number | null;
  /** Whether no value between the two is left. */
  readonly isSmallest: boolean;
}

/**
 * Finds the nearest value of a grid that brings what is wanted, if bringing it is monotone: first the furthest (none
 * helps if that does not), then values ever further from the present one, then halves of what is left.
 *
 *   1.2 to 2.4 by 0.01, from 1.33 on -> 2.4; 1.21, 1.22, 1.24, 1.28, 1.36; 1.32, 1.34, 1.33
 *
 * @param ask whether a value brings it; null: no more may be asked, and the search ends with what it has
 * @returns null if the furthest does not bring it
 */
export function* smallestChange<Result>(
  { step, from, furthest }: GridSearch,
  ask: (value: number) => Generator<void, { readonly holds: boolean; readonly result: Result } | null>,
): Generator<void, SmallestChange<Result> | null> {
  const way = furthest > from ? 1 : -1;
  const valueAt = (index: number): number => onGrid(index, step);
  // The present value may lie beside the grid: it is not a candidate itself.
  const present = way > 0 ? Math.floor(from / step + slack) : Math.ceil(from / step - slack);
  const last = Math.round(furthest / step);
  const most = Math.abs(last - present);
  if (most === 0) return null;
  const end = yield* ask(valueAt(last));
  if (end === null || !end.holds) return null;
  let [low, high] = [0, most];
  let best = end.result;
  for (let reach = 1, isNear = false; high - low > 1; ) {
    const next: number = isNear || reach >= high ? Math.floor((low + high) / 2) : reach;
    const answer = yield* ask(valueAt(present + way * next));
    if (answer === null) break;
    if (answer.holds) {
      [high, best, isNear] = [next, answer.result, true];
    } else low = next;
    reach = next * 2;
  }
  return {
    value: valueAt(present + way * high),
    result: best,
    notYet: low === 0 ? null : valueAt(present + way * low),
    isSmallest: high - low === 1,
  };
}

/** Places of a grid are whole up to the noise of a division. */
const slack = 1e-9;

/** Whole multiples of a decimal step, as they are written: 133 x 0.01 is 1.33. */
function onGrid(index: number, step: number): number {
  const [, decimals = ''] = String(step).split('.');
  return Number((index * step).toFixed(decimals.length));
}
