/**
 * Reads values as scenario files write them (distributions, dates), and guesses which word was meant.
 */
import { type Distribution, meanOf, varianceOf } from '../engine/distribution.ts';
import { clipped } from '../text/folded.ts';

/** A value as an error message shows it. */
function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a map' : `'${clipped(String(value), 80)}'`;
}

const shapes: Readonly<Record<string, readonly string[]>> = {
  uniform: ['from', 'to'],
  exponential: ['mean'],
  normal: ['mean', 'sd'],
  lognormal: ['mean', 'cv'],
  gamma: ['mean', 'cv'],
  weibull: ['scale', 'shape'],
  pareto: ['minimum', 'shape'],
  triangular: ['low', 'mode', 'high'],
};

/**
 * Parses a distribution: a plain value for a constant, else `{uniform: {from, to}}`, `{exponential: {mean}}`,
 * `{normal: {mean, sd}}`, `{lognormal: {mean, cv}}`, `{gamma: {mean, cv}}`, `{weibull: {scale, shape}}`,
 * `{pareto: {minimum, shape}}`, `{triangular: {low, mode, high}}` or `{empirical: [...]}`.
 *
 * @param parseValue parses a value with the unit of the drawn quantity (all fields but `cv` and `shape`, which are
 * plain numbers); it returns null if it cannot
 * @param expected what `parseValue` can parse, for messages
 * @returns the distribution, or a text that follows the word "expected" in an error message
 */
export function parseDistribution(
  value: unknown,
  parseValue: (text: unknown) => number | null,
  expected?: string,
): Distribution | string {
  const found = distributionOf(value, parseValue, expected);
  // What cannot vary draws nothing, so a run that has nothing else is known not to be random.
  const isFixed = typeof found !== 'string' && varianceOf(found) === 0;
  return isFixed ? { kind: 'constant', value: meanOf(found) } : found;
}

function distributionOf(
  value: unknown,
  parseValue: (text: unknown) => number | null,
  expected = 'a value with its unit, 0 or more',
): Distribution | string {
  if (!isRecord(value)) {
    const constant = parseValue(value);
    return constant === null ? 'a value or a distribution' : { kind: 'constant', value: constant };
  }
  const [kind, ...more] = Object.keys(value);
  if (kind === undefined || more.length > 0) return 'one distribution';
  const given = value[kind];
  if (kind === 'empirical') return parseEmpirical(given, parseValue);
  const fields = Object.hasOwn(shapes, kind) ? shapes[kind] : undefined;
  if (fields === undefined) {
    const guess = nearest(kind, [...Object.keys(shapes), 'empirical']);
    return `a known distribution instead of '${kind}'${guess === null ? '' : ` (did you mean '${guess}'?)`}`;
  }
  if (!isRecord(given) || Object.keys(given).some((key) => !fields.includes(key))) {
    return `${kind}: {${fields.join(', ')}}`;
  }
  const numbers: Record<string, number> = {};
  for (const field of fields) {
    const isBare = field === 'cv' || field === 'shape';
    const number = isBare ? ratio(given[field]) : parseValue(given[field]);
    if (number === null) {
      const found = shown(given[field]);
      return `${kind}.${field} to be ${isBare ? 'a number of at least 0' : expected}, found ${found}`;
    }
    numbers[field] = number;
  }
  return shaped(kind, numbers);
}

function shaped(kind: string, numbers: Readonly<Record<string, number>>): Distribution | string {
  const { from = 0, to = 0, mean = 0, sd = 0, cv = 0, scale = 0, shape = 0, minimum = 0 } = numbers;
  const { low = 0, mode = 0, high = 0 } = numbers;
  if (kind === 'uniform') return from <= to ? { kind, from, to } : 'uniform.from to be at most uniform.to';
  if (kind === 'exponential') return { kind, mean };
  if (kind === 'normal') return { kind, mean, sd };
  if (kind === 'lognormal' || kind === 'gamma') return { kind, mean, cv };
  if (kind === 'triangular') {
    if (low <= mode && mode <= high) return { kind, low, mode, high };
    return `triangular.${low > mode ? 'low to be at most triangular.mode' : 'mode to be at most triangular.high'}`;
  }
  if (shape === 0) return `${kind}.shape to be above 0`;
  return kind === 'weibull' ? { kind, scale, shape } : { kind: 'pareto', minimum, shape };
}

function parseEmpirical(given: unknown, parseValue: (text: unknown) => number | null): Distribution | string {
  const values = Array.isArray(given) ? given.map(parseValue) : [];
  const isWhole = values.length > 0 && values.every((value) => value !== null);
  return isWhole ? { kind: 'empirical', values } : 'empirical: a list of at least one value';
}

/**
 * The candidate that a mistyped word probably means, or null if none is near.
 *
 * It has the fewest edits: single letters added, dropped, changed or swapped with a neighbour. The number of edits is
 * at most a third of the length of the word, but 1 is always allowed. If two candidates are equally near, the first
 * one is returned.
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

/** The Damerau-Levenshtein distance in its restricted form, in which no letter is edited twice. */
function editDistance(from: string, to: string): number {
  let twoAbove: readonly number[] = [];
  let above: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const edits = [
        at(above, column) + 1,
        at(current, column - 1) + 1,
        at(above, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(twoAbove, column - 2) + 1 : Number.POSITIVE_INFINITY,
      ];
      current.push(Math.min(...edits));
    }
    twoAbove = above;
    above = current;
  }
  return at(above, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

function ratio(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
