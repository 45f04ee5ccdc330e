/**
 * A recorded rate: counts of a trace, each over its step.
 */

import { type Duration, second } from '../../../engine/time.ts';
import type { Path } from '../../../platform/api/document/json.ts';
import type { RateCurve } from '../../../platform/traffic/curve.ts';
import { type CurveOrigin, recordedCurve } from '../../../platform/traffic/curveForms.ts';
import type { Piece } from '../../../platform/traffic/pieces.ts';
import { formatDuration } from '../../../rules/duration.ts';
import { scalarText, shown } from '../../shape/shape.ts';
import { relativeTo, type ScenarioReading, traceProblemsIn } from '../../text/reading.ts';
import { isMap, type TreeMap, valueAt } from '../../text/tree.ts';
import { readDuration } from '../../text/units.ts';
import { readRecording } from '../recording/recording.ts';
import { recordingKeys } from '../recording/recordingKeys.ts';
import { readZone } from '../zones.ts';
import type { Scale } from './demandPoints.ts';
import type { RateContext } from './rateContext.ts';
import type { TraceRead } from './trace.ts';
import { readTraceStart, type TraceStart } from './traceStart.ts';

/**
 * Reads the trace under a path; its first row, or what holds at `from`, is the start of the run. Null where it cannot
 * be read, which is a problem.
 *
 * A row holds until the next, the last one for the usual step. In `requests` (the default) it is the count of just that
 * time, in `requests/5m` or `requests/s` a count per time. Rows of one stamp are summed. A gap is bridged by rows a
 * step long, like the one before (`hold`) or 0 (`zero`). Of plain values a row without a unit is a level, and so is one
 * of a size per time: rows of one stamp are averaged.
 *
 *   0:00 300, 0:05 600, requests           -> 1/s for 5 min, then 2/s
 *   0:00 300, 0:10 600, requests/5m, scale 40 -> 40/s for 10 min, then 80/s
 */
export function readRecorded(
  root: TreeMap,
  path: Path,
  frame: CurveOrigin,
  scale: Scale,
  context: RateContext,
): RateCurve | null {
  const { reading, period } = context;
  const given = valueAt(root, path);
  if (!isMap(given) || typeof given.file !== 'string') return null;
  const isLevel = scale.of === 'values' && (given.unit === undefined || scale.levelOf !== undefined);
  if (given.integrate !== undefined)
    reading.complain(root, [...path, 'integrate'], {
      code: 'wrong-place',
      message: "'integrate' is only for the usage of a volume; counts of requests are spread over their step",
      atKey: true,
    });
  const factor = typeof given.scale === 'number' ? given.scale : 1;
  if (factor < 0)
    reading.complain(root, [...path, 'scale'], {
      code: 'wrong-value',
      message: `expected a factor of at least 0, found ${factor}`,
    });
  const file = relativeTo(reading.places.file(root, [...path, 'file']), given.file);
  const text = reading.text(file, root, [...path, 'file']);
  if (text === null) return null;
  const trace = readRecording(text, {
    ...recordingKeys(given, file),
    zone: readZone(root, [...path, 'zone'], reading),
    isAmount: !isLevel,
    use: isLevel ? 'levels' : 'requests',
    kinds: scale.of === 'requests' ? ['requests', 'requests/s'] : [],
  });
  for (const problem of traceProblemsIn(file, trace.problems)) reading.add(problem);
  // Rates are what monitoring systems keep; plain files have counts.
  const isGuessed = trace.form !== null && scale.of === 'requests' && given.unit === undefined && trace.unit === null;
  const written = trace.unit ?? (isGuessed ? 'requests/s' : given.unit);
  const level = written === undefined ? 1 : scale.levelOf?.(scalarText(written).trim());
  const unit =
    isLevel && (trace.unit === null || scale.levelOf !== undefined)
      ? level === null
        ? 'none'
        : second
      : unitOf(written);
  if (unit === 'none')
    reading.complain(root, [...path, 'unit'], {
      code: 'bad-unit',
      message: `expected ${scale.units}, found ${shown(written)}`,
    });
  if (trace.rows.length === 0 || unit === 'none' || factor < 0) return null;
  const start = readTraceStart(root, path, trace, 'the start of the run', context);
  if (start === null) return null;
  const rows = begunAt(start, piecesOf(trace, unit, factor * (level ?? 1) * (scale.factor ?? 1)));
  if (given.unit === undefined && trace.unit === null && !isLevel) {
    const read = isGuessed ? 'requests a second' : null;
    warnOfUnit(root, path, { step: trace.step, rows, read }, reading);
  }
  if (given.unit === undefined && trace.unit === null && scale.unstated !== undefined)
    reading.complain(root, path, {
      code: 'no-unit',
      severity: 'warning',
      message: `the trace has no unit: its values are read as ${scale.unstated}`,
      hint: `add unit: ${scale.units}`,
      atKey: true,
    });
  const length = rows.at(-1)?.until ?? 0;
  const isRepeated = given.repeat === true;
  if (!isRepeated && period !== null && length < period.end - period.start) {
    reading.complain(root, path, {
      code: 'short-trace',
      severity: 'warning',
      message: `the trace ends ${formatDuration(length)} after the start, before the end of the run: ${scale.of === 'values' ? 'its value is 0' : 'it has no requests'} from then on`,
      hint: 'add repeat: true to repeat it',
      atKey: true,
    });
  }
  return recordedCurve(rows, isRepeated, frame);
}

