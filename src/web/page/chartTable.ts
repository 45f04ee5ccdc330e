/**
 * The table behind a chart.
 */
import { instantText } from '../../report/format.ts';
import type { PageChart } from '../../report/page/pageData.ts';
import type { Aligned } from './aligned.ts';
import { numberText } from './chartPlot.ts';
import { typeText } from './datum.ts';
import { opener } from './entryList.ts';
import { openedText } from './opened.ts';
import type { Site } from './site.ts';
import { tableOf } from './table.ts';
import { stretchNow } from './zoomKeys.ts';

export function chartTable(site: Site, chart: PageChart, data: Aligned): HTMLElement {
  const { from, until } = stretchNow(site);
  const rows = data.at.flatMap((at, index) => (at < from || at > until ? [] : [{ at, index }]));
  const marks = new Map(site.story.known(chart.marks).map((entry) => [entry.at, entry]));
  return tableOf(
    [
      {
        head: 'Time (UTC)',
        by: ({ at }) => at,
        cell: ({ at }) => opener(site, openedText({ kind: 'moment', at, chart: chart.id }), instantText(at)),
      },
      ...chart.lines.map(({ name }, line) => ({
        head: name,
        isNumber: true,
        by: ({ index }: { readonly index: number }) => data.values[line]?.[index] ?? Number.NEGATIVE_INFINITY,
        cell: ({ index }: { readonly index: number }) => numberText(data.values[line]?.[index]),
      })),
      {
        head: 'What happened',
        cell: ({ at }) => {
          const entry = marks.get(at);
          return entry === undefined
            ? ''
            : opener(site, openedText({ kind: 'entry', seq: entry.seq }), typeText(entry.type));
        },
      },
    ],
    rows,
    { caption: `${chart.title}, ${chart.unit}`, most: 12 },
  );
}
