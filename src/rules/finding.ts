import type { AssumptionName } from './assumptions.ts';
import type { RuleId } from './register.ts';

/**
 * An error or a warning about a document, with its path in the document. `check` turns the path into file, line and
 * column; the API turns it into error details.
 */
export interface Finding {
  /** Keys and list indexes from the root of the document. With `atKey`, the finding is about the key itself. */
  readonly path: readonly (string | number)[];
  readonly atKey?: boolean;
  readonly rule: RuleId | AssumptionName | null;
  /** What was found, and what was expected. */
  readonly message: string;
  readonly severity: 'error' | 'warning';
}
