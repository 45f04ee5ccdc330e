/**
 * Parses the dimensions of `bill --by`, and checks whether the rows of the bill are fine enough for them.
 */

import type { Grain } from '../../platform/metering/cells.ts';
import { nearest } from '../../rules/units.ts';
import type { Bill } from './billDocument.ts';
import { dimensions, type PivotDimension } from './pivot.ts';

/** Reads one or two dimensions, such as `location,meter` or `day,tag:team`. @returns the error as text if invalid */
export function dimensionsOf(text: string): readonly PivotDimension[] | string {
  const words = text.split(',').map((word) => word.trim());
  if (words.length > 2) return `expected one or two dimensions; found ${words.length}`;
  const found: PivotDimension[] = [];
  for (const word of words) {
    const dimension = dimensionOf(word);
    if (dimension === null) return `there is no dimension '${word}'${hint(word)}`;
    if (found.includes(dimension)) return `'${word}' is given twice`;
    found.push(dimension);
  }
  return found;
}

function dimensionOf(word: string): PivotDimension | null {
  if (word.startsWith('tag:')) return word === 'tag:' ? null : `tag:${word.slice('tag:'.length)}`;
  return dimensions.find((one) => one === word) ?? null;
}

function hint(word: string): string {
  if (word.startsWith('tag')) return '; write a tag with its key, such as tag:team';
  const near = nearest(word, dimensions);
  return near === null ? `; expected ${dimensions.join(', ')} or tag:KEY` : `; did you mean '${near}'?`;
}

/** The shortest time period among the dimensions; null: there is none. */
export function stepOf(by: readonly PivotDimension[]): Grain | null {
  return (['hour', 'day', 'month'] as const).find((step) => by.includes(step)) ?? null;
}

/** Whether the rows of a bill are fine enough for a time step. */
export function isFineEnough({ usage, invoices, assumptions }: Bill, step: Grain): boolean {
  const letters = { month: 'yyyy-mm', day: 'yyyy-mm-dd', hour: 'yyyy-mm-ddThh' }[step].length;
  if (assumptions['billing.period'] === 'utcMonth') return usage.every(({ period }) => period.length >= letters);
  // A period that is no month is called by its first day.
  const whole = new Set(invoices.map(({ period }) => period));
  return usage.every(({ period }) => period.length >= letters && !whole.has(period));
}
