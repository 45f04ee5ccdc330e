/**
 * The start of a recording: its first row, or the instant that `from` names.
 */

import { type Duration, shortIsoFromInstant } from '../../../engine/time.ts';
import type { Path } from '../../../platform/api/document/json.ts';
import { shown } from '../../shape/shape.ts';
import { type TreeMap, valueAt } from '../../text/tree.ts';
import { readInstant } from '../times.ts';
import type { RateContext } from './rateContext.ts';
import type { TraceRead } from './trace.ts';

/**
 * How far into a trace its use begins; null, with a problem, where `from` names no instant of it. Without `from` that
 * is 0, with a warning where the run starts at another date than the first row has.
 *
 * @param path of the trace, which has a row
 * @param stands what the first row counts for: `the start of the run`
 */
export function readTraceStart(
  root: TreeMap,
  path: Path,
  { rows, step }: TraceRead,
  stands: string,
  { reading, period }: RateContext,
): Duration | null {
  const first = rows[0]?.at ?? 0;
  const end = (rows.at(-1)?.at ?? first) + step;
  const at = [...path, 'from'];
  const given = valueAt(root, at);
  if (given === undefined) {
    if (period !== null && period.start !== first) {
      const isWithin = period.start > first && period.start < end;
      const meant = `from: ${shortIsoFromInstant(first)} if the first row is right`;
      reading.complain(root, path, {
        code: 'trace-dates',
        severity: 'warning',
        message: `the first row, of ${shortIsoFromInstant(first)}, applies at ${stands}, although the run starts at ${shortIsoFromInstant(period.start)}`,
        hint: isWithin
          ? `add from: ${shortIsoFromInstant(period.start)} to use the recording from that instant, or ${meant}`
          : `add ${meant}`,
        atKey: true,
      });
    }
    return 0;
  }
  const from = readInstant(root, at, reading);
  if (from === null) return null;
  if (from >= first && from < end) return from - first;
  reading.complain(root, at, {
    code: 'outside-trace',
    message: `expected an instant of the trace, from ${shortIsoFromInstant(first)} to before ${shortIsoFromInstant(end)}, found ${shown(given)}`,
  });
  return null;
}
