/**
 * The tab Timeline: charts and lanes of all resources, or of one.
 */
import { countText } from '../../report/words/format.ts';
import { chartFigure } from '../charts/chart.ts';
import { laneFigure } from '../charts/lane.ts';
import { type Picture, picturesOf } from '../charts/pictures.ts';
import { smallMoney } from '../stories/costPanels.ts';
import { button, type Child, h } from '../view/element.ts';
import { type Group, groupsOf } from '../view/groups.ts';
import { picker } from '../view/picker.ts';
import type { Site } from '../view/site.ts';
import { isAbout, kindOf, shortName } from '../view/subject.ts';
import { viewLink } from '../view/viewLink.ts';
import { zoomBar } from '../view/zoomKeys.ts';

/** Number of pictures drawn at first, because each takes time to draw. */
const atFirst = 24;

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

/** Pictures of the run as a whole, then of each group, until `most` are drawn. */
function fillAll(site: Site, pictures: HTMLElement, groups: readonly Group[], most: number): void {
  const whole = picturesOf(site.data, '', site.run).drawn;
  const shown: Node[] = whole.map((one) => figure(site, one));
  let count = shown.length;
  let next = 0;
  for (const group of groups) {
    if (count >= most) break;
    const { drawn, blocks } = groupBlocks(site, group);
    shown.push(groupHead(site, group), ...blocks);
    count += drawn;
    next += 1;
  }
  pictures.replaceChildren(...shown);
  if (shown.length === 0) pictures.append(h('p', { class: 'note' }, 'This run has no charts.'));
  const left = groups.length - next;
  if (left > 0)
    pictures.append(
      button(
        `Show more (${countText(left)} of ${countText(groups.length)} groups left)`,
        () => fillAll(site, pictures, groups, most + 48),
        {
          class: 'more-pictures',
        },
      ),
    );
}

function fillOne(site: Site, pictures: HTMLElement, of: string): void {
  const { data } = site;
  const sets = data.mounts[of] ?? [];
  const { blocks } = groupBlocks(site, { resources: [of, ...sets] });
  const whole = picturesOf(data, '', site.run).drawn;
  const [known] = [...data.charts, ...data.lanes].filter(({ subject }) => subject !== '' && isAbout(subject, of));
  pictures.replaceChildren(
    ...(known === undefined ? [h('p', { class: 'note' }, 'There are no charts for this resource.')] : blocks),
    ...whole.map((one) => figure(site, one)),
  );
}

function groupBlocks(
  site: Site,
  { resources }: Pick<Group, 'resources'>,
): { readonly drawn: number; readonly blocks: readonly Node[] } {
  const all = resources.map((of) => picturesOf(site.data, of, site.run));
  const drawn = all.flatMap((one) => one.drawn);
  const constant = all.flatMap((one) => one.constant);
  return {
    drawn: drawn.length,
    blocks: [
      ...drawn.map((one) => figure(site, one)),
      ...(constant.length === 0 ? [] : [h('ul', { class: 'constant' }, ...constant.map((text) => h('li', {}, text)))]),
    ],
  };
}

function figure(site: Site, one: Picture): HTMLElement {
  return 'chart' in one ? chartFigure(site, one.chart) : laneFigure(site, one.lane);
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
    h('small', { class: 'group-cost' }, `${smallMoney(cost)} ${site.data.bill.currency}`),
    findings === 0 ? null : h('small', {}, findings === 1 ? '1 finding' : `${findings} findings`),
  ];
  return h('h3', { class: 'group' }, ...said);
}
