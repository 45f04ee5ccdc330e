/**
 * Linear pieces of a rate, one after another from age 0; reading an age takes logarithmic time.
 */
import type { Duration, Instant } from '../../engine/time.ts';

/** Least and greatest value over a stretch; never too narrow. */
export interface Extremes {
  readonly least: number;
  readonly greatest: number;
}

/** Receives bounds: a look ahead asks so often that making an object for each answer would be most of its work. */
export interface BoundsSlot {
  least: number;
  greatest: number;
}

/** Empty bounds, which any others widen. */
export function noBounds(): BoundsSlot {
  return { least: Number.POSITIVE_INFINITY, greatest: Number.NEGATIVE_INFINITY };
}

/** A linear stretch of a rate: its value at the start, and the value that it approaches just before `until`. */
export interface Straight {
  readonly first: number;
  readonly last: number;
  /** Infinity: for ever. */
  readonly until: number;
}

/** Receives a linear stretch, for the same reason as bounds. */
export type StraightSlot = { -readonly [Key in keyof Straight]: Straight[Key] };

/** Shortens a linear stretch that begins at an instant, if it goes further than another instant. */
export function cutStraight(into: StraightSlot, at: Instant, until: Instant): void {
  if (until >= into.until) return;
  const part = into.until === Number.POSITIVE_INFINITY ? 0 : (until - at) / (into.until - at);
  into.last = into.first + (into.last - into.first) * part;
  into.until = until;
}

/**
 * One linear piece, [from, until): requests per second at its start, and the value that it approaches just before its
 * end.
 */
export interface Piece {
  readonly from: Duration;
  readonly until: Duration;
  readonly first: number;
  readonly last: number;
}

/** Pieces as columns, made by `piecesFrom`. If one piece ends at another value than the next begins, the rate jumps. */
export interface Pieces {
  /** Start of each piece, in whole milliseconds; the first is 0, the others rise. */
  readonly starts: readonly number[];
  /** End of the last piece. */
  readonly length: Duration;
  readonly firsts: readonly number[];
  readonly lasts: readonly number[];
  /** Requests before each piece, in whole grains; the last entry counts all pieces. */
  readonly counts: readonly number[];
  /** Requests of all pieces, not rounded: rounds multiply this number. */
  readonly count: number;
  /** A tree of least rates: leaf `i` is at `n + i`, each inner node `k` covers `2k` and `2k + 1`. */
  readonly leasts: readonly number[];
  /** The same for the negated rates, so one search finds both extremes. */
  readonly negatives: readonly number[];
}

/** Resolution of a request. A power of two, so that sums of counts have no rounding. */
const grainsPerRequest = 65_536;

/**
 * Requests in whole 65,536ths of one. Sums and differences of such counts are exact below 1.3e11 requests: however a
 * stretch is cut, its parts add up to the same bits.
 */
export function wholeGrains(requests: number): number {
  return Math.round(requests * grainsPerRequest) / grainsPerRequest;
}

/** Requests in a stretch of time at a steady rate. */
export function steadyCount(perSecond: number, duration: number): number {
  return wholeGrains((perSecond * duration) / 1_000);
}

/** Columns of adjoining pieces; pieces without length are left out. Throws if there is no piece, or a gap. */
export function piecesFrom(list: readonly Piece[]): Pieces {
  const some = list.filter(({ from, until }) => until > from);
  const last = some.at(-1);
  if (last === undefined) throw new Error('a rate must have a piece that is longer than 0');
  // The sum is rounded, not its parts: many small rounded parts would add up to another number.
  const counts = [0];
  let count = 0;
  let end = 0;
  for (const { from, until, first, last } of some) {
    if (from !== end) throw new Error(`a piece must begin where the last one ends: ${from}, not ${end}`);
    end = until;
    count += ((until - from) * (first + last)) / 2_000;
    counts.push(wholeGrains(count));
  }
  return {
    starts: some.map((piece) => piece.from),
    length: last.until,
    firsts: some.map((piece) => piece.first),
    lasts: some.map((piece) => piece.last),
    counts,
    count,
    leasts: treeOf(some.map(({ first, last }) => Math.min(first, last))),
    negatives: treeOf(some.map(({ first, last }) => -Math.max(first, last))),
  };
}

/** Requests per second at an age from 0 up to the length; the length itself means the instant just before it. */
export function perSecondIn(pieces: Pieces, age: number): number {
  return valueIn(pieces, indexAt(pieces, age), age);
}

