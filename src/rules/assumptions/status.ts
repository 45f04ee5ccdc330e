import type { Assumption } from './assumption.ts';
import { counts } from './collection.ts';
import { number } from './quantity.ts';

/** A refusal is the asker's: never 5xx, which clients take for a failure of the platform and try again. */
const refusals = { from: 400, to: 499 } as const;

/** What clients wait upon, whatever the message, where they read, replace or delete. */
const tooMany = 429;

/**
 * The status of a refusal: from 400 to 499, both included, but not 429.
 *
 * @param terms.mayWait 429 too: only what is created or commanded may be answered so
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
 * Statuses of refusals, each as above; what a scenario gives replaces the members it names.
 *
 * @param mayWait members that may be 429
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
