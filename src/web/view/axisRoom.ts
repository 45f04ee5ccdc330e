/**
 * Margins of all pictures over time: the same for each, so that their time axes line up.
 */

/** Left margin in pixels, for the labels of the value axis. */
export const gutter = 56;
/** Right margin in pixels, for half of the last time label. */
export const margin = 22;
