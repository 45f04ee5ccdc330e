import type { Reason } from '../engine/journal.ts';
import type { AssumptionName } from './assumptions.ts';
import type { RuleId } from './register.ts';

/** The reason whose names lead here, one after another, and those that go on with another name. */
interface Known {
  reason: Reason | null;
  readonly next: Map<string, Known>;
}

const reasons: Known = { reason: null, next: new Map() };

/**
 * The reason made of these rules and assumptions. Equal lists give the same object, so that the journal can count by
 * identity. An id or a name that is not in the registers does not compile.
 */
export function because(rules: readonly RuleId[], assumptions: readonly AssumptionName[] = []): Reason {
  let known = reasons;
  for (const rule of rules) known = nextTo(known, rule);
  // No rule is called as an assumption is.
  for (const assumption of assumptions) known = nextTo(known, assumption);
  known.reason ??= Object.freeze({
    rules: Object.freeze([...rules]),
    assumptions: Object.freeze([...assumptions]),
  });
  return known.reason;
}

const both = new WeakMap<Reason, Map<Reason, Reason>>();

/**
 * A reason with another one that decided beside it, each rule and assumption once. Kept, so that asking again costs a
 * look-up. Both come from `because`.
 */
export function alsoBecause(reason: Reason, other: Reason): Reason {
  let known = both.get(other);
  if (known === undefined) {
    known = new Map();
    both.set(other, known);
  }
  let found = known.get(reason);
  if (found === undefined) {
    const rules = [...new Set([...reason.rules, ...other.rules])] as RuleId[];
    const assumptions = [...new Set([...reason.assumptions, ...other.assumptions])] as AssumptionName[];
    found = because(rules, assumptions);
    known.set(reason, found);
  }
  return found;
}

function nextTo({ next }: Known, name: string): Known {
  let known = next.get(name);
  if (known === undefined) {
    known = { reason: null, next: new Map() };
    next.set(name, known);
  }
  return known;
}
