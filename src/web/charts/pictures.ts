/**
 * The pictures of one thing over time: in what order, which of them are the same, and which need no picture.
 */

import type { PageChart, PageData } from '../../report/page/pageData.ts';
import type { PageLane, PageLine } from '../../report/picture/picture.ts';
import { isAbout, locationOf, resourceOf, shortName } from '../view/subject.ts';
import type { TimeRange } from '../view/view.ts';
import { extentOf, lineAt } from './aligned.ts';
import { numberText } from './valueAxis.ts';

export type Picture = { readonly chart: PageChart } | { readonly lane: PageLane };

export interface Pictures {
  /** Charts of a place, then its lane, place by place; what it costs comes last. */
  readonly drawn: readonly Picture[];
  /** What stayed the same throughout, in sentences. */
  readonly constant: readonly string[];
}

/** All that is about a resource or a place; '': about the run as a whole. */
export function picturesOf({ charts, lanes }: PageData, of: string, run: TimeRange): Pictures {
  const isOwn = ({ subject }: { readonly subject: string }): boolean =>
    of === '' ? subject === '' : subject !== '' && isAbout(subject, of);
  const own = charts.filter(isOwn);
  const drawn = own.filter((chart) => of === '' || constantText(chart, run) === null);
  const all: Picture[] = [...drawn.map((chart) => ({ chart })), ...lanes.filter(isOwn).map((lane) => ({ lane }))];
  return {
    drawn: folded(ordered(all), run),
    constant: of === '' ? [] : own.flatMap((chart) => constantText(chart, run) ?? []),
  };
}

function ordered(all: readonly Picture[]): Picture[] {
  const keyOf = (one: Picture): string => {
    const { subject, kind } = about(one);
    return kind === 'cost' ? '\uffff' : (locationOf(subject) ?? '');
  };
  return all
    .map((picture, index) => ({ picture, index, key: keyOf(picture) }))
    .sort((a, b) => (a.key === b.key ? a.index - b.index : a.key < b.key ? -1 : 1))
    .map(({ picture }) => picture);
}

function about(one: Picture): PageChart | PageLane {
  return 'chart' in one ? one.chart : one.lane;
}

/** Pictures that no eye tells apart are one, which says of whom else it is. */
function folded(all: readonly Picture[], run: TimeRange): Picture[] {
  const kinds: Picture[][] = [];
  for (const one of all) {
    const known = kinds.find(([first]) => first !== undefined && isAlike(first, one, run));
    if (known === undefined) kinds.push([one]);
    else known.push(one);
  }
  return kinds.flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    if (others.length === 0) return [first];
    const note = `Similar: ${others.map((one) => shortName(about(one).subject)).join(', ')}.`;
    const titled = <T extends PageChart | PageLane>(one: T): T => ({
      ...one,
      title: `${one.title} (and ${others.length} similar)`,
      note: one.note === '' ? note : `${one.note} ${note}`,
    });
    return 'chart' in first ? [{ chart: titled(first.chart) }] : [{ lane: titled(first.lane) }];
  });
}

/** Less of the greatest value is not seen. */
const leastSeen = 0.005;

function isAlike(one: Picture, other: Picture, run: TimeRange): boolean {
  const [a, b] = [about(one), about(other)];
  if (a.kind !== b.kind || a.note !== b.note || resourceOf(a.subject) !== resourceOf(b.subject)) return false;
  const isThen = (at: number, then: number): boolean => Math.abs(at - then) * 400 <= run.until - run.from;
  if ('chart' in one && 'chart' in other) {
    const [lines, others] = [one.chart.lines, other.chart.lines];
    if (one.chart.unit !== other.chart.unit || lines.length !== others.length) return false;
    return lines.every((line, i) => isLineAlike(line, others[i], isThen));
  }
  if (!('lane' in one) || !('lane' in other)) return false;
  const [items, others] = [itemsOf(one.lane), itemsOf(other.lane)];
  return (
    items.length === others.length &&
    items.every(({ look, from, until }, i) => {
      const then = others[i];
      return then !== undefined && look === then.look && isThen(from, then.from) && isThen(until, then.until);
    })
  );
}

function isLineAlike(
  line: PageLine,
  other: PageLine | undefined,
  isThen: (at: number, then: number) => boolean,
): boolean {
  if (line.name !== other?.name || line.at.length !== other.at.length) return false;
  const greatest = line.value.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);
  return line.at.every((at, i) => {
    const [value, then] = [line.value[i] ?? null, other.value[i] ?? null];
    const isSame = value === null || then === null ? value === then : Math.abs(value - then) <= leastSeen * greatest;
    return isSame && isThen(at, other.at[i] ?? at);
  });
}

interface Item {
  readonly look: string;
  readonly from: number;
  readonly until: number;
}

/** Bars and points of a lane by how they look, then by when they are. */
function itemsOf({ bars, points }: PageLane): Item[] {
  const all = [
    ...bars.map(({ from, until, state, parts }) => ({ look: `${state} ${JSON.stringify(parts)}`, from, until })),
    ...points.map(({ at, state }) => ({ look: state, from: at, until: at })),
  ];
  return all.sort((a, b) => (a.look === b.look ? a.from - b.from || a.until - b.until : a.look < b.look ? -1 : 1));
}

/**
 * A chart in words, if no eye sees that its lines change; counts must not change at all. null: it is to be drawn.
 *   `CPU of shop/api in a, in cores, constant: reserved 0.5`
 */
function constantText({ title, unit, kind, lines }: PageChart, run: TimeRange): string | null {
  let isExact = true;
  for (const line of lines) {
    const [least, greatest] = extentOf(line, run) ?? [];
    if (least === undefined || greatest === undefined) return null;
    if (lineAt(line, run.from) === null || line.value.includes(null)) return null;
    if (greatest - least > (kind === 'replicas' ? 0 : leastSeen * greatest)) return null;
    if (least !== greatest) isExact = false;
  }
  if (lines.length === 0) return null;
  const values = lines.map((line) => `${line.name} ${numberText(lineAt(line, run.until))}`);
  return `${title}, in ${unit}, constant${isExact ? '' : ' within 0.5 %'}: ${values.join(', ')}`;
}
