/**
 * Sentences about what moved a run, beside its findings: a location that was lost, and an autoscaler at work.
 */

import type { Instant } from '../../engine/time.ts';
import type { TimeFrame } from '../picture/columns.ts';
import type { PageBar, PageLane } from '../picture/picture.ts';
import { countOf, countText } from '../words/format.ts';
import type { PageAnswer } from './pageAnswer.ts';
import type { PageChart } from './pageData.ts';
import type { PageScaler } from './pageScaler.ts';

/** The pictures of the page, with what sentences take from them. */
export type AnswerPicture =
  | Pick<PageChart, 'id' | 'kind' | 'subject' | 'lines'>
  | Pick<PageLane, 'id' | 'kind' | 'subject' | 'bars'>;

/** An answer that nothing else is known of. */
export const quiet: PageAnswer = {
  severity: 'good',
  kind: 'quiet',
  subject: '',
  text: 'Nothing went wrong: the run has no findings',
  more: '',
  findings: [],
  rollouts: [],
  zoom: null,
  entry: null,
  picture: null,
};

/** Lost locations with a sentence of their own. */
const lossesEach = 2;

interface Said {
  readonly run: TimeFrame;
  readonly when: (at: Instant) => string;
  readonly zoomOn: (range: TimeFrame) => TimeFrame | null;
}

/** One for each lost location or zone, in order of time: `aws-us-east-1 was lost from 2 Nov 02:00 to 2 Nov 03:00`. */
export function outageAnswers(pictures: readonly AnswerPicture[], { run, when, zoomOn }: Said): PageAnswer[] {
  const bars = pictures.flatMap((one) => (one.kind === 'faults' && 'bars' in one ? one.bars : []));
  const lost = bars.filter(({ state, parts }) => parts === undefined && /^(location|zone)(Outage|Loss)$/.test(state));
  return lost.slice(0, lossesEach).map((bar, i): PageAnswer => {
    const { from, until, state, events } = bar;
    const target = targetOf(bar);
    const what = state === 'zoneLoss' ? `A zone of ${target}` : target;
    const left = i + 1 === lossesEach ? lost.length - lossesEach : 0;
    const others = left > 0 ? `; ${countText(left)} more losses are in the Timeline` : '';
    const own = pictures.filter(({ kind }) => kind === 'replicas');
    return {
      ...quiet,
      severity: 'warning',
      kind: 'outage',
      subject: `location/${target}`,
      text: `${what} was lost from ${when(from)} ${until >= run.end ? 'until the end' : `to ${when(until)}`}${others}`,
      zoom: zoomOn({ start: from, end: until }),
      entry: events?.[0] || null,
      picture: (own.find(({ subject }) => subject.endsWith(`@${target}`)) ?? own[0])?.id ?? null,
    };
  });
}

/** `aws-us-east-1` of a bar of the faults lane. */
function targetOf({ label }: Pick<PageBar, 'label'>): string {
  return label.slice(0, Math.max(0, label.indexOf(': ')));
}

/** About the autoscaler that acted most often; empty if none did or its replicas have no chart. */
export function scalingAnswers(
  scalers: readonly Pick<PageScaler, 'subject' | 'decisions' | 'leftOut'>[],
  pictures: readonly AnswerPicture[],
  nameOf: (subject: string) => string,
): PageAnswer[] {
  const countOfAll = (one: (typeof scalers)[number]): number => one.decisions.length + one.leftOut;
  const busiest = [...scalers].sort((a, b) => countOfAll(b) - countOfAll(a))[0];
  const chart = pictures.find((one) => one.kind === 'replicas' && one.subject === busiest?.subject);
  const desired = chart !== undefined && 'lines' in chart ? chart.lines.find(({ name }) => name === 'desired') : null;
  const values = desired?.value.filter((value) => value !== null) ?? [];
  if (busiest === undefined || values.length === 0) return [];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return [
    {
      ...quiet,
      severity: 'info',
      kind: 'scaling',
      subject: busiest.subject,
      text: `Autoscaling moved ${nameOf(busiest.subject)} between ${countText(least)} and ${countText(most)} replicas: ${countOf(countOfAll(busiest), 'change')}`,
      entry: busiest.decisions[0]?.entry ?? null,
      picture: chart?.id ?? null,
    },
  ];
}
