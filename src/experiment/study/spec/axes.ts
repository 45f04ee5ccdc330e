/**
 * The axes of a study: what is varied, which axes go in step, and which combinations are points.
 */
import { pathProblem } from '../../../scenario/path/pathProblem.ts';
import { wordsOf } from '../../../scenario/path/words.ts';
import { entriesOf, listOf } from '../../../scenario/read/names.ts';
import { shown } from '../../../scenario/shape/shape.ts';
import { problemAt } from '../../../scenario/text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../../../scenario/text/tree.ts';
import type { StudyContext } from './context.ts';
import { axisValueText, type GridAmount, type SteppedValues, steppedValues } from './gridValues.ts';
import type { GridValue, StudyAxis, StudyPlan, StudySpec } from './studySpec.ts';
import { isAxisName, whereProblem } from './where.ts';

/** A plan with its document, in which paths of axes must lead somewhere. */
export interface PlanDocument {
  readonly plan: StudyPlan;
  readonly root: TreeMap;
}

/** Reads `vary`, `together` and `where`. A part with a problem is left out. */
export function readAxes(
  study: StudyContext,
  plans: readonly PlanDocument[],
): Pick<StudySpec, 'axes' | 'together' | 'where'> {
  const entries = entriesOf(study.value(['vary']));
  const axes = entries.flatMap(([name, given]) => (isMap(given) ? (readAxis(study, name, given, plans) ?? []) : []));
  for (const [index, { name, path }] of axes.entries()) {
    const before = axes.slice(0, index).find((one) => one.path === path);
    if (before === undefined) continue;
    const message = `the axis '${before.name}' varies the same path: each point would have only one of the two values`;
    study.complain(['vary', name, 'path'], { code: 'duplicate', message });
  }
  const areAllRead = axes.length === entries.length;
  const together = readTogether(study, axes, areAllRead);
  return { axes, together, where: areAllRead ? readWhere(study, axes) : null };
}

function readAxis(study: StudyContext, name: string, given: TreeMap, plans: readonly PlanDocument[]): StudyAxis | null {
  if (!isAxisName(name)) {
    const message = `expected a name of letters, digits and _ without a meaning in CEL, found ${shown(name)}`;
    study.complain(['vary', name], { code: 'bad-name', message, atKey: true });
  }
  const read = readValues(study, name, given);
  const { path } = given;
  if (typeof path !== 'string') return null;
  checkPath(study, name, path, plans);
  if (read === null) return null;
  const place = study.reading.places.place(study.root, study.at(['vary', name]), 'key');
  return { name, path, ...read, place };
}

function readValues(study: StudyContext, name: string, given: TreeMap): SteppedValues | null {
  const above = ['vary', name];
  const stepKeys = ['from', 'to', 'step'].filter((key) => given[key] !== undefined);
  const { from, to, step } = given;
  if (study.reading.hasBreachBelow(study.root, study.at(above))) return null;
  if (given.values !== undefined) {
    const [key] = stepKeys;
    if (key !== undefined) {
      const message = `expected either values, or from, to and step, found values and ${stepKeys.join(', ')}`;
      return study.complain([...above, key], { code: 'contradiction', message, atKey: true });
    }
    return { values: readList(study, name, listOf(given.values)), unit: '' };
  }
  if (!isAmount(from) || !isAmount(to) || !isAmount(step)) {
    const found = stepKeys.length === 0 ? 'none of them' : `only ${stepKeys.join(' and ')}`;
    const message = `expected values, or from, to and step, found ${found}`;
    return study.complain(above, { code: 'missing-key', message, atKey: true });
  }
  const stepped = steppedValues(from, to, step);
  if (!('key' in stepped)) return stepped;
  return study.complain([...above, stepped.key], { code: 'wrong-value', message: stepped.message });
}

function isAmount(given: Tree | undefined): given is GridAmount {
  return typeof given === 'number' || typeof given === 'string';
}

