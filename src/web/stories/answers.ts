/**
 * What shows an answer of the first screen: its picture, the part of the run to zoom to, and its place in the Timeline.
 */
import { hour, type Instant, instantFromIso, minute, second } from '../../engine/time.ts';
import type { PageChart, PageData } from '../../report/page/pageData.ts';
import type { PageLane } from '../../report/picture/picture.ts';
import { extentOf } from '../charts/aligned.ts';
import { targetText } from '../view/panelTarget.ts';
import { isAbout, locationOf, resourceOf, wholeOf } from '../view/subject.ts';
import type { TimeRange } from '../view/view.ts';
import { within } from '../view/zoom.ts';

export type ShownAnswer = PageData['answers'][number];

/** Where the Timeline shows an answer. */
export interface AnswerPlace {
  /** The chart or lane that shows it best; null: there is none. */
  readonly picture: PageChart | PageLane | null;
  /** Resource or deployment in its location, as the journal names it; null: the whole run. */
  readonly of: string | null;
  /** null: the whole run. */
  readonly zoom: TimeRange | null;
}

/** What the side panel shows of an answer (`panelTarget.ts`); null: nothing. */
export function openOf({ findings, rollouts, entry }: ShownAnswer): string | null {
  const [index] = findings;
  if (index !== undefined && rollouts.length === 0) return targetText({ kind: 'finding', index });
  return entry === null ? null : targetText({ kind: 'entry', seq: entry });
}

/** The place of an answer in the Timeline. */
export function placeOfAnswer(data: PageData, { subject, zoom, picture }: ShownAnswer): AnswerPlace {
  const range = zoom === null ? null : { from: zoom.start, until: zoom.end };
  const found = [...data.charts, ...data.lanes].find(({ id }) => id === picture) ?? null;
  return placed(data, subject, found, range);
}

/**
 * The place of any finding: if an answer is about it alone that of the answer, else its own first instant.
 *
 * @param index of the finding in the summary
 */
export function placeOfFinding(data: PageData, index: number): AnswerPlace {
  const finding = data.summary.findings[index];
  const answer = data.answers.find(({ findings }) => findings.includes(index));
  if (finding === undefined || answer === undefined) return { picture: null, of: null, zoom: null };
  if (answer.findings[0] === index) return placeOfAnswer(data, answer);
  const kind = [...data.charts, ...data.lanes].find(({ id }) => id === answer.picture)?.kind;
  const own = [...data.charts, ...data.lanes].filter((one) => isAbout(one.subject, finding.subject));
  const at = momentOf(data, index);
  const zoom = at === null ? null : zoomAt(data, at, finding.lastedMs ?? 0);
  return placed(data, finding.subject, own.find((one) => one.kind === kind) ?? own[0] ?? null, zoom);
}

/** A finding about all locations is shown in the one where most requests failed, or waited, at the time. */
function placed(
  data: PageData,
  subject: string,
  picture: PageChart | PageLane | null,
  zoom: TimeRange | null,
): AnswerPlace {
  if (subject === '') return { picture, of: null, zoom };
  const isEverywhere = locationOf(subject) === null;
  const alike = data.charts.filter((one) => one.kind === picture?.kind && isAbout(one.subject, subject));
  const worst = isEverywhere && zoom !== null ? worstIn(alike, zoom) : null;
  const shown = worst ?? picture;
  const known = shown === null || shown.subject === '' ? resourceOf(subject) : wholeOf(shown.subject);
  return { picture: shown, of: isEverywhere ? known : wholeOf(subject), zoom };
}

/** The chart with the greatest value of failed or waiting requests in a period; null: none has any. */
function worstIn(charts: readonly PageChart[], range: TimeRange): PageChart | null {
  const troubleOf = ({ lines }: PageChart): number =>
    Math.max(
      0,
      ...lines.flatMap((line) =>
        line.name === 'failed' || line.name === 'waiting' ? [extentOf(line, range)?.[1] ?? 0] : [],
      ),
    );
  const worst = charts.reduce<PageChart | null>(
    (found, one) => (found !== null && troubleOf(found) >= troubleOf(one) ? found : one),
    null,
  );
  return worst === null || troubleOf(worst) === 0 ? null : worst;
}

/** When a finding first happened. */
function momentOf({ summary, trails }: PageData, index: number): Instant | null {
  const { at = null, cause } = summary.findings[index] ?? {};
  const iso = cause?.at ?? at;
  const instant = iso === null ? null : instantFromIso(iso);
  return typeof instant === 'number' ? instant : (trails[index]?.happened?.firstAt ?? null);
}

/** A period that begins before an instant and shows it at a quarter of its width; null: the whole run. */
function zoomAt({ start, end }: PageData, at: Instant, lasted: number): TimeRange | null {
  const width = Math.max(2 * Math.min(lasted, 6 * hour), Math.min((end - start) / 12, 2 * hour), 2 * minute);
  const from = Math.floor((at - width / 4) / second) * second;
  return within({ from: start, until: Math.max(end, start + 1) }, { from, until: from + width });
}
