/**
 * What a plan changes at an instant of a run, as steps of the timeline: what the platform's API and the timeline take.
 *
 * A change at T is a request to the platform's API at T, so the platform's rules decide, and may refuse it:
 *
 * - a field of a resource: a PATCH of what the plan changes, and of nothing else, so earlier changes stay;
 * - a resource that the plan adds or takes away: a POST or a DELETE;
 * - `behavior`: a step of the timeline that changes the same keys;
 * - entries that the plan adds to `timeline`: these entries; one without `at` and `every` comes at T.
 *
 * All else holds for a whole run, from its start: assumptions, prices, parameters, demand, the seed. A plan that
 * changes any of it is refused with a sentence that says what to do instead.
 */
import { type Instant, isoFromInstant } from '../../engine/time.ts';
import { isObject, type JsonObject, sameJson } from '../../platform/api/document/json.ts';
import { patchBetween } from '../../platform/api/document/patchBetween.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { readDocument } from '../../scenario/parse.ts';
import { entriesOf, listOf, resourceKeys } from '../../scenario/read/names.ts';
import type { Problem } from '../../scenario/text/problem.ts';
import { ScenarioReading } from '../../scenario/text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../../scenario/text/tree.ts';
import { changedPlan, type PlanChanges, type PlanText, parseOptionsOf } from './planText.ts';

/** Entries of a timeline, as a file writes them; those without an instant come at the instant of the change. */
export type StepTemplates = readonly TreeMap[];

/** What a plan changes, or why it cannot change that in mid-run. */
export type PlanSteps =
  | { readonly kind: 'steps'; readonly steps: StepTemplates }
  /** A sentence that says what to do instead. */
  | { readonly kind: 'impossible'; readonly message: string }
  /** A path or a value that leads nowhere. */
  | { readonly kind: 'problems'; readonly problems: readonly Problem[]; readonly texts: ReadonlyMap<string, string> };

/** What is needed of the scenario whose run is forked. */
export interface ForkedScenario {
  readonly org: string;
  readonly assumptions: Assumptions;
}

/** The steps of a plan: what the plan with these changes says and the base does not. */
export function stepsOfPlan(base: PlanText, changes: PlanChanges, scenario: ForkedScenario): PlanSteps {
  const [before, after] = [base, changedPlan(base, changes)].map((plan) => {
    const options = parseOptionsOf(plan);
    const reading = new ScenarioReading(options);
    return { root: readDocument(plan.text, options, reading)?.template ?? {}, reading };
  });
  if (before === undefined || after === undefined) throw new Error('a plan without a document');
  const { problems, texts, hasErrors } = after.reading;
  if (hasErrors) return { kind: 'problems', problems, texts };
  return stepsBetween(before.root, after.root, scenario);
}

/** How many entries the timeline of a plan has as it is written. */
export function timelineLength(plan: PlanText): number {
  const options = parseOptionsOf(plan);
  return listOf(readDocument(plan.text, options, new ScenarioReading(options))?.template.timeline).length;
}

/**
 * The steps as texts, as `--set timeline.+=` takes them.
 *
 * @param at when those come that say nothing else
 */
export function stepTexts(steps: StepTemplates, at: Instant): readonly string[] {
  return steps.map((step) =>
    JSON.stringify(step.at === undefined && step.every === undefined ? { at: isoFromInstant(at), ...step } : step),
  );
}

/** The changes that make a plan of a whole run with these steps: what a fork must be equal to. */
export function stepChanges(texts: readonly string[]): PlanChanges {
  return { set: texts.map((value) => ({ path: 'timeline.+', value })) };
}

/** Keys that change nothing in a run. */
const idle: readonly string[] = ['name', 'description', 'expect', 'variants', 'studies', '$schema', 'files'];

