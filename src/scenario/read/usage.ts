/**
 * Reads `usage:` of a volume set: a line, points, or a recorded curve.
 */

import type { Path } from '../../platform/api/document/json.ts';
import { noUsage, usageFromPoints, type VolumeUsage } from '../../platform/volume/usage.ts';
import { shown } from '../shape/shape.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';
import { parseCompound, parseSize, parseSizeRate, readDuration } from '../text/units.ts';
import { warnOfLate } from './demand/demandPoints.ts';
import { readTrace } from './traceUsage.ts';
import type { UsageContext } from './usageContext.ts';

export interface UsageRead {
  /** null: the entry says nothing of the curve. */
  readonly usage: VolumeUsage | null;
  readonly addBytes: number | null;
}

/** Reads what stands at a path; problems are noted, and the parts with one are left out. */
export function readUsage(root: TreeMap, path: Path, context: UsageContext): UsageRead {
  const given = valueAt(root, path);
  if (!isMap(given)) return { usage: null, addBytes: null };
  const { reading } = context;
  const addBytes = size(root, [...path, 'add'], context, true);
  if (given.add !== undefined && !context.mayAdd) {
    reading.complain(root, [...path, 'add'], {
      code: 'wrong-place',
      message: "'add' is only for the timeline",
      atKey: true,
    });
  }
  const curves = ['growth', 'points', 'trace'].filter((key) => given[key] !== undefined);
  const [first, second] = curves;
  if (second !== undefined) {
    reading.complain(root, [...path, second], {
      code: 'contradiction',
      message: `expected one of growth, points and trace, found ${curves.join(' and ')}`,
      atKey: true,
    });
  }
  const startBytes = size(root, [...path, 'start'], context, false);
  if (first === 'points') {
    if (given.start !== undefined)
      reading.complain(root, [...path, 'start'], {
        code: 'contradiction',
        message: "expected no 'start' beside points: the first point is the start",
        atKey: true,
      });
    return { usage: points(root, [...path, 'points'], context), addBytes };
  }
  if (first === 'trace') return { usage: readTrace(root, [...path, 'trace'], startBytes, context), addBytes };
  if (first === undefined && startBytes === null) return { usage: null, addBytes };
  return {
    usage:
      first === undefined
        ? { ...lineFrom(startBytes), growthBytesPerHour: 0 }
        : growing(root, [...path, 'growth'], startBytes, context),
    addBytes,
  };
}

function lineFrom(startBytes: number | null): Extract<VolumeUsage, { kind: 'line' }> {
  return { kind: 'line', startBytes: startBytes ?? 0, growthBytesPerHour: 0 };
}

function growing(
  root: TreeMap,
  path: Path,
  startBytes: number | null,
  { reading, gbBytes }: UsageContext,
): VolumeUsage {
  const value = valueAt(root, path);
  const perHour = parseSizeRate(value, gbBytes, true);
  if (perHour !== null) return { ...lineFrom(startBytes), growthBytesPerHour: perHour };
  const compound = parseCompound(value);
  if (compound !== null) {
    if (startBytes === null || startBytes === 0) {
      reading.complain(root, path, {
        code: 'contradiction',
        severity: 'warning',
        message: "growth in per cent of 0 stays 0: add a 'start'",
      });
    }
    return { kind: 'compound', startBytes: startBytes ?? 0, ...compound };
  }
  reading.complain(root, path, {
    code: 'bad-unit',
    message: `expected a growth with its unit, such as 1.5GB/d or 3%/week, found ${shown(value)}`,
  });
  return noUsage;
}

function points(root: TreeMap, path: Path, context: UsageContext): VolumeUsage {
  const { reading } = context;
  const list = valueAt(root, path);
  const read: [number, number][] = [];
  const isVoid = (age: number): boolean => age === read.at(-1)?.[0] && (age === 0 || age === read.at(-2)?.[0]);
  for (const [index, point] of (Array.isArray(list) ? list : []).entries()) {
    if (!Array.isArray(point)) continue;
    const age = readDuration(point[0]);
    if (age === null) {
      reading.complain(root, [...path, index, 0], {
        code: 'bad-unit',
        message: `expected an age such as 36h, found ${shown(point[0])}`,
      });
      continue;
    }
    const bytes = size(root, [...path, index, 1], context, false);
    const before = read.at(-1);
    if (before !== undefined && age < before[0]) {
      reading.complain(root, [...path, index, 0], {
        code: 'wrong-order',
        message: `expected points in order of age, found ${shown(point[0])} after a later one`,
      });
    } else if (bytes !== null) {
      if (isVoid(age)) {
        reading.complain(root, [...path, index, 0], {
          code: 'same-age',
          severity: 'warning',
          message: `expected points of different ages, or two of one age for a jump, found ${shown(point[0])} again: the earlier one has no effect`,
        });
        read.pop();
      }
      read.push([age, bytes]);
    }
  }
  warnOfLate(root, path, { form: 'points', ages: read.map(([age]) => age) }, context);
  return read.length === 0 ? noUsage : usageFromPoints(withJumps(read));
}

/**
 * Two points of one age are a jump, as in rates: the first of them moves to the last millisecond before it, and keeps
 * to the line that leads to it.
 *
 *   0h 10GB, 1h 20GB, 1h 5GB -> 0h 10GB, 1h less 1 ms 20GB, 1h 5GB
 */
function withJumps(points: readonly [number, number][]): readonly [number, number][] {
  return points.flatMap(([age, bytes], index): [number, number][] => {
    const before = points[index - 1];
    if (points[index + 1]?.[0] !== age) return [[age, bytes]];
    if (before === undefined) return [[age - 1, bytes]];
    const [from, first] = before;
    return from === age - 1 ? [] : [[age - 1, first + ((bytes - first) * (age - 1 - from)) / (age - from)]];
  });
}

function size(root: TreeMap, path: Path, { reading, gbBytes }: UsageContext, signed: boolean): number | null {
  const value = valueAt(root, path);
  if (value === undefined || value === null) return null;
  const bytes = parseSize(value, gbBytes, signed);
  if (bytes === null)
    reading.complain(root, path, {
      code: 'bad-unit',
      message: `expected a size with its unit, such as ${signed ? '40GB or -5GB' : '8GB or 220Mi'}, found ${shown(value)}`,
    });
  return bytes;
}
