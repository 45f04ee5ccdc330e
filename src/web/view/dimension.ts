/**
 * Dimensions by which the usage of a bill can be split, and the selection of rows by their values.
 */

import { type Decimal, plus, zero } from '../../platform/metering/decimal.ts';
import type { UsageRow } from '../../report/bill/billDocument.ts';
import { amount } from '../../report/bill/costs.ts';

/** `tag:team` is the tag `team`. */
export type RowDimension =
  | 'org'
  | 'gvc'
  | 'resource'
  | 'type'
  | 'location'
  | 'provider'
  | 'part'
  | 'meter'
  | 'class'
  | 'period'
  | `tag:${string}`;

const fixed = ['resource', 'location', 'meter', 'part', 'period', 'type', 'class', 'provider', 'gvc', 'org'] as const;

/** The dimensions of a bill: the fixed ones, then one for each tag key. */
export function dimensionsOf(rows: readonly UsageRow[]): RowDimension[] {
  const keys = new Set(rows.flatMap(({ tags }) => Object.keys(tags)));
  return [...fixed, ...[...keys].sort().map((key): RowDimension => `tag:${key}`)];
}

/** As a heading: `container or volume`, `tag team`. */
export function dimensionText(dimension: RowDimension): string {
  if (dimension.startsWith('tag:')) return `tag ${dimension.slice(4)}`;
  if (dimension === 'part') return 'container or volume';
  return dimension === 'class' ? 'performance class' : dimension;
}

/** The value of a row; a placeholder such as `(untagged)` if it has none. */
export function valueIn(row: UsageRow, dimension: RowDimension): string {
  switch (dimension) {
    case 'org':
    case 'gvc':
    case 'location':
    case 'provider':
    case 'meter':
    case 'period':
      return row[dimension];
    case 'resource':
      return `${row.gvc}/${row.resource}`;
    case 'type':
      return row.workloadType ?? 'volume set';
    case 'part':
      return row.container ?? (row.volumeIndex === null ? '(whole)' : `volume ${row.volumeIndex}`);
    case 'class':
      return row.performanceClass ?? '(none)';
    default: {
      const value = row.tags[dimension.slice(4)];
      return value === undefined ? '(untagged)' : String(value);
    }
  }
}

export type Where = readonly (readonly [RowDimension, string])[];

/** `meter=reserved-cpu&location=aws-us-east-1`, and back; names and values escaped. */
export function whereText(where: Where): string {
  return where.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
}

export function whereOf(text: string): Where {
  const pairs = text.split('&').map((pair) => pair.split('=').map((part) => decodedOr(part)));
  return pairs.flatMap(([name = '', value = '']) => (isDimension(name) ? [[name, value] as const] : []));
}

function decodedOr(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function isDimension(name: string): name is RowDimension {
  return name.startsWith('tag:') || fixed.some((one) => one === name);
}

export function rowsWhere(rows: readonly UsageRow[], where: Where): UsageRow[] {
  return rows.filter((row) => where.every(([dimension, value]) => valueIn(row, dimension) === value));
}

/** The exact total cost; rows that are not charged add nothing. */
export function costOfRows(rows: readonly UsageRow[]): Decimal {
  return rows.reduce((sum, { cost }) => (cost === null ? sum : plus(sum, amount(cost))), zero);
}
