/**
 * The smallest change of a number that brings what is wanted, on the grid of its field.
 */

/** Whole multiples of a step, beginning next to `from`, towards `furthest`. */
export interface GridSearch {
  readonly step: number;
  readonly from: number;
  /** Included. */
  readonly furthest: number;
}

/** The values of a search by their places: 1 is the nearest to `from`, `most` the furthest; 0: there is none. */
export interface GridPlaces {
  readonly most: number;
  valueAt(place: number): number;
}

/** A place that brings what is wanted, with its result, and a nearer one that does not; 0: none is known. */
export interface PlaceFound<Result> {
  readonly low: number;
  readonly high: number;
  readonly result: Result;
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

export function placesOf({ step, from, furthest }: GridSearch): GridPlaces {
  const way = furthest > from ? 1 : -1;
  // The present value may lie beside the grid: it is not a candidate itself.
  const present = way > 0 ? Math.floor(from / step + slack) : Math.ceil(from / step - slack);
  const last = Math.round(furthest / step);
  return { most: Math.abs(last - present), valueAt: (place) => onGrid(present + way * place, step) };
}

/** Places that are tried where the furthest does not help, in order: the nearest, a quarter and half of the way. */
export function nearerPlaces({ most }: GridPlaces): readonly number[] {
  const all = [1, Math.floor(most / 4), Math.floor(most / 2)];
  return [...new Set(all)].filter((place) => place >= 1 && place < most);
}

/**
 * Narrows what was found to the nearest place that brings it, if bringing it is monotone between the two: each time at
 * the geometric mean of both, because a small change is likelier than a large one and is found in fewer tries.
 *
 *   1.2 to 2.4 by 0.01, from 1.33 on -> 1.3, 1.54, 1.38, 1.33; 1.31, 1.32
 *
 * @param ask whether a value brings it; null: no more may be asked, and the search ends with what it has
 */
export function* narrowed<Result>(
  { valueAt }: GridPlaces,
  found: PlaceFound<Result>,
  ask: (value: number) => Generator<void, { readonly holds: boolean; readonly result: Result } | null>,
): Generator<void, SmallestChange<Result>> {
  let { low, high, result } = found;
  while (high - low > 1) {
    const mean = Math.floor(Math.sqrt(Math.max(1, low) * high));
    const next = Math.min(high - 1, Math.max(low + 1, mean));
    const answer = yield* ask(valueAt(next));
    if (answer === null) break;
    if (answer.holds) [high, result] = [next, answer.result];
    else low = next;
  }
  return {
    value: valueAt(high),
    result,
    notYet: low === 0 ? null : valueAt(low),
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
