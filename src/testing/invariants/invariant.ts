/**
 * What an invariant is: a property of the journal of every run, checked entry by entry.
 */
import type { Entry } from '../../engine/journal.ts';
import { type Instant, isoFromInstant } from '../../engine/time.ts';
import type { AssumptionName } from '../../rules/assumptions.ts';
import type { RuleId } from '../../rules/register.ts';

/** A property that the journal of every run has, under some assumptions. */
export interface Invariant {
  readonly id: string;
  /** The rules of the platform that it follows from; empty if it follows from how a journal is written. */
  readonly rules: readonly RuleId[];
  /** What always holds. */
  readonly sentence: string;
  /** It holds if each of these assumptions has one of these values, as a scenario writes them. */
  readonly under: { readonly [name in AssumptionName]?: readonly unknown[] };
  /** Where a journal breaks it, in the order of the entries; empty if it holds. */
  readonly check: (entries: readonly Entry[]) => readonly Violation[];
}

/** A place at which a journal breaks an invariant. */
export interface Violation {
  readonly at: Instant;
  /** Number of the entry at which it shows. */
  readonly entry: number;
  /** Name of the subject of that entry. */
  readonly subject: string;
  /** What is wrong, as a clause with its numbers. */
  readonly message: string;
}

/** A violation at an entry. */
export function violationAt({ at, seq, subject }: Entry, message: string): Violation {
  return { at, entry: seq, subject: subject.name, message };
}

/** A violation as a sentence: when, what about, and what is wrong. */
export function violationText({ at, entry, subject, message }: Violation): string {
  return `entry ${entry} at ${isoFromInstant(at)}, ${subject}: ${message}`;
}

/** The name of what an entry is about: a replica, an execution, or the subject itself. */
export function itemOf({ subject, ordinal }: Entry): string {
  return ordinal === null ? subject.name : `${subject.name} ${ordinal}`;
}
