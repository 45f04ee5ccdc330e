/**
 * The first chart of a deployment: its replicas and their limit, with its traffic behind them.
 */
import type { PageChart, PageData } from '../../report/page/pageData.ts';
import type { PageLine } from '../../report/picture/picture.ts';
import { placeOfAnswer } from '../stories/answers.ts';
import { isAbout } from '../view/subject.ts';
import { trafficLine } from './lineStyle.ts';

/**
 * Replicas, maxScale and traffic of a deployment in one chart; null if it has no replicas that are drawn. The traffic
 * is scaled to its own maximum: the chart shows whether replicas follow it, the legend its values.
 *
 * @param subject the deployment, as the journal names it
 */
export function leadChart(data: PageData, subject: string): PageChart | null {
  const replicas = data.charts.find((one) => one.kind === 'replicas' && one.subject === subject);
  if (replicas === undefined) return null;
  const offered = data.charts
    .filter((one) => one.kind === 'demand' && one.subject === subject)
    .flatMap(({ lines }) => lines)
    .find(({ name }) => name === 'offered');
  const behind = offered === undefined ? [] : [{ ...offered, name: trafficLine }];
  const title = behind.length === 0 ? replicas.title : replicas.title.replace('Replicas', 'Traffic and replicas');
  const lines = [...behind, ...replicas.lines, ...limitLines(data, subject)];
  return { ...replicas, title, lines };
}

/** `maxScale` as a line, if the deployment had one value of it all the time and it is not far above its replicas. */
function limitLines(data: PageData, subject: string): PageLine[] {
  const found = data.capacity.workloads.find(
    ({ gvc, name, location }) => `${gvc}/workload/${name}@${location}` === subject,
  );
  const limits = (found?.saturation ?? []).filter(({ limit, value }) => limit === 'maxScale' && value !== null);
  const [only] = limits;
  if (limits.length !== 1 || only?.value == null) return [];
  if (only.value > 3 * Math.max(1, found?.replicas?.max ?? 0)) return [];
  return [{ name: 'maxScale', draw: 'steps', at: [data.start], value: [only.value], isThinned: false }];
}

/** The deployments of a resource with replicas to draw: those with problems first, then the ones with most replicas. */
export function leadSubjects(data: PageData, of: string): string[] {
  const troubled = data.answers
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map((answer) => placeOfAnswer(data, answer).of ?? '');
  const charts = data.charts.filter((one) => one.kind === 'replicas' && isAbout(one.subject, of));
  const rankOf = ({ subject }: PageChart): number => {
    const at = troubled.indexOf(subject);
    return at < 0 ? Infinity : at;
  };
  const most = ({ lines }: PageChart): number =>
    lines.reduce((greatest, { value }) => value.reduce<number>((a, b) => Math.max(a, b ?? 0), greatest), 0);
  return charts.sort((a, b) => compareNumbers(rankOf(a), rankOf(b)) || most(b) - most(a)).map(({ subject }) => subject);
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
