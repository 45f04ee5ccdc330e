/**
 * Runs: what a replica, an execution, a mount or a volume holds from its first instant to its last, and what flows while it lives.
 */
import type { Instant } from '../../engine/time.ts';
import type { PriceBook } from '../../platform/metering/pricebook.ts';
import { type Fraction, fractionFromNumber } from './fraction.ts';
import type { Series } from './series.ts';
import type { Tally } from './tally.ts';

/** How a book counts the length of runs. */
export type Metering = PriceBook['metering'];

type Policy = Metering['policy'];

interface Piece {
  readonly from: Instant;
  readonly amount: number;
  /** Journal number of the entry that reserved it. */
  readonly entry: number;
}

/** A run under way. `pieces` has one item for each amount it held, oldest first; where every millisecond counts, only the last. */
export interface Run {
  readonly series: Series;
  readonly policy: Policy;
  readonly pieces: readonly [Piece, ...Piece[]];
}

const msPerHour = 3_600_000n;

/** A run that holds an amount from an instant on, which may lie ahead. */
export function beginRun(series: Series, metering: Metering, piece: Piece): Run {
  return { series, policy: metering.perMeter[series.meter] ?? metering.policy, pieces: [piece] };
}

/** The same run with another amount from an instant on. */
export function changeRun(run: Run, tally: Tally, piece: Piece): Run {
  if (!isEveryMillisecond(run.policy)) return { ...run, pieces: [...run.pieces, piece] };
  endRun(run, tally, piece.from, piece.entry);
  return { ...run, pieces: [piece] };
}

/** Counts a run that ends: every piece, cut short or lengthened at its end as the policy says. */
export function endRun(run: Run, tally: Tally, at: Instant, entry: number): void {
  const from = run.pieces[0].from;
  if (at <= from) return;
  countRun(run, tally, at, billedUntil(run.policy, from, at), [entry]);
}

/** Counts a run that goes on: as long as it has lasted, since nobody knows yet how long it will. */
export function countOpenRun(run: Run, tally: Tally, at: Instant): void {
  countRun(run, tally, at, at, []);
}

function countRun({ series, pieces }: Run, tally: Tally, at: Instant, billed: Instant, end: readonly number[]): void {
  pieces.forEach(({ from, amount, entry }, index) => {
    const next = pieces[index + 1];
    const until = Math.min(next?.from ?? at, billed);
    const closing = next === undefined ? end : [next.entry];
    tally.spread(series, { from, until }, (by) => BigInt(amount) * BigInt(by), [entry, ...closing]);
  });
  const last = pieces.at(-1) ?? pieces[0];
  if (billed > at) tally.add(series, true, BigInt(last.amount) * BigInt(billed - at), at - 1, [last.entry, ...end]);
}

function isEveryMillisecond({ granularity, minimum }: Policy): boolean {
  return granularity === 1 && minimum <= 1;
}

/**
 * Up to when a run from `from` to `until` counts.
 *   3 min 20 s in whole minutes, up -> 4 min; 10:59:30 to 11:00:30 in whole hours of the clock -> 2 h
 */
function billedUntil({ granularity, minimum, roundUp, align }: Policy, from: Instant, until: Instant): Instant {
  const unitOf = (at: Instant): number => Math.floor(at / granularity);
  const length = until - from;
  const units =
    align === 'clock' ? unitOf(until - 1) - unitOf(from) + 1 : roundUp ? unitOf(length - 1) + 1 : unitOf(length);
  return from + Math.max(minimum, units * granularity);
}

/** Bytes that leave while containers run, from `since` on, which may lie ahead. */
export interface Flow {
  readonly series: Series;
  readonly bytesPerHour: Fraction;
  readonly since: Instant;
  readonly entry: number;
}

export function beginFlow(series: Series, bytesPerHour: number, since: Instant, entry: number): Flow {
  return { series, bytesPerHour: fractionFromNumber(bytesPerHour), since, entry };
}

/**
 * Counts a flow up to an instant: whole bytes since its start, rounded down there and at the bounds of months and prices.
 *   10 bytes an hour for 90 min across the end of a month at 30 min -> 5 in the old one, 15 - 5 = 10 in the new one
 */
export function countFlow(
  { series, bytesPerHour, since, entry }: Flow,
  tally: Tally,
  at: Instant,
  end: readonly number[],
): void {
  const { top, bottom } = bytesPerHour;
  const flowed = (by: Instant): bigint => (top * BigInt(by - since)) / (bottom * msPerHour);
  tally.spread(series, { from: since, until: at }, flowed, [entry, ...end]);
}
