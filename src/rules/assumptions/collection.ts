/**
 * Makes assumptions whose value is a list or an object.
 */
import { type Assumption, type NumberBounds, parts, type Terms } from './assumption.ts';

/**
 * An assumption whose value is a list of texts. A scenario replaces the whole list.
 *
 * @param terms.of the texts that the list may contain, each once; by default any
 * @param terms.orBegin a prefix: texts that begin with it are allowed, too
 * @param terms.always the texts that the list must contain
 */
export function list(
  value: readonly string[],
  why: string,
  terms: Terms<never> & {
    readonly of?: readonly string[];
    readonly orBegin?: string;
    readonly always?: readonly string[];
  } = {},
): Assumption<readonly string[]> {
  const { of: allowed, orBegin, always = [], ...others } = terms;
  const must = always.length === 0 ? '' : `, including ${always.join(' and ')}`;
  const known = [...(allowed ?? []), ...(orBegin === undefined ? [] : [`${orBegin}NAME`])].join(', ');
  const expected = allowed === undefined ? 'a list of texts' : `a list of any of ${known}, each once${must}`;
  const isKnown = (one: string): boolean =>
    allowed?.includes(one) === true || (orBegin !== undefined && one.startsWith(orBegin) && one !== orBegin);
  const fits = (given: readonly string[]): boolean =>
    allowed === undefined || (isEachOnce(given) && given.every(isKnown) && always.every((one) => given.includes(one)));
  return texts(value, why, others, { fits, expected });
}

/** A list from which a scenario may leave out texts, in any order. Other texts are unknown to a run. */
export function partOf(value: readonly string[], why: string): Assumption<readonly string[]> {
  return list(value, why, { of: value, alternatives: [`any of ${value.join(', ')}`] });
}

/** Several such lists by name. A scenario replaces the lists that it names and keeps the others. */
export function narrowed<T extends { readonly [key: string]: readonly string[] }>(
  value: T,
  why: string,
): Assumption<T> {
  const names = Object.keys(value);
  const lists = names.map((name) => `${name}: some of ${value[name]!.join(', ')}`);
  const fits = (one: unknown, known: unknown): boolean =>
    isListOf('string', one) &&
    isEachOnce(one) &&
    one.every((text) => isListOf('string', known) && known.includes(text));
  const expected = `an object of ${names.join(', ')}, each a list (${lists.join('; ')}), each metric once`;
  return membersThat(value, why, { alternatives: lists }, { fits, expected });
}

/** A list of which a scenario may change only the order. */
export function permutation(value: readonly string[], why: string): Assumption<readonly string[]> {
  const fits = (given: readonly string[]): boolean =>
    given.length === value.length && isEachOnce(given) && given.every((one) => value.includes(one));
  const expected = `a list of all of ${value.join(', ')}, each once and in any order`;
  return texts(value, why, { alternatives: ['any permutation'] }, { fits, expected });
}

/** A list of words that a scenario may rename: as many words, all different. */
export function renamed(value: readonly string[], why: string): Assumption<readonly string[]> {
  const fits = (given: readonly string[]): boolean =>
    given.length === value.length && isEachOnce(given) && given.every((one) => one.trim() !== '');
  const expected = `a list of ${value.length} different words for ${value.join(', ')}, in this order`;
  return texts(value, why, { alternatives: [`any ${value.length} words`] }, { fits, expected });
}

function texts(
  value: readonly string[],
  why: string,
  terms: Terms<never>,
  { fits, expected }: { readonly fits: (given: readonly string[]) => boolean; readonly expected: string },
): Assumption<readonly string[]> {
  return {
    ...parts('list', value, why, { alternatives: ['any list'], ...terms }),
    read: (given) => (isListOf('string', given) && fits(given) ? { value: given } : { expected }),
    write: (one) => [...one],
  };
}

function isEachOnce(given: readonly string[]): boolean {
  return new Set(given).size === given.length;
}

