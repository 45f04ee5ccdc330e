/**
 * Two axes as a table: the mean of a measure at each point, shaded, with the verdict of the requirements.
 */
import type { AxisResult, PlanResult, StudyDocument } from '../document.ts';
import { valueText } from '../valueText.ts';
import { figure } from './figure.ts';
import { element, type Markup, type MarkupChild } from './markup.ts';

/** Maps of one measure: one for each combination of the other axes and plans. The table has all points. */
const mapsMost = 12;
/** Shades, from the least value to the greatest. */
const shades = 5;

/**
 * Maps of the goals, or of the first measure if the study has none. Null: there are no two axes with several values.
 * With more axes, or several plans, each of their combinations has a map.
 */
export function heatMaps(document: StudyDocument, currency: string): MarkupChild {
  const { axes = [], goals = [], plans } = document;
  const [across, down] = axes.filter(({ values }) => values.length > 1).slice(0, 2);
  if (across === undefined || down === undefined) return null;
  const measures = goals.length > 0 ? goals.map(({ measure }) => measure) : firstMeasure(plans);
  const groups = groupsOf(plans, axes, [across, down]);
  return measures.map((measure) =>
    [...groups]
      .slice(0, mapsMost)
      .map(([title, points]) => heatMap(document, { measure, title, points, across, down }, currency)),
  );
}

function firstMeasure(plans: readonly PlanResult[]): string[] {
  const found = plans.find(({ measures }) => measures.length > 0)?.measures[0];
  return found === undefined ? [] : [found.measure];
}

/**
 * Points by what else tells them apart: their names without the values of both axes.
 *   `today min=2 max=20 target=60` -> `today target=60`
 */
function groupsOf(
  plans: readonly PlanResult[],
  axes: readonly AxisResult[],
  shown: readonly AxisResult[],
): Map<string, PlanResult[]> {
  const groups = new Map<string, PlanResult[]>();
  for (const plan of plans) {
    const own = plan.axes;
    if (own === undefined) continue;
    const isNamed = axes.every(({ name }) => ` ${plan.name} `.includes(` ${name}=${own[name]} `));
    const others = axes.filter((axis) => !shown.includes(axis)).map(({ name }) => `${name}=${own[name]}`);
    const title = isNamed
      ? shown.reduce((text, { name }) => ` ${text} `.replace(` ${name}=${own[name]} `, ' ').trim(), plan.name)
      : others.join(' ');
    groups.set(title, [...(groups.get(title) ?? []), plan]);
  }
  return groups;
}

interface MapQuestion {
  readonly measure: string;
  readonly title: string;
  readonly points: readonly PlanResult[];
  readonly across: AxisResult;
  readonly down: AxisResult;
}

function heatMap({ best, pareto = [] }: StudyDocument, asked: MapQuestion, currency: string): Markup {
  const { measure, title, points, across, down } = asked;
  const meanOf = ({ measures }: PlanResult): number | null =>
    measures.find((one) => one.measure === measure)?.mean ?? null;
  const means = points.map(meanOf).filter((mean) => mean !== null);
  const [least, greatest] = [Math.min(...means), Math.max(...means)];
  const cell = (x: string, y: string): Markup => {
    const point = points.find(({ axes }) => axes?.[across.name] === x && axes[down.name] === y);
    if (point === undefined) return element('td', { class: 'number' }, '');
    if (point.refused !== undefined) return element('td', { class: 'number is-refused' }, 'refused');
    const mean = meanOf(point);
    const marked = point.name === best || pareto.includes(point.name);
    return element(
      'td',
      { class: `number ${mean === null ? '' : `heat-${shadeOf(mean, least, greatest)}`}${marked ? ' is-best' : ''}` },
      valueText(measure, mean, currency),
      verdictMark(point),
      marked ? element('span', { class: 'mark' }, point.name === best ? ' best' : ' Pareto') : null,
    );
  };
  const has = { verdicts: points.some(({ requires = [] }) => requires.length > 0) };
  return figure({
    title: `${measure}${title === '' ? '' : ` of ${title}`}: ${down.name} down, ${across.name} across`,
    keys: has.verdicts ? [element('span', {}, '✓ requirements met, ✗ not met, ? undecided')] : [],
    picture: element(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `${measure} by ${down.name} and ${across.name}` },
      element(
        'table',
        { class: 'heat' },
        element('caption', { class: 'unseen' }, `${measure} by ${down.name} and ${across.name}`),
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            element('th', { scope: 'col' }, `${down.name} \\ ${across.name}`),
            across.values.map((value) => element('th', { scope: 'col', class: 'number' }, value)),
          ),
        ),
        element(
          'tbody',
          {},
          down.values.map((y) =>
            element(
              'tr',
              {},
              element('th', { scope: 'row' }, y),
              across.values.map((x) => cell(x, y)),
            ),
          ),
        ),
      ),
    ),
  });
}

/** Which shade a value has, from 0 for the least to the darkest for the greatest. */
export function shadeOf(value: number, least: number, greatest: number): number {
  if (greatest <= least) return 0;
  return Math.min(shades - 1, Math.floor((shades * (value - least)) / (greatest - least)));
}

const marks = {
  met: ['good', '✓', 'met'],
  'not met': ['bad', '✗', 'not met'],
  undecided: ['warn', '?', 'undecided'],
} as const;

/** One sign for all requirements of a point, with its meaning for those who hear it; null: it has none. */
function verdictMark({ requires = [] }: PlanResult): Markup | null {
  if (requires.length === 0) return null;
  const verdict =
    (['not met', 'undecided'] as const).find((one) => requires.some((each) => each.verdict === one)) ?? 'met';
  const [look, sign, words] = marks[verdict];
  return element(
    'span',
    { class: `mark ${look}` },
    element('span', { 'aria-hidden': 'true' }, ` ${sign}`),
    element('span', { class: 'unseen' }, `, requirements ${words}`),
  );
}
