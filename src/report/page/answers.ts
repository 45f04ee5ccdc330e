/**
 * The sentences at the top of the page: what went wrong, worst first, and what held.
 */

import { civilFromInstant, type Instant, instantFromIso, minute, second } from '../../engine/time.ts';
import type { Capacity } from '../capacity/capacity.ts';
import type { TimeFrame } from '../picture/columns.ts';
import type { ReportFinding } from '../verdict/reportFinding.ts';
import { countOf, countText, exactDurationText, preciseInstantText } from '../words/format.ts';
import { longestAtTop, namesIn, pictureOf } from './answerPicture.ts';
import { type AnswerPicture, outageAnswers, quiet, scalingAnswers } from './causeAnswers.ts';
import type { PageAnswer } from './pageAnswer.ts';
import type { PageSummary, PageTrail } from './pageData.ts';
import type { PageRollout } from './pageRollout.ts';
import type { PageScaler } from './pageScaler.ts';

/** What the sentences are made of. */
export interface AnswerSources {
  readonly summary: Pick<PageSummary, 'findings' | 'expectations' | 'verdict'>;
  /** One for each finding, in their order. */
  readonly trails: readonly Pick<PageTrail, 'happened' | 'entries'>[];
  readonly rollouts: readonly PageRollout[];
  readonly scalers: readonly Pick<PageScaler, 'subject' | 'decisions' | 'leftOut'>[];
  /** From what capacity says of volumes, how long a finding lasted in total. */
  readonly capacity: Pick<Capacity, 'volumes'>;
  readonly pictures: readonly AnswerPicture[];
  readonly run: TimeFrame;
}

/** So many rollouts that went well have a sentence each; of more, the longest one stands for all of its workload. */
const rolloutsEach = 3;

/** A zoom on an instant shows so much of the run; every zoom is at least so long. */
const zoomShare = 1 / 200;
const zoomLeast = 2 * minute;

const ranks = { error: 0, warning: 1, good: 2, info: 3 } as const satisfies {
  readonly [severity in PageAnswer['severity']]: number;
};

/**
 * At least one: lost locations, then errors, warnings, what held, notes; within each the longest first, and broken
 * expectations before.
 */
export function answersOf(given: AnswerSources): readonly PageAnswer[] {
  const sources = { ...given, nameOf: namesIn(given.pictures) };
  const { pictures, run, nameOf } = sources;
  const all = [
    ...findingAnswers(sources),
    ...rolloutAnswers(sources),
    ...expectationAnswers(sources),
    ...scalingAnswers(given.scalers, pictures, nameOf),
  ];
  const sorted = [
    ...outageAnswers(pictures, { run, when: (at) => whenText(at, run), zoomOn: (range) => zoomOn(range, run) }),
    ...all.sort((a, b) => ranks[a.severity] - ranks[b.severity]),
  ];
  return sorted.length > 0 ? sorted : [quiet];
}

interface NamedSources extends AnswerSources {
  readonly nameOf: (subject: string) => string;
}

interface Placed {
  readonly finding: ReportFinding;
  readonly place: number;
  readonly range: TimeFrame | null;
}

