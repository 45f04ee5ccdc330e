/**
 * A chart before it is known how much room there is for it.
 */

import { short } from '../picture/numberShort.ts';
import type { PageLine } from '../picture/picture.ts';
import type { ThinnedLine } from '../picture/thinnedLine.ts';
import type { PageChart } from './pageData.ts';

/** A line in as many columns as there is room for. */
export type LineDraft = (columns: number) => PageLine;

export interface ChartDraft extends Omit<PageChart, 'lines'> {
  readonly lines: readonly LineDraft[];
  /** Where there are too many charts, those of the greatest are shown. */
  readonly weight: number;
}

/** A line of the run by its name, its values divided by `per`; none where it has no value. */
export function lineDraft(name: string, line: ThinnedLine, per = 1): LineDraft[] {
  if (line.isEmpty) return [];
  return [
    (columns) => {
      const shown = line.shown(name, columns);
      return per === 1
        ? shown
        : { ...shown, value: shown.value.map((value) => (value === null ? null : short(value / per))) };
    },
  ];
}
