/**
 * The readings of a volume's lookback window and the straight line fitted through them, in constant time however long
 * the window.
 *
 * Readings are whole numbers on a grid of time, so the sums of least squares are whole numbers too: they slide with the
 * window and never drift. `x` counts grid steps from `base`. With `s` steps in the window and readings up to `y`, no
 * whole number on the way is above `s * s * y` or `2 * s * s * s`: for 168 h of minutes and 65536 GB in MB 7.2e15 and
 * 2.0e12, within the 9.0e15 that a number holds exactly. A finer grid or grain passes that; such a window keeps its
 * sums as BigInt.
 */
import { type Duration, hour, type Instant } from '../../engine/time.ts';
import { centredLine, type ReadingSums, shiftWide, type WideSums, wideLine } from './leastSquares.ts';

/** Mutable, plain data; make it with `forecastWindow`, copy it with `cloneForecast`. */
export interface ForecastWindow {
  /** Readings come at `anchor` plus whole multiples of `step`. */
  readonly anchor: Instant;
  readonly step: Duration;
  /** `step` in hours, and its inverse: a step that divides an hour makes exact one of the two. */
  readonly stepHours: number;
  readonly stepsPerHour: number;
  /** Readings of the grid steps from `base` on, beginning at `slot` and going round; `missing` where there was none. */
  readonly ring: Int32Array | Float64Array;
  slot: number;
  base: number;
  /** Grid steps held, from `base` to the newest reading; `gaps` of them had none. */
  length: number;
  gaps: number;
  readonly sums: ReadingSums;
  /** Null while `sums` holds them exactly; else these count and those do not. */
  readonly wide: WideSums | null;
}

/** A straight line through readings; amounts in units of a reading. */
export interface Fit {
  /** Readings in the window. */
  readonly points: number;
  /** Growth per hour; NaN with fewer than two points. */
  readonly slopePerHour: number;
  readonly mean: number;
  /** From the mean instant of the readings to now. */
  readonly hoursSinceMean: number;
  /** The newest reading. */
  readonly last: number;
  /** Whether a reading was exactly `lookback` old, so that `volume.predictive.window` decided on it. */
  readonly isAtBound: boolean;
}

const missing = -1;

/**
 * A window without readings.
 *
 * @param lookback the longest stretch that will be asked for
 * @param readingMax the greatest reading that will come
 */
export function forecastWindow(shape: {
  readonly anchor: Instant;
  readonly step: Duration;
  readonly lookback: Duration;
  readonly readingMax: number;
}): ForecastWindow {
  const slots = Math.floor(shape.lookback / shape.step) + 1;
  const greatestSum = Math.max(slots * slots * shape.readingMax, 2 * slots * slots * slots);
  return {
    anchor: shape.anchor,
    step: shape.step,
    stepHours: shape.step / hour,
    stepsPerHour: hour / shape.step,
    ring: shape.readingMax < 2_147_483_648 ? new Int32Array(slots) : new Float64Array(slots),
    slot: 0,
    base: 0,
    length: 0,
    gaps: 0,
    sums: { y: 0, xy: 0, gapX: 0, gapXX: 0 },
    wide: greatestSum <= Number.MAX_SAFE_INTEGER ? null : { y: 0n, xy: 0n, gapX: 0n, gapXX: 0n },
  };
}

export function cloneForecast(window: ForecastWindow): ForecastWindow {
  return {
    ...window,
    ring: window.ring.slice(),
    sums: { ...window.sums },
    wide: window.wide === null ? null : { ...window.wide },
  };
}

/** Readings held, gaps not counted. */
export function readingsHeld({ length, gaps }: ForecastWindow): number {
  return length - gaps;
}

/**
 * Adds the reading of an instant later than all held; readings too old for the ring fall out. Instants may be left out.
 * Throws off the grid, and for an instant that is not later.
 *
 * @param reading a whole number, 0 or more
 */
export function pushReading(window: ForecastWindow, at: Instant, reading: number): void {
  const { ring, length } = window;
  // Nearly every reading comes one step after the newest, and finds room.
  const isNext = at === window.anchor + (window.base + length) * window.step && length < ring.length;
  const x = isNext ? length : makeRoom(window, at);
  ring[slotOf(window, x)] = reading;
  window.length = x + 1;
  if (window.wide === null) {
    window.sums.y += reading;
    window.sums.xy += x * reading;
  } else {
    window.wide.y += BigInt(reading);
    window.wide.xy += BigInt(x) * BigInt(reading);
  }
}

/**
 * The least-squares line through the readings of `(now - lookback, now]` (VOLAUTO-14, `volume.predictive.window`);
 * drops older ones for good. Null where there is no reading.
 *
 * 8000 MB an hour ago, 8500 half an hour ago and 9000 now: slope 1000 MB/h, mean 8500 half an hour ago.
 *
 * @param bound `closed` takes a reading exactly `lookback` old as well
 */
