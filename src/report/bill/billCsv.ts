/**
 * `bill.csv`: the usage rows of a bill, for spreadsheets (RFC 4180, lines end in LF).
 */

import { tagsText } from '../../platform/metering/series.ts';
import { csvField } from '../words/csvField.ts';
import { textOf, type Write } from '../words/writing.ts';
import type { Bill, UsageRow } from './billDocument.ts';

const columns = [
  'id',
  'org',
  'gvc',
  'resource',
  'workloadType',
  'location',
  'provider',
  'locationType',
  'container',
  'volumeIndex',
  'replicaIndex',
  'zone',
  'performanceClass',
  'meter',
  'period',
  'quantity',
  'unit',
  'surplus',
  'pricingQuantity',
  'pricingUnit',
  'skuPriceId',
  'listCost',
  'cost',
  'tags',
  'bookHash',
] as const satisfies readonly (keyof UsageRow | 'bookHash')[];

type Column = (typeof columns)[number];

/**
 * A header and one line for each usage row; null is an empty field, tags are JSON. There are columns for replicas and
 * their zones if rows differ by them.
 */
export function billCsv(bill: Bill): string {
  return textOf((write) => writeBill(bill, write));
}

/** The same, line by line. */
export function writeBill(bill: Bill, write: Write): void {
  const tellsReplicas = bill.usage.some(({ replicaIndex }) => replicaIndex !== undefined);
  const shown: readonly Column[] = columns.filter(
    (column) => tellsReplicas || (column !== 'replicaIndex' && column !== 'zone'),
  );
  write(`${shown.join()}\n`);
  for (const row of bill.usage) {
    const fields = shown.map((column) => csvField(column === 'bookHash' ? bill.book.hash : fieldOf(row, column)));
    write(`${fields.join()}\n`);
  }
}

function fieldOf(row: UsageRow, column: Exclude<Column, 'bookHash'>): string {
  if (column === 'tags') return tagsText(row.tags);
  return String(row[column] ?? '');
}
