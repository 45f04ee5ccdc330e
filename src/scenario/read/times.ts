/**
 * Parses points in time in scenario files.
 */

import { type Instant, instantFromIso } from '../../engine/time.ts';
import type { Path } from '../../platform/api/document/json.ts';
import { shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { type TreeMap, valueAt } from '../text/tree.ts';
import { readDuration } from '../text/units.ts';

/** The instant of an ISO date with a zone; null where there is none, or, with a problem, an unreadable one. */
export function readInstant(root: TreeMap, path: Path, reading: ScenarioReading): Instant | null {
  const text = valueAt(root, path);
  if (typeof text !== 'string') return null;
  const instant = instantFromIso(text.trim());
  if (typeof instant === 'number') return instant;
  if (instant === 'noZone') {
    const hint = `write ${/^\d{4}-\d{2}-\d{2}$/.test(text.trim()) ? `${text.trim()}T00:00:00Z` : `${text.trim()}Z`} for UTC`;
    reading.complain(root, path, {
      code: 'date-without-zone',
      message: `expected a date and time with its zone, found ${shown(text)} without one`,
      hint,
    });
  } else
    reading.complain(root, path, {
      code: 'bad-date',
      message: `expected a date and time with its zone, such as 2026-11-01T00:00:00Z, found ${shown(text)}`,
    });
  return null;
}

/** The instant of `+2d10h` after `start`, or of an ISO date; null as for `readInstant`. */
export function readPoint(root: TreeMap, path: Path, start: Instant, reading: ScenarioReading): Instant | null {
  const text = valueAt(root, path);
  if (typeof text !== 'string' || !/^[+-]/.test(text)) return readInstant(root, path, reading);
  const duration = text.startsWith('+') ? readDuration(text.slice(1)) : null;
  if (duration === null) {
    reading.complain(root, path, {
      code: 'bad-unit',
      message: `expected a time after the start such as +2d10h, found ${shown(text)}`,
    });
    return null;
  }
  return start + duration;
}