function readList(study: StudyContext, name: string, given: readonly Tree[]): readonly GridValue[] {
  const found = new Map<string, GridValue>();
  for (const [index, value] of given.entries()) {
    if (typeof value !== 'number' && typeof value !== 'string' && typeof value !== 'boolean') continue;
    const text = axisValueText(value);
    if (found.has(text))
      study.complain(['vary', name, 'values', index], {
        code: 'duplicate',
        message: `the value ${text} is given twice`,
      });
    found.set(text, value);
  }
  return [...found.values()];
}

/** Draws are shared by all plans of a study, so what they depend on stays the same. */
const shared: readonly string[] = ['seed', 'replication'];

/** Why the points of a study cannot differ in what a path leads to, though it is a known field; null if they can. */
export function unvariedPath(path: string): string | null {
  const [first, ...more] = wordsOf(path).map(({ text }) => text);
  if (first !== undefined && shared.includes(first))
    return `'${first}' is the same for all plans of a study, so that they are compared under the same luck`;
  return first === 'prices' && more.length === 0
    ? 'a price book of a study belongs to a plan: plans: { dearer: { prices: ./dearer.yaml } }'
    : null;
}

function checkPath(study: StudyContext, name: string, path: string, plans: readonly PlanDocument[]): void {
  const at = ['vary', name, 'path'];
  const unvaried = unvariedPath(path);
  if (unvaried !== null) {
    study.complain(at, { code: 'contradiction', message: unvaried });
    return;
  }
  for (const { plan, root } of plans) {
    const { reading } = study;
    const problem = pathProblem(root, path, (word, names) => reading.nearest(word, names));
    if (problem !== null) {
      const isOfAll = plan === plans[0]?.plan;
      const message = isOfAll ? problem.message : `in the plan ${plan.name}: ${problem.message}`;
      const place = reading.places.part(study.root, study.at(at), problem.from, problem.to);
      reading.add(problemAt(place, { code: 'unknown-path', message, hint: problem.hint }));
      return;
    }
    if (!plan.changes.set.some((change) => change.path === path)) continue;
    study.complain(['plans', plan.name, 'set', path], {
      code: 'no-effect',
      severity: 'warning',
      message: `the axis '${name}' varies the same path, so this value has no effect`,
      atKey: true,
    });
  }
}

function readTogether(study: StudyContext, axes: readonly StudyAxis[], areAllRead: boolean): StudySpec['together'] {
  const known = axes.map(({ name }) => name);
  const seen = new Set<string>();
  return listOf(study.value(['together'])).flatMap((group, index) => {
    const found: StudyAxis[] = [];
    for (const [at, given] of listOf(group).entries()) {
      if (typeof given !== 'string') continue;
      const path = ['together', index, at];
      const axis = axes.find(({ name }) => name === given);
      if (axis === undefined) {
        const hint = study.nearest(given, known) ?? (known.length === 0 ? null : `the axes are ${known.join(', ')}`);
        const isMistake = areAllRead || study.value(['vary', given]) === undefined;
        if (isMistake)
          study.complain(path, { code: 'unknown-name', message: `there is no axis ${shown(given)}`, hint });
      } else if (seen.has(given)) {
        const message = `the axis '${given}' already goes in step with others`;
        study.complain(path, { code: 'duplicate', message });
      } else found.push(axis);
      seen.add(given);
    }
    const [first, ...others] = found;
    const other = others.find(({ values }) => values.length !== first?.values.length);
    if (first !== undefined && other !== undefined) {
      const message = `axes that go in step have equally many values: '${first.name}' has ${first.values.length}, '${other.name}' has ${other.values.length}`;
      study.complain(['together', index], { code: 'contradiction', message });
      return [];
    }
    return found.length > 1 ? [found.map(({ name }) => name)] : [];
  });
}

function readWhere(study: StudyContext, axes: readonly StudyAxis[]): string | null {
  const where = study.value(['where']);
  if (typeof where !== 'string') return null;
  if (!axes.every(({ name }) => isAxisName(name))) return null;
  const problem = whereProblem(where, axes);
  if (problem === null) return where;
  const { message, hint, from, to } = problem;
  const place = study.reading.places.part(study.root, study.at(['where']), from, to);
  study.reading.add(problemAt(place, { code: 'bad-condition', message, hint }));
  return null;
}
