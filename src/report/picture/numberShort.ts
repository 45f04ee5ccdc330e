/**
 * Numbers as pictures need them.
 */

/** Six digits are more than a picture shows; a whole number stays whole. */
export function short(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(6));
}
