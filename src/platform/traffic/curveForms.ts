/**
 * Builds curves from the forms in which a scenario writes a rate: constant, by the clock, points, steps, recorded.
 */
import { type Duration, day, type Instant, week } from '../../engine/time.ts';
import { stretchAt, type Zone } from '../../engine/zone/zone.ts';
import { type Cycle, type RateCurve, type Steady, turnsOf } from './curve.ts';
import { type DemandGrowth, grown, growthAt } from './growth.ts';
import { type Piece, piecesFrom } from './pieces.ts';

/** The origin from which every form counts. */
export interface CurveOrigin {
  /** Age 0 of points, steps and recordings, and where growth begins: the start of the run. */
  readonly startAt: Instant;
  readonly growth: DemandGrowth | null;
}

/** A time and the rate then, in requests per second. */
export type RatePoint = readonly [time: Duration, perSecond: number];

/** The first Monday of the epoch, at 00:00. */
const firstMonday = 4 * day;

/** The same rate for ever. With growth: higher by its factor after each of its periods, linear between. */
export function steadyCurve(perSecond: number, { startAt, growth }: CurveOrigin): Steady | Cycle {
  if (growth === null) return { kind: 'steady', anchorAt: startAt, perSecond };
  const { factor, period } = growth;
  const piece = { from: 0, until: period, first: perSecond, last: perSecond * factor };
  return { kind: 'cycle', anchorAt: startAt, pieces: piecesFrom([piece]), ratio: factor };
}

/**
 * A rate by the time of day or of the week, in UTC, which repeats. Points are joined by straight lines, the last one to
 * the first of the next round. Two points at one time are a jump. Growth multiplies each point of each round.
 *
 * @param points at least one, times rising from 0 up to a whole round (included, for a jump there); a week begins on
 *   Monday
 * @param ahead how far the clock is ahead of UTC
 */
export function clockCurve(
  points: readonly RatePoint[],
  clock: 'day' | 'week',
  frame: CurveOrigin,
  ahead: Duration = 0,
): RateCurve {
  const { startAt, growth } = frame;
  const period = clock === 'day' ? day : week;
  const [firstTime, firstRate] = firstOf(points);
  if (growth === null && points.every(([, rate]) => rate === firstRate)) return steadyCurve(firstRate, frame);
  const offset = (clock === 'day' ? 0 : firstMonday) + firstTime - ahead;
  const anchorAt = startAt - modulo(startAt - offset, period);
  const ratio = growthAt(growth, period);
  const scale = growthAt(growth, anchorAt - startAt);
  const ages: RatePoint[] = points.map(([time, rate]) => {
    const age = time - firstTime;
    return [age, rate * scale * growthAt(growth, age)];
  });
  const [, first] = firstOf(ages);
  const pieces = joined([...ages, [period, first * ratio]]);
  return { kind: 'cycle', anchorAt, pieces: piecesFrom(pieces), ratio };
}

/**
 * A rate by the time of day or of the week in a time zone (`clockCurve`): the rate of a time that the clock leaves out
 * does not come, and that of a time that it shows twice comes twice.
 *
 * @param end the end of the run: changes of the clock after it are not looked at
 */
export function zonedClockCurve(
  points: readonly RatePoint[],
  clock: 'day' | 'week',
  { zone, end }: { readonly zone: Zone; readonly end: Instant },
  frame: CurveOrigin,
): RateCurve {
  const turns = [];
  for (let stretch = stretchAt(zone, frame.startAt); ; stretch = stretchAt(zone, stretch.until)) {
    turns.push({ from: stretch.from, of: clockCurve(points, clock, frame, stretch.offset) });
    if (stretch.until >= end) return turnsOf(turns);
  }
}

/**
 * A rate by the age of the run: points joined by straight lines; two points of one age are a jump. The first rate holds
 * before the first point, the last rate after the last point.
 *
 * @param points at least one, ages rising
 */
export function joinedCurve(points: readonly RatePoint[], frame: CurveOrigin): RateCurve {
  const [, first] = firstOf(points);
  const [until, last] = points.at(-1) ?? [0, first];
  return course(joined([[0, first], ...points]), until, first, last, frame);
}

/**
 * A rate by the age of the run that jumps: each step holds until the next, the last one for ever. Before the first step
 * the rate is 0.
 *
 * @param steps at least one, ages rising; of several with one age the last counts
 */
export function steppedCurve(steps: readonly RatePoint[], frame: CurveOrigin): RateCurve {
  const all: readonly RatePoint[] = [[0, 0], ...steps];
  const pieces = all.slice(1).map(([until], index): Piece => {
    const [from, rate] = all[index] ?? [0, 0];
    return { from, until, first: rate, last: rate };
  });
  const [until, last] = all.at(-1) ?? [0, 0];
  const before = all.findLast(([age]) => age === 0)?.[1] ?? 0;
  return course(pieces, until, before, last, frame);
}

/**
 * A recorded rate: each row holds until the next. With `repeat` the recording starts again at its end; otherwise no
 * requests arrive after it.
 *
 * @param rows at least one, the first from age 0, each from the end of the one before
 */
export function recordedCurve(rows: readonly Piece[], repeat: boolean, frame: CurveOrigin): RateCurve {
  const { startAt, growth } = frame;
  const until = rows.at(-1)?.until ?? 0;
  if (!repeat) return course(rows, until, rows[0]?.first ?? 0, 0, frame);
  const pieces = piecesFrom(rows.flatMap((row) => grown(row, growth)));
  return { kind: 'cycle', anchorAt: startAt, pieces, ratio: growthAt(growth, until) };
}

/** Pieces from age 0 up to an age, then a steady rate that continues to grow; only that rate if no piece lasts. */
function course(list: readonly Piece[], until: Duration, before: number, after: number, frame: CurveOrigin): RateCurve {
  const { startAt, growth } = frame;
  const some = list.filter((piece) => piece.until > piece.from).flatMap((piece) => grown(piece, growth));
  const endAt = startAt + until;
  const tail = steadyCurve(after * growthAt(growth, until), { startAt: endAt, growth: after === 0 ? null : growth });
  return some.length === 0
    ? tail
    : { kind: 'course', anchorAt: startAt, before, pieces: piecesFrom(some), after: tail };
}

/** The straight pieces between points. */
function joined(points: readonly RatePoint[]): readonly Piece[] {
  return points.slice(1).map(([until, last], index) => {
    const [from, first] = points[index] ?? [0, 0];
    return { from, until, first, last };
  });
}

function firstOf(points: readonly RatePoint[]): RatePoint {
  const [first] = points;
  if (first === undefined) throw new Error('a rate curve must have at least one point');
  return first;
}

function modulo(value: number, by: number): number {
  return value - Math.floor(value / by) * by;
}
