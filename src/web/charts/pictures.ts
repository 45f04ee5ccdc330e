/**
 * The pictures of one resource over time: their order, similar ones merged, and constant ones as text.
 */

import type { PageChart, PageData } from '../../report/page/pageData.ts';
import type { PageLane, PageLine } from '../../report/picture/picture.ts';
import { isAbout, locationOf, resourceOf, shortName } from '../view/subject.ts';
import type { TimeRange } from '../view/view.ts';
import { extentOf, lineAt } from './aligned.ts';
import { numberText } from './valueAxis.ts';

export type Picture = { readonly chart: PageChart } | { readonly lane: PageLane };

export interface Pictures {
  /** For each location its charts, then its lane; the costs come last. */
  readonly drawn: readonly Picture[];
  /** Charts that never change, as sentences. */
  readonly constant: readonly string[];
}

/** All pictures about a resource or subject; '': about the run as a whole. */
export function picturesOf({ charts, lanes }: PageData, of: string, run: TimeRange): Pictures {
  const isOwn = ({ subject }: { readonly subject: string }): boolean =>
    of === '' ? subject === '' : subject !== '' && isAbout(subject, of);
  const own = charts.filter(isOwn);
  const drawn = own.filter((chart) => of === '' || constantText(chart, run) === null);
  const all: Picture[] = [...drawn.map((chart) => ({ chart })), ...lanes.filter(isOwn).map((lane) => ({ lane }))];
  return {
    drawn: mergedSimilar(ordered(all), run),
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

/** Merges pictures that look the same; the note of the merged one names the others. */
function mergedSimilar(all: readonly Picture[], run: TimeRange): Picture[] {
  const kinds: Picture[][] = [];
  for (const one of all) {
    const known = kinds.find(([first]) => first !== undefined && isSimilar(first, one, run));
    if (known === undefined) kinds.push([one]);
    else known.push(one);
  }
  return kinds.flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    if (others.length === 0) return [first];
    const note = `Similar: ${others.map((one) => shortName(about(one).subject)).join(', ')}.`;
    const titledTable = <T extends PageChart | PageLane>(one: T): T => ({
      ...one,
      title: `${one.title} (${others.length} similar not shown)`,
      note: one.note === '' ? note : `${one.note} ${note}`,
    });
    return 'chart' in first ? [{ chart: titledTable(first.chart) }] : [{ lane: titledTable(first.lane) }];
  });
}

/** Differences below this share of the maximum are not visible. */
const leastSeen = 0.005;

function isSimilar(one: Picture, other: Picture, run: TimeRange): boolean {
  const [a, b] = [about(one), about(other)];
  if (a.kind !== b.kind || a.note !== b.note || resourceOf(a.subject) !== resourceOf(b.subject)) return false;
  const isThen = (at: number, then: number): boolean => Math.abs(at - then) * 400 <= run.until - run.from;
  if ('chart' in one && 'chart' in other) {
    const [lines, others] = [one.chart.lines, other.chart.lines];
    if (one.chart.unit !== other.chart.unit || lines.length !== others.length) return false;
    return lines.every((line, i) => isLineSimilar(line, others[i], isThen));
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

function isLineSimilar(
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

/** Bars and points of a lane, ordered by their look, then by time. */
function itemsOf({ bars, points }: PageLane): Item[] {
  const all = [
    ...bars.map(({ from, until, state, parts }) => ({ look: `${state} ${JSON.stringify(parts)}`, from, until })),
    ...points.map(({ at, state }) => ({ look: state, from: at, until: at })),
  ];
  return all.sort((a, b) => (a.look === b.look ? a.from - b.from || a.until - b.until : a.look < b.look ? -1 : 1));
}

/**
 * A chart as a sentence, if its lines do not change visibly; counts must not change at all. null: it needs a picture.
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
