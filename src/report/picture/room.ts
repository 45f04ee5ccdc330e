/**
 * How much each picture of a page may keep: less, the more pictures there are, so that a run of thousands of workloads
 * needs no more memory than one of ten.
 */

/** A power of two: columns of time that one line is thinned to where there are few lines. */
export const columnsMost = 1024;

/** Of all lines together, where there are many. */
const columnsOfAll = 64 * columnsMost;
const columnsLeast = 32;

/** Of one lane of bars or points, and of all lanes together. */
const itemsMost = 512;
const itemsOfAll = 32 * itemsMost;
const itemsLeast = 16;

/**
 * Shared by all lines and lanes of one run. What they keep in the end depends on how many there are, not on the order
 * in which they came.
 */
export class PictureBudget {
  lines = 0;
  lanes = 0;

  /** Columns that a line may be thinned to; a power of two. */
  get columns(): number {
    return halved(columnsMost, columnsLeast, this.lines / (columnsOfAll / columnsMost));
  }

  /** Bars, or points, that a lane may have; a power of two. */
  get items(): number {
    return halved(itemsMost, itemsLeast, this.lanes / (itemsOfAll / itemsMost));
  }

  fork(): PictureBudget {
    return Object.assign(new PictureBudget(), this);
  }
}

/** Halved until it is so many times smaller, or the least. */
function halved(most: number, least: number, times: number): number {
  let size = most;
  for (let left = times; left > 1 && size > least; left /= 2) size /= 2;
  return size;
}
