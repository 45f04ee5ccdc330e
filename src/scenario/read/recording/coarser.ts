/**
 * Recordings with fewer rows.
 */

import type { Duration } from '../../../engine/time.ts';
import type { TraceRow } from '../demand/trace.ts';

/**
 * One row for each step that has a row: the mean of its values over the time that each holds, or their sum. Steps begin
 * at multiples of `step` since 1970.
 *
 *   0:00 1, 0:01 3, 0:02 8, step 2m -> 0:00 2, 0:02 8; counts: 0:00 4, 0:02 8
 *
 * @param usual how long the last row holds
 */
export function coarser(
  rows: readonly TraceRow[],
  usual: Duration,
  { step, isCount }: { readonly step: Duration; readonly isCount: boolean },
): readonly TraceRow[] {
  const joined: TraceRow[] = [];
  for (let index = 0; index < rows.length; ) {
    const first = rows[index];
    if (first === undefined) break;
    const at = Math.floor(first.at / step) * step;
    let sum = 0;
    let length = 0;
    for (let row = rows[index]; row !== undefined && row.at < at + step; row = rows[index]) {
      index += 1;
      const held = Math.min((rows[index]?.at ?? row.at + usual) - row.at, at + step - row.at);
      sum += isCount ? row.value : row.value * held;
      length += held;
    }
    joined.push({ at, value: isCount ? sum : sum / length, line: first.line });
  }
  return joined;
}
