/**
 * The tab Timeline: for each resource the one chart that answers first, then its other charts and lanes, folded.
 */
import type { PageData } from '../../report/page/pageData.ts';
import { countOf, countText } from '../../report/words/format.ts';
import { chartFigure } from '../charts/chart.ts';
import { laneFigure } from '../charts/lane.ts';
import { leadChart, leadSubjects } from '../charts/leadChart.ts';
import { type Picture, picturesOf } from '../charts/pictures.ts';
import { callList } from '../charts/waterfall.ts';
import { append, button, type Child, h } from '../view/element.ts';
import { type Group, groupsOf } from '../view/groups.ts';
import { moneyOf } from '../view/money.ts';
import { picker } from '../view/picker.ts';
import type { Site } from '../view/site.ts';
import { isAbout, kindOf, resourceOf, shortName } from '../view/subject.ts';
import { viewLink } from '../view/viewLink.ts';
import { zoomBar } from '../view/zoomKeys.ts';

/** Groups drawn at first, because each takes time to draw. */
const atFirst = 16;

export function timePart(site: Site): Node {
  const { data, navigation } = site;
  const groups = groupsOf(data);
  const subjects = groups.flatMap(({ resources }) => resources);
  const pictures = h('div', { class: 'pictures' });
  let shown: string | null | undefined;
  let last = new AbortController();
  navigation.watch(({ of }) => {
    if (of === shown) return;
    shown = of;
    last.abort();
    last = new AbortController();
    const own = { ...site, gone: last.signal };
    if (of === null) fillAll(own, pictures, groups, atFirst);
    else fillOne(own, pictures, of);
  }, site.gone);
  return h(
    'div',
    {},
    h('div', { class: 'bar-sticky' }, zoomBar(site)),
    subjects.length > 1 ? picker(site, subjects, 'All') : null,
    pictures,
    data.notices.length === 0 ? null : h('ul', { class: 'note' }, ...data.notices.map((notice) => h('li', {}, notice))),
  );
}

/** The first chart of each group, until `most` groups are drawn; then the pictures of the run as a whole. */
function fillAll(site: Site, pictures: HTMLElement, groups: readonly Group[], most: number): void {
  const said = new Set<string>();
  const { drawn } = picturesOf(site.data, '', site.run);
  const faults = drawn.filter((one) => 'lane' in one);
  const whole = drawn.filter((one) => 'chart' in one);
  const shown: Node[] = faults.map((one) => figure(site, one, said));
  for (const group of groups.slice(0, most)) shown.push(groupHead(site, group), ...groupBlocks(site, group, said, 1));
  pictures.replaceChildren(...shown);
  const left = groups.length - most;
  if (left > 0)
    pictures.append(
      button(
        `Show more (${countText(left)} of ${countText(groups.length)} groups left)`,
        () => fillAll(site, pictures, groups, most + 48),
        { class: 'more-pictures' },
      ),
    );
  if (whole.length > 0)
    pictures.append(h('h3', { class: 'group' }, 'Whole run'), ...whole.map((one) => figure(site, one, said)));
  pictures.append(...callFold(site, lost(site, groups), 'that reached no workload'));
  if (shown.length + whole.length === 0) pictures.append(h('p', { class: 'note' }, 'This run has no charts.'));
}

function fillOne(site: Site, pictures: HTMLElement, of: string): void {
  const { data } = site;
  const said = new Set<string>();
  const sets = data.mounts[resourceOf(of)] ?? [];
  const [known] = [...data.charts, ...data.lanes].filter(({ subject }) => subject !== '' && isAbout(subject, of));
  const faults = picturesOf(data, '', site.run).drawn.filter((one) => 'lane' in one);
  pictures.replaceChildren(
    ...(known === undefined
      ? [h('p', { class: 'note' }, 'There are no charts for this resource.')]
      : groupBlocks(site, { of, resources: [of, ...sets] }, said, Infinity)),
    ...faults.map((one) => figure(site, one, said)),
  );
}

/**
 * The first charts of a group, and its other pictures in a fold.
 *
 * @param places number of locations, of the workload and of each volume set, whose first chart and lane are not folded
 */
function groupBlocks(
  site: Site,
  { of, resources }: Pick<Group, 'of' | 'resources'>,
  said: Set<string>,
  places: number,
): Node[] {
  const isOne = places === Infinity;
  const all = resources.map((one) => picturesOf(site.data, one, site.run));
  const constant = all.flatMap((one) => one.constant);
  const open: Node[] = [];
  const others: Picture[] = [];
  all.forEach(({ drawn }, i) => {
    const leads = leadsOf(site, resources[i] ?? of, drawn).slice(0, places);
    // A first chart has the lines of the chart of replicas.
    const known = new Set(leads.map(keyOf));
    const rest = drawn.filter((one) => !known.has(keyOf(one)));
    const isOpen = (one: Picture): boolean =>
      isOne && ('lane' in one || one.chart.kind === 'scaling' || one.chart.kind === 'tokens');
    open.push(...[...leads, ...rest.filter(isOpen)].map((one) => figure(site, one, said, of)));
    others.push(...rest.filter((one) => !isOpen(one)));
  });
  return [
    ...open,
    ...fold(site, others, constant, said, of),
    ...callFold(
      site,
      site.data.calls.filter(({ subject }) => isAbout(subject, of)),
      '',
      isOne,
    ),
  ];
}

