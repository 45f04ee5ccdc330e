/**
 * The points of a study: every plan with every combination of the axes for which `where` holds.
 */
import { groupedDecimal } from '../../../report/words/format.ts';
import { axisValueText, setText } from './gridValues.ts';
import type { GridValue, PointChanges, StudyAxis, StudySpec } from './studySpec.ts';
import { type GridValues, whereOf } from './where.ts';

/** One point of a study, which is run in many replications. */
export interface StudyPoint {
  /** Unique and stable: the plan, then the value of each axis: `today min=2 max=20`. */
  readonly name: string;
  readonly plan: string;
  /** Values of all axes, in the order of the file. */
  readonly axes: GridValues;
  /** Those of the plan, then those of the axes. */
  readonly changes: PointChanges;
}

/** So many points a study has at most, if nobody allows more. */
export const usualPointsMost = 1_000;
/** So many combinations are looked at at least, if `where` leaves few of them. */
const combinationsMost = 100_000;

/** The part of a study that makes its points. */
export type StudyGrid = Pick<StudySpec, 'plans' | 'axes' | 'together' | 'where'>;

/**
 * How many points a study has before `where`: plans times values of the axes, of which those that go in step count
 * once. Known at once, however many.
 */
export function gridSize(spec: StudyGrid): bigint {
  return dimensionsOf(spec).reduce((size, { length }) => size * BigInt(length), BigInt(spec.plans.length));
}

/**
 * All points: plans in their order, and within a plan the last axis changes first. A study without axes has its plans
 * as points.
 *
 * @param most so many are allowed; beyond that nothing is made
 * @returns why there are none, as a sentence: too many, none left by `where`, or a `where` that fails for some values
 */
export function pointsOf(spec: StudyGrid, most = usualPointsMost): readonly StudyPoint[] | string {
  const { plans, axes, where } = spec;
  const size = gridSize(spec);
  const combinations = size / BigInt(plans.length);
  const isTooLarge = where === null ? size > BigInt(most) : combinations > BigInt(Math.max(combinationsMost, most));
  if (isTooLarge) {
    const before = where === null ? '' : " before 'where'";
    return `the study has ${groupedDecimal(String(size))} points${before}, more than ${groupedDecimal(String(most))}: ${advice(size)}`;
  }
  const holds = where === null ? () => true : whereOf(where, axes);
  const found: GridValues[] = [];
  let count = 0;
  for (const values of combinationsOf(spec)) {
    const answer = holds(values);
    if (typeof answer === 'string') return failureText(answer);
    if (!answer) continue;
    count += 1;
    if (count * plans.length <= most) found.push(values);
  }
  if (count === 0) return emptyText(combinations);
  if (count * plans.length > most) {
    const left = BigInt(count) * BigInt(plans.length);
    return `the study has ${groupedDecimal(String(left))} points, more than ${groupedDecimal(String(most))}: ${advice(left)}`;
  }
  return plans.flatMap((plan) => found.map((values) => pointOf(plan, axes, values)));
}

/**
 * Why `where` leaves no point, or fails for some values; null: it does not, or there are too many combinations to look
 * at them.
 */
export function whereFailure(spec: StudyGrid): string | null {
  const combinations = gridSize(spec) / BigInt(spec.plans.length);
  if (spec.where === null || combinations > BigInt(combinationsMost)) return null;
  const holds = whereOf(spec.where, spec.axes);
  let isEmpty = true;
  for (const values of combinationsOf(spec)) {
    const answer = holds(values);
    if (typeof answer === 'string') return failureText(answer);
    if (answer) isEmpty = false;
  }
  return isEmpty ? emptyText(combinations) : null;
}

function failureText(answer: string): string {
  return `'where' fails ${answer}`;
}

function emptyText(combinations: bigint): string {
  return `'where' leaves none of the ${groupedDecimal(String(combinations))} combinations of the axes`;
}

function advice(size: bigint): string {
  return `give the axes fewer values, or allow them with --most-points ${size}`;
}

function pointOf(
  { name: plan, changes }: StudySpec['plans'][number],
  axes: readonly StudyAxis[],
  values: GridValues,
): StudyPoint {
  const own = axes.map(({ name, path }) => ({ name, path, value: values[name] ?? '' }));
  return {
    name: [plan, ...own.map(({ name, value }) => `${name}=${axisValueText(value)}`)].join(' '),
    plan,
    axes: values,
    changes: { ...changes, set: [...changes.set, ...own.map(({ path, value }) => ({ path, value: setText(value) }))] },
  };
}

/** Axes that change at the same time: one, or those that go in step. */
interface Dimension {
  readonly axes: readonly StudyAxis[];
  readonly length: number;
}

/** In the order of the file, by the first axis of each. */
function dimensionsOf({ axes, together }: StudyGrid): readonly Dimension[] {
  const groups = axes.map((axis) => {
    const names = together.find((group) => group.includes(axis.name)) ?? [axis.name];
    return axes.filter(({ name }) => names.includes(name));
  });
  return groups
    .filter(([first], index) => first === axes[index])
    .map((group) => ({ axes: group, length: group[0]?.values.length ?? 0 }));
}

/** Every combination, one at a time. */
function* combinationsOf(spec: StudyGrid): Generator<GridValues> {
  const dimensions = dimensionsOf(spec);
  const at = dimensions.map(() => 0);
  for (;;) {
    const indices = new Map(dimensions.flatMap(({ axes }, index) => axes.map(({ name }) => [name, at[index] ?? 0])));
    yield Object.fromEntries(
      spec.axes.map(({ name, values }): [string, GridValue] => [name, values[indices.get(name) ?? 0] ?? '']),
    );
    let last = dimensions.length - 1;
    while (last >= 0 && (at[last] ?? 0) + 1 >= (dimensions[last]?.length ?? 0)) {
      at[last] = 0;
      last -= 1;
    }
    if (last < 0) return;
    at[last] = (at[last] ?? 0) + 1;
  }
}