function stepsBetween(before: TreeMap, after: TreeMap, scenario: ForkedScenario): PlanSteps {
  const steps: TreeMap[] = [];
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (idle.includes(key) || key.startsWith('x-') || same(before[key], after[key])) continue;
    const found =
      key === 'resources'
        ? resourceSteps(before, after, scenario)
        : key === 'behavior'
          ? behaviourSteps(before.behavior, after.behavior)
          : key === 'timeline'
            ? timelineSteps(listOf(before.timeline), listOf(after.timeline))
            : insteadOf(key);
    if (typeof found === 'string') return { kind: 'impossible', message: found };
    steps.push(...found);
  }
  // As a person would do it: what is there is changed before anything else happens.
  const rankOf = ({ post, patch, delete: gone }: TreeMap): number =>
    post !== undefined ? 0 : patch !== undefined ? 1 : gone !== undefined ? 2 : 3;
  return { kind: 'steps', steps: steps.sort((a, b) => rankOf(a) - rankOf(b)) };
}

function same(one: Tree | undefined, other: Tree | undefined): boolean {
  return sameJson(one as JsonObject | undefined, other as JsonObject | undefined);
}

function resourceSteps(before: TreeMap, after: TreeMap, { org, assumptions }: ForkedScenario): TreeMap[] {
  const [old, own] = [before, after].map(
    (root) => new Map(resourceKeys(root).map((key, index) => [key, listOf(root.resources)[index]])),
  );
  const steps: TreeMap[] = [];
  for (const [key, value] of own ?? []) {
    const known = old?.get(key);
    if (!isMap(value) || same(known, value)) continue;
    const { gvc, ...doc } = value;
    if (!isMap(known)) {
      steps.push({ post: collectionOf(value), with: doc });
      continue;
    }
    const { gvc: _, ...was } = known;
    const base = { org, gvc: typeof gvc === 'string' ? gvc : null };
    const patch = patchBetween(was as JsonObject, doc as JsonObject, base, assumptions);
    steps.push({ patch: `${collectionOf(value)}/${value.name}`, with: patch as TreeMap });
  }
  for (const [key, known] of old ?? [])
    if (isMap(known) && own?.has(key) === false) steps.push({ delete: `${collectionOf(known)}/${known.name}` });
  return steps;
}

/** `/gvc/shop/workload`, `/gvc`. */
function collectionOf({ gvc, kind }: TreeMap): string {
  return gvc === undefined ? `/${kind}` : `/gvc/${gvc}/${kind}`;
}

function behaviourSteps(before: Tree | undefined, after: Tree | undefined): TreeMap[] | string {
  const changes: TreeMap = {};
  for (const [key, value] of entriesOf(after)) {
    const known = isMap(before) ? before[key] : undefined;
    if (same(known, value)) continue;
    const fields = entriesOf(value).filter(
      ([name, one]) => !same(isObject(known) ? (known as TreeMap)[name] : undefined, one),
    );
    changes[key] = Object.fromEntries(fields);
  }
  const gone = entriesOf(before).flatMap(([key, known]) => {
    const value = isMap(after) ? after[key] : undefined;
    return entriesOf(known).flatMap(([name]) => (isMap(value) && value[name] !== undefined ? [] : [`${key}.${name}`]));
  });
  const [first] = gone;
  if (first !== undefined)
    return `behavior.${first} cannot be taken away in mid-run: give the value that it is to have from then on`;
  return [{ behavior: changes }];
}

function timelineSteps(before: readonly Tree[], after: readonly Tree[]): TreeMap[] | string {
  const isKept = before.every((entry, index) => same(entry, after[index]));
  if (!isKept)
    return 'a plan may add entries to the timeline, not change those of the file: add one with timeline.+={ ... }';
  return after.slice(before.length).filter(isMap);
}

/** What to do instead of changing a key that holds for a whole run. */
function insteadOf(key: string): string {
  const whole = 'svcsim compare compares whole runs';
  switch (key) {
    case 'demand':
      return `demand cannot be changed by a request to the platform: add a step, such as timeline.+={ demand: { shop/api: { scale: 2 } } }; ${whole}`;
    case 'assumptions':
      return `assumptions hold for a whole run, so two futures of one past cannot differ in them: ${whole}`;
    case 'params':
      return `parameters are drawn once for a whole run, before it starts: ${whole}`;
    case 'prices':
      return `prices hold for a whole run and its invoices: ${whole}; a change of prices at an instant belongs in the price book`;
    default:
      return `${key} holds for a whole run and cannot be changed in mid-run: ${whole}`;
  }
}
