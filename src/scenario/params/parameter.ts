/**
 * `params:`, inputs that nobody knows exactly: a constant, or a distribution that is drawn once a replication.
 */

import { type Distribution, draw, varianceOf } from '../../engine/distribution.ts';
import { Streams } from '../../engine/random.ts';
import type { JsonObject } from '../../platform/api/document/json.ts';
import { quantileOf } from '../../platform/traffic/quantile.ts';
import { formatDuration } from '../../rules/duration.ts';
import { parseDistribution } from '../../rules/units.ts';
import { parameterName } from '../shape/schemaParameter.ts';
import { shown } from '../shape/shape.ts';
import { readDocuments } from '../text/document.ts';
import { Places } from '../text/places.ts';
import type { Complaint } from '../text/problem.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';
import { readDuration } from '../text/units.ts';
import { drawnNumber, plainNumber, roundedNumber } from './parameterText.ts';

/** A parameter with its value in one replication. */
export interface Parameter {
  readonly name: string;
  /** The text that takes the place of `${name}`: `6.3`, `2m30s`, `true`. */
  readonly value: string;
  /** As the file writes it, with its `round`; null: a constant. */
  readonly distribution: JsonObject | null;
  /** Whether another replication may have another value. */
  readonly isDrawn: boolean;
}

/** A parameter as the document is given it. */
export interface DeclaredParameter extends Parameter {
  /** The value of a scalar that is nothing but `${name}`: the text, read as YAML. */
  readonly scalar: Tree;
}

/** Which replication of which seed is drawn. */
export interface Draws {
  readonly seed: string;
  /** 0 or more. */
  readonly replication: number;
}

const isName = new RegExp(`^${parameterName}$`);

/**
 * Reads `params` and draws each value from a stream of its own, `params/NAME`: it depends on the seed, the replication,
 * the name and the distribution, on nothing else, so every plan that is compared has the same.
 *
 * @returns by name; null for one that cannot be read, which is a problem
 */
export function readParameters(
  root: TreeMap,
  { seed, replication }: Draws,
  reading: ScenarioReading,
): ReadonlyMap<string, DeclaredParameter | null> {
  const found = new Map<string, DeclaredParameter | null>();
  // That it is no map, the shape says.
  if (!isMap(root.params)) return found;
  const streams = new Streams(`${seed}/${replication}`);
  for (const [name, given] of Object.entries(root.params)) {
    const complain = (complaint: Complaint, path: readonly string[] = []): null => {
      reading.complain(root, ['params', name, ...path], complaint);
      return null;
    };
    if (!isName.test(name)) {
      const message = `expected a name of letters, digits, _ and -, which begins with a letter or _, found ${shown(name)}`;
      complain({ code: 'bad-name', message, atKey: true });
      continue;
    }
    found.set(name, isMap(given) ? drawn(name, given, streams, complain) : constantOf(name, given, complain));
  }
  return found;
}

type Complain = (complaint: Complaint, path?: readonly string[]) => null;

const distributionExample = '{ triangular: { low: 3, mode: 5, high: 9 } }';

function constantOf(name: string, given: Tree, complain: Complain): DeclaredParameter | null {
  if (typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean') {
    const value = typeof given === 'number' ? plainNumber(given) : String(given);
    return { name, value, distribution: null, isDrawn: false, scalar: scalarOf(value) };
  }
  const message = `expected a number, a text, true or false, or a distribution such as ${distributionExample}, found ${shown(given)}`;
  return complain({ code: 'wrong-type', message });
}

function drawn(name: string, given: TreeMap, streams: Streams, complain: Complain): DeclaredParameter | null {
  const { round, ...written } = given;
  const read = readDistribution(written);
  if ('message' in read) return complain({ code: 'wrong-value', ...read });
  const { distribution, areDurations } = read;
  const step = round === undefined ? null : stepOf(round, areDurations);
  if (step === undefined) {
    const such = areDurations ? 'a duration above 0s, such as 1s' : 'a number above 0, such as 0.1';
    return complain({ code: 'wrong-value', message: `expected ${such}, found ${shown(round)}` }, ['round']);
  }
  const value = drawOnce(distribution, streams, name);
  if (!Number.isFinite(value)) {
    const message = `the draw of '${name}' is too large to be a number: choose a distribution with a lighter tail`;
    return complain({ code: 'wrong-value', message });
  }
  const text = areDurations ? durationText(value, step) : numberText(value, step);
  const isDrawn = varianceOf(distribution) > 0;
  return { name, value: text, distribution: given as JsonObject, isDrawn, scalar: scalarOf(text) };
}