/**
 * Says what was read where nothing says what the numbers are: of requests a second as many are a few hundred times too
 * few.
 */
function warnOfUnit(
  root: TreeMap,
  path: Path,
  { step, rows, read }: { readonly step: Duration; readonly rows: readonly Piece[]; readonly read: string | null },
  reading: ScenarioReading,
): void {
  const rates = rows.map(({ first }) => first);
  const length = (rows.at(-1)?.until ?? 0) - (rows[0]?.from ?? 0);
  const sum = rows.reduce((total, { from, until, first }) => total + (until - from) * first, 0);
  const say = (rate: number): string => String(Number(rate.toPrecision(3)));
  const greatest = rates.reduce((most, rate) => Math.max(most, rate), 0);
  reading.complain(root, path, {
    code: 'no-unit',
    severity: 'warning',
    message: `the trace has no unit: each value is read as ${read ?? `the number of requests in its own ${formatDuration(step)}; in requests a second`}: ${say(sum / length)} on average, at most ${say(greatest)}`,
    hint:
      read === null
        ? 'write unit: requests if this is right, or unit: requests/s if the values are requests a second'
        : `write unit: requests/s if this is right, or unit: requests if each value counts the requests of its own ${formatDuration(step)}`,
    atKey: true,
  });
}

/** @param unit milliseconds that a value is counted over; null: the time it holds */
function piecesOf({ rows, step }: TraceRead, unit: Duration | null, factor: number): readonly Piece[] {
  const start = rows[0]?.at ?? 0;
  return rows.map((row, index) => {
    const next = rows[index + 1];
    const until = next?.at ?? row.at + step;
    // A row that bridges a gap stands on the line of the one after it: its count is that of a whole step, however short
    // it is cut.
    const over = unit ?? (next?.line === row.line ? step : until - row.at);
    const perSecond = (row.value * factor * 1_000) / over;
    return { from: row.at - start, until: until - start, first: perSecond, last: perSecond };
  });
}

/** Without what comes before an age, which becomes age 0: a piece that it falls into is cut. */
function since(age: Duration, pieces: readonly Piece[]): readonly Piece[] {
  if (age === 0) return pieces;
  return pieces
    .filter(({ until }) => until > age)
    .map(({ from, until, first, last }) => ({ from: Math.max(0, from - age), until: until - age, first, last }));
}

/** From the start of a recording on; of one that is aligned and repeats, what came before its start comes last. */
function begunAt({ before, whole }: TraceStart, pieces: readonly Piece[]): readonly Piece[] {
  if (whole === null) return since(before, pieces);
  const cycle = until(whole, pieces);
  const last = cycle.at(-1);
  const full = last === undefined ? [] : [...cycle.slice(0, -1), { ...last, until: whole }];
  const moved = until(before, full).map((piece) => ({
    ...piece,
    from: piece.from + whole - before,
    until: piece.until + whole - before,
  }));
  return [...since(before, full), ...moved];
}

/** What comes before an age: a piece that it falls into is cut. */
function until(age: Duration, pieces: readonly Piece[]): readonly Piece[] {
  return pieces.filter(({ from }) => from < age).map((piece) => ({ ...piece, until: Math.min(age, piece.until) }));
}

/** Milliseconds of a unit's time; null: none is named, so the rows say it; `none`: it is no unit of requests. */
function unitOf(given: unknown): Duration | null | 'none' {
  if (given === undefined) return null;
  const text = typeof given === 'string' ? given.trim() : '';
  const [, short] = /^(?:[rq]|io|o)p([smhd])$/i.exec(text) ?? [];
  const match = /^(?:requests?|reqs?|operations?|ops?|1(?= ?\/)|(?=\/))(?: ?\/ ?(\S+))?$/i.exec(text);
  const time = short?.toLowerCase() ?? match?.[1];
  if (short === undefined && match === null) return 'none';
  if (time === undefined) return null;
  const duration = readDuration(/^\d/.test(time) ? time : `1${time}`);
  return duration === null || duration === 0 ? 'none' : duration;
}
