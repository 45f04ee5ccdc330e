/**
 * Panel content about a finding: when and how often it happened, its rule, preceding entries, and its own entries.
 */

import { day, instantFromIso } from '../../engine/time.ts';
import type { Occurrences } from '../../report/fold/page/occurrences.ts';
import { dayText, whenText } from '../../report/picture/timeMarks.ts';
import { countText, durationText, shortNumber } from '../../report/words/format.ts';
import { fullText, subjectOf, volumeLink } from '../tables/volumeList.ts';
import { type Child, h } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { isAbout, shortName } from '../view/subject.ts';
import { tableOf } from '../view/table.ts';
import { viewLink } from '../view/viewLink.ts';
import { placeOfFinding } from './answers.ts';
import { entryList, noEntries } from './entryList.ts';
import { factsOf, listed, type PanelContent, whyOf } from './facts.ts';
import { matteredBlocks } from './mattered.ts';
import { briefWhyBlocks } from './whyBlocks.ts';

/** The reason for kinds of findings that no platform rule decides. */
const unruled: { readonly [kind: string]: string } = {
  'executions-failed':
    'No platform rule decides how many executions fail. The scenario sets it for this workload, under behavior.',
};

export function findingPanel(site: Site, index: number): PanelContent | null {
  const finding = site.data.summary.findings[index];
  if (finding === undefined) return null;
  const { subject, message, rule, kind, lastedMs, change = [] } = finding;
  const { happened = null, entries = [], before = [] } = site.data.trails[index] ?? {};
  const at = finding.at === null ? null : instantFromIso(finding.at);
  const since = typeof at === 'number' ? at : null;
  return {
    kind: { error: 'Error', warning: 'Warning', info: 'Info' }[finding.severity],
    title: subject === '' ? 'Whole run' : shortName(subject, site.gvcs),
    body: [
      h('p', { class: 'lead' }, message),
      ...(happened === null
        ? [since === null ? null : h('p', {}, `First at: ${whenText(since)}`)]
        : whenOf(site, happened)),
      lastedMs === undefined ? null : h('p', {}, `In total: ${durationText(lastedMs)}`),
      pictureLink(site, index),
      ...volumesOf(site, subject),
      ...changeList(change),
      ...whyRuled(site, rule, unruled[kind]),
      ...site.entryIndex.known(entries.slice(0, 1)).flatMap((first) => briefWhyBlocks(site, first, 'The first time')),
      ...listed(site, 'Preceding journal entries', site.entryIndex.known(before)),
      ...entriesOf(site, entries, happened),
      ...(entries.length === 0 && subject !== '' ? decisionsAbout(site, subject) : []),
      entries.length === 0 && since !== null ? aroundThen(site, since, subject) : null,
    ],
  };
}

/** First and last time, total, and the count of each day. */
function whenOf({ run }: Site, { count, firstAt, lastAt, days }: Occurrences): Child[] {
  const all = Math.ceil((run.until - Math.floor(run.from / day) * day) / day);
  const most = days.reduce((worst, one) => (one[1] > worst[1] ? one : worst), days[0] ?? [firstAt, count]);
  if (count === 1) return [h('p', {}, `Once: ${whenText(firstAt)}`)];
  return [
    factsOf([
      ['first', whenText(firstAt)],
      ['last', whenText(lastAt)],
      ['total', `${countText(count)} times`],
      ['days', `${countText(days.length)} of ${countText(all)}`],
      ...(days.length > 1 ? ([['peak day', `${countText(most[1])} on ${dayText(most[0])}`]] as const) : []),
    ]),
    days.length < 2
      ? null
      : h(
          'details',
          {},
          h('summary', {}, 'Count per day'),
          tableOf(
            [
              { head: 'Day', cell: ([at]: readonly [number, number]) => dayText(at) },
              { head: 'Count', isNumber: true, cell: ([, own]) => countText(own), by: ([, own]) => own },
            ],
            days,
            { caption: 'Count per day; days without any are omitted', most: 31 },
          ),
        ),
  ];
}

/** A link to the charts and lanes of the subject in its location, zoomed to its instant; null if there are none. */
function pictureLink(site: Site, index: number): Child {
  const { of, picture, zoom } = placeOfFinding(site.data, index);
  if (of === null || picture === null) return null;
  const words = `Timeline of ${shortName(of, site.gvcs)}${zoom === null ? '' : ' at that time'}`;
  return h('p', {}, viewLink(site, { tab: 'time', of, zoom }, '', words));
}

/** The volumes of a volume set, each a link to when it is full and why; empty for other subjects. */
function volumesOf(site: Site, subject: string): Child[] {
  const own = site.data.capacity.volumes
    .filter((one) => subject !== '' && isAbout(subjectOf(one), subject))
    .slice(0, 12);
  if (own.length === 0) return [];
  const items = own.map((one) =>
    h('li', {}, volumeLink(site, one, shortName(subjectOf(one), site.gvcs)), `: ${fullText(site, one)}`),
  );
  return [h('h3', {}, 'Volumes'), h('ul', {}, ...items)];
}

/** The paths that `--set` takes. */
function changeList(change: readonly string[]): Child[] {
  if (change.length === 0) return [];
  return [h('h3', {}, 'To change'), h('ul', {}, ...change.map((path) => h('li', {}, h('code', {}, path))))];
}

function whyRuled(site: Site, rule: string | null, instead: string | undefined): Child[] {
  if (rule !== null) return [h('h3', {}, 'Why'), whyOf(site, { rules: [rule], assumptions: [] })];
  return instead === undefined ? [] : [h('h3', {}, 'Why'), h('p', { class: 'note' }, instead)];
}

function entriesOf(site: Site, seqs: readonly number[], happened: Occurrences | null): Child[] {
  const entries = site.entryIndex.known(seqs);
  if (entries.length === 0) {
    if (site.data.entries.length > 0 || happened === null) return [];
    return [h('p', { class: 'note' }, `${noEntries} to see each of them and its cause.`)];
  }
  const isSome = happened !== null && happened.count > entries.length;
  const title = isSome ? `Journal entries (${shortNumber(entries.length)} shown)` : 'Journal entries';
  return [
    h('h3', {}, title),
    entryList(site, entries, { hasCauses: true }),
    isSome
      ? h(
          'p',
          { class: 'note' },
          `All ${countText(happened.count)} are in the journal file, as entries of type ${entries[0]?.type ?? ''}.`,
        )
      : null,
  ];
}

/** What was decided about the subject of a finding that no entry tells of. */
function decisionsAbout(site: Site, subject: string): Child[] {
  const own = site.entryIndex.entries.filter((entry) => isAbout(entry.subject, subject));
  return matteredBlocks(site, 'What mattered in the run', own);
}

function aroundThen(site: Site, since: number, subject: string): Child {
  const near = site.entryIndex.around(since, subject === '' ? null : subject, 4);
  return near.length === 0
    ? null
    : h('div', {}, h('h3', {}, 'Journal entries around this time'), entryList(site, near));
}
