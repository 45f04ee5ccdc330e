import { type Assumption, parts } from './assumption.ts';

/**
 * A choice among words; the first is the default.
 *
 * @param simulated words beside the default that a run follows
 */
export function word<const W extends string>(
  words: readonly [W, ...W[]],
  why: string,
  { simulated = [], boundary }: { readonly simulated?: readonly NoInfer<W>[]; readonly boundary?: true } = {},
): Assumption<W> {
  const [first, ...others] = words;
  const expected = others.length === 0 ? `'${first}'` : `one of ${words.join(', ')}`;
  return {
    ...parts('word', first, why, { words, simulated, alternatives: others, ...(boundary && { boundary }) }),
    read: (given) => {
      const found = words.find((one) => one === given);
      return found === undefined ? { expected } : { value: found };
    },
    write: (value) => value,
  };
}

/** True or false; also as text, which a command line gives. */
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
