/**
 * A lane: the events of one subject, as bars and markers along the time axis.
 */

import type { PageLane } from '../../report/picture/picture.ts';
import { countText } from '../../report/words/format.ts';
import { rolloutName, rolloutsOf, zoomOfRollout } from '../stories/rollouts.ts';
import { button, type Child, h, s } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { figureOf, freshNotes, onceNearScreen, type PictureOptions } from './figure.ts';
import { phaseShape, phasesIn, phaseWords } from './lanePhases.ts';
import { LanePlot } from './lanePlot.ts';
import { barShape, barStyle, pointShape } from './laneStyle.ts';
import { laneTable } from './laneTable.ts';

/** The lane as a figure; `options` fit it to its place. */
export function laneFigure(site: Site, lane: PageLane, options: PictureOptions = {}): HTMLElement {
  const { title = lane.title, said } = options;
  const label = `${lane.title}: ${lane.bars.length} bars and ${lane.points.length} markers. Arrow keys select one, Enter opens its details, plus and minus zoom.`;
  const plot = h('div', { class: 'plot lane', tabindex: 0, role: 'img', 'aria-label': label });
  onceNearScreen(plot, site.gone, () => new LanePlot(site, lane, plot));
  const leftOut = lane.leftOut === 0 ? '' : `${countText(lane.leftOut)} overlapping markers hidden.`;
  return figureOf({
    title,
    fullTitle: lane.title,
    unit: '',
    legend: legendOf(lane),
    plot,
    table: () => laneTable(site, lane),
    note: freshNotes([lane.note, leftOut], said),
    actions: rolloutButtons(site, lane),
  });
}

/** Rollouts that have a button of their own. */
const rolloutsMost = 6;

/** A button for each rollout that zooms to it; null if the lane has none. */
function rolloutButtons(site: Site, lane: PageLane): Child {
  const all = lane.kind === 'versions' ? rolloutsOf(site.data, lane.subject) : [];
  if (all.length === 0) return null;
  const buttons = all.slice(0, rolloutsMost).map((one) =>
    button(`Zoom to ${rolloutName(one)}`, () => site.navigation.go({ zoom: zoomOfRollout(one, site.run) }), {
      class: 'quiet',
    }),
  );
  const left = all.length - buttons.length;
  return h('p', { class: 'zoom-to' }, ...buttons, left === 0 ? '' : h('small', {}, `and ${left} more rollouts`));
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
    ...phasesIn(bars).map((phase) =>
      h(
        'span',
        { class: 'key' },
        s(
          'svg',
          { width: 16, height: 10, 'aria-hidden': 'true' },
          ...barShape({ x: 0.5, y: 0.5, width: 15, height: 9 }, { style: 'gone', hatch: null }),
          ...phaseShape(phase, { x: 1, y: 1, width: 14, height: 8 }),
        ),
        phaseWords[phase],
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
