/**
 * What a long run says of a mean, and how surely.
 */

const batches = 100;
/** Batches at the start that do not count: a run begins with nobody there. */
const warmUp = 5;
/** Student's t at 99 % two-sided for 99 degrees of freedom. */
const t = 2.626;

export interface Interval {
  readonly mean: number;
  readonly halfWidth: number;
}

/**
 * Batch means: values that depend on those shortly before them are added up in batches so long that each hardly depends
 * on the one before.
 */
export class BatchMeans {
  private readonly size: number;
  private readonly sums: number[] = [];
  private count = 0;

  /** @param expected how many values will come, at least; those beyond them do not count */
  constructor(expected: number) {
    this.size = Math.floor(expected / (warmUp + batches));
  }

  add(value: number): void {
    if (this.count === (warmUp + batches) * this.size) return;
    const batch = Math.floor(this.count / this.size);
    this.sums[batch] = (this.sums[batch] ?? 0) + value;
    this.count += 1;
  }

  /** With 99 % confidence. */
  interval(): Interval {
    if (this.count < (warmUp + batches) * this.size) throw new Error(`${this.count} values are too few`);
    const means = this.sums.slice(warmUp).map((sum) => sum / this.size);
    const mean = means.reduce((sum, value) => sum + value, 0) / batches;
    const variance = means.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (batches - 1);
    return { mean, halfWidth: t * Math.sqrt(variance / batches) };
  }
}
