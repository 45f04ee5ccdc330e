/**
 * `bill.json`, read back.
 */
import type { Bill } from './bill.ts';

/**
 * The bill that a text is; null where it is none, as this svcsim writes it. What is in its rows is believed: `summary.json` has the file's digest.
 */
export function readBill(text: string): Bill | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const isBill =
    typeof value === 'object' &&
    value !== null &&
    'schema' in value &&
    value.schema === 'svcsim/bill/1' &&
    'usage' in value &&
    isListOfMaps(value.usage) &&
    'invoices' in value &&
    isListOfMaps(value.invoices);
  return isBill ? (value as Bill) : null;
}

function isListOfMaps(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);
}
