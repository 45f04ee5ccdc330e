/**
 * The first screen: the sentences that answer, and the picture of one of them, zoomed to its instant.
 */
import type { PageChart } from '../../report/page/pageData.ts';
import type { PageLane } from '../../report/picture/picture.ts';
import { chartFigure } from '../charts/chart.ts';
import { laneFigure } from '../charts/lane.ts';
import { leadChart, leadSubjects } from '../charts/leadChart.ts';
import { button, type Child, h } from '../view/element.ts';
import { groupsOf } from '../view/groups.ts';
import { targetText } from '../view/panelTarget.ts';
import type { Site } from '../view/site.ts';
import { isAbout, shortName } from '../view/subject.ts';
import { rangeText } from '../view/timeText.ts';
import { viewLink } from '../view/viewLink.ts';
import { zoomedSite } from '../view/zoomedSite.ts';
import { type AnswerPlace, openOf, placeOfAnswer, placeOfFinding, type ShownAnswer } from './answers.ts';
import { opener } from './entryList.ts';
import { severitySigns } from './findingList.ts';
import { rolloutName } from './rollouts.ts';

/** Answers shown before the reader asks for all, so that the chart is on the first screen. */
const fewWide = 3;
const fewNarrow = 2;

/** The sentences, and below them the picture of the one that the side panel shows, else of the first that has one. */
export function answerBlock(site: Site): HTMLElement {
  const { data } = site;
  // The verdict beside the answers says that all expectations passed.
  const others = data.answers.filter(({ kind }) => kind !== 'expectations');
  const all = others.length > 0 ? others : data.answers;
  const few = matchMedia('(max-width: 700px)').matches ? fewNarrow : fewWide;
  const list = h('ul', { class: 'findings answer-list' });
  const place = h('div', { class: 'answer-picture' });
  const fill = (most: number): void => list.replaceChildren(...all.slice(0, most).map((one) => answerItem(site, one)));
  fill(few);
  const more = button(`Show all ${all.length} answers`, () => {
    fill(all.length);
    more.hidden = true;
    list.querySelectorAll<HTMLElement>('.answer > a')[few]?.focus();
  });
  more.hidden = all.length <= few;
  const first = all.map((one) => placeOfAnswer(data, one)).find(({ picture }) => picture !== null) ?? usual(site);
  let shown = '';
  let last = new AbortController();
  site.navigation.watch(({ tab, open }) => {
    if (tab !== 'overview') return;
    const asked = open === null ? null : placeOfOpen(site, open);
    if (shown !== '' && asked === null) return;
    const { next, key } = asked === null ? { next: first, key: 'first' } : { next: asked, key: open ?? '' };
    if (next === undefined || key === shown) return;
    shown = key;
    last.abort();
    last = new AbortController();
    place.replaceChildren(pictureAt({ ...site, gone: last.signal }, next));
  }, site.gone);
  return h(
    'section',
    { class: 'answers', 'aria-label': 'Answers' },
    list,
    h('p', { class: 'more', hidden: more.hidden }, more),
    place,
  );
}

/** If no answer has a picture: the first chart of the resource that comes first in the Timeline. */
function usual({ data }: Site): AnswerPlace | undefined {
  const [group] = groupsOf(data);
  const [subject] = group === undefined ? [] : leadSubjects(data, group.of);
  const lead = subject === undefined ? null : leadChart(data, subject);
  const lanes = data.lanes.filter((one) => group !== undefined && isAbout(one.subject, group.of));
  const picture = lead ?? lanes[0];
  return picture === undefined || group === undefined ? undefined : { picture, of: group.of, zoom: null };
}

/** The place of what the side panel shows, if that is an answer with a picture; null: it is something else. */
function placeOfOpen({ data }: Site, open: string): AnswerPlace | null {
  const index = /^finding\/(\d+)$/.exec(open)?.[1];
  const answer = data.answers.find((one) => openOf(one) === open);
  const found =
    index !== undefined
      ? placeOfFinding(data, Number(index))
      : answer === undefined
        ? null
        : placeOfAnswer(data, answer);
  return found === null || found.picture === null ? null : found;
}

function answerItem(site: Site, answer: ShownAnswer): HTMLElement {
  const { severity, more } = answer;
  const open = openOf(answer);
  const sentence = open === null ? h('span', {}, answer.text) : opener(site, open, answer.text);
  const others = h('ul', { class: 'alike', hidden: true }, ...alikeOf(site, answer).map((one) => h('li', {}, one)));
  const toggle = button(
    more,
    () => {
      others.hidden = !others.hidden;
      toggle.setAttribute('aria-expanded', String(!others.hidden));
    },
    { class: 'link', 'aria-expanded': 'false' },
  );
  return h(
    'li',
    { class: severity },
    h('span', { class: 'sign', role: 'img', 'aria-label': severity }, severitySigns[severity]),
    h('div', { class: 'answer' }, sentence, ...(more === '' ? [] : [' ', toggle, others])),
  );
}

/** The findings or rollouts that an answer stands for beside its own, each a link to its details. */
function alikeOf(site: Site, { findings, rollouts }: ShownAnswer): Child[] {
  const { data, gvcs } = site;
  return [
    ...findings.slice(1).flatMap((index): Child[] => {
      const one = data.summary.findings[index];
      if (one === undefined) return [];
      const name = one.subject === '' ? '' : `${shortName(one.subject, gvcs)}: `;
      return [opener(site, targetText({ kind: 'finding', index }), `${name}${one.message}`)];
    }),
    ...rollouts.slice(1).flatMap((index): Child[] => {
      const one = data.rollouts[index];
      if (one === undefined) return [];
      const words = `${shortName(one.subject, gvcs)}: ${rolloutName(one)}`;
      const seq = one.entries.ended ?? one.entries.started;
      return [seq === null ? words : opener(site, targetText({ kind: 'entry', seq }), words)];
    }),
  ];
}

/** The picture with a zoom of its own, and the way to the same in the Timeline. */
function pictureAt(site: Site, { picture, of, zoom }: AnswerPlace): HTMLElement {
  const own = zoomedSite(site, zoom);
  const caption = h('p', { class: 'answer-zoom' });
  own.navigation.watch(({ zoom: now }) => {
    caption.replaceChildren(
      now === null ? 'The whole run. ' : `Zoomed to ${rangeText(now)}. `,
      viewLink(site, { tab: 'time', of, zoom: now }, 'underlined', 'Open in the Timeline'),
    );
  }, site.gone);
  return h(
    'div',
    {},
    picture === null
      ? null
      : isLane(picture)
        ? laneFigure(own, picture)
        : chartFigure(own, (picture.kind === 'replicas' && leadChart(site.data, picture.subject)) || picture),
    caption,
  );
}

function isLane(picture: PageChart | PageLane): picture is PageLane {
  return 'bars' in picture;
}
