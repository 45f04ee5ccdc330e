/**
 * The table behind a lane.
 */

import type { PageLane } from '../../report/picture/picture.ts';
import { durationText, instantText } from '../../report/words/format.ts';
import { opener } from '../stories/entryList.ts';
import { openedText } from '../view/opened.ts';
import type { Site } from '../view/site.ts';
import { tableOf } from '../view/table.ts';
import { stretchNow } from '../view/zoomKeys.ts';
import { signOf } from './laneStyle.ts';

export function laneTable(site: Site, lane: PageLane): HTMLElement {
  const { from, until } = stretchNow(site);
  const rows = [
    ...lane.bars.map((bar, index) => ({
      ...bar,
      open: openedText({ kind: 'bar', index, lane: lane.id }),
      lasts: durationText(bar.until - bar.from),
      isMany: bar.parts !== undefined,
    })),
    ...lane.points.map(({ at, ...point }, index) => ({
      ...point,
      from: at,
      until: at,
      open: openedText({ kind: 'point', index, lane: lane.id }),
      lasts: '',
      isMany: false,
    })),
  ].filter((one) => one.until >= from && one.from < until);
  return tableOf(
    [
      { head: 'Time (UTC)', by: (one) => one.from, cell: (one) => opener(site, one.open, instantText(one.from)) },
      { head: 'Event', by: (one) => one.label, cell: (one) => one.label },
      { head: 'State', by: (one) => one.state, cell: (one) => `${one.isMany ? '' : signOf(one.state)}${one.state}` },
      { head: 'Duration', isNumber: true, by: (one) => one.until - one.from, cell: (one) => one.lasts },
    ],
    rows.sort((a, b) => a.from - b.from),
    { caption: lane.title },
  );
}
