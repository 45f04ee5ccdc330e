/**
 * What two runs are compared by: cost, expectations, problems counted one by one, and how long answers take.
 */

import { hour } from '../../engine/time.ts';
import { type Decimal, formatDecimal, minus, plus, rounded, zero } from '../../platform/metering/decimal.ts';
import { amount } from '../../report/bill/costs.ts';
import type { ReserveReport } from '../../report/capacity/capacityReserves.ts';
import { placeOfSubject } from '../../report/fold/fact.ts';
import type { Report } from '../../report/report.ts';
import type { ProblemChange } from '../../report/verdict/recommendation.ts';
import { isSoonFull, marginDays } from './lasting.ts';
import type { Figures } from './question.ts';
import { shortagesOf } from './shortages.ts';
import type { Trial } from './trial.ts';

/** Executions that start in one minute are a crowd from this many on; fewer are nothing that anybody would spread. */
export const crowdLeast = 10;

export function figuresOf({ report, crowd }: Trial): Figures {
  const { bill, capacity, expectations } = report;
  const peak = crowd.peak?.count ?? 0;
  const { problems, cases } = problemsOf(report);
  if (peak >= crowdLeast) problems.set('executions that start in one minute', peak);
  const latencies = new Map<string, number>();
  const atOnce = new Map<string, number>();
  for (const { gvc, name, type, replicas, load, calls } of capacity.workloads) {
    const key = `${gvc}/workload/${name}`;
    if (type === 'cron') atOnce.set(key, Math.max(atOnce.get(key) ?? 0, replicas?.max ?? 0));
    const slowest = Math.max(Number(load?.latencyMs?.p99 ?? 0), calls?.latencyMs.p99 ?? 0);
    if (slowest > 0) latencies.set(key, Math.max(latencies.get(key) ?? 0, slowest));
  }
  return {
    cost: bill.invoices.reduce((sum, { usageTotal }) => plus(sum, amount(usageTotal)), zero),
    length: report.end - report.start,
    expectations: expectations.map(({ expectation, pass, measured, message }) => ({
      expectation,
      pass,
      isMeasured: measured !== null,
      message,
    })),
    problems,
    cases,
    shortages: shortagesOf(report),
    latencies,
    atOnce,
  };
}

/** What a problem is counted in, by its name. */
export function unitOf(problem: string): ProblemChange['unit'] {
  if (/(^|: )time /.test(problem)) return 'ms';
  if (problem.endsWith(': cpu above its reserve')) return 'Core-Hours';
  if (problem.endsWith(': memory above its reserve')) return 'GiB-Hours';
  return problem.endsWith(': bytes lost') ? 'bytes' : 'count';
}

/**
 * Core- or GiB-hours of use beyond what is reserved; 0 where that is no more than a matter of moments: for 99
 * hundredths of the time, and on average, the reserve is enough.
 */
function hoursAbove({ headroom, efficiency, waste }: ReserveReport): number {
  const isExceeded = Number(headroom ?? 0) < 0 || Number(efficiency ?? 0) > 1;
  return isExceeded ? Number(waste?.over ?? 0) / 3_600 : 0;
}

/** Money as a number, for thresholds and for the order of things; sums are made of decimals. */
export function numberOf(value: Decimal): number {
  return Number(formatDecimal(rounded(value, 9, 'half-up')));
}

export function difference(after: Decimal, before: Decimal): Decimal {
  return minus(after, before);
}

function problemsOf({ capacity, chronicle, summary, bookFindings }: Report): {
  readonly problems: Map<string, number>;
  readonly cases: Map<string, number>;
} {
  const problems = new Map<string, number>();
  const cases = new Map<string, number>();
  /** @param of in how many cases it might have come up; absent: it is not counted by cases */
  const add = (target: string, what: string, amount: number, of?: number): void => {
    const name = target === '' ? what : `${target}: ${what}`;
    if (of !== undefined) cases.set(name, (cases.get(name) ?? 0) + of);
    // Requests that come as amounts are counted in parts, too: of them only whole ones come to nothing.
    const count = unitOf(name) === 'count' ? Math.round(amount) : amount;
    if (count <= 0) return;
    problems.set(name, (problems.get(name) ?? 0) + count);
  };
  for (const { gvc, name, offered, failed, unrouted } of capacity.demand) {
    add(`${gvc}/workload/${name}`, 'failed requests', Number(failed), Number(offered));
    add(`${gvc}/workload/${name}`, 'requests that find no location', Number(unrouted), Number(offered));
  }
  for (const { gvc, name, load, evictions, replicas, time } of capacity.workloads) {
    const { lost = 0, offered = 0 } = load?.requests ?? {};
    add(`${gvc}/workload/${name}`, 'lost requests', Number(lost), Number(offered));
    const replicaHours = (Number(replicas?.mean ?? 0) * time.countedMs) / hour;
    add(`${gvc}/workload/${name}`, 'evicted replicas', evictions, replicaHours);
  }
  for (const { gvc, name, cpu, memory } of capacity.workloads) {
    add(`${gvc}/workload/${name}`, 'cpu above its reserve', hoursAbove(cpu));
    add(`${gvc}/workload/${name}`, 'memory above its reserve', hoursAbove(memory));
  }
  for (const volume of capacity.volumes) {
    const { gvc, set, expansionsRefused, fullMs, blockedMs } = volume;
    add(
      `${gvc}/volumeset/${set}`,
      `volumes that are full within ${marginDays} days after the run`,
      isSoonFull(volume) ? 1 : 0,
    );
    add(`${gvc}/volumeset/${set}`, 'refused expansions', expansionsRefused);
    add(`${gvc}/volumeset/${set}`, 'time full, all volumes together', fullMs);
    add(
      `${gvc}/volumeset/${set}`,
      'time below minFreePercentage with no expansion left, all volumes together',
      blockedMs,
    );
  }
  for (const [subject, { lostBytes }] of chronicle.volumes) {
    const place = placeOfSubject(subject);
    add(`${place?.gvc}/volumeset/${place?.name}`, 'bytes lost', lostBytes);
  }
  for (const { gvc, name, started, skipped, failed, removed, invalid } of capacity.cron) {
    const target = `${gvc}/workload/${name}`;
    add(target, 'skipped ticks', skipped, started + skipped);
    add(target, 'failed executions', failed, started);
    add(target, 'removed executions', removed, started);
    add(target, 'executions that cannot start', invalid, started + invalid);
  }
  for (const { what, count, rule } of chronicle.refusals.all)
    if (what === 'request' || what === 'command' || what === 'snapshot') add('', `${what}s refused (${rule})`, count);
  add('', 'unexpected answers', chronicle.refusals.unexpected);
  // What has no price only seems to be cheap.
  add('', 'usage without a price', bookFindings.filter(({ severity }) => severity === 'error').length);
  for (const { name, breach, budget } of capacity.objectives) {
    const granted = budget?.unit === 'ms' ? Number(budget.granted) : 0;
    add(name, 'time in breach, beyond what is granted', (breach?.ms ?? 0) - granted);
  }
  for (const { name, pass } of summary.expectations) if (!pass) add('', `expectation broken: ${name}`, 1);
  return { problems, cases };
}
