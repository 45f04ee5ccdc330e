import type { Reason } from '../../engine/journal.ts';
import type { AssumptionName } from './assumptions.ts';
import type { RuleId } from './register.ts';

/** The reason whose names lead here, one after another, and those that go on with another name. */
interface Known {
  reason: Reason | null;
  readonly next: Map<string, Known>;
}

const reasons: Known = { reason: null, next: new Map() };

/**
 * The reason made of these rules and assumptions. Equal lists give the same object, so that the journal can count by identity.
 * An id or a name that is not in the registers does not compile.
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

const widened = new WeakMap<readonly AssumptionName[], Map<Reason, Reason>>();

/**
 * The same reason with assumptions that decided beside it.
 *
 * @param others a constant: what it makes of a reason is kept by the list itself, so that it costs a look-up
 */
export function alsoBecause(reason: Reason, others: readonly AssumptionName[]): Reason {
  let known = widened.get(others);
  if (known === undefined) {
    known = new Map();
    widened.set(others, known);
  }
  let both = known.get(reason);
  if (both === undefined) {
    const { rules, assumptions } = reason as { rules: readonly RuleId[]; assumptions: readonly AssumptionName[] };
    both = because(rules, [...assumptions, ...others.filter((one) => !assumptions.includes(one))]);
    known.set(reason, both);
  }
  return both;
}

function nextTo({ next }: Known, name: string): Known {
  let known = next.get(name);
  if (known === undefined) {
    known = { reason: null, next: new Map() };
    next.set(name, known);
  }
  return known;
}
