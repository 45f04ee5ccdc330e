/**
 * Heights of a course, and ages with heights, as scenario files write them.
 */

import { type Duration, hour, second } from '../../../engine/time.ts';
import type { Path } from '../../../platform/api/document/json.ts';
import type { RatePoint } from '../../../platform/traffic/curveForms.ts';
import { formatDuration } from '../../../rules/duration.ts';
import { shown } from '../../shape/shape.ts';
import type { ScenarioReading } from '../../text/reading.ts';
import { type TreeMap, valueAt } from '../../text/tree.ts';
import { parseRate, parseSizeRate, readDuration } from '../../text/units.ts';
import type { RateContext } from './rateContext.ts';

/**
 * What the heights of a course are: requests per second, or plain values, of which a recording without a unit holds
 * levels.
 */
export interface Scale {
  readonly of: 'requests' | 'values';
  readonly parse: (written: unknown) => number | null;
  readonly expected: string;
  /** How many times each height counts; absent: once. */
  readonly factor?: number;
  /** What the values of a recording are that names no unit, where that could be something else. */
  readonly unstated?: string;
  /**
   * Of a recording of levels: how many of these heights one of a unit is; null: the unit is none of these. Absent:
   * units count events.
   */
  readonly levelOf?: (unit: string) => number | null;
  /** Units that a recording may name. */
  readonly units: string;
}

export const requests: Scale = {
  of: 'requests',
  parse: parseRate,
  expected: 'a rate with its unit, such as 40/s or 3/m',
  units: 'requests, or a unit such as requests/5m, req/s, 1/s or rps',
};

/** A bare number is a level, as the length of a queue; a rate counts per second. */
export const values: Scale = {
  of: 'values',
  parse: (written) => (typeof written === 'number' && written >= 0 ? written : parseRate(written)),
  expected: 'a value of at least 0 such as 40, or a rate such as 3/m',
  units: 'no unit, or one of events per time such as 1/s or 1/5m',
};

export const operations: Scale = {
  ...values,
  parse: parseRate,
  expected: requests.expected,
  unstated: 'operations a second (iops)',
  units: 'iops, or a unit such as ops/s or ops/5m',
};

/** In MB per second. */
export const throughput = (gbBytes: number): Scale => {
  const parse = (written: unknown): number | null => {
    const perHour = parseSizeRate(written, gbBytes);
    return perHour === null ? null : (perHour * second) / hour / 1e6;
  };
  return {
    of: 'values',
    parse,
    expected: 'a size per time, such as 40MB/s',
    unstated: 'MB a second (MB/s)',
    levelOf: (unit) => parse(`1${unit.replace(/ps$/, '/s')}`),
    units: 'a size per time such as MB/s, MiB/s, kB/s or MB/m',
  };
};

/** The height at a path; null, with a problem, where it is none. */
export function readHeight(root: TreeMap, path: Path, scale: Scale, reading: ScenarioReading): number | null {
  const value = valueAt(root, path);
  const height = scale.parse(value);
  if (height === null)
    reading.complain(root, path, { code: 'bad-unit', message: `expected ${scale.expected}, found ${shown(value)}` });
  return height === null ? null : height * (scale.factor ?? 1);
}

/**
 * `[age, height]` points or steps, ages rising; null, with a problem, where one cannot be read, or counts for no time:
 * a step at the age of the next, or a point that is neither side of a jump (which two of one age are, but for the start
 * of the run).
 */
export function readPoints(
  root: TreeMap,
  path: Path,
  form: 'points' | 'steps',
  scale: Scale,
  reading: ScenarioReading,
): readonly RatePoint[] | null {
  const points: RatePoint[] = [];
  const list = valueAt(root, path);
  const length = Array.isArray(list) ? list.length : 0;
  for (let index = 0; index < length; index += 1) {
    const age = readAge(root, [...path, index, 0], reading);
    const rate = readHeight(root, [...path, index, 1], scale, reading);
    if (age === null || rate === null) continue;
    const isLate = age < (points.at(-1)?.[0] ?? 0);
    const isVoid = age === points.at(-1)?.[0] && (form === 'steps' || age === 0 || age === points.at(-2)?.[0]);
    if (!isLate && !isVoid) {
      points.push([age, rate]);
      continue;
    }
    const at = [...path, index, 0];
    const found = shown(valueAt(root, at));
    const message = isLate
      ? `expected ${form} in order of time, found ${found} after a later one`
      : `expected ${form} at different times, found ${found} again: the earlier one would have no effect`;
    reading.complain(root, at, { code: isLate ? 'wrong-order' : 'same-age', message });
  }
  return points.length === length && length > 0 ? points : null;
}

/**
 * Warns of the first point or step that comes only after the run, as no instant of the run depends on it: a step at the
 * end or later, a point behind another such point. Of a session more time may come.
 *
 * @param ages rising
 */
export function warnOfLate(
  root: TreeMap,
  path: Path,
  { form, ages }: { readonly form: 'points' | 'steps'; readonly ages: readonly Duration[] },
  { reading, period }: RateContext,
): void {
  if (period === null || root.session !== undefined) return;
  const length = period.end - period.start;
  const late = ages.findIndex((age, index) => (form === 'steps' ? age : (ages[index - 1] ?? 0)) >= length);
  if (late === -1) return;
  const at = [...path, late, 0];
  reading.complain(root, at, {
    code: 'after-end',
    severity: 'warning',
    message: `${shown(valueAt(root, at))} is not before the end of the run, ${formatDuration(length)} after its start: this and later ones have no effect`,
  });
}

/** An age; null, with a problem, where it is none. */
export function readAge(root: TreeMap, path: Path, reading: ScenarioReading): Duration | null {
  const value = valueAt(root, path);
  const age = readDuration(value);
  if (age === null)
    reading.complain(root, path, { code: 'bad-unit', message: `expected an age such as 36h, found ${shown(value)}` });
  return age;
}
