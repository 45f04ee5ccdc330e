/**
 * The readings of a volume's lookback window and the straight line fitted through them, in constant time however long the window.
 *
 * Readings are whole numbers on a grid of time, so the sums of least squares are whole numbers too: they slide with the window and never drift.
 * `x` counts grid steps from `base`. With `s` steps in the window and readings up to `y`, the greatest sum is `s * s / 2 * y`, and for `x` squared
 * `s * s * s / 3`: for 168 h of minutes and 65536 GB in MB 3.6e15 and 3.4e11, within the 9e15 that a number holds exactly. A finer grid or
 * grain passes that; such a window keeps its sums as BigInt.
 */
import { type Duration, hour, type Instant } from '../../engine/time.ts';

/** Mutable, plain data; make it with `forecastWindow`, copy it with `cloneForecast`. */
export interface ForecastWindow {
  /** Readings come at `anchor` plus whole multiples of `step`. */
  readonly anchor: Instant;
  readonly step: Duration;
  /** `step` in hours. */
  readonly stepHours: number;
  /** Readings of the grid steps from `base` on, beginning at `slot` and going round; `missing` where there was none. */
  readonly ring: Int32Array | Float64Array;
  slot: number;
  /** Grid steps from `base` to `newest` are held; none while `count` is 0. */
  base: number;
  newest: number;
  /** Readings held. */
  count: number;
  /** Sums of x, x squared, y and x times y, at `inX` to `inXY`. An array of doubles changes in place; as fields each change would allocate. */
  readonly sums: Float64Array;
  /** Null while `sums` holds them exactly; else these count and those do not. */
  readonly wide: WideSums | null;
}

interface WideSums {
  x: bigint;
  xx: bigint;
  y: bigint;
  xy: bigint;
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
const inX = 0;
const inXX = 1;
const inY = 2;
const inXY = 3;

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
  const greatestSum = Math.max((slots * slots * shape.readingMax) / 2, (slots * slots * slots) / 3);
  return {
    anchor: shape.anchor,
    step: shape.step,
    stepHours: shape.step / hour,
    ring: shape.readingMax < 2_147_483_648 ? new Int32Array(slots) : new Float64Array(slots),
    slot: 0,
    base: 0,
    newest: 0,
    count: 0,
    sums: new Float64Array(4),
    wide: greatestSum <= Number.MAX_SAFE_INTEGER ? null : { x: 0n, xx: 0n, y: 0n, xy: 0n },
  };
}

export function cloneForecast(window: ForecastWindow): ForecastWindow {
  return {
    ...window,
    ring: window.ring.slice(),
    sums: window.sums.slice(),
    wide: window.wide === null ? null : { ...window.wide },
  };
}

/** Forgets every reading: what a volume does that lost its data (`volume.usage.readingsOnLoss`). */
export function clearForecast(window: ForecastWindow): void {
  while (window.count > 0) dropOldest(window);
}

/**
 * Adds the reading of an instant later than all held; readings too old for the ring fall out. Instants may be left out.
 * Throws off the grid, and for an instant that is not later.
 *
 * @param reading a whole number, 0 or more
 */
export function pushReading(window: ForecastWindow, at: Instant, reading: number): void {
  const { ring, sums } = window;
  const k = stepOf(window, at);
  if (window.count > 0 && k <= window.newest) throw new Error(`reading out of order: step ${k} after ${window.newest}`);
  while (window.count > 0 && k - window.base >= ring.length) dropOldest(window);
  if (window.count === 0) window.base = k;
  else for (let gap = window.newest + 1; gap < k; gap += 1) ring[slotOf(window, gap)] = missing;
  ring[slotOf(window, k)] = reading;
  window.newest = k;
  window.count += 1;
  const x = k - window.base;
  if (window.wide !== null) {
    addWide(window.wide, BigInt(x), BigInt(reading));
    return;
  }
  sums[inX]! += x;
  sums[inXX]! += x * x;
  sums[inY]! += reading;
  sums[inXY]! += x * reading;
}

/** Drops the readings before an instant; the one at that very instant stays. */
export function dropBefore(window: ForecastWindow, oldest: Instant): void {
  const k = (oldest - window.anchor) / window.step;
  while (window.count > 0 && window.base < k) dropOldest(window);
}