/**
 * The value of a drawn parameter that a share of its draws does not exceed, as text with its `round`.
 *
 *   {uniform: {from: 0, to: 10}}, share 0.05           -> `0.5`
 *   {uniform: {from: 20s, to: 2m}, round: 1s}, 0.95    -> `1m55s`
 *
 * @param given as `Parameter.distribution` has it
 * @param share above 0, below 1
 */
export function parameterQuantile(given: JsonObject, share: number): string {
  const { round, ...written } = given;
  const read = readDistribution(written as TreeMap);
  if ('message' in read) throw new Error(`no distribution of a parameter: ${JSON.stringify(given)}`);
  const { distribution, areDurations } = read;
  const step = round === undefined ? null : (stepOf(round as Tree, areDurations) ?? null);
  const value = quantileOf(distribution, share);
  return areDurations ? durationText(value, step) : numberText(value, step);
}

/** The one draw of a parameter in a replication. */
function drawOnce(distribution: Distribution, streams: Streams, name: string): number {
  return draw(distribution, streams.keyOf(streams.open(`params/${name}`), 0));
}

function numberText(value: number, step: number | null): string {
  return step === null ? drawnNumber(value) : roundedNumber(value, step);
}

/** In whole milliseconds, 0 where it is negative, as everywhere. */
function durationText(value: number, step: number | null): string {
  const length = Math.max(0, step === null ? Math.round(value) : Number(roundedNumber(value, step)));
  return formatDuration(length);
}

/** undefined: it is no step. */
function stepOf(given: Tree, isDuration: boolean): number | undefined {
  const step = isDuration ? readDuration(given) : bareNumber(given);
  return step !== null && step > 0 ? step : undefined;
}

type ReadDistribution =
  | { readonly distribution: Distribution; readonly areDurations: boolean }
  | Pick<Complaint, 'message' | 'hint'>;

/** Its values are all bare numbers, or all durations. */
function readDistribution(written: TreeMap): ReadDistribution {
  const expected = 'a number, or a duration such as 30s';
  const numbers = parseDistribution(written, bareNumber, expected);
  if (typeof numbers !== 'string') {
    const negative = negativePart(numbers);
    if (negative === null) return { distribution: numbers, areDurations: false };
    return { message: `expected ${numbers.kind}.${negative} to be at least 0` };
  }
  const durations = parseDistribution(written, readDuration, expected);
  if (typeof durations !== 'string') return { distribution: durations, areDurations: true };
  const either = parseDistribution(written, (value) => bareNumber(value) ?? readDuration(value), expected);
  if (typeof either !== 'string')
    return { message: 'expected values that are all numbers, or all durations, found both' };
  const hint = either.includes(expected) ? `write the unit where the parameter stands: "\${growth}%/week"` : null;
  const isWhole = either === 'one distribution';
  const message = isWhole ? `one distribution such as ${distributionExample}, found ${keysOf(written)}` : either;
  return { message: `expected ${message}`, hint };
}

function keysOf(written: TreeMap): string {
  const keys = Object.keys(written);
  return keys.length === 0 ? 'none' : keys.join(' and ');
}

/** The part of a distribution that may not be negative, and is; null: none. */
function negativePart(distribution: Distribution): string | null {
  const mayBe = ['constant', 'uniform', 'triangular', 'empirical'].includes(distribution.kind);
  const parts = mayBe ? [] : Object.entries(distribution);
  const isAllowed = (part: string): boolean => part === 'mean' && distribution.kind === 'normal';
  return parts.find(([part, value]) => typeof value === 'number' && value < 0 && !isAllowed(part))?.[0] ?? null;
}

function bareNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A text read as YAML; the text itself where that is no text, number or truth value. */
function scalarOf(text: string): Tree {
  const { values, problems } = readDocuments(text, '', new Places());
  const [value] = values;
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isScalar && values.length === 1 && problems.length === 0 ? value : text;
}
