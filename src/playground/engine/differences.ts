/**
 * What differs between two runs, in sentences: what gets worse first, then what gets better, then cost and replicas.
 */
import { compare, formatDecimal, minus, rounded } from '../../platform/metering/decimal.ts';
import { payableOf } from '../../report/bill/costs.ts';
import type { Report } from '../../report/report.ts';
import type { ReportFinding } from '../../report/verdict/reportFinding.ts';
import { countOf, countText, durationText, shortNumber } from '../../report/words/format.ts';
import type { FutureDifference } from '../protocol.ts';

/** So many new problems are told one by one; problems that are gone are only counted. */
const problemsMost = 3;

/** Latencies that differ by less are called the same: percentiles are exact to a 64th. */
const latencyShare = 0.05;

/** At least one. @param one the run without the change @param other the run with it */
export function differences(one: Report, other: Report): readonly FutureDifference[] {
  const told = [
    ...requestDifferences(one, other),
    ...expectationDifferences(one, other),
    ...latencyDifferences(one, other),
    ...problemDifferences(one, other),
    ...plain(endSentences(one, other)),
    ...plain([costSentence(one, other), ...replicaSentences(one, other)]),
  ];
  const order = ['worse', 'better', 'plain'];
  return told.sort((a, b) => order.indexOf(a.tone) - order.indexOf(b.tone));
}

function plain(texts: readonly string[]): FutureDifference[] {
  return texts.map((text) => ({ text, tone: 'plain' }));
}

function toned(isWorse: boolean, text: string): FutureDifference {
  return { text, tone: isWorse ? 'worse' : 'better' };
}

function expectationDifferences({ expectations }: Report, { expectations: changed }: Report): FutureDifference[] {
  return expectations.flatMap((before, index) => {
    const after = changed[index];
    if (after === undefined || before.pass === after.pass) return [];
    return [toned(before.pass, `An expectation now ${after.pass ? 'passes' : 'fails'}: ${after.message}.`)];
  });
}

/** Problems that only one of the runs has, by kind and subject. */
function problemDifferences(one: Report, other: Report): FutureDifference[] {
  const [before, after] = [problemsOf(one), problemsOf(other)];
  const added = [...after].flatMap(([key, finding]) => (before.has(key) ? [] : [finding]));
  const gone = [...before.keys()].filter((key) => !after.has(key)).length;
  const more = added.length - problemsMost;
  return [
    ...added.slice(0, problemsMost).map((finding) => toned(true, `New problem: ${problemText(finding)}.`)),
    ...(more > 0 ? [toned(true, `And ${countOf(more, 'more new problem')}.`)] : []),
    ...(gone > 0 ? [toned(false, `${countOf(gone, 'problem')} less.`)] : []),
  ];
}

/** Failed expectations have their own sentences. */
function problemsOf({ summary }: Report): ReadonlyMap<string, ReportFinding> {
  const own = summary.findings.filter(({ severity, kind }) => severity !== 'info' && kind !== 'expectation');
  return new Map(own.map((finding) => [`${finding.kind} ${finding.subject}`, finding]));
}

/** Without the details behind a semicolon. */
function problemText({ subject, message }: ReportFinding): string {
  const name = subject.replace(/\/(workload|volumeset)\//, '/');
  const [brief = ''] = message.split('; ');
  return name === '' || brief.includes(name) ? brief : `${name}: ${brief}`;
}

/** Requests that failed or found no location. */
function requestDifferences({ capacity }: Report, { capacity: changed }: Report): FutureDifference[] {
  type Demand = (typeof capacity.demand)[number];
  const failedOf = ({ failed, unrouted }: Demand): number => Math.round(Number(failed) + Number(unrouted));
  return changed.demand.flatMap((after) => {
    const { gvc, name, arrivals } = after;
    const before = capacity.demand.find((one) => one.gvc === gvc && one.name === name && one.arrivals === arrivals);
    const [less, more] = [before === undefined ? 0 : failedOf(before), failedOf(after)];
    if (less === more) return [];
    const share = (100 * more) / Math.max(1, Number(after.offered));
    const percent = more === 0 ? '' : ` (${share < 0.1 ? 'less than 0.1' : shortNumber(share)} %)`;
    const failing = `${countOf(more, 'request')}${percent} to ${gvc}/${name} ${more === 1 ? 'fails' : 'fail'}`;
    return [toned(more > less, `${failing} instead of ${countText(less)}.`)];
  });
}

function latencyDifferences({ capacity }: Report, { capacity: changed }: Report): FutureDifference[] {
  type Workload = (typeof capacity.workloads)[number];
  const p99Of = ({ load, calls }: Workload): number => Number(load?.latencyMs?.p99 ?? calls?.latencyMs.p99 ?? 0);
  return changed.workloads.flatMap((one) => {
    const before = sameWorkload(capacity, one);
    const [less, more] = [before === undefined ? 0 : p99Of(before), p99Of(one)];
    if (less === 0 || more === 0 || Math.abs(more - less) < latencyShare * less) return [];
    const text = `p99 latency of ${one.gvc}/${one.name} at ${one.location} is ${durationText(more)} instead of ${durationText(less)}.`;
    return [toned(more > less, text)];
  });
}

function sameWorkload(
  { workloads }: Report['capacity'],
  { gvc, name, location }: Report['capacity']['workloads'][number],
): Report['capacity']['workloads'][number] | undefined {
  return workloads.find((one) => one.gvc === gvc && one.name === name && one.location === location);
}

function endSentences(one: Report, other: Report): string[] {
  return one.end === other.end ? [] : ['One of the two was stopped earlier, so the totals are of different times.'];
}

function costSentence({ bill }: Report, { bill: changed }: Report): string {
  const [before, after] = [payableOf(bill), payableOf(changed)];
  const order = compare(after, before);
  if (order === 0) return 'It costs the same.';
  const by = formatDecimal(rounded(order > 0 ? minus(after, before) : minus(before, after), 4, 'half-up'));
  const total = formatDecimal(rounded(after, 4, 'half-up'));
  return `It costs ${by} ${bill.currency} ${order > 0 ? 'more' : 'less'}: ${total} ${bill.currency}.`;
}

function replicaSentences({ capacity }: Report, { capacity: changed }: Report): string[] {
  return changed.workloads.flatMap((one) => {
    const { gvc, name, location, replicas } = one;
    const before = sameWorkload(capacity, one)?.replicas?.max;
    if (before === undefined || replicas === null || replicas.max === before) return [];
    return [`${gvc}/${name} at ${location} has at most ${countOf(replicas.max, 'replica')} instead of ${before}.`];
  });
}
