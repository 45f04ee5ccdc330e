/**
 * Searches a change that a workload needs to serve its requests after a loss: the lever that binds first, to the least
 * value that suffices.
 */

import type { LeverName } from '../../report/verdict/failure.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { numberOf } from '../recommend/figures.ts';
import { figuresFrom } from '../recommend/figureValues.ts';
import type { Lever } from '../recommend/levers.ts';
import { type FieldStep, mergeSettings, placeOf, type Setting } from '../recommend/setting.ts';
import type { Values } from '../study/measure.ts';
import { type Binding, isAtMaxScale } from './binding.ts';
import type { Loss } from './losses.ts';

/** A run that the search asks for. */
export interface LossTrial {
  readonly settings: readonly Setting[];
  /** The loss happens, and its hour is measured; null: the whole run without a loss, for its figures. */
  readonly loss: Loss | null;
}

/** A change that was tried. */
export interface TriedChange {
  readonly lever: LeverName;
  readonly proposed: string;
  readonly settings: readonly Setting[];
  /** Of the hour after the loss. */
  readonly values: Values;
  readonly help: Help;
  /** The same with a greater value, for other luck; null: the lever has only the values that were tried. */
  readonly greater: (() => Pick<TriedChange, 'proposed' | 'settings' | 'greater'>) | null;
}

/** The best change, and those that serve as much but cost more, or serve less. */
export interface SearchedChange {
  readonly best: TriedChange;
  readonly others: readonly TriedChange[];
}

export type Help = 'enough' | 'some' | 'none';

/**
 * A change is enough if it serves so much of what a loss leaves unserved: callers feel the rest until autoscaling has
 * followed.
 */
const enough = 0.9;
/** A smaller share is no help. */
const some = 0.5;
/** If less is missing, nothing helps. */
const missingLeast = 0.001;
/** A greater value of a lever that serves no more than this share of what is missing brings nothing. */
const sameShare = 0.01;

/** A change that adds less to the bill is not worth looking for a cheaper one. */
const littleShare = 0.01;

/** Levers that are tried against one loss. */
const leversMax = 4;

/**
 * How much a change helps: by the share of the unserved requests that is served with the change.
 *
 *   all is served without the loss, 7 % with it, 95 % with it and the change -> 0.946, enough
 */
export function helpOf(before: number | null, after: number | null, now: number | null): Help {
  const share = helpedShare(before, after, now);
  return share >= enough ? 'enough' : share >= some ? 'some' : 'none';
}

/** 1 if hardly anything is missing without the change. */
function helpedShare(before: number | null, after: number | null, now: number | null): number {
  const missing = (served: number | null): number => (before ?? 1) - (served ?? 1);
  return missing(after) <= missingLeast ? 1 : 1 - missing(now) / missing(after);
}

/** What a search starts from. */
export interface SearchStart {
  readonly loss: Loss;
  /** Served shares of the hour, without and with the loss. */
  readonly before: number | null;
  readonly after: number | null;
  readonly binding: Binding;
  readonly levers: readonly Lever[];
  /** The scenario without any change, and the cost of its whole run as a number. */
  readonly scenario: Scenario;
  readonly cost: number;
}

/**
 * Asks for batches of runs, gets their values in the same order (null: refused), and returns what it found.
 *
 * The lever that binds comes first, to the least value that serves as much as its greatest. If that is not enough, the
 * next lever comes on top of it. If it is enough and adds less than a hundredth to the bill, the search ends; else the
 * other levers are tried alone, and the cheapest change that is enough wins. Null: no change serves half of what is
 * missing.
 */
export function* searchLever(
  start: SearchStart,
): Generator<readonly LossTrial[], SearchedChange | null, readonly (Values | null)[]> {
  const found: TriedChange[] = [];
  let below: readonly Setting[] = [];
  for (const [index, lever] of start.levers.slice(0, leversMax).entries()) {
    const change: TriedChange | null = yield* searchValue(start, lever, below);
    if (change === null) continue;
    found.push(change);
    if (change.help === 'enough' && index === 0) {
      const [values] = yield [{ settings: change.settings, loss: null }];
      if (values != null && costIn(start, values) <= (1 + littleShare) * start.cost)
        return { best: change, others: [] };
    }
    // The lever that binds is needed, even if it does not suffice: the next ones come on top of it.
    if (index === 0 && change.help !== 'enough') below = change.settings;
  }
  return yield* cheapest(start, found);
}

/** Of the changes that are enough the cheapest, else the one that serves most. */
function* cheapest(
  start: SearchStart,
  found: readonly TriedChange[],
): Generator<readonly LossTrial[], SearchedChange | null, readonly (Values | null)[]> {
  const helpful = found.filter(({ help }) => help === 'enough');
  const candidates = helpful.length > 0 ? helpful : found.filter(({ help }) => help === 'some');
  const [first] = candidates;
  if (first === undefined) return null;
  const costs: readonly (Values | null)[] =
    candidates.length === 1 ? [] : yield candidates.map(({ settings }) => ({ settings, loss: null }));
  const priced = candidates.map((change, index) => {
    const values = costs[index];
    return { change, cost: values == null ? 0 : costIn(start, values), served: servedIn(start, change.values) ?? 1 };
  });
  const best = priced.reduce((one, other) => {
    const isBetter = helpful.length > 0 ? other.cost < one.cost : other.served > one.served;
    return isBetter ? other : one;
  });
  return { best: best.change, others: candidates.filter((one) => one !== best.change) };
}

