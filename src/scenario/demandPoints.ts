/**
 * Heights of a course, and ages with heights, as scenario files write them.
 */
import type { Duration } from '../engine/time.ts';
import type { Path } from '../platform/control/json.ts';
import type { RatePoint } from '../platform/traffic/curveForms.ts';
import type { Reading } from './reading.ts';
import { shown, type TreeMap, valueAt } from './shape.ts';
import { parseRate, readDuration } from './units.ts';

/** What the heights of a course are: requests per second, or plain values. */
export interface Scale {
  readonly of: 'requests' | 'values';
  readonly parse: (written: unknown) => number | null;
  readonly expected: string;
}

export const requests: Scale = {
  of: 'requests',
  parse: parseRate,
  expected: 'a rate with its unit, such as 40/s or 3/m',
};

/** A bare number is a level, as the length of a queue; a rate counts per second. */
export const values: Scale = {
  of: 'values',
  parse: (written) => (typeof written === 'number' && written >= 0 ? written : parseRate(written)),
  expected: 'a value of at least 0 such as 40, or a rate such as 3/m',
};

/** The height at a path; null, with a problem, where it is none. */
export function readHeight(root: TreeMap, path: Path, scale: Scale, reading: Reading): number | null {
  const value = valueAt(root, path);
  const height = scale.parse(value);
  if (height === null)
    reading.complain(root, path, { code: 'bad-unit', message: `expected ${scale.expected}, found ${shown(value)}` });
  return height;
}

/** `[age, height]` points, ages rising; null, with a problem, where one cannot be read. */
export function readPoints(root: TreeMap, path: Path, scale: Scale, reading: Reading): readonly RatePoint[] | null {
  const points: RatePoint[] = [];
  const list = valueAt(root, path);
  const length = Array.isArray(list) ? list.length : 0;
  for (let index = 0; index < length; index += 1) {
    const age = readAge(root, [...path, index, 0], reading);
    const rate = readHeight(root, [...path, index, 1], scale, reading);
    if (age === null || rate === null) continue;
    if (age < (points.at(-1)?.[0] ?? 0)) {
      reading.complain(root, [...path, index, 0], {
        code: 'wrong-order',
        message: `expected points in the order of their age, found ${shown(valueAt(root, [...path, index, 0]))} after a later one`,
      });
    } else points.push([age, rate]);
  }
  return points.length === length && length > 0 ? points : null;
}

/** An age; null, with a problem, where it is none. */
export function readAge(root: TreeMap, path: Path, reading: Reading): Duration | null {
  const value = valueAt(root, path);
  const age = readDuration(value);
  if (age === null)
    reading.complain(root, path, { code: 'bad-unit', message: `expected an age such as 36h, found ${shown(value)}` });
  return age;
}
