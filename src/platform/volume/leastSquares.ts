/**
 * Least squares over whole numbers: sums that are held exactly, and the line that they give.
 */

/**
 * Over the readings those of y and of x times y, over the gaps those of x and of x squared: over the readings they
 * follow from these. Changed in place.
 */
export interface ReadingSums {
  y: number;
  xy: number;
  gapX: number;
  gapXX: number;
}

/** The same sums where numbers would not hold them. */
export interface WideSums {
  y: bigint;
  xy: bigint;
  gapX: bigint;
  gapXX: bigint;
}

/** After the reading at x = 0 was dropped: takes it off and makes each x one less. */
export function shiftWide(sums: WideSums, dropped: bigint, gaps: bigint): void {
  sums.y -= dropped;
  sums.xy -= sums.y;
  sums.gapXX += gaps - 2n * sums.gapX;
  sums.gapX -= gaps;
}

/** Sums about the means, as far as numbers hold them. */
export interface RegressionSums {
  readonly xy: number;
  readonly xx: number;
  readonly meanX: number;
  readonly mean: number;
}

/** The line of sums that numbers hold. `length` counts the steps, `n` the readings among them. */
export function centredLine(sums: ReadingSums, length: number, n: number): RegressionSums {
  const sumX = (length * (length - 1)) / 2 - sums.gapX;
  const sumXX = ((length - 1) * length * (2 * length - 1)) / 6 - sums.gapXX;
  const sumY = sums.y;
  // Centred on the whole parts of the means, so that all but the two small quotients stay whole and nothing cancels.
  const centreX = Math.floor(sumX / n);
  const restX = sumX - centreX * n;
  const centreY = Math.floor(sumY / n);
  const restY = sumY - centreY * n;
  const xy = sums.xy - centreX * sumY - restX * centreY - (restX * restY) / n;
  const xx = sumXX - 2 * centreX * sumX + centreX * centreX * n - (restX * restX) / n;
  return { xy, xx, meanX: sumX / n, mean: sumY / n };
}

/** The line of sums that only BigInt holds. */
export function wideLine(sums: WideSums, length: bigint, n: bigint): RegressionSums {
  const x = (length * (length - 1n)) / 2n - sums.gapX;
  const xx = ((length - 1n) * length * (2n * length - 1n)) / 6n - sums.gapXX;
  // Both sums n times too large, which their quotient does not show.
  const timesN = { xy: Number(n * sums.xy - x * sums.y), xx: Number(n * xx - x * x) };
  return { ...timesN, meanX: Number(x) / Number(n), mean: Number(sums.y) / Number(n) };
}
