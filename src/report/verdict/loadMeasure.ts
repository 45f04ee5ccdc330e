/**
 * Metrics of requests that come as amounts, which are known when a run is over; and whether anything was measured of
 * requests at all.
 */

import type { Instant } from '../../engine/time.ts';
import type { Expectation } from '../../platform/expectation.ts';
import type { RequestLoads, RequestReport } from '../capacity/requestLoads.ts';
import { covers, isLoadMetric, type LoadMetric, measure, type Scope } from '../fold/measure.ts';
import type { MeasuredOutcome } from './outcome.ts';

/**
 * Requests that do not wait any more, and those of them that came to nothing (`load.goodPercentage`); null where
 * nothing was asked.
 */
export function fateOfRequests(
  loads: RequestLoads,
  scope: Scope,
): { readonly ended: number; readonly bad: number } | null {
  const offered = measureLoad(loads, 'load.requests', scope);
  const unrouted = measureLoad(loads, 'load.unrouted', scope);
  if (offered === null || unrouted === null) return null;
  return fateOf({ offered, unrouted }, reportsOf(loads, scope));
}

/**
 * The value of a metric, in its unit, from the figures of the capacity report; null where it covers nothing that was
 * asked for.
 */
export function measureLoad(all: RequestLoads, metric: LoadMetric, scope: Scope): number | null {
  const asked = all.demand.filter((one) => isCovered(scope, one));
  const reports = reportsOf(all, scope);
  if (asked.length === 0 || (scope.at !== null && reports.length === 0)) return null;
  const unrouted = scope.at === null ? sum(asked, (one) => one.unrouted) : 0;
  const offered =
    scope.at === null ? sum(asked, (one) => one.offered) : sum(reports, ({ requests }) => requests.offered);
  switch (metric) {
    case 'load.requests':
      return offered;
    case 'load.failed':
      return sum(reports, ({ requests }) => requests.failed);
    case 'load.lost':
      return sum(reports, ({ requests }) => requests.lost);
    case 'load.unrouted':
      return unrouted;
    case 'load.retries':
      return sum(reports, ({ requests }) => requests.retries);
    case 'load.waiting':
      return most(reports, ({ waitingPeak }) => waitingPeak?.requests ?? '0') ?? 0;
    case 'load.goodPercentage': {
      const { ended, bad } = fateOf({ offered, unrouted }, reports);
      return ended <= 0 ? null : 100 - (100 * bad) / ended;
    }
    case 'load.latency.mean':
      return most(reports, ({ latencyMs }) => latencyMs?.mean ?? null);
    case 'load.latency.p50':
      return most(reports, ({ latencyMs }) => latencyMs?.p50 ?? null);
    case 'load.latency.p90':
      return most(reports, ({ latencyMs }) => latencyMs?.p90 ?? null);
    case 'load.latency.p99':
      return most(reports, ({ latencyMs }) => latencyMs?.p99 ?? null);
  }
}

/**
 * When a first whole request failed, was lost or found no location, as far as that breaks an expectation that bears
 * none; null for all else: how a count of amounts grew is not kept.
 */
export function firstBroken(all: RequestLoads, metric: LoadMetric, expectation: Expectation): Instant | null {
  const { operator, value, tolerance } = expectation.comparison;
  const bound = tolerance?.greatest ?? value;
  const bearsNone = operator === '<' ? bound <= 1 : bound < 1;
  if (!bearsNone || operator === '>' || operator === '>=' || operator === '!=') return null;
  if (metric === 'load.unrouted' && expectation.at === null) {
    const asked = [...all.firstUnrouted].filter(([workload]) => isOf(expectation, workload));
    return earliest(asked.map(([, at]) => at));
  }
  const losses = [...all.loads].flatMap(([{ place }, load]) => (covers(expectation, place) ? [load.losses] : []));
  if (metric === 'load.failed') return earliest(losses.flatMap(({ failedFrom }) => failedFrom ?? []));
  return metric === 'load.lost' ? earliest(losses.flatMap(({ lostFrom }) => lostFrom ?? [])) : null;
}

function earliest(instants: readonly Instant[]): Instant | null {
  return instants.length === 0 ? null : Math.min(...instants);
}

/**
 * Why there is nothing that an expectation of requests could go by; null where there is, or it is about something else.
 *
 * That none failed of those that came one by one says nothing of a workload that is asked for amounts alone. Where none
 * was ever to come it is true.
 */
export function whyUnmeasured(
  { chronicle, load, now }: Pick<MeasuredOutcome, 'chronicle' | 'load' | 'now'>,
  expectation: Pick<Expectation, 'metric' | 'of' | 'at'>,
): string | null {
  const { metric } = expectation;
  if (isLoadMetric(metric)) {
    if (measureLoad(load, metric, expectation) !== null) return null;
    const unknown = reportsOf(load, expectation).find(({ latencyMs }) => latencyMs?.noPercentiles !== undefined);
    if (unknown !== undefined) return `no percentiles are available: ${unknown.latencyMs?.noPercentiles}`;
    return load.demand.some((one) => isCovered(expectation, one))
      ? 'no request was answered'
      : 'the workload has no rate-based demand';
  }
  if (!metric.startsWith('calls.') || (measure(chronicle, 'calls.total', expectation, now) ?? 0) > 0) return null;
  const isSingle = chronicle.input.demand.some(
    ({ to, arrivals }) => arrivals.kind === 'single' && isOf(expectation, to),
  );
  if (!isSingle && load.demand.some((one) => isCovered(expectation, one)))
    return 'the demand is rate-based, and calls.* counts single requests only';
  return metric.startsWith('calls.latency.') ? 'there were no single requests' : null;
}

function reportsOf({ loads }: RequestLoads, scope: Scope): readonly RequestReport[] {
  return [...loads].flatMap(([{ place }, { report }]) => (covers(scope, place) ? [report] : []));
}

function fateOf(
  { offered, unrouted }: { readonly offered: number; readonly unrouted: number },
  reports: readonly RequestReport[],
): { readonly ended: number; readonly bad: number } {
  const bad =
    unrouted + sum(reports, ({ requests }) => requests.lost) + sum(reports, ({ requests }) => requests.failed);
  return { ended: offered - sum(reports, ({ requests }) => requests.waiting), bad };
}

/** In any location. */
function isCovered({ of }: Scope, { gvc, name }: { readonly gvc: string; readonly name: string }): boolean {
  return covers({ of, at: null }, { gvc, kind: 'workload', name, location: '' });
}

/** @param workload `gvc/workload/name` */
function isOf(scope: Scope, workload: string): boolean {
  const [gvc = '', , name = ''] = workload.split('/');
  return isCovered(scope, { gvc, name });
}

function sum<One>(all: readonly One[], textOf: (one: One) => string): number {
  return all.reduce((total, one) => total + Number(textOf(one)), 0);
}

function most(reports: readonly RequestReport[], textOf: (one: RequestReport) => string | null): number | null {
  const values = reports.map(textOf).filter((text) => text !== null);
  return values.length === 0 ? null : Math.max(...values.map(Number));
}
