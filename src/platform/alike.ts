/**
 * Locations alike: one location of a workload runs for all that are in the same state. This is what stops it.
 */

/**
 * Thrown where an event is about to do what it may not do for other locations too: draw a number, look at them, or
 * write what cannot be repeated for them. Whoever lets one location run for all takes back what it did.
 */
export class NotAlike extends Error {
  override readonly name = 'NotAlike';
}
