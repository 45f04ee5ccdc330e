/**
 * Makes assumptions whose value is a number, a text, a duration, a distribution or a number of replicas.
 */
import { constant, type Distribution } from '../../engine/distribution.ts';
import { second } from '../../engine/time.ts';
import type { Value } from '../../engine/value.ts';
import type { Amount } from '../amount.ts';
import { formatDuration, longestDuration, parseDuration } from '../duration.ts';
import { parseDistribution } from '../units.ts';
import { type Assumption, observedBy, parts, type Read, type Terms } from './assumption.ts';

interface Range<W extends string> extends Terms<W> {
  /** The bounds, both included; by default 0 and no upper bound. */
  readonly from?: number;
  readonly to?: number;
  /** Only whole numbers. */
  readonly isWhole?: true;
}

/** An assumption whose value is a number or a word. It also reads numbers as text, for the command line. */
export function number<const W extends string = never>(
  value: number | NoInfer<W>,
  why: string,
  terms: Range<W> = {},
): Assumption<number | W> {
  const { from = 0, to = Number.MAX_SAFE_INTEGER, isWhole = false } = terms;
  const what = isWhole ? 'a whole number' : 'a number';
  const expected = to === Number.MAX_SAFE_INTEGER ? `${what} of at least ${from}` : `${what} from ${from} to ${to}`;
  return {
    ...parts('number', value, why, terms),
    read: wordOr(terms.words, expected, (given) => {
      const one = typeof given === 'string' && /^\d+(\.\d+)?(e-?\d+)?$/.test(given) ? Number(given) : given;
      const fits = typeof one === 'number' && one >= from && one <= to && (!isWhole || Number.isInteger(one));
      return fits ? one : null;
    }),
    write: (one) => one,
  };
}

/** An assumption whose value is one of some numbers. The first is the default. */
export function oneOf(values: readonly [number, ...number[]], why: string): Assumption<number> {
  const [first, ...others] = values;
  const { read, ...rest } = number(first, why, { alternatives: others.map(String) });
  return {
    ...rest,
    read: (given) => {
      const found = read(given);
      return 'value' in found && values.includes(found.value) ? found : { expected: `one of ${values.join(', ')}` };
    },
  };
}

/** An assumption whose value is a text that matches a pattern. */
export function text(value: string, why: string, pattern: RegExp, expected: string): Assumption<string> {
  return {
    ...parts('text', value, why, {}),
    read: (given) => (typeof given === 'string' && pattern.test(given) ? { value: given } : { expected }),
    write: (one) => one,
  };
}

/** An assumption whose value is a regular expression for whole texts, from `^` to `$`. */
export function pattern(value: string, why: string): Assumption<string> {
  const { read, ...others } = text(value, why, /^\^.*\$$/, 'a pattern from ^ to $');
  return { ...others, read: (given) => (isPattern(given) ? read(given) : { expected: 'a pattern from ^ to $' }) };
}

function isPattern(given: unknown): boolean {
  try {
    return typeof given === 'string' && new RegExp(given) instanceof RegExp;
  } catch {
    return false;
  }
}

interface Stretch<W extends string> extends Terms<W> {
  /** The bounds, both included; by default 0 and a hundred years. */
  readonly from?: string;
  readonly to?: string;
  /** Only whole seconds, because measurements are kept per second. */
  readonly inSeconds?: true;
}

/** An assumption whose value is a duration in milliseconds, or a word. */
export function duration<const W extends string = never>(
  written: string,
  why: string,
  terms: Stretch<W> = {},
): Assumption<number | W> {
  const { from = '0s', to = longest, inSeconds = false } = terms;
  const [least, most] = [lengthOf(from), lengthOf(to)];
  const range = `a duration from ${from} to ${to}${inSeconds ? ', in whole seconds' : ''}`;
  const isBound = terms.from !== undefined || terms.to !== undefined;
  const words: readonly string[] = terms.words ?? [];
  const others = [...words.filter((one) => one !== written), isBound ? range.replace('a duration from ', '') : 'any'];
  const read = wordOr(terms.words, 'a duration such as 15s or 2h30m', (given) => {
    const one = readDuration(given);
    if (one === null) return null;
    return one >= least && one <= most && (!inSeconds || one % second === 0) ? one : range;
  });
  return {
    ...parts('duration', known(written, read), why, { alternatives: others, ...terms }),
    observed: observedBy(terms, read),
    read,
    write: (one) => (typeof one === 'number' ? formatDuration(one) : one),
  };
}