/**
 * The least-squares line through the readings of `(now - lookback, now]` (VOLAUTO-14, `volume.predictive.window`); drops older ones for good.
 * Null where there is no reading.
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
  const oldest = (now - lookback - window.anchor) / window.step;
  while (window.count > 0 && window.base < oldest) dropOldest(window);
  // The step of `base` may have been left out: only a reading there is at the bound.
  const isAtBound = window.base === oldest && window.count > 0 && window.ring[window.slot]! !== missing;
  if (isAtBound && bound === 'leftOpen') dropOldest(window);
  const n = window.count;
  if (n === 0) return null;
  const { stepHours } = window;
  const last = window.ring[slotOf(window, window.newest)]!;
  const hoursSinceBase = (now - window.anchor - window.base * window.step) / hour;
  if (window.wide !== null) {
    const { slope, meanX, mean } = wideLine(window.wide, n);
    const hoursSinceMean = hoursSinceBase - meanX * stepHours;
    return { points: n, slopePerHour: slope / stepHours, mean, hoursSinceMean, last, isAtBound };
  }
  const sumX = window.sums[inX]!;
  const sumY = window.sums[inY]!;
  // Centred on whole numbers near the means (any would do), so that all but the two small quotients stay whole and nothing cancels.
  const nth = 1 / n;
  const centreX = Math.floor(sumX * nth);
  const restX = sumX - centreX * n;
  const centreY = Math.floor(sumY * nth);
  const restY = sumY - centreY * n;
  const xy = window.sums[inXY]! - centreX * sumY - restX * centreY - restX * restY * nth;
  const xx = window.sums[inXX]! - 2 * centreX * sumX + centreX * centreX * n - restX * restX * nth;
  return {
    points: n,
    slopePerHour: xy / (xx * stepHours),
    mean: centreY + restY * nth,
    hoursSinceMean: hoursSinceBase - (centreX + restX * nth) * stepHours,
    last,
    isAtBound,
  };
}

/**
 * Use expected some hours from now, in units of a reading (VOLAUTO-15, `volume.predictive.origin`): on the fitted line, or from the last reading along its slope.
 */
export function projected(line: Fit, projectionHours: number, origin: 'fittedLine' | 'lastValue'): number {
  return origin === 'lastValue'
    ? line.last + line.slopePerHour * projectionHours
    : line.mean + line.slopePerHour * (line.hoursSinceMean + projectionHours);
}

/**
 * Fills in the readings of a stretch, both ends included, in which only the clock moved: the past of a settled volume, or ticks that were skipped.
 * Ticks that no later window holds need no reading: start at `until - lookback`.
 *
 * @param readingAt null where there was no reading
 */
export function fillReadings(
  window: ForecastWindow,
  stretch: { readonly from: Instant; readonly until: Instant },
  readingAt: (at: Instant) => number | null,
): void {
  const first = window.anchor + Math.ceil((stretch.from - window.anchor) / window.step) * window.step;
  for (let at = first; at <= stretch.until; at += window.step) {
    const reading = readingAt(at);
    if (reading !== null) pushReading(window, at, reading);
  }
}

/** Drops the oldest step and counts `x` from the next. */
function dropOldest(window: ForecastWindow): void {
  const { ring, sums, slot } = window;
  const reading = ring[slot]!;
  const dropped = reading === missing ? 0 : reading;
  window.base += 1;
  window.slot = slot + 1 === ring.length ? 0 : slot + 1;
  if (reading !== missing) window.count -= 1;
  // The reading stood at x = 0 and so is in the count and in the sum of y alone; then each x that is left becomes one less.
  if (window.wide !== null) {
    shiftWide(window.wide, BigInt(dropped), BigInt(window.count));
    return;
  }
  const sumX = sums[inX]!;
  const sumY = sums[inY]! - dropped;
  sums[inY] = sumY;
  sums[inXY]! -= sumY;
  sums[inXX]! += window.count - 2 * sumX;
  sums[inX] = sumX - window.count;
}

/** The grid step of an instant; mostly the next one, which needs no division. */
function stepOf({ anchor, step, newest }: ForecastWindow, at: Instant): number {
  if (anchor + (newest + 1) * step === at) return newest + 1;
  const k = (at - anchor) / step;
  if (!Number.isInteger(k)) throw new Error(`reading off the grid: ${at}, every ${step} from ${anchor}`);
  return k;
}

/** Where the reading of a held step lies. Without a remainder: that of two doubles would cost as much as all the sums. */
function slotOf({ ring, slot, base }: ForecastWindow, k: number): number {
  const ahead = slot + (k - base);
  return ahead < ring.length ? ahead : ahead - ring.length;
}

function addWide(sums: WideSums, x: bigint, y: bigint): void {
  sums.x += x;
  sums.xx += x * x;
  sums.y += y;
  sums.xy += x * y;
}

function shiftWide(sums: WideSums, dropped: bigint, count: bigint): void {
  sums.y -= dropped;
  sums.xy -= sums.y;
  sums.xx += count - 2n * sums.x;
  sums.x -= count;
}

function wideLine(sums: WideSums, count: number): { slope: number; meanX: number; mean: number } {
  const n = BigInt(count);
  const slope = Number(n * sums.xy - sums.x * sums.y) / Number(n * sums.xx - sums.x * sums.x);
  return { slope, meanX: Number(sums.x) / count, mean: Number(sums.y) / count };
}
