import type { Reason } from '../../engine/journal.ts';
import type { AssumptionName } from './assumptions.ts';
import type { RuleId } from './register.ts';

const reasons = new Map<string, Reason>();

/**
 * The reason made of these rules and assumptions. Equal lists give the same object, so that the journal can count by identity.
 * An id or a name that is not in the registers does not compile.
 */
export function because(rules: readonly RuleId[], assumptions: readonly AssumptionName[] = []): Reason {
  const key = `${rules.join()};${assumptions.join()}`;
  const known = reasons.get(key);
  if (known !== undefined) return known;
  const reason: Reason = Object.freeze({
    rules: Object.freeze([...rules]),
    assumptions: Object.freeze([...assumptions]),
  });
  reasons.set(key, reason);
  return reason;
}
