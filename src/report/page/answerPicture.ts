/**
 * Which chart or lane shows what a sentence tells, and how a sentence names its subject.
 */

import type { TimeFrame } from '../picture/columns.ts';
import type { PageLane, PageLine } from '../picture/picture.ts';
import type { ReportFinding } from '../verdict/reportFinding.ts';
import type { PageChart } from './pageData.ts';

type Picture = Pick<PageChart | PageLane, 'id' | 'kind' | 'subject'>;

/** Kinds of pictures that show a finding, the best first, by the beginning of its kind. */
const shownBy: readonly (readonly [kind: string, pictures: readonly string[]])[] = [
  ['at-max-scale', ['replicas', 'scaling']],
  ['target-', ['scaling', 'utilisation', 'replicas']],
  ['idle-', ['scaling', 'utilisation', 'replicas']],
  ['surge-', ['scaling', 'replicas']],
  ['load-', ['failures', 'demand', 'replicas']],
  ['calls-', ['failures', 'demand', 'replicas']],
  ['requests-timed-out', ['queue', 'failures', 'demand']],
  ['down', ['replicas', 'versions']],
  ['reserve-', ['utilisation', 'replicas']],
  ['use-', ['utilisation', 'replicas']],
  ['volume-refused', ['tokens', 'volume']],
  ['volume-', ['volume']],
  ['forecast-', ['volume']],
  ['executions-', ['executions']],
  ['rollout', ['versions', 'replicas']],
  ['replicas-', ['versions', 'replicas']],
  ['liveness-', ['versions', 'replicas']],
  ['fault-', ['faults']],
  ['price', ['cost']],
];

/** Where no kind is known: what a reader looks at first. */
const usual: readonly string[] = ['replicas', 'demand', 'executions', 'volume', 'versions', 'cost'];

/** The id of the picture; null: none is about its subject. */
export function pictureOf(
  { kind, subject }: Pick<ReportFinding, 'kind' | 'subject'>,
  pictures: readonly Picture[],
): string | null {
  const kinds = shownBy.find(([start]) => kind.startsWith(start))?.[1] ?? usual;
  const own = pictures.filter((picture) => isAbout(picture.subject, subject));
  for (const wanted of kinds) {
    const found = own.find((picture) => picture.kind === wanted);
    if (found !== undefined) return found.id;
  }
  return subject === '' ? null : (own[0]?.id ?? null);
}

/** The longest time at the greatest desired count that a chart of replicas has; null: it has no such line. */
export function longestAtTop(lines: readonly PageLine[], run: TimeFrame): TimeFrame | null {
  const desired = lines.find(({ name }) => name === 'desired');
  if (desired === undefined) return null;
  const top = desired.value.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  let [start, longest]: [number | null, TimeFrame | null] = [null, null];
  desired.at.forEach((at, i) => {
    if (desired.value[i] === top) start ??= at;
    if (desired.value[i] === top && i + 1 < desired.at.length) return;
    const end = desired.value[i] === top ? run.end : at;
    if (start !== null && (longest === null || end - start > longest.end - longest.start)) longest = { start, end };
    start = null;
  });
  return longest;
}

/** Whether a picture is about a subject, or about a location, volume or replica of it, or the other way round. */
function isAbout(picture: string, subject: string): boolean {
  const within = (part: string, whole: string): boolean =>
    part === whole || part.startsWith(`${whole}@`) || part.startsWith(`${whole}/`);
  return picture === '' || subject === '' ? picture === subject : within(picture, subject) || within(subject, picture);
}

/**
 * How sentences name a subject of the journal: `shop/api in aws-us-east-1`, `shop/data volume 0 in aws-us-east-1`;
 * without the location if all pictures are of one; '' for the run as a whole.
 */
export function namesIn(pictures: readonly Picture[]): (subject: string) => string {
  const locations = new Set(pictures.flatMap(({ subject }) => /@([^/@]+)/.exec(subject)?.[1] ?? []));
  return (subject) => {
    const match = /^([^/@]+)\/(?:workload|volumeset)\/([^/@]+)(?:@([^/@]+))?(?:\/(\d+|-\w+))?$/.exec(subject);
    if (match === null) return subject;
    const [, gvc = '', name = '', location, index] = match;
    const isPart = index !== undefined && !index.startsWith('-');
    const part = isPart ? ` ${subject.includes('/volumeset/') ? 'volume' : 'replica'} ${index}` : '';
    return `${gvc}/${name}${part}${location === undefined || locations.size <= 1 ? '' : ` in ${location}`}`;
  };
}
