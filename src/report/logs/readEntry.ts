/** Lines of `journal.ndjson`, read back into entries. */

import type { Entry, Reason } from '../../engine/journal.ts';
import { instantFromIso } from '../../engine/time.ts';
import type { Facts } from '../../engine/value.ts';

/** That the file reached its limit of size, and ends. */
export interface JournalStop {
  readonly stopped: string;
}

/**
 * The entry that a line of a journal is, as far as it tells: its subject has no hash, an ordinal is the text of one.
 *
 * @returns null where the line is none
 */
export function readEntry(line: string): Entry | JournalStop | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isMap(value)) return null;
  const { seq, at, type, subject, cause, data, stopped } = value;
  if (typeof stopped === 'string') return { stopped };
  if (typeof seq !== 'number' || typeof at !== 'string' || typeof type !== 'string' || typeof subject !== 'string') {
    return null;
  }
  const instant = instantFromIso(at);
  if (typeof instant !== 'number' || !isMap(data)) return null;
  const { name, ordinal } = partsOf(subject);
  return {
    seq,
    at: instant,
    type,
    subject: { name, hash: 0 },
    ordinal,
    reason: reasonOf(value),
    cause: typeof cause === 'number' ? cause : null,
    data: data as Facts,
  };
}

function reasonOf({ rules, assumptions }: { readonly [key: string]: unknown }): Reason {
  const texts = (list: unknown): readonly string[] => (Array.isArray(list) ? (list as readonly string[]) : []);
  return { rules: texts(rules), assumptions: texts(assumptions) };
}

/**
 * `shop/workload/web@aws-us-east-1/3` is number 3 of `shop/workload/web@aws-us-east-1`; only what is in a location has
 * numbers, and a volume's is part of its name.
 */
function partsOf(subject: string): { readonly name: string; readonly ordinal: string | null } {
  const location = subject.indexOf('@');
  const slash = location === -1 || subject.includes('/volumeset/') ? -1 : subject.indexOf('/', location);
  return slash === -1
    ? { name: subject, ordinal: null }
    : { name: subject.slice(0, slash), ordinal: subject.slice(slash + 1) };
}

function isMap(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
