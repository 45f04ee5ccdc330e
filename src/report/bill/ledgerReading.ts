/**
 * Reads `ledger.ndjson` back into the cells that it was written from; so a run can be rated again without a new
 * simulation.
 */

import * as z from 'zod';
import { instantFromIso } from '../../engine/time.ts';
import { placedIssue } from '../../platform/api/schemas/schemaIssue.ts';
import { formatDecimal } from '../../platform/metering/decimal.ts';
import type { LedgerCell } from '../../platform/metering/ledger.ts';
import { consumedFromBase, meterKinds } from '../../platform/metering/meters.ts';
import { compareSeries, type MeterSeries } from '../../platform/metering/series.ts';
import { meters } from '../../rules/meterNames.ts';

/** An invalid line of a ledger. */
export interface LedgerProblem {
  /** From 1. */
  readonly line: number;
  /** What is wrong with it, without its place. */
  readonly problem: string;
}

/**
 * The cells of a ledger's lines, in their order; `ledgerLines` of them returns the same bytes. Stops at the first
 * invalid line.
 *
 * Cells of one series share it, so a million lines do not hold a million copies.
 */
export function readLedger(lines: Iterable<string>): { readonly cells: readonly LedgerCell[] } | LedgerProblem {
  const cells: LedgerCell[] = [];
  const heads = new Map<string, MeterSeries>();
  let before: LedgerCell | null = null;
  for (const line of lines) {
    const cell = cellOf(line, heads);
    const problem = typeof cell === 'string' ? cell : before !== null && !isAfter(cell, before) ? disorder : null;
    if (typeof cell === 'string' || problem !== null) return { line: cells.length + 1, problem: problem ?? '' };
    cells.push(cell);
    before = cell;
  }
  return { cells };
}

const disorder = 'it is out of order (series, time, surplus): lines were moved or copied';

/**
 * Where what a series says ends, and what its cell says begins: a quotation mark inside a text has a backslash before
 * it.
 */
const seam = '},"from":"';

/** @returns in words what is wrong where the line is no cell */
function cellOf(line: string, heads: Map<string, MeterSeries>): LedgerCell | string {
  const end = line.indexOf(seam) + 1;
  const head = line.slice(0, end);
  const known = heads.get(head);
  const series = known ?? read(seriesShape, `${head}}`);
  if (typeof series === 'string') return end === 0 ? notOurs : series;
  const tail = read(tailShape, `{${line.slice(end + 1)}`);
  if (typeof tail === 'string') return tail;
  if (known === undefined) heads.set(head, series);
  return cellFrom(series, tail);
}

const notOurs = 'it is not a valid ledger cell of this svcsim version';

function cellFrom(
  series: MeterSeries,
  { from, until, surplus, base, baseUnit, quantity, unit }: Tail,
): LedgerCell | string {
  const [fromAt, untilAt] = [instantFromIso(from), instantFromIso(until)];
  if (typeof fromAt !== 'number' || typeof untilAt !== 'number') {
    return `from and until must be dates such as 2026-11-01T00:00:00Z; found ${from} and ${until}`;
  }
  if (untilAt <= fromAt) return `until must be after from; found ${from} and ${until}`;
  const { meter } = series;
  const kind = meterKinds[meter];
  if (baseUnit !== kind.baseUnit || unit !== kind.consumedUnit) {
    return `${meter} must have the base unit ${kind.baseUnit} and the unit ${kind.consumedUnit}; found ${baseUnit} and ${unit}`;
  }
  const amount = BigInt(base);
  const shown = formatDecimal(consumedFromBase(meter, amount));
  if (shown !== quantity) return `${base} ${baseUnit} are ${shown} ${unit}; found ${quantity}`;
  return { series, from: fromAt, until: untilAt, surplus, amount };
}

/** Lines are sorted, and none is there twice. */
function isAfter(cell: LedgerCell, before: LedgerCell): boolean {
  const order = compareSeries(before.series, cell.series);
  if (order !== 0) return order < 0;
  return before.from === cell.from ? !before.surplus && cell.surplus : before.from < cell.from;
}

const seriesShape = z.strictObject({
  org: z.string(),
  gvc: z.string(),
  resource: z.string(),
  workloadType: z.enum(['standard', 'stateful', 'cron', 'serverless']).nullable(),
  location: z.string(),
  provider: z.string(),
  locationType: z.enum(['hosted', 'byok']),
  container: z.string().nullable(),
  volumeIndex: z.int().nullable(),
  replicaIndex: z.int().exactOptional(),
  zone: z.string().exactOptional(),
  meter: z.enum(meters),
  performanceClass: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
});

const tailShape = z.strictObject({
  from: z.string(),
  until: z.string(),
  surplus: z.boolean(),
  base: z.string().regex(/^[1-9]\d*$/, 'expected digits'),
  baseUnit: z.string(),
  quantity: z.string(),
  unit: z.string(),
});

type Tail = z.infer<typeof tailShape>;

/** What a JSON text says, or in words what is wrong with it. */
function read<Shape>(shape: z.ZodType<Shape>, text: string): Shape | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return notOurs;
  }
  const found = shape.safeParse(value);
  if (found.success) return found.data;
  return placedIssue(found.error);
}