/** Requests to addresses that none of the groups has. */
function lost({ data }: Site, groups: readonly Group[]): PageData['calls'] {
  return data.calls.filter(({ subject }) => !groups.some(({ resources }) => resources.includes(resourceOf(subject))));
}

/** The example requests, with their tries; empty if there are none. @param which words behind their number */
function callFold(site: Site, calls: PageData['calls'], which: string, isOpen = false): Node[] {
  if (calls.length === 0) return [];
  const kinds = [...new Set(calls.map(({ why }) => why))].join(', ');
  const words = `${countOf(calls.length, 'example request')}${which === '' ? `: ${kinds}` : ` ${which}`}`;
  return [folded(site, words, () => callList(site, calls), isOpen)];
}

/** The charts that answer first: traffic, replicas and limit of each location, or the use of each volume. */
function leadsOf(site: Site, of: string, drawn: readonly Picture[]): Picture[] {
  const leads = leadSubjects(site.data, of).flatMap((subject): Picture[] => {
    const chart = leadChart(site.data, subject);
    return chart === null ? [] : [{ chart }];
  });
  if (leads.length > 0) return leads;
  const volumes = drawn.filter((one) => 'chart' in one && one.chart.kind === 'volume');
  if (volumes.length > 0) return volumes;
  return drawn.filter((one) => 'lane' in one).slice(0, 1);
}

/** The other pictures, named in the line that opens them; empty if there are none. */
function fold(
  site: Site,
  pictures: readonly Picture[],
  constant: readonly string[],
  said: Set<string>,
  of: string,
): Node[] {
  if (pictures.length + constant.length === 0) return [];
  const all = pictures.map((one) => titleOf(one).replace(/ (of|in) .*$/, ''));
  const names = [...new Set(all)].map((name) => {
    const times = all.filter((one) => one === name).length;
    return times === 1 ? name : `${name} (${times})`;
  });
  const count = pictures.length === 1 ? '1 more chart' : `${pictures.length} more charts`;
  const words = pictures.length === 0 ? 'Values that do not change' : `${count}: ${names.join(', ')}`;
  const constants = h('ul', { class: 'constant' }, ...constant.map((text) => h('li', {}, text)));
  const make = (): Child => [
    ...pictures.map((one) => figure(site, one, said, of)),
    constant.length > 0 ? constants : null,
  ];
  return [folded(site, words, make)];
}

/** What is made when it is unfolded. */
function folded(site: Site, words: string, make: () => Child, isOpen = false): HTMLElement {
  const body = h('div', {});
  const fill = (): void => {
    if (body.childElementCount === 0) append(body, [make()]);
  };
  const details = h('details', { class: 'fold', open: isOpen }, h('summary', {}, words), body);
  if (isOpen) fill();
  details.addEventListener('toggle', () => details.open && fill());
  // Paper cannot be unfolded.
  addEventListener(
    'unfold',
    () => {
      fill();
      details.open = true;
    },
    { signal: site.gone },
  );
  return details;
}

/** A chart and a lane may have the same id. */
function keyOf(one: Picture): string {
  return 'chart' in one ? `chart ${one.chart.id}` : `lane ${one.lane.id}`;
}

function titleOf(one: Picture): string {
  return 'chart' in one ? one.chart.title : one.lane.title;
}

/** @param of the resource that the place names: the title of the picture leaves it out */
function figure(site: Site, one: Picture, said: Set<string>, of = ''): HTMLElement {
  const [gvc = '', , ...name] = resourceOf(of).split('/');
  const title = titleOf(one).replace(` of ${gvc}/${name.join('/')}`, '');
  if ('lane' in one) return laneFigure(site, one.lane, { title, said });
  return chartFigure(site, one.chart, { title, said });
}

/** `db workload with volume set data · 259.81 USD · 2 findings` */
function groupHead(site: Site, { of, resources, cost, findings }: Group): HTMLElement {
  const sets = resources.slice(1).map((set) => shortName(set, site.gvcs));
  const said: Child[] = [
    viewLink(site, { of, open: null }, '', shortName(of, site.gvcs)),
    h(
      'small',
      {},
      ` ${kindOf(of)}${sets.length === 0 ? '' : ` with volume ${sets.length === 1 ? 'set' : 'sets'} ${sets.join(', ')}`}`,
    ),
    h('small', { class: 'group-cost' }, moneyOf(cost), ` ${site.data.bill.currency}`),
    findings === 0 ? null : h('small', {}, findings === 1 ? '1 finding' : `${findings} findings`),
  ];
  return h('h3', { class: 'group' }, ...said);
}
