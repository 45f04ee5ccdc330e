/**
 * A lane: the events of one subject, as bars and markers along the time axis.
 */

import type { PageLane } from '../../report/picture/picture.ts';
import { countText } from '../../report/words/format.ts';
import { type Child, h, s } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { figureOf, onceNearScreen } from './figure.ts';
import { LanePlot } from './lanePlot.ts';
import { barShape, barStyle, pointShape } from './laneStyle.ts';
import { laneTable } from './laneTable.ts';

export function laneFigure(site: Site, lane: PageLane): HTMLElement {
  const label = `${lane.title}: ${lane.bars.length} bars and ${lane.points.length} markers. Arrow keys select one, Enter opens its details, plus and minus zoom.`;
  const plot = h('div', { class: 'plot lane', tabindex: 0, role: 'img', 'aria-label': label });
  onceNearScreen(plot, site.gone, () => new LanePlot(site, lane, plot));
  const leftOut = lane.leftOut === 0 ? '' : `${countText(lane.leftOut)} overlapping markers hidden.`;
  return figureOf({
    title: lane.title,
    unit: '',
    legend: legendOf(lane),
    plot,
    table: () => laneTable(site, lane),
    note: [lane.note, leftOut].filter((one) => one !== '').join(' '),
  });
}

/** Maximum number of states in the legend; the labels of the bars name the others. */
const statesMost = 8;

function legendOf({ kind, bars, points }: PageLane): Child {
  const all = [...new Set(bars.flatMap(({ state, parts }) => parts?.map(([part]) => part) ?? [state]))];
  const states = all.slice(0, statesMost);
  const signs = [...new Set(points.map(({ state }) => state))];
  return [
    ...states.map((state) =>
      h(
        'span',
        { class: 'key' },
        s(
          'svg',
          { width: 16, height: 10, 'aria-hidden': 'true' },
          ...barShape({ x: 0.5, y: 0.5, width: 15, height: 9 }, barStyle(state, kind)),
        ),
        state,
      ),
    ),
    all.length > statesMost ? h('span', { class: 'key' }, `and ${all.length - statesMost} more`) : null,
    ...signs.map((state) =>
      h(
        'span',
        { class: 'key' },
        s('svg', { width: 12, height: 12, 'aria-hidden': 'true' }, pointShape(state, 6, 6)),
        state,
      ),
    ),
  ];
}
