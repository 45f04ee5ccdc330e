/**
 * The load of a serverless workload in the recent past, in buckets of equal length: what its averages are taken over.
 */
import type { Duration, Instant } from '../../../engine/time.ts';

/** Mutable, plain data of fixed size; make it with `newLoad`, copy it with `cloneLoad`. */
export interface Load {
  readonly bucket: Duration;
  /** Level times milliseconds in each bucket; a bucket lies at its number modulo the length. */
  readonly sums: Float64Array;
  /** Number of the newest bucket, counted from the epoch. */
  newest: number;
  /** Since when load is known. */
  since: Instant;
}

/** @param since when load began to be known */
export function newLoad(
  { bucket, window }: { readonly bucket: Duration; readonly window: Duration },
  since: Instant,
): Load {
  // One more than the window holds: the newest bucket may be under way.
  const sums = new Float64Array(Math.ceil(window / bucket) + 1);
  return { bucket, sums, newest: Math.ceil(since / bucket) - 1, since };
}

export function cloneLoad(load: Load): Load {
  return { ...load, sums: load.sums.slice() };
}

/** Adds a level that held over a stretch: requests in flight, queued and held. What is older than the ring is left out. */
export function addLevel(load: Load, from: Instant, until: Instant, level: number): void {
  const { bucket, sums } = load;
  moveTo(load, Math.ceil(until / bucket) - 1);
  let begin = Math.max(from, (load.newest - sums.length + 1) * bucket);
  while (begin < until) {
    const index = Math.floor(begin / bucket);
    const end = Math.min(until, (index + 1) * bucket);
    sums[slotOf(load, index)]! += level * (end - begin);
    begin = end;
  }
}

/**
 * Adds requests that arrive at an instant, for the metric rps: each is a level of one a second, for a second.
 * One at the end of a bucket is in it.
 */
export function addArrivals(load: Load, at: Instant, count: number): void {
  const index = Math.ceil(at / load.bucket) - 1;
  moveTo(load, index);
  if (index > load.newest - load.sums.length) load.sums[slotOf(load, index)]! += 1000 * count;
}

/**
 * The average level over the buckets of `(now - span, now]`, in thousandths, to the nearest; a shorter history divides by its own length.
 * Null while there is no history. Moves the ring on to now.
 *
 * @param now at the end of a bucket, as ticks are
 */
export function averageMilli(load: Load, now: Instant, span: Duration): number | null {
  const length = Math.min(span, now - load.since);
  if (length <= 0) return null;
  const { bucket, sums } = load;
  const last = Math.ceil(now / bucket) - 1;
  moveTo(load, last);
  const first = Math.max(Math.floor((now - length) / bucket), load.newest - sums.length + 1);
  let sum = 0;
  for (let index = first; index <= last; index += 1) sum += sums[slotOf(load, index)]!;
  return Math.round((1000 * sum) / length);
}

/** Makes a bucket the newest, if it is newer; those in between were empty. */
function moveTo(load: Load, index: number): void {
  const { sums } = load;
  if (index - load.newest >= sums.length) sums.fill(0);
  else for (let next = load.newest + 1; next <= index; next += 1) sums[slotOf(load, next)] = 0;
  load.newest = Math.max(load.newest, index);
}

function slotOf({ sums }: Load, index: number): number {
  return index % sums.length;
}
