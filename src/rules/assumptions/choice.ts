/**
 * Makes assumptions with a choice of words, with a fixed value, or with true and false.
 */
import type { Value } from '../../engine/value.ts';
import { type Assumption, observedBy, parts, type Read, type Terms } from './assumption.ts';

/** An assumption whose value is one of some words. The first word is the default. */
export function word<const W extends string>(
  words: readonly [W, W, ...W[]],
  why: string,
  terms: Pick<Terms<W>, 'boundary' | 'observed'> = {},
): Assumption<W> {
  const [first, ...others] = words;
  const expected = `one of ${words.join(', ')}`;
  const read = (given: unknown): Read<W> => {
    const found = words.find((one) => one === given);
    return found === undefined ? { expected } : { value: found };
  };
  return {
    ...parts('word', first, why, { ...terms, words, alternatives: others }),
    observed: observedBy(terms, read),
    read,
    write: (value) => value,
  };
}

/**
 * An assumption that a scenario cannot change. Its reason says why nothing else is simulated.
 *
 * @param written the value as a scenario writes it, if that is not the value itself
 */
export function fixed<const T extends string | number | readonly string[]>(
  value: T,
  why: string,
  { written, boundary }: { readonly written?: string; readonly boundary?: true } = {},
): Assumption<T> {
  const isList = typeof value === 'object';
  const text: Value = written ?? (isList ? [...(value as readonly string[])] : (value as string | number));
  const kind = isList ? 'list' : typeof value === 'number' ? 'number' : 'word';
  const expected = `${JSON.stringify(text)}, the only simulated value`;
  return {
    ...parts<T>(kind, value, why, { alternatives: [], ...(boundary && { boundary }) }),
    read: (given) => (JSON.stringify(given) === JSON.stringify(text) ? { value } : { expected }),
    write: () => text,
  };
}

/** An assumption that is true or false. It also reads the words, because a command line passes text. */
export function boolean(value: boolean, why: string): Assumption<boolean> {
  return {
    ...parts('boolean', value, why, { alternatives: [String(!value)] }),
    read: (given) => {
      if (given === true || given === 'true') return { value: true };
      if (given === false || given === 'false') return { value: false };
      return { expected: 'true or false' };
    },
    write: (one) => one,
  };
}
