/**
 * The changes that a sensitivity study tries, one at a time: other values of assumptions, low and high values of
 * parameters and of named inputs.
 */
import type { Value } from '../../engine/value.ts';
import { type AssumptionName, assumptionNames, writtenValue } from '../../rules/assumptions.ts';
import { formatDuration, parseDuration } from '../../rules/duration.ts';
import { otherValues } from '../../rules/otherValues.ts';
import { nearest } from '../../rules/units.ts';
import { type Parameter, parameterQuantile } from '../../scenario/params/parameter.ts';
import { drawnNumber } from '../../scenario/params/parameterText.ts';
import { follow } from '../../scenario/path/pathProblem.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { changedPlan, documentOf, type PlanChanges, type PlanText, parsePlan } from './planText.ts';

/** One input with another value than the scenario has. */
export interface InputChange {
  /** The assumption, the parameter, or the path of the input. */
  readonly name: string;
  readonly kind: 'assumption' | 'parameter' | 'input';
  /** The value of the scenario; `drawn`: each replication has another. */
  readonly from: string;
  readonly to: string;
  readonly changes: PlanChanges;
  /** The same change as an option of the command line. */
  readonly option: string;
}

/** An input that matters to the run and has no other value that can be tried. */
export interface UntriedInput {
  readonly name: string;
  readonly kind: InputChange['kind'];
  readonly why: string;
}

/** What is asked of a sensitivity study, apart from its runs. */
export interface ChangedInputs {
  readonly plan: PlanText;
  /** That of the plan. */
  readonly scenario: Scenario;
  /** Paths of numbers in the file, as `--set` writes them. */
  readonly inputs: readonly NamedInput[];
  /** By which share a constant parameter or a named input is lowered and raised; above 0, below 1. */
  readonly change: number;
  /** Only these assumptions, families of assumptions and parameters; empty: all. */
  readonly only: readonly string[];
}

/** An input that the caller names, with the value that the file has for it. */
export interface NamedInput {
  readonly path: string;
  readonly value: string | number;
}

/** The share of draws of a parameter that lies below its low value, and above its high one. */
const tail = 0.05;

/**
 * The changes of a scenario, assumptions first, and what cannot be changed.
 *
 * - An assumption that decided something in a run: each value of `otherValues`.
 * - A parameter that the file uses: the 5 % and 95 % quantiles of its distribution; of a constant, less and more by the
 *   share `change`.
 * - A named input: less and more by `change`. What must be a whole number becomes the next one.
 *
 * @param exercised assumptions that decided something
 */
export function inputChanges(
  asked: ChangedInputs,
  exercised: ReadonlySet<AssumptionName>,
): { readonly changes: readonly InputChange[]; readonly untried: readonly UntriedInput[] } {
  const { scenario, inputs, only } = asked;
  const isAsked = (name: string): boolean =>
    only.length === 0 || only.some((one) => name === one || name.startsWith(`${one}.`));
  const assumptions = assumptionNames.filter((name) => exercised.has(name) && isAsked(name));
  const parameters = scenario.parameters.filter(({ name }) => isUsed(name, asked.plan) && isAsked(name));
  const found: readonly (readonly InputChange[] | UntriedInput)[] = [
    ...assumptions.map((name) => assumptionChanges(name, scenario)),
    ...parameters.map((parameter) => parameterChanges(parameter, asked)),
    ...inputs.map((input) => namedChanges(input, asked)),
  ];
  return {
    changes: found.flatMap((one) => ('why' in one ? [] : one)),
    untried: found.flatMap((one) => ('why' in one ? [one] : [])),
  };
}

/**
 * Reads the value of a named input from the plan.
 *
 * @returns the error as a sentence if the path leads to no number
 */
export function namedInput(path: string, plan: PlanText): NamedInput | string {
  const root = documentOf(plan);
  if (root === null) return `${path}: the file is no map`;
  const place = follow(root, path, nearest);
  if ('message' in place) return `${place.message}${place.hint === null ? '' : ` (${place.hint})`}`;
  if (/^params\./.test(path)) return `${path}: parameters are tried anyway; leave it out`;
  const { value } = place;
  if (value === undefined || value === null)
    return `${path}: the file has no value there; expected the path of a number`;
  const isNumber = typeof value === 'number' || (typeof value === 'string' && scaledTexts(value, 2).length > 0);
  if (isNumber) return Number(value) === 0 ? `${path} is 0, and a share of 0 is no change` : { path, value };
  const shown = typeof value === 'object' ? (Array.isArray(value) ? 'a list' : 'a map') : `'${value}'`;
  return `${path} is ${shown}; expected the path of a number, such as 250, 50/s or 2h`;
}

