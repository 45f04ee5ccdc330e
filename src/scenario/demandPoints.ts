/**
 * Rates, and ages with rates, as scenario files write them.
 */
import type { Duration } from '../engine/time.ts';
import type { Path } from '../platform/control/json.ts';
import type { RatePoint } from '../platform/traffic/curveForms.ts';
import type { Reading } from './reading.ts';
import { shown, type TreeMap, valueAt } from './shape.ts';
import { parseRate, readDuration } from './units.ts';

/** Requests per second; null, with a problem, where it is no rate. */
export function readPerSecond(root: TreeMap, path: Path, reading: Reading): number | null {
  const value = valueAt(root, path);
  const rate = parseRate(value);
  if (rate === null)
    reading.complain(root, path, {
      code: 'bad-unit',
      message: `expected a rate with its unit, such as 40/s or 3/m, found ${shown(value)}`,
    });
  return rate;
}

/** `[age, rate]` points, ages rising; null, with a problem, where one cannot be read. */
export function readPoints(root: TreeMap, path: Path, reading: Reading): readonly RatePoint[] | null {
  const points: RatePoint[] = [];
  const list = valueAt(root, path);
  const length = Array.isArray(list) ? list.length : 0;
  for (let index = 0; index < length; index += 1) {
    const age = readAge(root, [...path, index, 0], reading);
    const rate = readPerSecond(root, [...path, index, 1], reading);
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
