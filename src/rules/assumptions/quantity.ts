import { constant, type Distribution } from '../../engine/distribution.ts';
import { second } from '../../engine/time.ts';
import type { Value } from '../../engine/value.ts';
import type { Amount } from '../amount.ts';
import { formatDuration, longestDuration, parseDistribution, parseDuration } from '../units.ts';
import { type Assumption, parts, type Read, type Terms } from './assumption.ts';

interface Range<W extends string> extends Terms<W> {
  /** Both included; 0 and no upper bound where left out. */
  readonly from?: number;
  readonly to?: number;
  /** No fractions. */
  readonly isWhole?: true;
}

/** A number, or a word in its place; also as text, which a command line gives. */
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

/** One of some numbers, the first by default. */
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

/** Text that matches a pattern. */
export function text(value: string, why: string, pattern: RegExp, expected: string): Assumption<string> {
  return {
    ...parts('text', value, why, {}),
    read: (given) => (typeof given === 'string' && pattern.test(given) ? { value: given } : { expected }),
    write: (one) => one,
  };
}

/** A pattern for whole texts, from ^ to $. */
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
  /** Both included; nothing and a hundred years where left out. */
  readonly from?: string;
  readonly to?: string;
  /** No fractions of a second: what is measured is kept second by second. */
  readonly inSeconds?: true;
}

/** A stretch of time, in milliseconds, or a word in its place. */
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
    read,
    write: (one) => (typeof one === 'number' ? formatDuration(one) : one),
  };
}

/** A stretch of time drawn at each use, in milliseconds. */
export function drawn(written: string, why: string, terms: Terms<never> = {}): Assumption<Distribution> {
  const read = (given: unknown): Read<Distribution> => {
    const isPlain = typeof given !== 'object' || given === null;
    const found = parseDistribution(given, readDrawn);
    if (typeof found !== 'string') return { value: found };
    return { expected: isPlain ? `a duration of at most ${longest} such as 15s, or a distribution of them` : found };
  };
  return { ...parts('distribution', known(written, read), why, terms), read, write: writeDistribution };
}

/** No time at all: what `timing: instant` puts in the place of every drawn one. */
export const noTime: Distribution = constant(0);

/** A number of replicas, or a percentage of the wanted ones. */
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
  /** @returns a text where it is what is expected, but not in its bounds: what these are */
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

/** A bound of ours, in milliseconds. */
function lengthOf(written: string): number {
  const found = parseDuration(written);
  if (found === null) throw new Error(`'${written}' should be a duration`);
  return found;
}

/** The value of a default of ours, which must be readable. */
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
