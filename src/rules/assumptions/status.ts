/**
 * Makes assumptions whose value is the HTTP status of a refusal.
 */
import type { Assumption } from './assumption.ts';
import { counts } from './collection.ts';
import { number } from './quantity.ts';

/** Refusals are never 5xx, because clients take 5xx for a failure of the platform and retry. */
const refusals = { from: 400, to: 499 } as const;

/** The status on which clients wait and retry when they read, replace or delete. */
const tooMany = 429;

/**
 * An assumption whose value is the status of a refusal: from 400 to 499 (both included), but not 429.
 *
 * @param terms.mayWait whether 429 is allowed, too; only for requests that create or command something
 */
export function refusal(
  value: number,
  why: string,
  { alternatives, mayWait = false }: { readonly alternatives: readonly string[]; readonly mayWait?: boolean },
): Assumption<number> {
  const { read, ...others } = number(value, why, { ...refusals, isWhole: true, alternatives });
  if (mayWait) return { ...others, read };
  const expected = `a whole number from ${refusals.from} to ${refusals.to}, but not ${tooMany}`;
  return {
    ...others,
    read: (given) => {
      const found = read(given);
      return 'expected' in found || found.value === tooMany ? { expected } : found;
    },
  };
}

/**
 * Like `refusal`, for several statuses by name. A scenario replaces the members that it names.
 *
 * @param mayWait the members that may be 429
 */
export function refusalsOf<T extends { readonly [key: string]: number }>(
  value: T,
  why: string,
  mayWait: readonly (keyof T)[] = [],
): Assumption<T> {
  const { read, ...others } = counts(value, why, refusals);
  const rest = Object.keys(value).filter((key) => !mayWait.includes(key));
  const none = mayWait.length === 0 ? '' : ` for ${rest.join(' and ')}`;
  const expected = `an object of ${Object.keys(value).join(', ')}, each a whole number from ${refusals.from} to ${refusals.to}, but not ${tooMany}${none}`;
  return {
    ...others,
    read: (given) => {
      const found = read(given);
      return 'expected' in found || rest.some((key) => found.value[key] === tooMany) ? { expected } : found;
    },
  };
}
