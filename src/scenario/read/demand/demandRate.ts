/**
 * Reads a rate of a scenario file: constant, by the clock, by age, or recorded.
 */

import { minute } from '../../../engine/time.ts';
import type { Path } from '../../../platform/api/document/json.ts';
import { curveBounds, type RateCurve } from '../../../platform/traffic/curve.ts';
import {
  type CurveOrigin,
  clockCurve,
  joinedCurve,
  steadyCurve,
  steppedCurve,
  zonedClockCurve,
} from '../../../platform/traffic/curveForms.ts';
import type { DemandGrowth } from '../../../platform/traffic/growth.ts';
import { noBounds } from '../../../platform/traffic/pieces.ts';
import { shown } from '../../shape/shape.ts';
import type { ScenarioReading } from '../../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../../text/tree.ts';
import { parseCompound } from '../../text/units.ts';
import { readZone, warnOfZone } from '../zones.ts';
import { readClock } from './demandClock.ts';
import { readAge, readHeight, readPoints, requests, type Scale, warnOfLate } from './demandPoints.ts';
import { readRecorded } from './demandTrace.ts';
import type { RateContext } from './rateContext.ts';

const forms = ['daily', 'weekly', 'points', 'steps', 'ramp', 'trace'] as const;

/** Heights are numbers that people can mean. */
const heightMax = 1e9;

/** Reads the rate at a path, so many times what is written; null where it cannot be read, which is a problem. */
export function readRate(
  root: TreeMap,
  path: Path,
  { growth, factor }: { readonly growth: DemandGrowth | null; readonly factor: number },
  context: RateContext,
): RateCurve | null {
  return readCourse(root, path, growth, { ...requests, factor }, context);
}

/**
 * Reads a course of rates or of values at a path, in any of the forms; null where it cannot be read, which is a
 * problem.
 */
export function readCourse(
  root: TreeMap,
  path: Path,
  growth: DemandGrowth | null,
  scale: Scale,
  context: RateContext,
): RateCurve | null {
  const { reading, period } = context;
  const curve = readForm(root, path, { startAt: period?.start ?? 0, growth }, scale, context);
  if (curve === null || period === null) return curve;
  const bounds = noBounds();
  curveBounds(curve, period.start, period.end, 1, bounds);
  const { greatest } = bounds;
  if (greatest <= heightMax) return curve;
  const most = `${heightMax / 1e6} million${scale.of === 'requests' ? ' requests a second' : ''}`;
  const found = Number.isFinite(greatest) ? `up to ${greatest.toPrecision(3)}` : 'no limit';
  reading.complain(root, path, { code: 'too-much', message: `expected at most ${most}, found ${found}` });
  return null;
}

function readForm(root: TreeMap, path: Path, frame: CurveOrigin, scale: Scale, context: RateContext): RateCurve | null {
  const { reading } = context;
  const given = valueAt(root, path);
  if (!isMap(given)) {
    const height = readHeight(root, path, scale, reading);
    return height === null ? null : steadyCurve(height, frame);
  }
  const written = forms.filter((form) => given[form] !== undefined);
  const [form, other] = written;
  if (form === undefined || other !== undefined) {
    reading.complain(root, other === undefined ? path : [...path, other], {
      code: other === undefined ? 'missing-key' : 'contradiction',
      message: `expected one of ${forms.join(', ')}, found ${other === undefined ? 'none' : written.join(' and ')}`,
      atKey: other !== undefined,
    });
    return null;
  }
  if (given.zone !== undefined && form !== 'daily' && form !== 'weekly') {
    const message = `expected a zone only with daily or weekly, found one with ${form}, which counts from the start of the run`;
    reading.complain(root, [...path, 'zone'], { code: 'contradiction', message, atKey: true });
    return null;
  }
  const at = [...path, form];
  switch (form) {
    case 'daily':
    case 'weekly': {
      const clock = form === 'daily' ? 'day' : 'week';
      const points = readClock(root, at, clock, scale, reading);
      const zone = readZone(root, [...path, 'zone'], reading);
      if (points === null) return null;
      if (zone === null) return clockCurve(points, clock, frame);
      const { start, end } = context.period ?? { start: frame.startAt, end: frame.startAt };
      warnOfZone(root, [...path, 'zone'], { zone, start, end }, reading);
      return zonedClockCurve(points, clock, { zone, end }, frame);
    }
    case 'points':
    case 'steps': {
      const points = readPoints(root, at, form, scale, reading);
      if (points === null) return null;
      warnOfLate(root, at, { form, ages: points.map(([age]) => age) }, context);
      return form === 'points' ? joinedCurve(points, frame) : steppedCurve(points, frame);
    }
    case 'ramp':
      return readRamp(root, at, frame, scale, reading);
    case 'trace':
      return readRecorded(root, at, frame, scale, context);
  }
}

/** A growth that compounds, `3%/week`; null where there is none, or, with a problem, an unreadable one. */
export function readGrowth(root: TreeMap, path: Path, reading: ScenarioReading): DemandGrowth | null {
  const value = valueAt(root, path);
  if (value === undefined || value === null) return null;
  const growth = parseCompound(value);
  // A shorter period would cut every piece of the rate into a great many.
  if (growth !== null && growth.period >= minute) return growth;
  reading.complain(root, path, {
    code: 'bad-unit',
    message: `expected a growth of the rate in per cent per minute or longer, such as 3%/week, found ${shown(value)}`,
  });
  return null;
}

function readRamp(
  root: TreeMap,
  path: Path,
  frame: CurveOrigin,
  scale: Scale,
  reading: ScenarioReading,
): RateCurve | null {
  const from = readHeight(root, [...path, 'from'], scale, reading);
  const to = readHeight(root, [...path, 'to'], scale, reading);
  const over = readAge(root, [...path, 'over'], reading);
  if (from === null || to === null || over === null) return null;
  if (over === 0) {
    const message = `expected a duration above 0, found ${shown(valueAt(root, [...path, 'over']))}: 'from' would never apply`;
    reading.complain(root, [...path, 'over'], { code: 'wrong-value', message });
    return null;
  }
  return joinedCurve(
    [
      [0, from],
      [over, to],
    ],
    frame,
  );
}
