/**
 * Reads `keda:` of a workload's behaviour: the values of the sources behind its triggers, by the names of the triggers.
 */

import type { Path } from '../../platform/api/document/json.ts';
import type { Signal, Signals } from '../../platform/autoscaling/signal.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';
import { readJitter } from './demand/demand.ts';
import { values } from './demand/demandPoints.ts';
import { readCourse, readGrowth } from './demand/demandRate.ts';
import type { RateContext } from './demand/rateContext.ts';
import { entriesOf } from './names.ts';

/** Reads the signals at a path; one that cannot be read is a problem and left out. */
export function readSignals(root: TreeMap, path: Path, context: RateContext): Signals {
  return Object.fromEntries(
    entriesOf(valueAt(root, path)).flatMap(([trigger]): [string, Signal][] => {
      const signal = readSignal(root, [...path, trigger], context);
      return signal === null ? [] : [[trigger, signal]];
    }),
  );
}

/**
 * A value, one of the forms of a rate with its growth and its noise beside it, or the word `failing`.
 *
 *   24 3/m { steps: [[0h, 0], [1h, 24]] } { daily: [[08:00, 5], [12:00, 40]], noise: { every: 5m, cv: 0.3 } } failing
 */
function readSignal(root: TreeMap, path: Path, context: RateContext): Signal | null {
  const given = valueAt(root, path);
  if (given === 'failing') return given;
  const isForm = isMap(given);
  const growth = isForm ? readGrowth(root, [...path, 'growth'], context.reading) : null;
  const curve = readCourse(root, path, growth, values, context);
  const jitter = isForm && given.noise !== undefined ? readJitter(root, [...path, 'noise'], context.reading) : null;
  return curve === null ? null : { curve, jitter };
}
