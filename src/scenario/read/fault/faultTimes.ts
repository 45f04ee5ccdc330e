/**
 * The times at which a fault strikes again, and their durations.
 */

import { meanOf } from '../../../engine/distribution.ts';
import type { Instant } from '../../../engine/time.ts';
import type { FaultName } from '../../../platform/fault/fault.ts';
import { parseDistribution } from '../../../rules/units.ts';
import type { FaultAction } from '../../scenario.ts';
import { faultShapes } from '../../shape/faultShape.ts';
import { shown } from '../../shape/shape.ts';
import { isMap } from '../../text/tree.ts';
import { readDuration } from '../../text/units.ts';
import { readPoint } from '../times.ts';
import type { FaultEntry } from './faultEntry.ts';

/** So many times one fault may come in a run. */
const repetitionsMax = 200_000;

/** How long it lasts; null: an instant, or to the end. */
export function readLasting(entry: FaultEntry, name: FaultName): number | null {
  const { lasts } = faultShapes[name];
  const given = entry.at('for');
  if (given === undefined) {
    if (lasts === 'must')
      entry.complain(['fault', name], { code: 'missing-key', message: `${name} needs 'for'`, atKey: true });
    return null;
  }
  const duration = entry.read(['for'], readDuration, 'expected a duration such as 2h');
  if (lasts === 'never')
    return entry.complain(['for'], {
      code: 'contradiction',
      message: `${name} happens at one instant: leave 'for' out`,
      atKey: true,
    });
  return duration;
}

/** Gaps by chance; null: it comes at its instants. */
export function readGap(entry: FaultEntry): FaultAction['gap'] {
  const given = entry.at('every');
  if (!isMap(given)) return null;
  const gap = parseDistribution(given, readDuration);
  if (typeof gap === 'string') {
    entry.isGood = false;
    const found = gap.includes('with its unit')
      ? ' (a duration such as 5d)'
      : gap.includes('found ')
        ? ''
        : `, of durations such as 5d, found ${shown(given)}`;
    return entry.context.reading.hasBreachBelow(entry.root, [...entry.path, 'every'])
      ? null
      : entry.complain(['every'], { code: 'bad-unit', message: `expected ${gap}${found}` });
  }
  const mean = meanOf(gap);
  const { period } = entry.context;
  if (!(mean > 0) || (period !== null && (period.end - period.start) / mean > repetitionsMax)) {
    const message = `expected a distribution with at most ${repetitionsMax} repetitions in the run, found ${shown(given)}`;
    return entry.complain(['every'], { code: 'too-many', message });
  }
  return gap;
}

/** Up to when it comes again; null: to the end. */
export function readUntil(entry: FaultEntry): Instant | null {
  if (entry.at('until') === undefined) return null;
  return readPoint(entry.root, [...entry.path, 'until'], entry.context.period?.start ?? 0, entry.context.reading);
}
