/**
 * The type of an assumption. The functions that make one are in `choice.ts`, `quantity.ts` and `collection.ts`, by the
 * kind of its value.
 */
import type { Value } from '../../engine/value.ts';

/** The kind of value that an assumption has, apart from the words that it may also allow. */
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

/** A value that was read from a scenario, or a text that follows "expected" in an error message. */
export type Read<T> = { readonly value: T } | { readonly expected: string };

/** One point that the platform's specification leaves open. `T` is the type of the value in code. */
export interface Assumption<T> {
  readonly kind: AssumptionKind;
  readonly default: T;
  /** What else a scenario may choose: words, or a phrase (`any`). Empty if nothing else is simulated. */
  readonly alternatives: readonly string[];
  /** Why the default was chosen, in whole sentences. */
  readonly why: string;
  /** Whether it matters only exactly at a boundary: two events at one instant, a ratio exactly at its limit. */
  readonly boundary: boolean;
  /** The words that a scenario may choose, including the default; null if it takes no words. */
  readonly words: readonly string[] | null;
  /** The value that `timing: observed` sets, and the measurements that it fits; null: it sets none. */
  readonly observed: Observed<T> | null;
  /** Reads a value that a scenario states. */
  readonly read: (given: unknown) => Read<T>;
  /** Returns the value as a scenario writes it: `read(write(value))` returns the same value. */
  readonly write: (value: T) => Value;
}

/** A value that fits measurements, and which measurements these are (`docs/calibration.md`), in whole sentences. */
export interface Observed<T> {
  readonly value: T;
  readonly why: string;
}

/** The smallest and the largest value of a field, both included; null means no bound. */
export interface NumberBounds {
  readonly from: number | null;
  readonly to: number | null;
}

/** Options for an assumption besides its default and its reason. */
export interface Terms<W extends string> {
  readonly boundary?: true;
  /** Words that are allowed instead of a value, or as the only values. */
  readonly words?: readonly W[];
  /** Values that are worth a try; by default the other words and `any`. */
  readonly alternatives?: readonly string[];
  /** The value of `timing: observed`, as a scenario writes it. */
  readonly observed?: { readonly is: Value; readonly why: string };
}

/** The value of `timing: observed`. Throws if it cannot be read, because it is written in the code. */
export function observedBy<T>(
  { observed }: Pick<Terms<string>, 'observed'>,
  read: (given: unknown) => Read<T>,
): Observed<T> | null {
  if (observed === undefined) return null;
  const result = read(observed.is);
  if ('value' in result) return { value: result.value, why: observed.why };
  throw new Error(`observed ${JSON.stringify(observed.is)} should be ${result.expected}`);
}

/** The fields of an assumption that are the same for every kind of value. */
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
    observed: null,
  };
}

type Parts<T> = Omit<Assumption<T>, 'read' | 'write'>;
