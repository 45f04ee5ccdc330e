/**
 * Rows of numbers by a whole key, in one column: as many as lie between the least and the greatest key that there was,
 * and some more.
 */
export interface KeyedRows {
  /** Key of the first row. */
  readonly first: number;
  readonly rows: Float64Array;
}

/**
 * The same rows with room for a key, 0 or more, that has none.
 *
 * @param rowSize numbers of a row
 * @param spare keys on either side that get room with it, as neighbours mostly come next
 */
export function withRoomFor(key: number, { first, rows }: KeyedRows, rowSize: number, spare: number): KeyedRows {
  const end = first + rows.length / rowSize;
  const isEmpty = rows.length === 0;
  const least = Math.max(0, isEmpty ? key - spare : Math.min(first, key - spare));
  const most = Math.max(end - 1, key + spare);
  const wider = new Float64Array((most + 1 - least) * rowSize);
  if (!isEmpty) wider.set(rows, (first - least) * rowSize);
  return { first: least, rows: wider };
}
