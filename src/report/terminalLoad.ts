/**
 * The terminal summary's table of load: what was asked of each workload, who answered, and how long that took.
 */
import type { LoadReport } from './capacityLoad.ts';
import type { CountStatistics } from './capacityWorkloads.ts';
import { durationText, shortNumber } from './format.ts';
import { type Canvas, placedTable, type Row } from './placedTable.ts';
import type { Report } from './report.ts';
import { type Cell, wrapped } from './table.ts';

/** Each deployment that something is asked of, and what found no location; empty where there is no demand. */
export function loadTable({ capacity }: Report, canvas: Canvas): string[] {
  const placed = capacity.workloads.flatMap((one): Row[] =>
    one.load === null ? [] : [{ ...one, cells: loadCells(one.load, one.ready) }],
  );
  const lost = capacity.demand.flatMap(({ gvc, name, unrouted, unroutedMs }): Row[] => {
    const requests = countOf(unrouted);
    const cells: Cell[] = [requests, '-', '-', '-', '-', { text: requests, style: 'bad' }, '-'];
    return unroutedMs === 0 ? [] : [{ gvc, name, location: 'no location', cells }];
  });
  const times = ['mean latency\np99', 'waiting\nat most'];
  const titles = ['requests', 'peak\n/s', 'replicas\nmin/mean/max', ...times, 'lost', 'failed'];
  const lines = placedTable('Load', titles, [...placed, ...lost], canvas);
  // Neither a title nor a name has one; a latency may be among what there is no room for.
  if (!lines.some((line) => line.includes(inexact))) return lines;
  return [...lines, ...wrapped(inexactSays, canvas.width, '  ').map(canvas.paint.dim)];
}

const inexact = '~';
const inexactSays = `${inexact} by a rule of thumb, or an order of magnitude only: capacity.json says which (latencyMs.trust).`;

function loadCells(
  { requests, peakPerSecond, latencyMs, waitingPeak }: LoadReport,
  ready: (CountStatistics & { readonly min: number }) | null,
): Cell[] {
  const waited = waitingPeak === null ? '0' : countOf(waitingPeak.requests);
  const lost = countOf(requests.lost);
  const failed = countOf(requests.failed);
  return [
    countOf(requests.offered),
    shortNumber(Number(peakPerSecond)),
    ready === null ? '-' : `${ready.min}/${shortNumber(Number(ready.mean))}/${ready.max}`,
    latencyMs === null ? '-' : latencyCell(latencyMs),
    waited === '0' ? '-' : { text: waited, style: 'warn' },
    lost === '0' ? '-' : { text: lost, style: 'bad' },
    failed === '0' ? '-' : { text: failed, style: 'bad' },
  ];
}

/** What is not exact is marked as such; an order of magnitude is a warning. */
function latencyCell({ p99, trust }: NonNullable<LoadReport['latencyMs']>): Cell {
  const text = durationText(Number(p99));
  if (trust === 'steady') return text;
  const about = `${inexact}${text}`;
  return trust === 'approximate' ? about : { text: about, style: 'warn' };
}

function countOf(requests: string): string {
  return shortNumber(Number(requests), 0);
}
