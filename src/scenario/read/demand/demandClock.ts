/**
 * Points by the time of day or of the week.
 */

import { type Duration, day, hour, minute, second } from '../../../engine/time.ts';
import type { Path } from '../../../platform/api/document/json.ts';
import type { RatePoint } from '../../../platform/traffic/curveForms.ts';
import { shown } from '../../shape/shape.ts';
import type { ScenarioReading } from '../../text/reading.ts';
import { type TreeMap, valueAt } from '../../text/tree.ts';
import { readHeight, type Scale } from './demandPoints.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/**
 * Reads `[time, height]` points by the clock; null, with a problem, where one cannot be read. A list may begin anywhere
 * in the round, so long as it goes once around: `[[22:00, ...], [06:00, ...]]`. The points come back from the round's
 * start on.
 */
export function readClock(
  root: TreeMap,
  path: Path,
  clock: 'day' | 'week',
  scale: Scale,
  reading: ScenarioReading,
): readonly RatePoint[] | null {
  const points: RatePoint[] = [];
  const list = valueAt(root, path);
  const length = Array.isArray(list) ? list.length : 0;
  let start = 0;
  for (let index = 0; index < length; index += 1) {
    const at = [...path, index, 0];
    const value = valueAt(root, at);
    const time = clock === 'day' ? timeOfDay(value) : timeOfWeek(value);
    if (time === null) {
      const example = clock === 'day' ? 'a time of day such as 09:30' : "a weekday and time such as 'Mon 09:30'";
      reading.complain(root, at, { code: 'bad-time', message: `expected ${example}, found ${shown(value)}` });
    }
    const rate = readHeight(root, [...path, index, 1], scale, reading);
    if (time === null || rate === null) continue;
    const isTurn = time < (points.at(-1)?.[0] ?? 0);
    const isAfterTurn = isTurn || start > 0;
    if ((isTurn && start > 0) || (isAfterTurn && time > (points[0]?.[0] ?? 0))) {
      reading.complain(root, at, {
        code: 'wrong-order',
        message: `expected points in order of time, once around the ${clock}, found ${shown(value)} out of order`,
      });
      return null;
    }
    if (isTurn) start = points.length;
    points.push([time, rate]);
  }
  return points.length === length && length > 0 ? [...points.slice(start), ...points.slice(0, start)] : null;
}

/** `09:30` or `09:30:15`, up to `24:00`; null for anything else. */
function timeOfDay(value: unknown): Duration | null {
  const match = typeof value === 'string' ? /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(value.trim()) : null;
  if (match === null) return null;
  const [, hours, minutes, seconds = '0'] = match;
  const time = Number(hours) * hour + Number(minutes) * minute + Number(seconds) * second;
  return Number(minutes) < 60 && Number(seconds) < 60 && time <= day ? time : null;
}

/** `Mon 09:30`, `monday 9:30` or `Mon`; null for anything else. A week begins on Monday. */
function timeOfWeek(value: unknown): Duration | null {
  const match = typeof value === 'string' ? /^([A-Za-z]+)(?: +(\S+))?$/.exec(value.trim()) : null;
  if (match === null) return null;
  const [, word = '', clock = '00:00'] = match;
  const name = word.toLowerCase();
  const weekday = weekdays.findIndex((one) => one === name || one.slice(0, 3) === name);
  const time = timeOfDay(clock);
  return weekday < 0 || time === null ? null : weekday * day + time;
}
