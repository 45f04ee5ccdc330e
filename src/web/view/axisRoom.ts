/**
 * Room beside the pictures over time, the same for all, so that times lie below one another.
 */

/** Left of every picture, so that times lie below one another. */
export const gutter = 56;
/** Right of it, for half a word of the last mark. */
export const margin = 22;
