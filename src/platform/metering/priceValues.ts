/**
 * The values that a price book gives as text: decimals, and the hours from which something applies.
 */
import { hour, type Instant, instantFromIso } from '../../engine/time.ts';
import { clipped } from '../../text/folded.ts';
import { type Decimal, parseDecimal } from './decimal.ts';
import type { Notes } from './priceNotes.ts';

type Path = readonly (string | number)[];

/** Digits before the point: more than any price has. Longer numbers make exact sums slow. */
const digitsMax = 30;
const decimalsMax = 9;

/**
 * Reads a decimal of 0 or more with at most 30 digits before the point and 9 after it; for anything else it adds a
 * finding and returns null.
 *
 * @param what it is, with its bounds: `a price of 0 or more`
 */
export function readDecimal(text: string, path: Path, what: string, example: string, notes: Notes): Decimal | null {
  const isShort = text.length <= digitsMax + 1 + decimalsMax;
  const value = isShort ? parseDecimal(text) : null;
  if (value !== null && !text.startsWith('-') && value.scale <= decimalsMax) return value;
  const bound = isShort ? '' : ` and ${digitsMax} digits before the point`;
  const found = clipped(text, 80);
  notes.error(
    path,
    `expected ${what} with at most ${decimalsMax} decimals${bound}, such as "${example}"; found "${found}"`,
  );
  return null;
}

/** Reads an instant on a whole UTC hour; an instant within an hour gives a finding. null if it is not an instant. */
export function readHour(text: string, path: Path, notes: Notes): Instant | null {
  const instant = instantFromIso(text);
  if (typeof instant === 'string') {
    notes.error(path, `expected an instant such as 2027-01-01T00:00:00Z; found ${text}`);
    return null;
  }
  if (instant % hour !== 0) notes.error(path, `expected an instant on a whole hour in UTC; found ${text}`);
  return instant;
}
