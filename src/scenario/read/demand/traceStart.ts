/**
 * The start of a recording: its first row, the instant that `from` names, or the one that `align` finds.
 */

import { type Duration, day, shortIsoFromInstant, week } from '../../../engine/time.ts';
import type { Path } from '../../../platform/api/document/json.ts';
import { formatDuration } from '../../../rules/duration.ts';
import { shown } from '../../shape/shape.ts';
import { type TreeMap, valueAt } from '../../text/tree.ts';
import { readInstant } from '../times.ts';
import type { RateContext } from './rateContext.ts';
import type { TraceRead } from './trace.ts';

/** Where the use of a recording begins. */
export interface TraceStart {
  /** How far into the recording. */
  readonly before: Duration;
  /** How much of it repeats where it is aligned and repeats: then what comes before its start comes last. */
  readonly whole: Duration | null;
}

/**
 * How far into a trace its use begins; null, with a problem, where `from` or `align` names no instant of it. Without
 * them that is 0, with a warning where the run starts at another date than the first row has.
 *
 * With `align: weekday` it is the first instant that has the weekday and the time of the run's start, with `align: day`
 * the time alone. If the trace repeats, whole weeks or days of it do.
 *
 * @param path of the trace, which has a row
 * @param stands what the first row counts for: `the start of the run`
 */
export function readTraceStart(
  root: TreeMap,
  path: Path,
  trace: TraceRead,
  stands: string,
  context: RateContext,
): TraceStart | null {
  const { reading, period } = context;
  const { rows, step } = trace;
  const first = rows[0]?.at ?? 0;
  const end = (rows.at(-1)?.at ?? first) + step;
  const at = [...path, 'from'];
  const given = valueAt(root, at);
  const align = valueAt(root, [...path, 'align']);
  if (align === 'weekday' || align === 'day') {
    if (given === undefined) return alignedStart(root, [...path, 'align'], trace, align, context);
    const message = "expected 'from' or 'align', found both: 'from' names the instant that 'align' would find";
    reading.complain(root, [...path, 'align'], { code: 'contradiction', message, atKey: true });
    return null;
  }
  if (given === undefined) {
    if (period !== null && period.start !== first) {
      const isWithin = period.start > first && period.start < end;
      const aligned = end - first >= week ? 'align: weekday to keep the days of the week, or ' : '';
      const meant = `from: ${shortIsoFromInstant(first)} if the first row is right`;
      reading.complain(root, path, {
        code: 'trace-dates',
        severity: 'warning',
        message: `the first row, of ${shortIsoFromInstant(first)}, applies at ${stands}, although the run starts at ${shortIsoFromInstant(period.start)}`,
        hint: isWithin
          ? `add from: ${shortIsoFromInstant(period.start)} to use the recording from that instant, or ${meant}`
          : `add ${aligned}${meant}`,
        atKey: true,
      });
    }
    return { before: 0, whole: null };
  }
  const from = readInstant(root, at, reading);
  if (from === null) return null;
  if (from >= first && from < end) return { before: from - first, whole: null };
  reading.complain(root, at, {
    code: 'outside-trace',
    message: `expected an instant of the trace, from ${shortIsoFromInstant(first)} to before ${shortIsoFromInstant(end)}, found ${shown(given)}`,
  });
  return null;
}

/** Steps that may lack at the end of a whole week or day: exports often leave out the last one. */
const stepsShort = 2;

function alignedStart(
  root: TreeMap,
  path: Path,
  { rows, step }: TraceRead,
  align: 'weekday' | 'day',
  { reading, period }: RateContext,
): TraceStart | null {
  const first = rows[0]?.at ?? 0;
  const length = (rows.at(-1)?.at ?? first) + step - first;
  const cycle = align === 'weekday' ? week : day;
  const before = ((((period?.start ?? first) - first) % cycle) + cycle) % cycle;
  const isRepeated = valueAt(root, [...path.slice(0, -1), 'repeat']) === true;
  const whole = Math.floor((length + Math.min(stepsShort * step, cycle / 10)) / cycle) * cycle;
  if (isRepeated ? whole > 0 : before < length) return { before, whole: isRepeated ? whole : null };
  const other = align === 'weekday' ? 'write align: day, or leave it out' : 'leave it out';
  reading.complain(root, path, {
    code: 'short-trace',
    message: isRepeated
      ? `expected a recording of at least ${formatDuration(cycle)} to repeat, found ${formatDuration(length)}: ${other}`
      : `the recording, of ${formatDuration(length)}, has no instant with the ${align === 'weekday' ? 'weekday and time' : 'time'} of the run's start: ${other}`,
  });
  return null;
}
