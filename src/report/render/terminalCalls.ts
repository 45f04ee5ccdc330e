/**
 * The terminal summary's table of individual requests (`calls`): how many failed, with which status, and their latency.
 */
import type { CallReport } from '../capacity/capacityCalls.ts';
import type { Report } from '../report.ts';
import { countText, durationText, isSmallPart, partText, shortNumber } from '../words/format.ts';
import { type Canvas, placedTable, type Row } from '../words/placedTable.ts';
import type { TextCell } from '../words/table.ts';

/** Empty if the run had no individual requests. */
export function callTable({ capacity }: Report, canvas: Canvas): string[] {
  const rows = capacity.workloads.flatMap((one): Row[] =>
    one.calls === null ? [] : [{ ...one, cells: callCells(one.calls) }],
  );
  return placedTable(
    'Requests',
    ['count', 'failed', 'main\nstatus', 'held for\na replica', 'tries per\nrequest', 'p50', 'p99'],
    rows,
    canvas,
  );
}

function callCells({ total, failed, held, retries, byStatus, latencyMs }: CallReport): TextCell[] {
  const share = (count: number): string => partText(count, total);
  return [
    countText(total),
    failed === 0 ? '-' : { text: share(failed), style: isSmallPart(failed, total) ? 'warn' : 'bad' },
    failed === 0 ? '-' : failures(byStatus),
    held === 0 ? '-' : share(held),
    retries === 0 ? '-' : shortNumber((total + retries) / total, 2),
    durationText(latencyMs.p50),
    durationText(latencyMs.p99),
  ];
}

/** The status of most failures, followed by ` ...` if there are others. */
function failures(byStatus: CallReport['byStatus']): string {
  const failed = Object.entries(byStatus).filter(([status]) => Number(status) >= 400);
  const most = failed.reduce((best, one) => (one[1] > best[1] ? one : best), failed[0] ?? ['', 0]);
  return failed.length > 1 ? `${most[0]} ...` : most[0];
}
