/**
 * Journal entries behind the largest costs and the largest daily cost changes.
 */

import { grouped } from '../../engine/grouped.ts';
import type { Entry } from '../../engine/journal.ts';
import { isoFromInstant } from '../../engine/time.ts';
import type { UsageRow } from '../bill/billDocument.ts';

/** Number of the most expensive parts of the bill, and entries for each. */
const partsMost = 96;
const ofPartMost = 6;

/** Number of the largest daily changes, and entries for each. */
const jumpsMost = 60;
const ofJumpMost = 8;

/** The numbers of these entries, each once, if they are stored. @param usage by day or month */
export function costEntries(usage: readonly UsageRow[], known: ReadonlyMap<number, Entry>): number[] {
  return [...new Set([...ofDearest(usage, known), ...ofJumps(usage, known)])];
}

/** The first and last entries that opened and closed the most expensive parts. */
function ofDearest(usage: readonly UsageRow[], known: ReadonlyMap<number, Entry>): number[] {
  const cells = [...grouped(usage, ({ gvc, resource, meter }) => `${gvc}/${resource} ${meter}`).values()];
  const parts = [
    ...grouped(
      usage,
      (row) => `${row.gvc}/${row.resource} ${row.meter} ${row.location} ${row.volumeIndex ?? ''}`,
    ).values(),
  ];
  return [...dearest(cells), ...dearest(parts)].flatMap((rows) => {
    const seqs = seqsOf(rows, known);
    return seqs.length <= ofPartMost ? seqs : [...seqs.slice(0, ofPartMost - 2), ...seqs.slice(-2)];
  });
}

function dearest(parts: readonly (readonly UsageRow[])[]): (readonly UsageRow[])[] {
  return parts
    .map((rows) => ({ rows, cost: costOf(rows) }))
    .sort((a, b) => b.cost - a.cost)
    .slice(0, partsMost)
    .map(({ rows }) => rows);
}

/** The entries of the days with the largest cost changes. */
function ofJumps(usage: readonly UsageRow[], known: ReadonlyMap<number, Entry>): number[] {
  const jumps = [...grouped(usage, ({ gvc, resource }) => `${gvc}/${resource}`).values()].flatMap((rows) => {
    const days = [...grouped(rows, ({ period }) => period).entries()]
      .map(([period, own]) => ({ period, own, cost: costOf(own) }))
      .sort((a, b) => (a.period < b.period ? -1 : 1));
    return days.slice(1).map((one, i) => ({ ...one, change: Math.abs(one.cost - (days[i]?.cost ?? 0)) }));
  });
  return jumps
    .filter(({ change }) => change > 0)
    .sort((a, b) => b.change - a.change)
    .slice(0, jumpsMost)
    .flatMap(({ period, own }) =>
      seqsOf(own, known)
        .filter((seq) => isoFromInstant(known.get(seq)?.at ?? 0).startsWith(period))
        .slice(0, ofJumpMost),
    );
}

/** An approximate sum, only used for the order. */
function costOf(rows: readonly UsageRow[]): number {
  return rows.reduce((sum, { cost }) => sum + Number(cost ?? 0), 0);
}

/** In order. */
function seqsOf(rows: readonly UsageRow[], known: ReadonlyMap<number, Entry>): number[] {
  const seqs = new Set(rows.flatMap(({ events = [] }) => events.flat()));
  return [...seqs].filter((seq) => seq !== null && known.has(seq)).sort((a, b) => (a ?? 0) - (b ?? 0)) as number[];
}
