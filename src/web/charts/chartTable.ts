/**
 * The table behind a chart.
 */

import type { PageChart } from '../../report/page/pageData.ts';
import { entryTypeText } from '../stories/datum.ts';
import { opener } from '../stories/entryList.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { tableOf } from '../view/table.ts';
import { eventText } from '../view/timeText.ts';
import { visibleRange } from '../view/zoomKeys.ts';
import { type Aligned, lineAt } from './aligned.ts';
import { numberText } from './valueAxis.ts';

interface Row {
  readonly values: readonly (number | null)[];
}

/** The visible values: one row for each instant at which a line changes. */
export function chartTable(site: Site, chart: PageChart, data: Aligned): HTMLElement {
  const { from, until } = visibleRange(site);
  const within = data.at.flatMap((at, index) =>
    at < from || at > until ? [] : [{ at, values: data.values.map((own) => own[index] ?? null) }],
  );
  // The values at the left edge started before it.
  const first = { at: from, values: chart.lines.map((line) => lineAt(line, from)) };
  const rows = within[0]?.at === from ? within : [first, ...within];
  const marks = new Map(site.entryIndex.known(chart.marks).map((entry) => [entry.at, entry]));
  return tableOf(
    [
      {
        head: 'Time (UTC)',
        by: ({ at }) => at,
        cell: ({ at }) => opener(site, targetText({ kind: 'moment', at, chart: chart.id }), eventText(at, site.run)),
      },
      ...chart.lines.map(({ name }, line) => ({
        head: name,
        isNumber: true,
        by: ({ values }: Row) => values[line] ?? Number.NEGATIVE_INFINITY,
        cell: ({ values }: Row) => numberText(values[line]),
      })),
      {
        head: 'Journal entry',
        cell: ({ at }) => {
          const entry = marks.get(at);
          return entry === undefined
            ? ''
            : opener(site, targetText({ kind: 'entry', seq: entry.seq }), entryTypeText(entry.type));
        },
      },
    ],
    rows,
    { caption: `${chart.title}, ${chart.unit}`, most: 12 },
  );
}
