/**
 * One number, choice or assumption that could have been different, and how it is changed: in a stored record by a
 * request, in a scenario by `--set` or `--assume`.
 */
import type { Value } from '../../engine/value.ts';
import { isList, isObject, type Json, type JsonObject } from '../../platform/api/document/json.ts';
import type { AssumptionName } from '../../rules/assumptions.ts';
import type { PlanChanges } from '../study/planText.ts';

/** Which values are tried. */
export type LeverValues =
  /**
   * Whole multiples of the step, from a value that surely does not help (excluded; the present one, or one that the
   * present state is at) to the furthest that makes sense (included).
   */
  | { readonly kind: 'grid'; readonly step: number; readonly beyond: number; readonly furthest: number }
  | { readonly kind: 'choices'; readonly all: readonly Value[] };

export type WhyNotLever = FieldLever | AssumptionLever;

export interface FieldLever {
  readonly kind: 'field';
  /** `shop/workload/api.spec.defaultOptions.autoscaling.target` */
  readonly name: string;
  readonly from: Value;
  readonly values: LeverValues;
  /** The record, and the steps below its spec; numbers are places in lists. */
  readonly link: string;
  readonly steps: readonly (string | number)[];
  /** Fields below those steps that all get the value, because one alone would contradict the other; null: it is one. */
  readonly keys: readonly string[] | null;
  /** A change in the middle of a run changes nothing of what exists: it is tried from the start of the run only. */
  readonly isFromStart: boolean;
}

export interface AssumptionLever {
  readonly kind: 'assumption';
  readonly name: AssumptionName;
  readonly from: Value;
  readonly values: LeverValues;
}

/** A path of a scenario: `shop/workload/api`, `.spec`, and the steps with places in brackets. */
export function pathOfField(resource: string, steps: readonly (string | number)[]): string {
  return steps.reduce<string>(
    (path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}.${step}`),
    `${resource}.spec`,
  );
}

/** The change as a plan of the scenario has it. */
export function planChangesOf(lever: WhyNotLever, value: Value): PlanChanges {
  return lever.kind === 'field'
    ? { set: pathsOf(lever).map((path) => ({ path, value: settingText(value) })) }
    : { assume: { [lever.name]: value } };
}

function pathsOf({ name, keys }: FieldLever): readonly string[] {
  const [first, ...others] = keys ?? [];
  if (first === undefined) return [name];
  const path = name.slice(0, name.lastIndexOf('.'));
  return [first, ...others].map((key) => `${path}.${key}`);
}

/** The change as an option of the command line, safe for a shell. */
export function optionOf(lever: WhyNotLever, value: Value): string {
  const [flag, names] = lever.kind === 'field' ? ['--set', pathsOf(lever)] : ['--assume', [lever.name]];
  const texts = names.map((name) => `${name}=${settingText(value)}`);
  return texts.map((text) => `${flag} ${/^[\w./@=:-]+$/.test(text) ? text : `'${text}'`}`).join(' ');
}

function settingText(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Lists of a spec whose entries a patch merges, by the field that tells them apart (`api.patchArrays`). */
const mergedBy: { readonly [list: string]: string } = { containers: 'name', localOptions: 'location' };

/** The body of a PATCH that changes one field of a record; lists that a patch replaces are given whole. */
export function patchOf(
  spec: JsonObject,
  { steps, keys }: Pick<FieldLever, 'steps' | 'keys'>,
  value: Value,
): JsonObject {
  const given = keys === null ? value : Object.fromEntries(keys.map((key) => [key, value]));
  return { spec: patchPart(spec, steps, given as Json) };
}

function patchPart(
  of: Json | undefined,
  [first, second, ...rest]: readonly (string | number)[],
  value: Json,
): JsonObject {
  if (typeof first !== 'string') throw new Error('a step into a list comes after the name of the list');
  const inner = isObject(of) ? of[first] : undefined;
  if (second === undefined) return { [first]: value };
  if (typeof second === 'string') return { [first]: patchPart(inner, [second, ...rest], value) };
  const list = isList(inner) ? inner : [];
  const entry = list[second];
  const by = mergedBy[first];
  if (by !== undefined && isObject(entry))
    return { [first]: [{ [by]: entry[by] ?? null, ...patchPart(entry, rest, value) }] };
  return { [first]: list.map((one, index) => (index === second ? replaced(one, rest, value) : one)) };
}

function replaced(of: Json, [first, ...rest]: readonly (string | number)[], value: Json): Json {
  if (first === undefined) return value;
  if (typeof first === 'number')
    return isList(of) ? of.map((one, index) => (index === first ? replaced(one, rest, value) : one)) : of;
  return isObject(of) ? { ...of, [first]: replaced(of[first] ?? null, rest, value) } : of;
}

/** How far a value is from the present one, as a share of it; choices and what was 0 are as far as the value itself. */
export function distanceOf({ from }: Pick<WhyNotLever, 'from'>, to: Value): number {
  const [one, other] = [from === null ? Number.NaN : Number(from), Number(to)];
  if (!Number.isFinite(one) || !Number.isFinite(other)) return 1;
  return one === 0 ? Math.abs(other) : Math.abs(other - one) / Math.abs(one);
}
