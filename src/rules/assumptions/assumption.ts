/**
 * What an assumption is. Its makers stand beside, by the kind of value: a choice, a quantity, a collection.
 */
import type { Value } from '../../engine/value.ts';

/** What sort of value an assumption takes, beside the words it may allow. */
export type AssumptionKind =
  | 'word'
  | 'boolean'
  | 'number'
  | 'text'
  | 'duration'
  | 'distribution'
  | 'amount'
  | 'list'
  | 'object';

/** A scenario's value, read; or what would have been read, as the end of a sentence that begins "expected". */
export type Read<T> = { readonly value: T } | { readonly expected: string };

/** One point that the platform's specification leaves open. `T`: the value as the code takes it. */
export interface Assumption<T> {
  readonly kind: AssumptionKind;
  readonly default: T;
  /**
   * What else a scenario may choose: words, or a phrase in place of them (`any`); empty where nothing else is
   * simulated.
   */
  readonly alternatives: readonly string[];
  readonly why: string;
  /** Exercised only where the boundary itself occurs: two things at one instant, a ratio exactly at its limit. */
  readonly boundary: boolean;
  /** Words that a scenario may choose, the default's included; null where none is. */
  readonly words: readonly string[] | null;
  readonly read: (given: unknown) => Read<T>;
  /** The value as a scenario writes it: `read(write(value))` gives it back. */
  readonly write: (value: T) => Value;
}

/** The least and the greatest number that a field takes, both included; null: no bound. */
export interface NumberBounds {
  readonly from: number | null;
  readonly to: number | null;
}

/** What a maker may be told beside the default and the reason. */
export interface Terms<W extends string> {
  readonly boundary?: true;
  /** Words allowed, in the place of a value or as the only values. */
  readonly words?: readonly W[];
  /** Values worth trying; the other words and `any` where left out. */
  readonly alternatives?: readonly string[];
}

/** The parts of an assumption that every maker fills alike. */
export function parts<T>(kind: AssumptionKind, value: T, why: string, terms: Terms<string>): Parts<T> {
  const { words = null } = terms;
  const others = (words ?? []).filter((one) => one !== value);
  return {
    kind,
    default: value,
    alternatives: terms.alternatives ?? [...others, 'any'],
    why,
    boundary: terms.boundary ?? false,
    words,
  };
}

type Parts<T> = Omit<Assumption<T>, 'read' | 'write'>;
