/**
 * The lines of a chart on a common time axis, as the chart library requires: each line has a value at every instant at
 * which any line has one.
 */

import type { Instant } from '../../engine/time.ts';
import type { PageLine } from '../../report/picture/picture.ts';
import type { TimeRange } from '../view/view.ts';

export interface Aligned {
  /** Ascending; an instant appears twice if a line jumps there. */
  readonly at: readonly Instant[];
  /** One list for each line; null: the line has no value there. */
  readonly values: readonly (readonly (number | null)[])[];
}

/** All lines at all of their instants. The union is walked once, with a cursor for each line. */
export function aligned(lines: readonly Pick<PageLine, 'at' | 'value' | 'draw'>[]): Aligned {
  const next = lines.map(() => 0);
  const at: Instant[] = [];
  const values: (number | null)[][] = lines.map(() => []);
  for (;;) {
    const instant = lines.reduce((least, line, i) => Math.min(least, line.at[next[i] ?? 0] ?? Infinity), Infinity);
    if (instant === Infinity) return { at, values };
    // The maximum number of times that one line has this instant.
    const times = lines.reduce((most, line, i) => Math.max(most, countAt(line.at, next[i] ?? 0, instant)), 1);
    for (let time = 0; time < times; time += 1) {
      at.push(instant);
      lines.forEach((line, i) => {
        const from = next[i] ?? 0;
        const own = countAt(line.at, from, instant);
        values[i]?.push(
          own === 0 ? valueAt(line, from, instant) : (line.value[from + Math.min(time, own - 1)] ?? null),
        );
      });
    }
    lines.forEach((line, i) => {
      next[i] = (next[i] ?? 0) + countAt(line.at, next[i] ?? 0, instant);
    });
  }
}

function countAt(at: readonly Instant[], from: number, instant: Instant): number {
  let count = 0;
  while (at[from + count] === instant) count += 1;
  return count;
}

/** The value of a line at an instant of another line, from its values before `next` and at `next`. */
function valueAt(
  { at, value, draw }: Pick<PageLine, 'at' | 'value' | 'draw'>,
  next: number,
  instant: Instant,
): number | null {
  const before = value[next - 1];
  if (before === undefined || before === null) return null;
  const after = value[next];
  if (draw === 'steps') return before;
  if (after === undefined || after === null) return null;
  const from = at[next - 1] ?? instant;
  const until = at[next] ?? instant;
  return before + ((after - before) * (instant - from)) / (until - from);
}

/** The value of a line at any instant; null before its first instant, or if it has no value there. */
export function lineAt(line: Pick<PageLine, 'at' | 'value' | 'draw'>, instant: Instant): number | null {
  const low = firstAfter(line.at, instant);
  if (line.at[low - 1] === instant) return line.value[low - 1] ?? null;
  return valueAt(line, low, instant);
}

/**
 * The minimum and maximum of a line in a period, including the value at its start; null if it has no values there.
 *
 * @param until excluded for steps; a joined line also counts with its value there
 */
export function extentOf(
  line: Pick<PageLine, 'at' | 'value' | 'draw'>,
  { from, until }: TimeRange,
): readonly [least: number, greatest: number] | null {
  const values = [lineAt(line, from), line.draw === 'joined' ? lineAt(line, until) : null];
  for (let i = firstAfter(line.at, from); (line.at[i] ?? until) < until; i += 1) values.push(line.value[i] ?? null);
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))];
}

function firstAfter(at: readonly Instant[], instant: Instant): number {
  let low = 0;
  let high = at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((at[middle] ?? Infinity) <= instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
