/**
 * Runs: what a replica, an execution, a mount or a volume holds from its first instant to its last, and what flows
 * while it lives.
 */

import type { Instant } from '../../engine/time.ts';
import type { PriceBook } from '../../platform/metering/prices.ts';
import type { Counted } from './counted.ts';
import { type Fraction, fractionFromNumber } from './fraction.ts';
import { retagged, type Series } from './series.ts';

/** How a book counts the length of runs. */
export type Metering = PriceBook['metering'];

type Policy = Metering['policy'];

/** What begins to be held. */
interface Held {
  readonly from: Instant;
  readonly amount: number;
  /** Journal number of the entry that reserved it. */
  readonly entry: number;
}

interface Piece extends Held {
  readonly series: Series;
}

/**
 * A run under way. `pieces` has one item for each amount it held in each series, oldest first; where every millisecond
 * counts, only the last.
 */
export interface Run {
  readonly policy: Policy;
  readonly pieces: readonly [Piece, ...Piece[]];
}

const msPerHour = 3_600_000n;

/** A run that holds an amount from an instant on, which may lie ahead. */
export function beginRun(series: Series, metering: Metering, held: Held): Run {
  return { policy: metering.perMeter[series.meter] ?? metering.policy, pieces: [{ ...held, series }] };
}

/** The amount that a run holds now, or will hold first. */
export function amountOf({ pieces }: Run): number {
  return lastOf(pieces).amount;
}

/** The same run with another amount from an instant on; one that has not begun begins with it. */
export function changeRun(run: Run, tally: Counted, held: Held): Run {
  const last = lastOf(run.pieces);
  if (held.from > last.from) return goOn(run, tally, { ...held, series: last.series });
  return withLast(run, { ...last, amount: held.amount });
}

/** The same run under other tags from an instant on; one that has not begun begins under them. */
export function retagRun(run: Run, tally: Counted, tags: Series['tags'], at: Instant, entry: number): Run {
  const last = lastOf(run.pieces);
  const series = retagged(last.series, tags);
  if (at > last.from) return goOn(run, tally, { series, from: at, amount: last.amount, entry });
  return withLast(run, { ...last, series });
}

function withLast(run: Run, piece: Piece): Run {
  return { ...run, pieces: [...run.pieces.slice(0, -1), piece] as never };
}

function goOn(run: Run, tally: Counted, piece: Piece): Run {
  if (!isEveryMillisecond(run.policy)) return { ...run, pieces: [...run.pieces, piece] };
  endRun(run, tally, piece.from, piece.entry);
  return { ...run, pieces: [piece] };
}

/** Counts a run that ends: every piece, cut short or lengthened at its end as the policy says. */
export function endRun(run: Run, tally: Counted, at: Instant, entry: number): void {
  const from = run.pieces[0].from;
  if (at <= from) return;
  countRun(run, tally, at, billedUntil(run.policy, from, at), entry);
}

/** Counts a run that goes on: as long as it has lasted, since nobody knows yet how long it will. */
export function countOpenRun(run: Run, tally: Counted, at: Instant): void {
  countRun(run, tally, at, at, null);
}

function countRun({ pieces }: Run, tally: Counted, at: Instant, billed: Instant, end: number | null): void {
  pieces.forEach(({ series, from, amount, entry }, index) => {
    const next = pieces[index + 1];
    const until = next?.from ?? at;
    tally.hold(series, { from, until, billed: Math.min(until, billed), amount, entry, end: next?.entry ?? end });
  });
  const { series, amount, entry } = lastOf(pieces);
  const surplus = BigInt(amount) * BigInt(billed - at);
  if (billed > at) tally.add(series, true, surplus, at - 1, end === null ? [entry] : [entry, end]);
}

function lastOf(pieces: Run['pieces']): Piece {
  return pieces.at(-1) ?? pieces[0];
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
  /** Up to when they are counted; before `since` where none are. */
  readonly countedAt: Instant;
  readonly entry: number;
}

export function beginFlow(series: Series, bytesPerHour: number, since: Instant, entry: number): Flow {
  return { series, bytesPerHour: fractionFromNumber(bytesPerHour), since, countedAt: since, entry };
}

/** The same flow under other tags from an instant on. */
export function retagFlow(flow: Flow, tally: Counted, tags: Series['tags'], at: Instant, entry: number): Flow {
  countFlow(flow, tally, at, [entry]);
  return { ...flow, series: retagged(flow.series, tags), countedAt: Math.max(flow.since, at), entry };
}

/**
 * Counts a flow up to an instant: whole bytes since its start, rounded down there and at the bounds of months and
 * prices.
 *   10 bytes an hour for 90 min across the end of a month at 30 min -> 5 in the old one, 15 - 5 = 10 in the new one
 */
export function countFlow(
  { series, bytesPerHour, since, countedAt, entry }: Flow,
  tally: Counted,
  at: Instant,
  end: readonly number[],
): void {
  const { top, bottom } = bytesPerHour;
  const flowed = (by: Instant): bigint => (top * BigInt(by - since)) / (bottom * msPerHour);
  tally.spread(series, { from: countedAt, until: at }, flowed, [entry, ...end]);
}
