/**
 * The terminal summary's table of load: requests of each workload, how many succeeded, latency, replicas and queue.
 */
import { wrapped } from '../../text/folded.ts';
import type { LoadReport } from '../capacity/capacityLoad.ts';
import type { CountStatistics } from '../capacity/capacityWorkloads.ts';
import type { Report } from '../report.ts';
import { countText, durationText, isSmallPart, partText, shortNumber } from '../words/format.ts';
import type { Style } from '../words/paint.ts';
import { type Canvas, placedTable, type Row } from '../words/placedTable.ts';
import type { TextCell } from '../words/table.ts';

/** Each deployment with demand, and the requests that reached no location; empty if the scenario has no demand. */
export function loadTable({ capacity }: Report, canvas: Canvas): string[] {
  const placed = capacity.workloads.flatMap((one): Row[] =>
    one.load === null ? [] : [{ ...one, cells: loadCells(one.load, one.ready) }],
  );
  const lost = capacity.demand.flatMap(({ gvc, name, offered, unrouted, unroutedMs }): Row[] => {
    const requests = countOf(unrouted);
    const cells: TextCell[] = [
      requests,
      '-',
      '-',
      '-',
      '-',
      '-',
      { text: requests, style: badness(Number(unrouted), Number(offered)) },
      '-',
    ];
    return unroutedMs === 0 || unroutedMs === null ? [] : [{ gvc, name, location: 'no location', cells }];
  });
  // A narrow terminal drops the last columns first; the replicas also have a table of their own.
  const times = ['p99\nlatency', 'replicas\nmin/mean/max', 'max\nqueued'];
  const titles = ['requests', 'ok', 'peak\nreq/s', ...times, 'lost', 'failed'];
  const lines = placedTable('Load', titles, [...placed, ...lost], canvas);
  // No title and no name contains the mark; a narrow terminal may have dropped the latency column.
  if (!lines.some((line) => line.includes(inexact))) return lines;
  return [...lines, ...wrapped(inexactSays, canvas.width, '  ').map(canvas.paint.dim)];
}

const inexact = '~';
const inexactSays = `${inexact} estimate; latencyMs.trust in capacity.json says how exact it is.`;

function loadCells(
  { requests, peakPerSecond, latencyMs, waitingPeak }: LoadReport,
  ready: (CountStatistics & { readonly min: number }) | null,
): TextCell[] {
  const [offered, succeeded] = [Number(requests.offered), Number(requests.succeeded)];
  // But for the rounding of sums.
  const isAll = offered - succeeded < 0.5;
  const waited = waitingPeak === null ? '0' : countOf(waitingPeak.requests);
  const lost = countOf(requests.lost);
  const failed = countOf(requests.failed);
  return [
    countOf(requests.offered),
    offered === 0 ? '-' : partText(isAll ? offered : succeeded, offered),
    shortNumber(Number(peakPerSecond)),
    latencyMs === null ? '-' : latencyCell(latencyMs),
    ready === null ? '-' : `${countText(ready.min)}/${shortNumber(Number(ready.mean))}/${countText(ready.max)}`,
    waited === '0' ? '-' : { text: waited, style: 'warn' },
    lost === '0' ? '-' : { text: lost, style: badness(Number(requests.lost), offered) },
    failed === '0' ? '-' : { text: failed, style: badness(Number(requests.failed), offered) },
  ];
}

/** The style of a count of lost or failed requests: a small part of all is a warning only. */
function badness(part: number, whole: number): Style {
  return isSmallPart(part, whole) ? 'warn' : 'bad';
}

/** Marks an estimate with `~`; an order of magnitude is also styled as a warning. */
function latencyCell({ p99, trust }: NonNullable<LoadReport['latencyMs']>): TextCell {
  if (p99 === null) return '-';
  const text = durationText(Number(p99));
  if (trust === 'steady') return text;
  const about = `${inexact}${text}`;
  return trust === 'approximate' ? about : { text: about, style: 'warn' };
}

function countOf(requests: string): string {
  return shortNumber(Number(requests), 0);
}