/** An assumption whose value is a distribution of durations in milliseconds. Each use draws one. */
export function drawn(written: string, why: string, terms: Terms<never> = {}): Assumption<Distribution> {
  const read = (given: unknown): Read<Distribution> => {
    const isPlain = typeof given !== 'object' || given === null;
    const found = parseDistribution(given, readDrawn);
    if (typeof found !== 'string') return { value: found };
    return { expected: isPlain ? `a duration of at most ${longest} such as 15s, or a distribution of them` : found };
  };
  return {
    ...parts('distribution', known(written, read), why, terms),
    observed: observedBy(terms, read),
    read,
    write: writeDistribution,
  };
}

/** A uniform distribution of durations, both bounds included, as a scenario writes it. */
export function uniform(from: string, to: string): Value {
  return { uniform: { from, to } };
}

/** A duration of 0, which `timing: instant` uses for every drawn duration. */
export const noTime: Distribution = constant(0);

/** An assumption whose value is a number of replicas, or a percentage of the desired replicas. */
export function amount(written: string, why: string, alternatives: readonly string[]): Assumption<Amount> {
  const read = (given: unknown): Read<Amount> => {
    const match = /^(\d{1,9})(%?)$/.exec(String(given));
    if (match === null) return { expected: 'a whole number of replicas or a percentage such as 25%' };
    return { value: { value: Number(match[1]), unit: match[2] === '%' ? 'percent' : 'replicas' } };
  };
  return {
    ...parts('amount', known(written, read), why, { alternatives }),
    read,
    write: (one) => (one.unit === 'percent' ? `${one.value}%` : one.value),
  };
}

function wordOr<W extends string>(
  words: readonly W[] = [],
  expected: string,
  /** @returns the value; null if it has the wrong form; a text with the bounds if it is outside them */
  readValue: (given: unknown) => number | string | null,
): (given: unknown) => Read<number | W> {
  return (given) => {
    const found = words.find((one) => one === given);
    if (found !== undefined) return { value: found };
    const value = readValue(given);
    return typeof value === 'number' ? { value } : { expected: [value ?? expected, ...words].join(' or ') };
  };
}

const longest = formatDuration(longestDuration);

function readDuration(given: unknown): number | null {
  if (given === 0) return 0;
  return typeof given === 'string' ? parseDuration(given) : null;
}

function readDrawn(given: unknown): number | null {
  const found = readDuration(given);
  return found !== null && found <= longestDuration ? found : null;
}

/** A bound in milliseconds. Throws if it cannot be read, because bounds are written in the code. */
function lengthOf(written: string): number {
  const found = parseDuration(written);
  if (found === null) throw new Error(`'${written}' should be a duration`);
  return found;
}

/** The value of a default. Throws if it cannot be read, because defaults are written in the code. */
function known<T>(written: string, read: (given: unknown) => Read<T>): T {
  const result = read(written);
  if ('value' in result) return result.value;
  throw new Error(`default '${written}' should be ${result.expected}`);
}

function writeDistribution(distribution: Distribution): Value {
  switch (distribution.kind) {
    case 'constant':
      return formatDuration(distribution.value);
    case 'empirical':
      return { empirical: distribution.values.map(formatDuration) };
    default: {
      const { kind, ...fields } = distribution;
      const written = Object.entries(fields).map(([field, value]) => {
        return [field, field === 'cv' || field === 'shape' ? value : formatDuration(value)] as const;
      });
      return { [kind]: Object.fromEntries(written) };
    }
  }
}
