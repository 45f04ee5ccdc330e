/**
 * Reads and grows typed columns. An index outside is a bug of ours. The two kinds are separate because shared code runs
 * slower.
 */

export function float(column: Float64Array, index: number): number {
  return column[index] as number;
}

export function int(column: Int32Array, index: number): number {
  return column[index] as number;
}

export function largerFloats(column: Float64Array, size: number): Float64Array {
  const larger = new Float64Array(size);
  larger.set(column);
  return larger;
}

export function largerInts(column: Int32Array, size: number, fill = 0): Int32Array {
  const larger = new Int32Array(size).fill(fill);
  larger.set(column);
  return larger;
}