export function fit(
  window: ForecastWindow,
  now: Instant,
  lookback: Duration,
  bound: 'leftOpen' | 'closed',
): Fit | null {
  if (window.gaps > 0 || window.wide !== null) return fitOverGaps(window, now, lookback, bound);
  // All in one function, on local variables: read and written one by one, the fields would cost more than the sums.
  const { ring, sums, step, stepHours } = window;
  let { slot, base, length } = window;
  let sumY = sums.y;
  let sumXY = sums.xy;
  const oldestAt = now - lookback;
  let baseAt = window.anchor + base * step;
  let isAtBound = false;
  for (; length > 0 && baseAt <= oldestAt; baseAt += step) {
    isAtBound = baseAt === oldestAt;
    if (isAtBound && bound === 'closed') break;
    sumY -= ring[slot]!;
    sumXY -= sumY;
    slot = slot + 1 === ring.length ? 0 : slot + 1;
    base += 1;
    length -= 1;
  }
  window.slot = slot;
  window.base = base;
  window.length = length;
  sums.y = sumY;
  sums.xy = sumXY;
  if (length === 0) return null;
  // Without gaps x is 0 to n - 1, whose sums are known: twice xy about the means is a whole number, held exactly.
  const xy = 2 * sumXY - (length - 1) * sumY;
  return {
    points: length,
    slopePerHour: (6 * xy * window.stepsPerHour) / (length * (length * length - 1)),
    mean: sumY / length,
    hoursSinceMean: (now - window.anchor) / hour - base * stepHours - ((length - 1) / 2) * stepHours,
    last: ring[slotOf(window, length - 1)]!,
    isAtBound,
  };
}

/**
 * Use expected some hours from now, in units of a reading (VOLAUTO-15, `volume.predictive.origin`): on the fitted line,
 * or from the last reading along its slope.
 */
export function projected(line: Fit, projectionHours: number, origin: 'fittedLine' | 'lastValue'): number {
  return origin === 'lastValue'
    ? line.last + line.slopePerHour * projectionHours
    : line.mean + line.slopePerHour * (line.hoursSinceMean + projectionHours);
}

/**
 * Adds the readings of a time later than all held, both ends included; an empty one adds none. Ticks that no later
 * window holds need no reading: begin at `until - lookback`.
 */
export function fillReadings(
  window: ForecastWindow,
  time: { readonly from: Instant; readonly until: Instant },
  readingAt: (at: Instant) => number,
): void {
  const first = window.anchor + Math.ceil((time.from - window.anchor) / window.step) * window.step;
  for (let at = first; at <= time.until; at += window.step) pushReading(window, at, readingAt(at));
}

/**
 * Makes room for a reading of any later step; readings too old for the ring fall out. @returns its place, counted from
 * `base`
 */
function makeRoom(window: ForecastWindow, at: Instant): number {
  const k = (at - window.anchor) / window.step;
  if (k !== Math.floor(k))
    throw new Error(`reading is not on the grid: ${at}, every ${window.step} from ${window.anchor}`);
  if (window.length > 0 && k < window.base + window.length) throw new Error(`reading out of order: step ${k}`);
  while (window.length > 0 && k - window.base >= window.ring.length) dropOldest(window);
  if (window.length === 0) window.base = k;
  const x = k - window.base;
  while (window.length < x) addGap(window);
  return x;
}

/** Drops the oldest step and counts `x` from the next. */
function dropOldest(window: ForecastWindow): void {
  const { ring, sums, slot } = window;
  const reading = ring[slot]!;
  window.base += 1;
  window.length -= 1;
  window.slot = slot + 1 === ring.length ? 0 : slot + 1;
  // What stood at x = 0 is in no sum but that of y; then each x that is left becomes one less.
  const dropped = reading === missing ? 0 : reading;
  if (reading === missing) window.gaps -= 1;
  if (window.wide !== null) {
    shiftWide(window.wide, BigInt(dropped), BigInt(window.gaps));
    return;
  }
  const sumY = sums.y - dropped;
  sums.y = sumY;
  sums.xy -= sumY;
  if (window.gaps === 0) return;
  sums.gapXX += window.gaps - 2 * sums.gapX;
  sums.gapX -= window.gaps;
}

/** Lengthens the window by a step without a reading. */
function addGap(window: ForecastWindow): void {
  const x = window.length;
  window.ring[slotOf(window, x)] = missing;
  window.length += 1;
  window.gaps += 1;
  if (window.wide === null) {
    window.sums.gapX += x;
    window.sums.gapXX += x * x;
  } else {
    window.wide.gapX += BigInt(x);
    window.wide.gapXX += BigInt(x) * BigInt(x);
  }
}

/**
 * Where the reading `x` steps after `base` lies. Without a remainder: that of two doubles would cost as much as all the
 * sums.
 */
function slotOf({ ring, slot }: ForecastWindow, x: number): number {
  const ahead = slot + x;
  return ahead < ring.length ? ahead : ahead - ring.length;
}

/** The line of a window with gaps, or with sums beyond what numbers hold. */
function fitOverGaps(
  window: ForecastWindow,
  now: Instant,
  lookback: Duration,
  bound: 'leftOpen' | 'closed',
): Fit | null {
  const oldest = (now - lookback - window.anchor) / window.step;
  while (window.length > 0 && window.base < oldest) dropOldest(window);
  // The step of `base` may have been left out: only a reading there is at the bound.
  const isAtBound = window.base === oldest && window.length > 0 && window.ring[window.slot]! !== missing;
  if (isAtBound && bound === 'leftOpen') dropOldest(window);
  const { length, stepHours, stepsPerHour } = window;
  if (length === 0) return null;
  const last = window.ring[slotOf(window, length - 1)]!;
  const hoursSinceBase = (now - window.anchor) / hour - window.base * stepHours;
  const n = readingsHeld(window);
  const { xy, xx, meanX, mean } =
    window.wide === null ? centredLine(window.sums, length, n) : wideLine(window.wide, BigInt(length), BigInt(n));
  const hoursSinceMean = hoursSinceBase - meanX * stepHours;
  return { points: n, slopePerHour: (xy * stepsPerHour) / xx, mean, hoursSinceMean, last, isAtBound };
}