/** The least value of a lever that serves as much as any of its values; null: the platform refuses all of them. */
function* searchValue(
  start: SearchStart,
  lever: Lever,
  below: readonly Setting[],
): Generator<readonly LossTrial[], TriedChange | null, readonly (Values | null)[]> {
  const tried = new Map<number, TriedChange>();
  const changeTo = (value: number): Pick<TriedChange, 'proposed' | 'settings' | 'greater'> => {
    const change = lever.changeOf(value);
    const settings = onTopOf(below, change.settings);
    return {
      proposed: below.length === 0 ? change.proposed : boundsText(settings),
      settings,
      greater: lever.isWhole ? () => changeTo(Math.ceil(growth * value)) : null,
    };
  };
  const attempt = function* (
    values: readonly number[],
  ): Generator<readonly LossTrial[], void, readonly (Values | null)[]> {
    const fresh = values.filter((value) => !tried.has(value)).map((value) => ({ value, change: changeTo(value) }));
    if (fresh.length === 0) return;
    const results = yield fresh.map(({ change: { settings } }) => ({ settings, loss: start.loss }));
    for (const [index, { value, change }] of fresh.entries()) {
      const result = results[index];
      if (result == null) continue;
      const help = helpOf(start.before, start.after, servedIn(start, result));
      tried.set(value, { lever: lever.name, ...change, values: result, help });
    }
  };
  yield* attempt(lever.values);
  const least = (): { readonly value: number; readonly change: TriedChange } | null =>
    leastSufficient(start, lever, tried);
  for (let found = least(); lever.isWhole && found !== null; found = least()) {
    // Everything below the least sufficient value, down to the greatest one that is known to be too small.
    const smaller = [...tried.keys()].filter((value) => value < (found?.value ?? 0));
    const low = smaller.length > 0 ? Math.max(...smaller) : lever.now;
    const middles = [0.25, 0.5, 0.75].map((share) => Math.floor(low + share * (found?.value ?? 0) - share * low));
    const next = [...new Set(middles)].filter(
      (value) => value > low && value < (found?.value ?? 0) && !tried.has(value),
    );
    if (next.length === 0 || found.value - low <= Math.max(1, tolerance * found.value)) return found.change;
    const before = tried.size;
    yield* attempt(next);
    if (tried.size === before) return found.change;
  }
  return least()?.change ?? null;
}

/** How much greater a value is that other luck needs. */
const growth = 1.25;

/** A value that is so near to the least is the least: one more replica in ten. */
const tolerance = 0.1;

/**
 * The least value that serves as much as any. Of maxScale the least that is not reached any more; if every value is
 * reached, none below what all work needs.
 */
function leastSufficient(
  start: SearchStart,
  lever: Lever,
  tried: ReadonlyMap<number, TriedChange>,
): { readonly value: number; readonly change: TriedChange } | null {
  const shares = [...tried].map(([value, change]) => ({
    value,
    change,
    share: helpedShare(start.before, start.after, servedIn(start, change.values)),
  }));
  const most = Math.max(...shares.map(({ share }) => share));
  const sufficient = shares.filter(({ share }) => share >= most - sameShare).sort((a, b) => a.value - b.value);
  const { loss, binding } = start;
  const isFree = (values: Values): boolean => lever.name === 'maxScale' && !isAtMaxScale(loss, binding.blocks, values);
  return (
    sufficient.find(({ change }) => isFree(change.values)) ??
    sufficient.find(({ value }) => value >= lever.least) ??
    sufficient[0] ??
    null
  );
}

export function servedIn({ loss }: Pick<SearchStart, 'loss'>, values: Values): number | null {
  return values[`${loss.stretch.name} served`] ?? null;
}

function costIn({ scenario }: SearchStart, values: Values): number {
  return numberOf(figuresFrom(values, scenario).cost);
}

/** Merges settings; a maxScale never falls. */
function onTopOf(below: readonly Setting[], settings: readonly Setting[]): Setting[] {
  const greatest = new Map(below.map((one) => [placeOf(one), numberIn(one)]));
  const isLower = (one: Setting): boolean =>
    one.kind === 'field' && one.steps.at(-1) === 'maxScale' && numberIn(one) < (greatest.get(placeOf(one)) ?? 0);
  return mergeSettings(
    below,
    settings.filter((one) => !isLower(one)),
  );
}

function numberIn(setting: Setting): number {
  return setting.kind === 'field' && typeof setting.value === 'number' ? setting.value : 0;
}

/** All fields that are changed, by their names: `maxScale 40, minScale 12`. */
function boundsText(settings: readonly Setting[]): string {
  const texts = settings.flatMap((one) =>
    one.kind === 'field' ? [`${fieldName(one.steps)} ${String(one.value)}`] : [],
  );
  return [...new Set(texts)].join(', ');
}

/** `multiZone enabled` of the steps to it, else the last one. */
function fieldName(steps: readonly FieldStep[]): string {
  const [last, before] = [steps.at(-1), steps.at(-2)];
  return last === 'enabled' && typeof before === 'string' ? before : String(last);
}
