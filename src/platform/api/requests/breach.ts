/**
 * A breach: an error in a document, with the code under which the API refuses it.
 */

import type { AssumptionName } from '../../../rules/assumptions.ts';
import type { Finding } from '../../../rules/finding.ts';
import type { RuleId } from '../../../rules/register.ts';
import { clipped } from '../../../text/folded.ts';
import type { Json, Path } from '../document/json.ts';
import type { RefusalCode } from './request.ts';

/** A finding about a resource; `code` is `INVALID` where it is left out. */
export interface Breach extends Finding {
  readonly code?: Extract<RefusalCode, 'IMMUTABLE' | 'BAD_REFERENCE' | 'BUILTIN' | 'QUOTA'>;
  /** The assumptions that decided beside `rule`: under another value there may be no breach. */
  readonly assumptions?: readonly AssumptionName[];
  /** Nothing acts on what stands there. */
  readonly isIdle?: true;
  /** Name of the secret that does not exist. */
  readonly missing?: string;
}

/** An error that the platform refuses: with 400, but for a full quota. */
export function breach(
  path: Path,
  rule: RuleId | AssumptionName | null,
  message: string,
  code?: Breach['code'],
): Breach {
  return { path, rule, message, severity: 'error', ...(code === undefined ? {} : { code }) };
}

/** Something the platform takes, though it hardly does what its author wants. */
export function doubt(path: Path, rule: RuleId | AssumptionName | null, message: string): Breach {
  return { path, rule, message, severity: 'warning' };
}

/** Something the platform takes, and nothing acts on. */
export function noEffect(path: Path, rule: RuleId | AssumptionName | null, message: string): Breach {
  return { ...doubt(path, rule, message), isIdle: true };
}

/** A value as a message shows it: texts as they are, structures by their kind. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return value === '' ? 'an empty string' : clipped(value, 80);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}
