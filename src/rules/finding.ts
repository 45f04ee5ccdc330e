import type { AssumptionName } from './assumptions.ts';
import type { RuleId } from './register.ts';

/**
 * Something wrong (or doubtful) in a document, at a path of it. The scenario room turns paths into file, line and
 * column; the API into error details.
 */
export interface Finding {
  /** Keys and list indexes from the document's root; the place of the key itself where `atKey`. */
  readonly path: readonly (string | number)[];
  readonly atKey?: boolean;
  readonly rule: RuleId | AssumptionName | null;
  /** One sentence: what was expected, what was found. */
  readonly message: string;
  readonly severity: 'error' | 'warning';
}
