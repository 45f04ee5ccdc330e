/**
 * Copies the body that a client sends to plain JSON; if the sent object changes later, the copy does not.
 */
import type { Json } from './json.ts';

export interface BodyError {
  readonly error: string;
}

const why: unique symbol = Symbol('why');

/**
 * What stands for a body that nobody can read: only who may ask at all is told so, and whoever looks into it finds
 * nothing.
 */
export interface UnreadableBody {
  readonly [why]: string;
}

export function unreadableBody(error: string): UnreadableBody {
  return { [why]: error };
}

/**
 * A deep copy of a body; `{}` where there is none, or null. Refused: the key `__proto__` in any guise, nesting beyond
 * `nestingMax`, and what JSON cannot hold.
 */
export function readBody(body: unknown, nestingMax: number): { readonly value: Json } | BodyError {
  if (body === undefined || body === null) return { value: {} };
  if (typeof body === 'object' && why in body) return { error: String(body[why]) };
  const problems: string[] = [];
  const value = copy(body, nestingMax, problems);
  const [first] = problems;
  return first === undefined ? { value } : { error: first };
}

function copy(value: unknown, nestingLeft: number, problems: string[]): Json {
  if (problems.length > 0) return null;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value !== 'object')
    return complain(problems, `a body must be JSON; found ${typeof value === 'number' ? value : `a ${typeof value}`}`);
  if (nestingLeft === 0) return complain(problems, 'a body is nested too deeply');
  if (Array.isArray(value)) return value.map((entry: unknown) => copy(entry, nestingLeft - 1, problems));
  const fields: { [key: string]: Json } = {};
  for (const key of Object.keys(value)) {
    const inner: unknown = (value as { readonly [key: string]: unknown })[key];
    if (key === '__proto__' || key.endsWith('/__proto__'))
      return complain(problems, 'a body must not have the key __proto__');
    if (inner !== undefined) fields[key] = copy(inner, nestingLeft - 1, problems);
  }
  return fields;
}

function complain(problems: string[], problem: string): null {
  problems.push(problem);
  return null;
}