/** One for each kind and rule; of several alike the one that lasted longest stands for all. */
function findingAnswers({ summary, trails, capacity, pictures, run, nameOf }: NamedSources): PageAnswer[] {
  const placed = summary.findings.map((found, place): Placed => {
    const finding = withLength(found, capacity);
    return { finding, place, range: rangeOf(finding, trails[place]?.happened ?? null) };
  });
  const groups = new Map<string, Placed[]>();
  for (const one of [...placed].sort((a, b) => lengthOf(b) - lengthOf(a) || a.place - b.place)) {
    const { severity, kind, rule } = one.finding;
    const key = kind === 'expectation' ? `${severity} ${one.place}` : `${severity} ${kind} ${rule ?? ''}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [one]);
    else known.push(one);
  }
  const isBroken = ([one]: readonly Placed[]): number => (one?.finding.kind === 'expectation' ? 0 : 1);
  return [...groups.values()]
    .sort((a, b) => isBroken(a) - isBroken(b))
    .flatMap(([head, ...others]): PageAnswer[] => {
      if (head === undefined) return [];
      const { finding, place, range } = head;
      const picture = pictureOf(finding, pictures);
      const shown = pictures.find(({ id }) => id === picture);
      const longest = longestOf(finding) ?? atMaxScale(finding, shown, run);
      return [
        {
          severity: finding.severity,
          kind: 'finding',
          subject: finding.subject,
          text: sentenceOf(finding, nameOf(finding.subject), run),
          more: moreText(others.length),
          findings: [place, ...others.map((one) => one.place)],
          rollouts: [],
          zoom: range === null ? null : zoomOn(longest ?? range, run),
          entry: finding.entry ?? trails[place]?.entries[0] ?? null,
          picture,
        },
      ];
    });
}

/** Findings about volumes do not say how long they lasted, but the capacity report does. */
function withLength(finding: ReportFinding, { volumes }: Pick<Capacity, 'volumes'>): ReportFinding {
  const { kind, subject, lastedMs } = finding;
  if (lastedMs !== undefined || (kind !== 'volume-full' && kind !== 'volume-refused')) return finding;
  const row = volumes.find(
    ({ gvc, set, location, index }) => `${gvc}/volumeset/${set}@${location}/${index}` === subject,
  );
  if (row === undefined) return finding;
  return { ...finding, lastedMs: kind === 'volume-full' ? row.fullMs : row.blockedMs };
}

/** From when to when it happened, as far as that is known; null: at no instant. */
function rangeOf({ at, lastedMs }: ReportFinding, happened: PageTrail['happened']): TimeFrame | null {
  if (at === null) return happened === null ? null : { start: happened.firstAt, end: happened.lastAt };
  const start = instantFromIso(at);
  if (typeof start !== 'number') return null;
  return { start, end: Math.max(start + (lastedMs ?? 0), happened?.lastAt ?? start) };
}

/** Of a finding that came and went: the longest time. */
function longestOf({ longest }: ReportFinding): TimeFrame | null {
  const start = longest === undefined ? null : instantFromIso(longest.at);
  return longest === undefined || typeof start !== 'number' ? null : { start, end: start + longest.ms };
}

/** Of a finding at maxScale: the longest time there, as far as the chart of its replicas knows. */
function atMaxScale({ kind }: ReportFinding, shown: AnswerPicture | undefined, run: TimeFrame): TimeFrame | null {
  return kind === 'at-max-scale' && shown !== undefined && 'lines' in shown ? longestAtTop(shown.lines, run) : null;
}

function lengthOf({ finding, range }: Placed): number {
  return finding.lastedMs ?? (range === null ? 0 : range.end - range.start);
}

/** The range with a quarter of its length on each side, within the run; null: that is all of the run. */
function zoomOn({ start, end }: TimeFrame, run: TimeFrame): TimeFrame | null {
  const least = end > start ? zoomLeast : Math.max(zoomLeast, Math.round((run.end - run.start) * zoomShare));
  const side = Math.max(Math.round((end - start) / 4), Math.round((least - (end - start)) / 2));
  const zoom = { start: Math.max(run.start, start - side), end: Math.min(run.end, end + side) };
  return zoom.end <= zoom.start || (zoom.start === run.start && zoom.end === run.end) ? null : zoom;
}

/** `shop/api in aws-us-east-1 was at maxScale (8) for 2h (from 27 Nov 18:00)`. */
function sentenceOf(finding: ReportFinding, name: string, run: TimeFrame): string {
  const { message, at } = finding;
  const told =
    name === '' || message.includes(name)
      ? message
      : /^(at|full|below|above) /.test(message)
        ? `${name} was ${message}`
        : `${name}: ${message}`;
  const instant = at === null ? null : instantFromIso(at);
  if (typeof instant !== 'number') return told;
  const first = whenText(instant, run);
  const longest = longestOf(finding);
  return longest === null || longest.start === instant
    ? `${told} (from ${first})`
    : `${told} (first ${first}, longest ${whenText(longest.start, run)})`;
}

/** To the second, and with its year if the run is in several. */
function whenText(at: Instant, { start, end }: TimeFrame): string {
  const { year } = civilFromInstant(at);
  const isOneYear = civilFromInstant(start).year === civilFromInstant(end).year;
  const text = preciseInstantText(Math.floor(at / second) * second);
  return isOneYear ? text : text.replace(/^(\d+ \S+)/, `$1 ${year}`);
}

function moreText(count: number): string {
  return count === 0 ? '' : `and ${countText(count)} more like it`;
}

/** Rollouts that ended; findings tell of those that stalled or were still in progress. */
function rolloutAnswers({ rollouts, pictures, run, nameOf }: NamedSources): PageAnswer[] {
  const ended = rollouts
    .map((rollout, place) => ({ rollout, place }))
    .filter(({ rollout }) => rollout.end === 'completed');
  const bySubject = new Map<string, (typeof ended)[number][]>();
  for (const one of ended) {
    const known = bySubject.get(one.rollout.subject);
    if (known === undefined) bySubject.set(one.rollout.subject, [one]);
    else known.push(one);
  }
  const groups = [...bySubject.values()].flatMap((own) => {
    if (ended.length <= rolloutsEach) return own.map((one) => [one]);
    return [[...own].sort((a, b) => lengthOfRollout(b.rollout) - lengthOfRollout(a.rollout) || a.place - b.place)];
  });
  return groups.flatMap(([head, ...others]): PageAnswer[] => {
    if (head === undefined) return [];
    const { rollout, place } = head;
    const { subject, startedAt, endedAt, entries } = rollout;
    return [
      {
        severity: rollout.leastAvailable === 0 && rollout.desired > 0 ? 'info' : 'good',
        kind: 'rollout',
        subject,
        text: rolloutText(rollout, nameOf(subject)),
        more: moreText(others.length),
        findings: [],
        rollouts: [place, ...others.map((one) => one.place)],
        zoom: zoomOn({ start: startedAt, end: endedAt ?? run.end }, run),
        entry: entries.ended ?? entries.started,
        picture: pictureOf({ kind: 'rollout', subject }, pictures),
      },
    ];
  });
}

function lengthOfRollout({ startedAt, endedAt }: PageRollout): number {
  return (endedAt ?? startedAt) - startedAt;
}

/** `Rollout 1 of shop/web (version 1 to 2) took 1m 8s, never below 8 available`. */
function rolloutText({ nth, from, to, startedAt, endedAt, leastAvailable }: PageRollout, subject: string): string {
  const versions = from === null ? `to version ${to}` : `version ${from} to ${to}`;
  const name = `Rollout ${nth} of ${subject} (${versions})`;
  const took = `took ${exactDurationText((endedAt ?? startedAt) - startedAt)}`;
  const least =
    leastAvailable === 0 ? 'with no replica available for a time' : `never below ${leastAvailable} available`;
  return `${name} ${took}, ${least}`;
}

function expectationAnswers({ summary }: AnswerSources): PageAnswer[] {
  const { expectations, verdict } = summary;
  if (verdict !== 'pass' || expectations.length === 0) return [];
  const text =
    expectations.length === 1 ? 'The expectation held' : `All ${countOf(expectations.length, 'expectation')} held`;
  return [{ ...quiet, kind: 'expectations', text }];
}
