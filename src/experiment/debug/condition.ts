/**
 * `break on WHAT where CONDITION`: a condition in CEL, the Common Expression Language, over the data of an entry.
 */
import { Environment, EvaluationError, type ParseResult } from '@marcbachmann/cel-js';
import type { Value } from '../../engine/value.ts';
import { nearest } from '../../rules/units.ts';

/** A condition about the data of entries; one that cannot be decided throws a `ConditionError`. */
export type EntryCondition = (data: { readonly [name: string]: Value }) => boolean;

/** Why a condition cannot be decided for an entry, as a clause. */
export class ConditionError extends Error {}

/**
 * A condition; a text instead says what is wrong with it.
 *
 * @param names what entries have that it is asked of; another name is refused
 */
export function conditionOf(text: string, names: readonly string[]): EntryCondition | string {
  const environment = new Environment({ unlistedVariablesAreDyn: false });
  for (const name of names) environment.registerVariable(name, 'dyn');
  const { valid, type, error } = environment.check(text);
  const [, unknown] = /Unknown variable: (\w+)/.exec(error?.summary ?? error?.message ?? '') ?? [];
  if (unknown !== undefined) {
    const near = nearest(unknown, names);
    const known = names.length === 0 ? 'such entries have no data' : `they have ${names.join(', ')}`;
    return `'${unknown}' is no field of such entries${near === null ? '' : `; did you mean '${near}'?`}; ${known}`;
  }
  if (!valid)
    return `the condition '${text}' cannot be read: ${error?.summary ?? error?.message ?? 'it is incomplete'}`;
  if (type !== 'bool' && type !== 'dyn')
    return `the condition '${text}' is not true or false: compare it, as in index == 1`;
  const condition: ParseResult = environment.parse(text);
  return (data) => {
    const values = celValues(data);
    try {
      const answer: unknown = condition(values);
      if (typeof answer === 'boolean') return answer;
      throw new ConditionError(`'${text}' is ${String(answer)}, neither true nor false`);
    } catch (thrown) {
      if (!(thrown instanceof EvaluationError)) throw thrown;
      const names = Object.keys(values).join(', ');
      throw new ConditionError(`'${text}': ${thrown.summary}; ${names === '' ? 'it has no data' : `it has ${names}`}`);
    }
  };
}

/** Data as CEL has it: whole numbers as `int`; amounts in 1e-6 GB also in GB. */
function celValues(data: { readonly [name: string]: Value }): { [name: string]: unknown } {
  const entries = Object.entries(data).flatMap(([name, value]): [string, unknown][] => {
    const own: [string, unknown] = [name, celValue(value)];
    if (!name.endsWith('MicroGB') || typeof value !== 'number') return [own];
    return [own, [`${name.slice(0, -'MicroGB'.length)}GB`, value / 1e6]];
  });
  return Object.fromEntries(entries);
}

function celValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(celValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, celValue(one)]));
}