/** Requests from age 0 up to an age, in whole grains; never falls as the age rises. */
export function countIn(pieces: Pieces, age: number): number {
  const index = indexAt(pieces, age);
  const from = pieces.starts[index]!;
  const first = pieces.firsts[index]!;
  const last = pieces.lasts[index]!;
  const length = endOf(pieces, index) - from;
  const before = pieces.counts[index]!;
  const after = pieces.counts[index + 1]!;
  // A falling piece is counted from its end, so only rising numbers are multiplied and rounding never lowers the
  // count.
  return first <= last
    ? Math.min(after, before + risingCount(first, last, length, age - from))
    : Math.max(before, after - risingCount(last, first, length, from + length - age));
}

/** From an age to the end of its piece: the rate at that age, and the value that it approaches just before the end. */
export function straightIn(pieces: Pieces, age: number, into: StraightSlot): void {
  const index = indexAt(pieces, age);
  into.first = valueIn(pieces, index, age);
  into.last = pieces.lasts[index]!;
  into.until = endOf(pieces, index);
}

/** The first start of a piece strictly after an age; after the last one's, the length. */
export function startAfter(pieces: Pieces, age: number): number {
  return endOf(pieces, indexAt(pieces, age));
}

/**
 * Widens bounds by the bounds of the rate between two ages (both included), times growth, then noise, rounded as rates
 * are; the rate reaches them or nearly so.
 */
export function boundsIn(
  pieces: Pieces,
  from: number,
  until: number,
  growth: number,
  noise: number,
  into: BoundsSlot,
): void {
  const first = indexAt(pieces, from);
  const last = indexAt(pieces, until);
  const one = valueIn(pieces, first, from);
  const other = valueIn(pieces, last, until);
  let least = Math.min(one, other);
  let greatest = Math.max(one, other);
  if (first !== last) {
    const leaving = pieces.lasts[first]!;
    const entering = pieces.firsts[last]!;
    least = leastOf(pieces.leasts, first + 1, last, Math.min(least, Math.min(leaving, entering)));
    greatest = -leastOf(pieces.negatives, first + 1, last, -Math.max(greatest, Math.max(leaving, entering)));
  }
  into.least = Math.min(into.least, least * growth * noise);
  into.greatest = Math.max(into.greatest, greatest * growth * noise);
}

/** The same pieces with every rate multiplied by a share. */
export function scaledPieces(pieces: Pieces, share: number): Pieces {
  return piecesFrom(
    pieces.starts.map((from, index) => ({
      from,
      until: endOf(pieces, index),
      first: pieces.firsts[index]! * share,
      last: pieces.lasts[index]! * share,
    })),
  );
}

function valueIn(pieces: Pieces, index: number, age: number): number {
  const first = pieces.firsts[index]!;
  const last = pieces.lasts[index]!;
  if (first === last) return first;
  const from = pieces.starts[index]!;
  const value = first + (last - first) * ((age - from) / (endOf(pieces, index) - from));
  // Rounding may carry the value past the end of the piece, and bounds would no longer hold.
  return first < last ? Math.min(value, last) : Math.max(value, last);
}

/**
 * Requests in the first `age` of a piece's `length` milliseconds, in whole grains, on a piece that goes from its lower
 * rate to its higher.
 */
function risingCount(low: number, high: number, length: number, age: number): number {
  const reached = low + (high - low) * (age / length);
  return wholeGrains((age * (low + reached)) / 2_000);
}

function endOf(pieces: Pieces, index: number): number {
  return index + 1 < pieces.starts.length ? pieces.starts[index + 1]! : pieces.length;
}

/** The index of the piece at an age; for the length itself, the last one. */
function indexAt({ starts, length }: Pieces, age: number): number {
  // Most curves have pieces of equal length.
  const guess = Math.floor((age / length) * starts.length);
  if (guess < starts.length - 1 && starts[guess]! <= age && age < starts[guess + 1]!) return guess;
  let low = 1;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= age) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function treeOf(leaves: readonly number[]): readonly number[] {
  const size = leaves.length;
  const tree = [...new Array<number>(size).fill(0), ...leaves];
  for (let node = size - 1; node > 0; node -= 1) tree[node] = Math.min(tree[2 * node]!, tree[2 * node + 1]!);
  return tree;
}

/** The least of the leaves from one (included) to another (excluded), and of a value that is already known. */
function leastOf(tree: readonly number[], from: number, until: number, known: number): number {
  let least = known;
  let low = from + tree.length / 2;
  let high = until + tree.length / 2;
  while (low < high) {
    if ((low & 1) === 1) least = Math.min(least, tree[low++]!);
    if ((high & 1) === 1) least = Math.min(least, tree[--high]!);
    low >>>= 1;
    high >>>= 1;
  }
  return least;
}
