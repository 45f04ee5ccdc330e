/**
 * A chart before its resolution is known.
 */

import { short } from '../picture/numberShort.ts';
import type { PageLine } from '../picture/picture.ts';
import type { ThinnedLine } from '../picture/thinnedLine.ts';
import type { PageChart } from './pageData.ts';

/** Creates a line with at most so many columns. */
export type LineDraft = (columns: number) => PageLine;

export interface ChartDraft extends Omit<PageChart, 'lines'> {
  readonly lines: readonly LineDraft[];
  /** If there are too many charts, those with the largest weights are shown. */
  readonly weight: number;
}

/** A named line with its values divided by `per`; empty if it has no values. */
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
