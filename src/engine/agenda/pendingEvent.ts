/**
 * An event as data, and what its fields may hold.
 */
import type { Instant } from '../time.ts';

const argumentMax = 140_737_488_355_328;

/** An event that waits, as `Agenda.pending` tells of it; the fields as `Agenda.add` takes them. */
export interface PendingEvent {
  readonly instant: Instant;
  readonly rank: number;
  readonly kind: number;
  readonly subject: number;
  readonly argument: number;
  /** How many events had been added when it was, itself included. */
  readonly sequence: number;
}

/** Whether a number that is beyond 32 bits may be an argument: whole, from 0 to 2^47 - 1. */
export function isWideArgument(argument: number): boolean {
  return argument >= 0 && argument < argumentMax && Math.floor(argument) === argument;
}

/** What to throw for an event with a field that is not whole or out of its range, as the one after so many. */
export function misfit(
  instant: Instant,
  rank: number,
  kind: number,
  subject: number,
  argument: number,
  added: number,
): RangeError {
  return new RangeError(
    `event out of range: instant ${instant}, rank ${rank}, kind ${kind}, subject ${subject}, argument ${argument}, after ${added} events`,
  );
}
