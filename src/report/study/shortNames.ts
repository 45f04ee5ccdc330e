/**
 * The names of a study's points as people read them. `study.json`, `runs.csv` and commands keep the whole names.
 */
import type { StudyDocument } from './document.ts';

/** A point: the name of its plan, then its value on each axis, as in `today min=3`. */
interface NamedPoint {
  readonly name: string;
  /** Absent or null: the study has no axes. */
  readonly axes?: { readonly [axis: string]: string } | null;
}

/**
 * The plan in the name of a point; '' if the name has none any more.
 *   `today min=3` -> `today`, `leaner` -> `leaner`, `min=3` -> ''
 */
export function planNameOf({ name, axes }: NamedPoint): string {
  const values = Object.entries(axes ?? {}).map(([axis, value]) => `${axis}=${value}`);
  if (values.length === 0) return name;
  const point = values.join(' ');
  if (name === point) return '';
  return name.endsWith(` ${point}`) ? name.slice(0, -point.length - 1) : name;
}

/**
 * Short names of points: without the plan, if all of them are of one plan. In a study of axes alone it would stand in
 * every name and tell nothing apart.
 *   today min=2, today min=3 -> min=2, min=3
 *   today min=2, leaner min=2 -> the same
 */
export function shortNames(points: readonly NamedPoint[]): (name: string) => string {
  const plans = new Set(points.map(planNameOf));
  const [plan = ''] = plans;
  const isShortened = plans.size === 1 && plan !== '' && points.every(({ name }) => name !== plan);
  return (name) => (isShortened && name.startsWith(`${plan} `) ? name.slice(plan.length + 1) : name);
}

/** The names that a study's document holds. */
type NamingDocument = Pick<StudyDocument, 'plans' | 'differences' | 'best' | 'rivals' | 'pareto' | 'bridges'>;

/** A document with short names, for its sentence, its tables and its page. */
export function withShortNames<Document extends NamingDocument>(document: Document): Document {
  const { plans, differences, best, rivals, pareto, bridges } = document;
  const short = shortNames(plans);
  const pair = <One extends { readonly plan: string; readonly base: string }>(one: One): One => ({
    ...one,
    plan: short(one.plan),
    base: short(one.base),
  });
  return {
    ...document,
    plans: plans.map((one) => ({
      ...one,
      name: short(one.name),
      ...(one.dropped?.by == null ? {} : { dropped: { ...one.dropped, by: short(one.dropped.by) } }),
    })),
    differences: differences.map(pair),
    ...(best == null ? {} : { best: short(best) }),
    ...(rivals === undefined ? {} : { rivals: rivals.map(short) }),
    ...(pareto === undefined ? {} : { pareto: pareto.map(short) }),
    ...(bridges === undefined ? {} : { bridges: bridges.map(pair) }),
  };
}
