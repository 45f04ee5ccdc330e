/**
 * The table behind a lane.
 */

import type { PageLane } from '../../report/picture/picture.ts';
import { durationText } from '../../report/words/format.ts';
import { barText } from '../stories/ending.ts';
import { opener } from '../stories/entryList.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { tableOf } from '../view/table.ts';
import { eventText } from '../view/timeText.ts';
import { visibleRange } from '../view/zoomKeys.ts';
import { troublePrefix } from './laneStyle.ts';

export function laneTable(site: Site, lane: PageLane): HTMLElement {
  const { from, until } = visibleRange(site);
  const rows = [
    ...lane.bars.map((bar, index) => ({
      ...bar,
      label: barText(site, bar),
      open: targetText({ kind: 'bar', index, lane: lane.id }),
      lasts: durationText(bar.until - bar.from),
      isMany: bar.parts !== undefined,
    })),
    ...lane.points.map(({ at, ...point }, index) => ({
      ...point,
      from: at,
      until: at,
      open: targetText({ kind: 'point', index, lane: lane.id }),
      lasts: '',
      isMany: false,
    })),
  ].filter((one) => one.until >= from && one.from < until);
  return tableOf(
    [
      {
        head: 'Time (UTC)',
        by: (one) => one.from,
        cell: (one) => opener(site, one.open, eventText(one.from, site.run)),
      },
      { head: 'Event', by: (one) => one.label, cell: (one) => one.label },
      {
        head: 'State',
        by: (one) => one.state,
        cell: (one) => `${one.isMany ? '' : troublePrefix(one.state)}${one.state}`,
      },
      { head: 'Duration', isNumber: true, by: (one) => one.until - one.from, cell: (one) => one.lasts },
    ],
    rows.sort((a, b) => a.from - b.from),
    { caption: lane.title },
  );
}
