/**
 * Tables of requests: offered, succeeded and failed requests, latency and retries.
 */
import type { DemandReport } from '../../report/capacity/capacityLoad.ts';
import type { WorkloadCapacity } from '../../report/capacity/capacityWorkloads.ts';
import { partText, shortNumber } from '../../report/words/format.ts';
import type { Child } from '../view/element.ts';
import type { Site } from '../view/site.ts';
import { column, dateText, extra, measured, time, timelineLink, titledTable } from './capacityCells.ts';
import { placeOf } from './workloadTables.ts';

export function demand(site: Site): Child {
  return titledTable<DemandReport>(
    'Requests',
    [
      {
        head: 'Workload',
        by: ({ gvc, name }) => `${gvc}/${name}`,
        cell: ({ gvc, name }) => timelineLink(site, `${gvc}/workload/${name}`),
      },
      measured('Offered', ({ offered }) => offered, 0),
      measured('Succeeded', ({ succeeded }) => succeeded, 0),
      measured('Failed', ({ failed }) => failed, 0),
      measured('Unrouted', ({ unrouted }) => unrouted, 0),
      column(
        'Success rate',
        ({ offered, succeeded }) => (Number(offered) === 0 ? null : Number(succeeded) / Number(offered)),
        // As both are shown: amounts that come as rates lose a millionth of a request to rounding.
        ({ offered, succeeded }) => partText(Math.round(Number(succeeded)), Math.round(Number(offered))),
      ),
      measured('Peak requests/s', ({ peakPerSecond }) => peakPerSecond, 1),
      { head: 'Peak at', by: ({ peakAt }) => peakAt ?? '', cell: ({ peakAt }) => dateText(peakAt) },
      extra(time('Time without a route', ({ unroutedMs }) => unroutedMs)),
      extra({ head: 'Without a route from', cell: ({ unroutedFrom }) => dateText(unroutedFrom) }),
    ],
    site.data.capacity.demand,
  );
}

/** Responses of one deployment, from individual requests or from request rates. */
interface Answers {
  readonly of: string;
  readonly ended: number;
  readonly failed: number;
  readonly retries: number;
  /** Latency of requests in ms; null: unknown. */
  readonly latency: { readonly [name in 'mean' | 'p50' | 'p99' | 'max']: number | null } | null;
  readonly waitedP99: number | null;
  readonly waitingMost: number | null;
  readonly heldMs: number | null;
}

export function answers(site: Site): Child {
  const rows = site.data.capacity.workloads.flatMap(answersOf);
  return titledTable<Answers>(
    'Latency and retries',
    [
      { head: 'Workload', by: ({ of }) => of, cell: ({ of }) => timelineLink(site, of) },
      measured('Responses', ({ ended }) => ended, 0),
      measured('Failed', ({ failed }) => failed, 0),
      column(
        'Attempts per request',
        ({ ended, retries }) => (ended === 0 ? null : 1 + retries / ended),
        ({ ended, retries }) => shortNumber(1 + retries / ended, 2),
      ),
      time('Mean latency', ({ latency }) => latency?.mean),
      time('p50 latency', ({ latency }) => latency?.p50),
      time('p99 latency', ({ latency }) => latency?.p99),
      time('Max latency', ({ latency }) => latency?.max),
      extra(time('p99 queue time', ({ waitedP99 }) => waitedP99)),
      extra(measured('Max queue length', ({ waitingMost }) => waitingMost, 1)),
      extra(time('Time queued without a ready replica', ({ heldMs }) => heldMs)),
    ],
    rows,
  );
}

function answersOf(one: WorkloadCapacity): Answers[] {
  const { calls, load } = one;
  const rows: Answers[] = [];
  if (load !== null) {
    const { requests, latencyMs, waitingPeak, heldMs } = load;
    rows.push({
      of: placeOf(one),
      ended: Number(requests.served),
      failed: Number(requests.failed),
      retries: Number(requests.retries),
      latency: latencyMs === null ? null : numbersOf(latencyMs),
      waitedP99: null,
      waitingMost: Number(waitingPeak?.requests ?? 0),
      heldMs,
    });
  }
  if (calls !== null) {
    rows.push({
      of: placeOf(one),
      ended: calls.total,
      failed: calls.failed,
      retries: calls.retries,
      latency: numbersOf(calls.latencyMs),
      waitedP99: calls.waitedP99Ms,
      waitingMost: null,
      heldMs: null,
    });
  }
  return rows;
}

type Latency = { readonly [name in 'mean' | 'p50' | 'p99' | 'max']: number | string | null };

function numbersOf({ mean, p50, p99, max }: Latency): Answers['latency'] {
  const numberOf = (value: number | string | null): number | null => (value === null ? null : Number(value));
  return { mean: numberOf(mean), p50: numberOf(p50), p99: numberOf(p99), max: numberOf(max) };
}
