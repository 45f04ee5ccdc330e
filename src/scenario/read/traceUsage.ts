/**
 * Converts a trace to the usage of a volume.
 */

import type { Path } from '../../platform/api/document/json.ts';
import { noUsage, usageFromPoints, usedBytesAt, type VolumeUsage } from '../../platform/volume/usage.ts';
import { formatDuration } from '../../rules/duration.ts';
import { shown } from '../shape/shape.ts';
import { relativeTo, traceProblemsIn } from '../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../text/tree.ts';
import { bytesOfUnit, parseSize, readDuration } from '../text/units.ts';
import type { TraceRow } from './demand/trace.ts';
import { readTraceStart, type TraceStart } from './demand/traceStart.ts';
import { readRecording } from './recording/recording.ts';
import { recordingKeys } from './recording/recordingKeys.ts';
import type { UsageContext } from './usageContext.ts';
import { readZone } from './zones.ts';

/**
 * Reads the trace under a path into a curve over the volume's age; the first row, or the instant that `from` names, is
 * age 0.
 *
 * Levels are joined by straight lines. With `integrate` a row is what is added until the next one, on top of
 * `startBytes`, evenly; a unit such as `MB/h` is an amount per time instead. `repeat` starts again one step after the
 * last row: a level where it began, an amount on top of what has come.
 *
 *   rows 0h 10, 1h 30 GB                      -> 10 GB at age 0, 20 GB at 30 min, 30 GB at 1 h
 *   rows 0h 10, 1h 30 GB, integrate, start 5  -> 5 GB at 0, 15 GB at 1 h, 45 GB at 2 h
 */
export function readTrace(root: TreeMap, path: Path, startBytes: number | null, context: UsageContext): VolumeUsage {
  const { reading } = context;
  const given = valueAt(root, path);
  if (!isMap(given) || typeof given.file !== 'string') return noUsage;
  const isAmount = given.integrate === true;
  if (startBytes !== null && !isAmount) {
    reading.complain(root, path, {
      code: 'contradiction',
      message: "expected no 'start' beside a trace of levels: its first value is the start",
      atKey: true,
    });
  }
  const file = relativeTo(reading.places.file(root, [...path, 'file']), given.file);
  const text = reading.text(file, root, [...path, 'file']);
  if (text === null) return noUsage;
  const trace = readRecording(text, {
    ...recordingKeys(given, file),
    zone: readZone(root, [...path, 'zone'], reading),
    isAmount,
    use: isAmount ? 'growth' : 'levels',
    kinds: isAmount ? ['B', 'B/s'] : ['B'],
  });
  const { rows, step } = trace;
  for (const problem of traceProblemsIn(file, trace.problems)) reading.add(problem);
  const written = trace.unit ?? given.unit;
  const unit = unitOf(written, context.gbBytes);
  if (unit === null) {
    reading.complain(root, [...path, 'unit'], {
      code: 'bad-unit',
      message: `expected a unit of size such as B, MB, GB or Gi, found ${shown(written)}`,
    });
    return noUsage;
  }
  if (unit.period !== null && !isAmount) {
    reading.complain(root, [...path, 'unit'], {
      code: 'contradiction',
      message: `a unit per time is an amount that is added over time: add integrate: true`,
    });
  }
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined) return noUsage;
  const start = readTraceStart(root, path, trace, 'the creation of each volume', context);
  if (start === null) return noUsage;
  const { before, whole } = start;
  const scale = (typeof given.scale === 'number' ? given.scale : 1) * unit.bytes;
  const period = last.at + step - first.at;
  const points = isAmount
    ? summed(rows, step, scale, unit.period, startBytes ?? 0)
    : rows.map((row): [number, number] => [row.at - first.at, row.value * scale]);
  const { period: run } = context;
  const isLevel = !isAmount && unit.period === null;
  if ((isAmount || isLevel) && given.repeat !== true && run !== null && period - before < run.end - run.start)
    reading.complain(root, path, {
      code: 'short-trace',
      severity: 'warning',
      message: `the trace ends ${formatDuration(period - before)} after the creation of each volume, before the end of the run: ${isAmount ? 'nothing is added' : 'its last value holds'} from then on`,
      hint: 'add repeat: true to repeat it',
      atKey: true,
    });
  const begun = begunAt(start, points, isAmount ? (startBytes ?? 0) : null);
  return usageFromPoints(begun, given.repeat === true ? { period: whole ?? period - before, carry: isAmount } : null);
}

type Points = readonly (readonly [age: number, bytes: number])[];

/**
 * From the start of a recording on; of one that is aligned and repeats, what came before its start comes last.
 *
 * @param startBytes what is there at the start, of growth; null: of levels
 */
function begunAt({ before, whole }: TraceStart, points: Points, startBytes: number | null): Points {
  if (whole === null) return before === 0 ? points : since(before, points, startBytes);
  const all = usageFromPoints(points);
  const [atEnd, atStart] = [usedBytesAt(all, whole), usedBytesAt(all, before)];
  const head = since(before, [...points.filter(([at]) => at < whole), [whole, atEnd]], startBytes);
  // Growth goes on from what there is at the end; a level is joined to the one it began with.
  const lift = startBytes === null ? 0 : startBytes - atStart + atEnd - (points[0]?.[1] ?? 0);
  const tail = points.filter(([at]) => at < before).map(([at, bytes]) => [at + whole - before, bytes + lift] as const);
  const kept = startBytes === null ? head.slice(0, -1) : head;
  return before === 0 ? kept : [...kept, ...tail, [whole, atStart + lift]];
}

/**
 * Without what comes before an age, which becomes age 0. What is there then is `startBytes`; null: what the points say.
 */
function since(
  age: number,
  points: readonly (readonly [number, number])[],
  startBytes: number | null,
): readonly (readonly [number, number])[] {
  const first = usedBytesAt(usageFromPoints(points), age);
  const lift = startBytes === null ? 0 : startBytes - first;
  const later = points.filter(([at]) => at > age).map(([at, bytes]) => [at - age, bytes + lift] as const);
  return [[0, first + lift], ...later];
}

function summed(
  rows: readonly TraceRow[],
  step: number,
  scale: number,
  period: number | null,
  startBytes: number,
): [number, number][] {
  const start = rows[0]?.at ?? 0;
  const points: [number, number][] = [[0, startBytes]];
  let bytes = startBytes;
  for (const [index, row] of rows.entries()) {
    const until = rows[index + 1]?.at ?? row.at + step;
    bytes += row.value * scale * (period === null ? 1 : (until - row.at) / period);
    points.push([until - start, bytes]);
  }
  return points;
}

/** Bytes of a unit, and the time it is counted over: `MB/h`. Absent: bytes. */
function unitOf(given: unknown, gbBytes: number): { readonly bytes: number; readonly period: number | null } | null {
  if (given === undefined) return { bytes: 1, period: null };
  if (typeof given !== 'string') return null;
  const [size = '', time, ...more] = given.split('/');
  const bytes = bytesOfUnit(size, gbBytes);
  const quantity = bytes === null ? parseSize(`1${size}`, gbBytes) : Number(bytes);
  const period = time === undefined ? null : readDuration(/^\d/.test(time) ? time : `1${time}`);
  if (
    quantity === null ||
    quantity === 0 ||
    more.length > 0 ||
    (time !== undefined && (period === null || period === 0))
  )
    return null;
  return { bytes: quantity, period };
}
