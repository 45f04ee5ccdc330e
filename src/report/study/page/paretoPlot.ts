/**
 * Two goals at once: every plan as a point, with those of the Pareto set marked and numbered.
 */
import { countOf } from '../../words/format.ts';
import type { PlanResult, StudyDocument, StudyGoal } from '../document.ts';
import { valueText } from '../valueText.ts';
import { figure, keyOf } from './figure.ts';
import { element, type Markup, type MarkupChild } from './markup.ts';
import { measureAxis } from './plotAxis.ts';
import { type PointShape, type XyPoint, xyPlot } from './xyPlot.ts';

interface Placed {
  readonly plan: PlanResult;
  readonly x: number;
  readonly y: number;
}

/** A picture and the list of its numbers; null: the study has no two goals, or no set is known. */
export function paretoPlot({ plans, goals = [], pareto }: StudyDocument, currency: string): MarkupChild {
  const [first, second] = goals;
  if (first === undefined || second === undefined || pareto === undefined) return null;
  const placed = plans.flatMap((plan): Placed[] => {
    const [x, y] = [first, second].map((goal) => meanOf(plan, goal));
    return x == null || y == null ? [] : [{ plan, x, y }];
  });
  if (placed.length === 0) return null;
  const set = placed.filter(({ plan }) => pareto.includes(plan.name));
  const [x, y] = [
    measureAxis({ measure: first.measure, currency, values: placed.map((one) => one.x) }),
    measureAxis({ measure: second.measure, currency, values: placed.map((one) => one.y) }),
  ];
  const textOf = ({ plan, ...at }: Placed): string =>
    `${plan.name}: ${valueText(first.measure, at.x, currency)}, ${valueText(second.measure, at.y, currency)}`;
  const shapesSeen = new Set(placed.map((one) => shapeOf(one, pareto)));
  return [
    figure({
      title: `${titleOf(first)} and ${titleOf(second)}`,
      keys: [
        shapesSeen.has('full')
          ? keyOf('full', 'Pareto set: no other plan is better in one and no worse in the other')
          : null,
        shapesSeen.has('open') ? keyOf('open', 'another plan is better in one and no worse in the other') : null,
        shapesSeen.has('cross') ? keyOf('cross', 'a requirement is not met') : null,
        shapesSeen.has('square') ? keyOf('square', 'a requirement is undecided') : null,
      ],
      picture: xyPlot({
        label: `${countOf(placed.length, 'plan')} by ${first.measure} and ${second.measure}; ${set.length} in the Pareto set.`,
        x,
        y,
        xTitle: axisTitle(first, x.unit),
        yTitle: axisTitle(second, y.unit),
        lines: [{ look: 'edge', at: edgeOf(set, first, second) }],
        points: placed.map((one): XyPoint => {
          const label = labelOf(one, set);
          const point = { x: one.x, y: one.y, shape: shapeOf(one, pareto), title: textOf(one) };
          return label === '' ? point : { ...point, label };
        }),
      }),
      note: 'Means of all runs.',
    }),
    setList(set.map(textOf)),
  ];
}

/** The numbers of a point of the set; points in one place have theirs together, at the first of them. */
function labelOf(one: Placed, set: readonly Placed[]): string {
  const same = set.filter(({ x, y }) => x === one.x && y === one.y);
  return same[0] === one ? same.map((each) => set.indexOf(each) + 1).join(', ') : '';
}

function setList(texts: readonly string[]): Markup | null {
  if (texts.length === 0) return null;
  return element(
    'ol',
    { class: 'numbered' },
    texts.map((text) => element('li', {}, text)),
  );
}

function meanOf({ measures }: PlanResult, { measure }: StudyGoal): number | null {
  return measures.find((one) => one.measure === measure)?.mean ?? null;
}

function shapeOf({ plan: { name, requires = [] } }: Placed, pareto: readonly string[]): PointShape {
  if (pareto.includes(name)) return 'full';
  if (requires.some(({ verdict }) => verdict === 'not met')) return 'cross';
  return requires.some(({ verdict }) => verdict === 'undecided') ? 'square' : 'open';
}

/**
 * The border of what the set beats, as steps: between two neighbours of the set it turns where both of their worse
 * values meet.
 *   (1, 9) and (4, 3), both to be least -> (1, 9), (4, 9), (4, 3)
 */
export function edgeOf(
  set: readonly { readonly x: number; readonly y: number }[],
  first: Pick<StudyGoal, 'direction'>,
  second: Pick<StudyGoal, 'direction'>,
): { readonly x: number; readonly y: number }[] {
  const sorted = [...set].sort((a, b) => a.x - b.x || a.y - b.y);
  const worse = ({ direction }: Pick<StudyGoal, 'direction'>, a: number, b: number): number =>
    direction === 'minimise' ? Math.max(a, b) : Math.min(a, b);
  return sorted.flatMap(({ x, y }, index) => {
    const next = sorted[index + 1];
    if (next === undefined) return [{ x, y }];
    return [
      { x, y },
      { x: worse(first, x, next.x), y: worse(second, y, next.y) },
    ];
  });
}

function titleOf({ measure, direction }: StudyGoal): string {
  return `${direction} ${measure}`;
}

function axisTitle({ measure, direction }: StudyGoal, unit: string): string {
  const better = direction === 'minimise' ? 'less is better' : 'more is better';
  return `${measure}${unit === '' ? '' : ` (${unit})`}, ${better}`;
}
