/**
 * The plans of a study. Each is read once with its changes, so that a wrong change has its place in the study.
 */
import type { Path } from '../../../platform/api/document/json.ts';
import { exampleBook } from '../../../platform/metering/exampleBook.ts';
import { readScenario, type ScenarioOfDocument } from '../../../scenario/parse.ts';
import { entriesOf, listOf } from '../../../scenario/read/names.ts';
import type { Scenario } from '../../../scenario/scenario.ts';
import { shown } from '../../../scenario/shape/shape.ts';
import { isTold, type Problem } from '../../../scenario/text/problem.ts';
import { relativeTo, ScenarioReading } from '../../../scenario/text/reading.ts';
import { isMap, type TreeMap } from '../../../scenario/text/tree.ts';
import { inputsWith } from '../planText.ts';
import { type PlanDocument, unvariedPath } from './axes.ts';
import type { StudyContext } from './context.ts';
import { setText } from './gridValues.ts';
import type { PointChanges, StudyPlan } from './studySpec.ts';

/** Names of studies and plans stand in names of files and on command lines. */
const isName = /^[A-Za-z0-9][\w.-]{0,99}$/;

/** Complains of a name of a study or a plan that cannot stand in a name of a file. */
export function checkName(study: StudyContext, path: Path, name: string): void {
  if (isName.test(name)) return;
  const message = `expected a name of letters, digits, ., _ and -, which begins with a letter or digit, found ${shown(name)}`;
  study.complain(path, { code: 'bad-name', message, atKey: true });
}

/** A plan with what reading it gave. */
export interface ReadPlan extends PlanDocument {
  /** Null: the platform refuses it, so its points cannot be run. */
  readonly scenario: Scenario | null;
}

const noChanges: PointChanges = { file: null, variants: [], assume: {}, prices: null, set: [] };

/** Reads `plans`, in the order of the file; without any, the scenario as it is, called `today`. */
export function readPlans(study: StudyContext): readonly ReadPlan[] {
  const { root, scenario, reading } = study;
  const entries = entriesOf(study.value(['plans']));
  if (entries.length === 0) {
    const place = reading.places.place(root, study.at([]), 'key');
    return [{ plan: { name: 'today', changes: noChanges, place }, root, scenario }];
  }
  return entries.map(([name, given]) => {
    checkName(study, ['plans', name], name);
    const place = reading.places.place(root, study.at(['plans', name]), 'key');
    const changes = isMap(given) ? changesOf(study, name, given) : noChanges;
    const plan = { name, changes, place };
    const read = changes === noChanges ? null : tried(study, plan);
    if (changes === noChanges) return { plan, root, scenario };
    checkCurrency(study, plan, read?.scenario ?? null);
    return { plan, root: read?.root ?? root, scenario: read?.scenario ?? null };
  });
}

function changesOf(study: StudyContext, name: string, given: TreeMap): PointChanges {
  if (Object.keys(given).length === 0) return noChanges;
  const above = ['plans', name];
  const path = (key: 'file' | 'prices'): string | null => {
    const text = given[key];
    if (typeof text !== 'string') return null;
    return relativeTo(study.reading.places.file(study.root, study.at([...above, key])), text);
  };
  const set = entriesOf(given.set).flatMap(([to, value]) => {
    const unvaried = unvariedPath(to);
    if (unvaried === null) return [{ path: to, value: setText(value) }];
    study.complain([...above, 'set', to], { code: 'contradiction', message: unvaried, atKey: true });
    return [];
  });
  const variants = typeof given.variant === 'string' ? [given.variant] : listOf(given.variant);
  return {
    file: path('file'),
    variants: variants.filter((variant) => typeof variant === 'string'),
    assume: isMap(given.assume) ? given.assume : {},
    prices: path('prices'),
    set,
  };
}

/**
 * Reads the scenario of a plan. Mistakes in its changes are problems of the study; what the platform's rules refuse is
 * none, since the study can go on without that plan.
 */
function tried(
  study: StudyContext,
  plan: StudyPlan,
): { readonly root: ScenarioOfDocument['root']; readonly scenario: Scenario | null } | null {
  const { reading, options } = study;
  const { file } = plan.changes;
  const text = file === null ? study.text : reading.text(file, study.root, study.at(['plans', plan.name, 'file']));
  if (text === null) return null;
  const own = new ScenarioReading(options);
  const inputs = inputsWith(options, plan.changes);
  const read = readScenario(text, { ...options, ...inputs, file: file ?? options.file }, own);
  const errors = own.problems.filter(({ severity }) => severity === 'error');
  // Two plans may have the same variant.
  for (const problem of errors.filter((one) => !isTold(one, reading.problems))) report(study, plan, problem);
  if (read === null) return null;
  // Lines of the command line would be those of this plan alone.
  for (const [name, content] of own.texts)
    if (!name.startsWith('--') && !reading.texts.has(name)) reading.texts.set(name, content);
  return { root: read.root, scenario: errors.length > 0 ? null : read.scenario };
}

/** Reports an error of a plan where the study makes it. */
function report(study: StudyContext, plan: StudyPlan, problem: Problem): void {
  const { changes, name } = plan;
  const above = ['plans', name];
  const { code, rule, message, hint = null } = problem;
  const found = changeAt(study, plan, problem);
  const isRefusal = rule !== null && found?.path[0] !== 'assume';
  if (isRefusal) return;
  if (found !== null) study.complain([...above, ...found.path], { code, rule, message, hint, atKey: found.atKey });
  else if (changes.file !== null) {
    const said = `${problem.file}:${problem.line}:${problem.column}: ${message}`;
    study.complain([...above, 'file'], { code, message: said, hint });
  } else study.reading.add({ ...problem, message: `in the plan ${name}: ${message}` });
}

/** The change of a plan to which a problem of the inputs belongs; null if it belongs to none. */
function changeAt(
  { options }: StudyContext,
  { changes }: StudyPlan,
  { file, line, column }: Problem,
): { readonly path: Path; readonly atKey: boolean } | null {
  const { variants, set, assume, prices } = changes;
  if (file === '--variant') {
    const index = line - 1 - (options.variants ?? []).length;
    if (index < 0) return null;
    return { path: variants.length === 1 ? ['variant'] : ['variant', index], atKey: false };
  }
  if (file === '--assume') {
    const name = Object.keys({ ...options.assume, ...assume })[line - 1] ?? '';
    return Object.hasOwn(assume, name) ? { path: ['assume', name], atKey: true } : null;
  }
  if (file !== '--set') return null;
  const index = line - 1 - (options.set ?? []).length - (prices === null ? 0 : 1);
  if (index === -1 && prices !== null) return { path: ['prices'], atKey: false };
  const change = set[index];
  return change === undefined ? null : { path: ['set', change.path], atKey: column <= change.path.length };
}

/** Bills in two currencies have no difference. */
function checkCurrency(study: StudyContext, { name, changes }: StudyPlan, scenario: Scenario | null): void {
  if (scenario === null) return;
  const [usual, own] = [study.scenario, scenario].map(({ prices }) => prices?.currency ?? exampleBook.currency);
  if (usual === own) return;
  const key = changes.prices !== null ? ['prices'] : changes.file !== null ? ['file'] : [];
  const message = `the prices of this plan are in ${own}, those of the scenario in ${usual}: their bills cannot be compared`;
  study.complain(['plans', name, ...key], { code: 'contradiction', message, atKey: key.length === 0 });
}
