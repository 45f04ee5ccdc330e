/** Fields of CSV files (RFC 4180). */
import { plainInLine } from '../../text/plain.ts';

/**
 * One field: in quotation marks where it needs them. No spreadsheet takes a text for a formula, which an apostrophe
 * before it prevents; numbers stay numbers.
 *   `=1+1` -> `'=1+1`      `-12.5` -> `-12.5`      `-` -> `-`
 */
export function csvField(text: string): string {
  if (tame.test(text)) return text;
  const safe = safeText(plainInLine(text));
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Nearly all fields: nothing in them needs to be looked for. */
const tame = /^(?:[\w.][\w.:/@-]*)?$/;

/** A text that no spreadsheet takes for a formula. */
export function safeText(text: string): string {
  return /^[=+\-@\t\r␉␍]./.test(text) && !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? `'${text}` : text;
}