/**
 * Why a study cannot be confined to a name: nothing has it. Null: an assumption, a family of assumptions or a parameter
 * does.
 */
export function unknownInput(name: string, { parameters }: Scenario): string | null {
  const names = [...assumptionNames, ...parameters.map((parameter) => parameter.name)];
  if (names.some((one) => one === name || one.startsWith(`${name}.`))) return null;
  const guess = nearest(name, names);
  return `there is no assumption, family of assumptions or parameter '${name}'${guess === null ? '' : `; did you mean '${guess}'?`}`;
}

/** Whether anything in the plan refers to a parameter. Comments count: a run more is no harm. */
function isUsed(name: string, { text, set }: PlanText): boolean {
  return [text, ...set.map(({ value }) => value)].some((one) => one.includes(`\${${name}}`));
}

function assumptionChanges(name: AssumptionName, { assumptions }: Scenario): readonly InputChange[] | UntriedInput {
  const values = otherValues(name, assumptions);
  if (values.length === 0)
    return { name, kind: 'assumption', why: 'no other value is simulated, or none can be listed' };
  const from = textOf(writtenValue(name, assumptions));
  return values.map((value) => {
    const to = textOf(value);
    return {
      name,
      kind: 'assumption',
      from,
      to,
      changes: { assume: { [name]: value } },
      option: `--assume ${name}=${to}`,
    };
  });
}

function textOf(value: Value): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parameterChanges(parameter: Parameter, asked: ChangedInputs): readonly InputChange[] | UntriedInput {
  const { name, value, distribution, isDrawn } = parameter;
  const path = `params.${name}`;
  const as = { name, kind: 'parameter', path } as const;
  if (distribution === null || !isDrawn) {
    const read = scaledTexts(value, 2).length > 0;
    if (!read) return { name, kind: 'parameter', why: `'${value}' is no number` };
    return scaledChanges({ ...as, from: value }, asked);
  }
  const [low, high] = [parameterQuantile(distribution, tail), parameterQuantile(distribution, 1 - tail)];
  return [...new Set([low, high])].map((to) => changeOf({ ...as, from: 'drawn' }, to));
}

function namedChanges({ path, value }: NamedInput, asked: ChangedInputs): readonly InputChange[] | UntriedInput {
  return scaledChanges({ name: path, kind: 'input', path, from: String(value) }, asked);
}

/** What is changed with `--set`. */
interface SetInput {
  readonly name: string;
  readonly kind: InputChange['kind'];
  readonly path: string;
  readonly from: string;
}

function changeOf({ name, kind, path, from }: SetInput, to: string): InputChange {
  return { name, kind, from, to, changes: { set: [{ path, value: to }] }, option: `--set ${path}=${to}` };
}

/** Less and more by a share, each in the first form that the scenario accepts; if it accepts none, it is refused. */
function scaledChanges(input: SetInput, { plan, change }: ChangedInputs): readonly InputChange[] | UntriedInput {
  const found = [1 - change, 1 + change].flatMap((factor) => {
    const tries = scaledTexts(input.from, factor).map((to) => changeOf(input, to));
    const accepted = tries.find(({ changes }) => parsePlan(changedPlan(plan, changes)).scenario !== null);
    return accepted ?? tries[0] ?? [];
  });
  return found.length > 0
    ? found
    : { name: input.name, kind: input.kind, why: `a share of ${input.from} is no change` };
}

/**
 * A number with its unit times a factor, in the forms in which it may be written, the most exact first: to six digits,
 * as a duration, as the next whole number.
 *
 *   50/s x 1.1 -> `55/s`      3 x 1.1 -> `3.3`, `4`      2m30s x 0.9 -> `2m15s`      1Gi x 0.9 -> `0.9Gi`, `0Gi`
 *
 * @returns none if the text is no number, or the factor does not change it
 */
function scaledTexts(value: string, factor: number): readonly string[] {
  const texts: string[] = [];
  const [, digits, unit = ''] = /^(-?\d+(?:\.\d+)?)([^\d.][^\d]*)?$/.exec(value) ?? [];
  if (digits !== undefined) texts.push(`${drawnNumber(Number(digits) * factor)}${unit}`);
  const duration = parseDuration(value);
  if (duration !== null) texts.push(formatDuration(Math.round(duration * factor)));
  if (digits !== undefined) {
    const number = Number(digits);
    const near = Math.round(number * factor);
    const whole = near !== number ? near : factor < 1 ? Math.ceil(number) - 1 : Math.floor(number) + 1;
    if (number !== 0) texts.push(`${whole}${unit}`);
  }
  return [...new Set(texts)].filter((text) => text !== value);
}
