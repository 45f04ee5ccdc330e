/**
 * Reads `window:`, the part of a run that studies measure.
 */
import { hour, type Instant, shortIsoFromInstant } from '../../engine/time.ts';
import type { Path } from '../../platform/api/document/json.ts';
import { shown } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';
import { readDuration } from '../text/units.ts';
import { readPoint } from './times.ts';

export interface RunWindow {
  /** Included: the start of the run, or a whole hour, because costs are computed by the hour. */
  readonly from: Instant;
  /** Excluded; the run ends here. */
  readonly until: Instant;
  /** `poisson`: from `from` on, requests come one by one, and before as amounts; null: as the demand says. */
  readonly arrivals: 'poisson' | null;
}

/**
 * The window at a path of the document; null: there is none, or, with a problem, it cannot be read.
 *
 * @param period of the run without the window; null: it cannot be read
 */
export function readWindow(
  root: TreeMap,
  path: Path,
  period: { readonly start: Instant; readonly end: Instant } | null,
  reading: ScenarioReading,
): RunWindow | null {
  const given = valueAt(root, path);
  if (!isMap(given) || period === null || reading.hasBreachBelow(root, path)) return null;
  const { start, end } = period;
  const from = readPoint(root, [...path, 'from'], start, reading);
  const length = readDuration(given.for);
  if (length === null || length === 0) {
    const message = `expected a duration above 0 such as 1h, found ${shown(given.for)}`;
    reading.complain(root, [...path, 'for'], { code: 'bad-unit', message });
  }
  if (from === null || length === null || length === 0) return null;
  const run = `${shortIsoFromInstant(start)} to ${shortIsoFromInstant(end)}`;
  if (from < start || from >= end) {
    const message = `expected a start within the run, ${run}, found ${shortIsoFromInstant(from)}`;
    reading.complain(root, [...path, 'from'], { code: 'outside-run', message });
    return null;
  }
  if (from !== start && from % hour !== 0) {
    const message = `expected a whole UTC hour, such as ${shortIsoFromInstant(from - (from % hour))}, because costs are computed by the hour, found ${shortIsoFromInstant(from)}`;
    reading.complain(root, [...path, 'from'], { code: 'bad-date', message });
    return null;
  }
  if (from + length > end) {
    const message = `expected a window within the run, ${run}, found one that ends at ${shortIsoFromInstant(from + length)}`;
    reading.complain(root, [...path, 'for'], { code: 'outside-run', message });
    return null;
  }
  return { from, until: from + length, arrivals: given.arrivals === 'poisson' ? 'poisson' : null };
}
