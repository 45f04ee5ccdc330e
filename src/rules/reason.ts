/**
 * Reasons of journal entries: the rules and assumptions that decided. Each reason exists once, so that the journal can
 * count reasons by identity.
 */
import type { Reason } from '../engine/journal.ts';
import type { AssumptionName } from './assumptions.ts';
import type { RuleId } from './register.ts';

/** A node of the tree of reasons: the reason whose names lead here, and the nodes one name further. */
interface Known {
  reason: Reason | null;
  readonly next: Map<string, Known>;
}

const reasons: Known = { reason: null, next: new Map() };

/**
 * The reason that consists of these rules and assumptions. Equal lists return the same object. An id or a name that is
 * not in the registers does not compile.
 */
export function because(rules: readonly RuleId[], assumptions: readonly AssumptionName[] = []): Reason {
  let known = reasons;
  for (const rule of rules) known = nextTo(known, rule);
  // Both kinds share one tree because no rule has the name of an assumption.
  for (const assumption of assumptions) known = nextTo(known, assumption);
  known.reason ??= Object.freeze({
    rules: Object.freeze([...rules]),
    assumptions: Object.freeze([...assumptions]),
  });
  return known.reason;
}

/** Reasons are kept for good, and this finds them sooner than a weak map. */
const both = new Map<Reason, Map<Reason, Reason>>();

/**
 * The union of two reasons from `because`, each rule and assumption once. The result is cached, so that the next call
 * is a look-up.
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
