/**
 * `where`: a condition in CEL, the Common Expression Language, over the axes of a study.
 *
 * An axis of whole numbers is an `int`, which CEL does not mix with a `double` in sums; one with other numbers is a
 * `double`. So is an axis in steps with a unit: in a condition it is a number of that unit. An axis with values of
 * several kinds is checked as its values come.
 */
import { Environment, EvaluationError } from '@marcbachmann/cel-js';
import { nearest } from '../../../rules/units.ts';
import { clipped } from '../../../text/folded.ts';
import { axisValueText } from './gridValues.ts';
import type { GridValue, StudyAxis } from './studySpec.ts';

/** What is wrong with a condition. */
export interface WhereProblem {
  readonly message: string;
  readonly hint: string | null;
  /** The part of the condition that is wrong, by its offsets; `to` excluded. */
  readonly from: number;
  readonly to: number;
}

type AxisType = 'int' | 'double' | 'string' | 'bool' | 'dyn';
type CheckedAxis = Pick<StudyAxis, 'name' | 'values' | 'unit'>;

/** Values of axes by name. */
export type GridValues = { readonly [axis: string]: GridValue };

/** Whether a name can stand for an axis in CEL: letters, digits and `_`, and no word with a meaning of its own. */
export function isAxisName(name: string): boolean {
  if (!/^[A-Za-z_]\w*$/.test(name)) return false;
  try {
    return new Environment().registerVariable(name, 'int').check(`${name} == 1`).valid;
  } catch {
    return false;
  }
}

/** What is wrong with a condition, found without any values; null if nothing is. */
export function whereProblem(text: string, axes: readonly CheckedAxis[]): WhereProblem | null {
  const { valid, type, error } = environmentOf(axes).check(text);
  if (!valid) {
    const { start: from = 0, end: to = from } = error?.range ?? {};
    const found = error?.summary ?? 'it cannot be read';
    const names = axes.map(({ name }) => name);
    const unknown = error?.code === 'unknown_variable' ? text.slice(from, to) : null;
    const message =
      unknown === null
        ? `${positionText(text, from)}: ${from >= text.length ? 'the condition ends too early' : sentence(found)}`
        : `${positionText(text, from)}: there is no axis '${unknown}'`;
    return {
      message,
      hint: unknown === null ? hintOf(found, text.slice(from, to)) : nameHint(unknown, names),
      from,
      to,
    };
  }
  if (type === 'bool' || type === 'dyn') return null;
  const message = `expected a condition that is true or false, found one of the type ${type}`;
  return { message, hint: 'compare it, as in min <= max', from: 0, to: text.length };
}

/**
 * A condition that has been checked, as a question about values of all axes.
 *
 * @returns true or false, or the error as a sentence: a division by zero, or values that cannot be compared
 */
export function whereOf(text: string, axes: readonly CheckedAxis[]): (values: GridValues) => boolean | string {
  const condition = environmentOf(axes).parse(text);
  const known = new Map(axes.map((axis) => [axis.name, { axis, type: typeOf(axis) }]));
  return (values) => {
    const entries = Object.entries(values);
    const at = entries.map(([name, value]) => `${name}=${axisValueText(value)}`).join(' ');
    try {
      const answer: unknown = condition(
        Object.fromEntries(
          entries.map(([name, value]) => {
            const { axis, type } = known.get(name) ?? {};
            return [name, celValue(axis === undefined ? value : bareValue(value, axis), type)];
          }),
        ),
      );
      if (typeof answer === 'boolean') return answer;
      return `at ${at}: expected true or false, found ${clipped(String(answer), 80)}`;
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
      const hint = hintOf(error.summary);
      const position = positionText(text, error.range?.start ?? 0);
      return `at ${at}, ${position}: ${sentence(error.summary)}${hint === null ? '' : `; ${hint}`}`;
    }
  };
}

function environmentOf(axes: readonly CheckedAxis[]): Environment {
  const environment = new Environment();
  for (const axis of axes) environment.registerVariable(axis.name, typeOf(axis));
  return environment;
}

/** A value without the unit of its axis: 30 of `30s`. */
function bareValue(value: GridValue, { unit }: CheckedAxis): GridValue {
  return unit === '' || typeof value !== 'string' ? value : Number(value.slice(0, -unit.length));
}

function typeOf(axis: CheckedAxis): AxisType {
  const values = axis.values.map((value) => bareValue(value, axis));
  const types = new Set(values.map((value) => typeof value));
  if (types.size > 1) return 'dyn';
  if (types.has('string')) return 'string';
  if (types.has('boolean')) return 'bool';
  return values.every(Number.isSafeInteger) ? 'int' : 'double';
}

function celValue(value: GridValue, type: AxisType | undefined): GridValue | bigint {
  const isWhole = type === 'int' || (type === 'dyn' && Number.isSafeInteger(value));
  return isWhole ? BigInt(value) : value;
}

/** `column 8`, or `line 2, column 8` of a condition on several lines; counted from 1. */
function positionText(text: string, offset: number): string {
  const above = text.slice(0, offset).split('\n');
  const column = `column ${(above.at(-1) ?? '').length + 1}`;
  return above.length === 1 ? column : `line ${above.length}, ${column}`;
}

function sentence(summary: string): string {
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}

/** What to write instead. */
function hintOf(summary: string, part = ''): string | null {
  const [, left, right] = /^no such overload: (\w+) \S+ (\w+)$/.exec(summary) ?? [];
  const isMixed = left !== right && [left, right].every((type) => type === 'int' || type === 'double');
  if (isMixed) return 'CEL does not mix whole and other numbers: write 2.0 instead of 2, and double(name) of an axis';
  if (part === '=') return 'to compare, write ==, <= or >=';
  return /^(and|or|not)$/.test(part) ? 'write && for and, || for or, ! for not' : null;
}

function nameHint(name: string, names: readonly string[]): string {
  const guess = nearest(name, names);
  if (guess !== null) return `did you mean '${guess}'?`;
  return names.length === 0
    ? "this study has no axes: add vary, or remove 'where'"
    : `the axes are ${names.join(', ')}`;
}