/** An assumption whose value is a list of whole numbers within bounds (both included). */
export function numbers(
  value: readonly number[],
  why: string,
  { from, to }: { readonly from: number; readonly to: number },
): Assumption<readonly number[]> {
  const fits = (one: number): boolean => Number.isInteger(one) && one >= from && one <= to;
  const expected = `a list of whole numbers from ${from} to ${to}`;
  return {
    ...parts('list', value, why, { alternatives: ['any list'] }),
    read: (given) => (isListOf('number', given) && given.every(fits) ? { value: given } : { expected }),
    write: (one) => [...one],
  };
}

/**
 * An assumption whose value is an object of texts or lists of texts. A scenario replaces the members that it names and
 * keeps the others.
 */
export function members<T extends { readonly [key: string]: string | readonly string[] }>(
  value: T,
  why: string,
  terms: Terms<never> = {},
): Assumption<T> {
  const expected = `an object of ${Object.keys(value).join(', ')}, each as in ${JSON.stringify(value)}`;
  return membersThat(value, why, terms, { fits: isAlike, expected });
}

/** Like `members`, with whole numbers within bounds (both included); by default from 0 without an upper bound. */
export function counts<T extends { readonly [key: string]: number }>(
  value: T,
  why: string,
  terms: Terms<never> & { readonly from?: number; readonly to?: number } = {},
): Assumption<T> {
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = terms;
  const bounds = to === Number.MAX_SAFE_INTEGER ? `of at least ${from}` : `from ${from} to ${to}`;
  const expected = `an object of ${Object.keys(value).join(', ')}, each a whole number ${bounds}`;
  const fits = (one: unknown): boolean => typeof one === 'number' && Number.isInteger(one) && one >= from && one <= to;
  return membersThat(value, why, terms, { fits, expected });
}

/** Like `counts`, or one word instead of the object. */
export function countsOr<T extends { readonly [key: string]: number }, const W extends string>(
  value: T,
  word: W,
  why: string,
): Assumption<T | W> {
  const whole = counts(value, why);
  return {
    ...parts<T | W>('object', value, why, { words: [word] }),
    read: (given) => {
      if (given === word) return { value: word };
      const read = whole.read(given);
      return 'expected' in read ? { expected: `'${word}' or ${read.expected}` } : read;
    },
    write: (one) => (typeof one === 'string' ? one : whole.write(one)),
  };
}

function membersThat<T extends { readonly [key: string]: number | string | readonly string[] }>(
  value: T,
  why: string,
  terms: Terms<never>,
  { fits, expected }: { readonly fits: (one: unknown, example: unknown) => boolean; readonly expected: string },
): Assumption<T> {
  return {
    ...parts('object', value, why, terms),
    read: (given) =>
      isObject(given) && Object.entries(given).every(([key, one]) => Object.hasOwn(value, key) && fits(one, value[key]))
        ? { value: { ...value, ...given } }
        : { expected },
    write: (one) => ({ ...one }),
  };
}

/** The bounds of a field. A scenario changes one or both of them, or turns them `off`. */
export function bound(from: number | null, to: number | null, why: string): Assumption<NumberBounds | 'off'> {
  const value: NumberBounds = { from, to };
  const isEdge = (one: unknown) => one === null || (typeof one === 'number' && Number.isFinite(one));
  return {
    ...parts<NumberBounds | 'off'>('object', value, why, { words: ['off'] }),
    read: (given) => {
      if (given === 'off') return { value: 'off' };
      const fits =
        isObject(given) && Object.entries(given).every(([key, one]) => Object.hasOwn(value, key) && isEdge(one));
      return fits
        ? { value: { ...value, ...given } }
        : { expected: 'off or an object of from and to, each a number or null' };
    },
    write: (one) => (one === 'off' ? one : { ...one }),
  };
}

function isObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

/** Whether a member has the same type as its default. */
function isAlike(one: unknown, example: unknown): boolean {
  return Array.isArray(example) ? isListOf('string', one) : typeof one === typeof example;
}

function isListOf(type: 'string', given: unknown): given is readonly string[];
function isListOf(type: 'number', given: unknown): given is readonly number[];
function isListOf(type: 'string' | 'number', given: unknown): boolean {
  return Array.isArray(given) && given.every((one) => typeof one === type);
}
