/**
 * Numbers that come in at one end and are forgotten at the other: the readings of a sliding window.
 */
export class TypedRing {
  private numbers: Float64Array = new Float64Array(16);
  private first = 0;
  private length = 0;

  get size(): number {
    return this.length;
  }

  /** Adds the newest. */
  push(value: number): void {
    if (this.length === this.numbers.length) {
      const wide = new Float64Array(this.length * 2);
      for (let i = 0; i < this.length; i++) wide[i] = this.at(i);
      this.numbers = wide;
      this.first = 0;
    }
    this.numbers[(this.first + this.length) & (this.numbers.length - 1)] = value;
    this.length += 1;
  }

  /** Forgets the oldest `count`, or all where there are fewer. */
  drop(count = 1): void {
    const dropped = Math.min(count, this.length);
    this.first = (this.first + dropped) & (this.numbers.length - 1);
    this.length -= dropped;
  }

  /**
   * The number at a place, 0 being the oldest.
   *
   * @throws where there is none
   */
  at(index: number): number {
    if (!(index >= 0 && index < this.length)) throw new RangeError(`a ring of ${this.length} has nothing at ${index}`);
    return this.numbers[(this.first + index) & (this.numbers.length - 1)]!;
  }

  fork(): TypedRing {
    const fork = new TypedRing();
    fork.numbers = this.numbers.slice();
    fork.first = this.first;
    fork.length = this.length;
    return fork;
  }
}
