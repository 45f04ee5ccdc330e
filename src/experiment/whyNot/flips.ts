/** Looks for the smallest change of each lever that brings what is wanted. */
import type { Value } from '../../engine/value.ts';
import type { WhyNotFlip, WhyNotTried } from '../../report/whyNot/whyNotDocument.ts';
import { distanceOf, optionOf, type WhyNotLever } from './lever.ts';
import { type GridPlaces, narrowed, nearerPlaces, type PlaceFound, placesOf } from './smallest.ts';
import type { TrialResult } from './trial.ts';

/** Tries one change; null: nothing more may be tried. */
export type Try = (lever: WhyNotLever, value: Value) => Generator<void, TrialResult | null>;

export interface Flips {
  readonly flips: readonly FoundFlip[];
  readonly tried: readonly WhyNotTried[];
  /** Levers for which nothing was left. */
  readonly untried: readonly string[];
}

/** A flip, and its lever for a run that confirms it. */
export interface FoundFlip {
  readonly lever: WhyNotLever;
  readonly flip: WhyNotFlip;
}

/**
 * Asks each lever first whether it helps as far as it goes, then those that do for their smallest value, in their
 * order. A lever that does not help that far may help nearer: those come last.
 *
 * @param isExact whether what a flip comes to must be exactly the wanted value
 */
export function* findFlips(
  levers: readonly WhyNotLever[],
  attempt: Try,
  isExact: (result: TrialResult) => boolean = () => true,
): Generator<void, Flips> {
  const asked: { readonly lever: WhyNotLever; readonly outcomes: readonly Outcome[] }[] = [];
  const flips: FoundFlip[] = [];
  const tried: WhyNotTried[] = [];
  const untried: string[] = [];
  for (const lever of levers) {
    const outcomes = untried.length > 0 ? null : yield* firstOutcomes(lever, attempt);
    if (outcomes === null) untried.push(lever.name);
    else asked.push({ lever, outcomes });
  }
  const isHelping = ({ outcomes }: { readonly outcomes: readonly Outcome[] }): boolean =>
    outcomes.some(({ result }) => result.holds);
  for (const { lever, outcomes } of [...asked.filter(isHelping), ...asked.filter((one) => !isHelping(one))]) {
    const found = yield* nearestOf(lever, outcomes, attempt);
    if (found.flip !== null) flips.push({ lever, flip: found.flip });
    else tried.push(triedOf(lever, found.outcomes));
  }
  const exact = flips.filter(({ flip }) => isExact({ holds: true, value: flip.value, refused: null, events: 0 }));
  const beside = flips.filter((one) => !exact.includes(one));
  return {
    flips: exact.sort(nearestFirst),
    tried: [...tried, ...beside.map(({ lever, flip }) => ({ ...triedOf(lever, []), to: [flip.to] }))],
    untried,
  };
}

/** Fields before assumptions, each by how far the change is. */
function nearestFirst({ flip: one }: FoundFlip, { flip: other }: FoundFlip): number {
  if (one.kind !== other.kind) return one.kind === 'field' ? -1 : 1;
  return one.distance - other.distance;
}

interface Outcome {
  readonly value: Value;
  readonly result: TrialResult;
}

/** Of the furthest value of a grid; of choices, up to the first that helps. null: nothing more may be tried. */
function* firstOutcomes(lever: WhyNotLever, attempt: Try): Generator<void, readonly Outcome[] | null> {
  const { values } = lever;
  const outcomes: Outcome[] = [];
  for (const value of values.kind === 'choices' ? values.all : [values.furthest]) {
    const result = yield* attempt(lever, value);
    if (result === null) return null;
    outcomes.push({ value, result });
    if (result.holds) break;
  }
  return outcomes;
}

interface NearestOf {
  /** null: no value that was tried helps. */
  readonly flip: WhyNotFlip | null;
  readonly outcomes: readonly Outcome[];
}

/** @param first the outcomes of `firstOutcomes` */
function* nearestOf(lever: WhyNotLever, first: readonly Outcome[], attempt: Try): Generator<void, NearestOf> {
  const { values } = lever;
  const good = first.find(({ result }) => result.holds);
  if (values.kind === 'choices') {
    if (good === undefined) return { flip: null, outcomes: first };
    return { flip: flipOf(lever, good.value, good.result, { notYet: null, isSmallest: true }), outcomes: first };
  }
  const places = placesOf({ step: values.step, from: values.beyond, furthest: values.furthest });
  const outcomes: Outcome[] = [];
  const ask = function* (to: number): Generator<void, { holds: boolean; result: TrialResult } | null> {
    const result = yield* attempt(lever, to);
    if (result !== null) outcomes.push({ value: to, result });
    return result === null ? null : { holds: result.holds, result };
  };
  const found = good === undefined ? yield* foundNearer(places, ask) : { low: 0, high: places.most, ...good };
  if (found === null) return { flip: null, outcomes: [...outcomes, ...first] };
  const { value, result, ...more } = yield* narrowed(places, found, ask);
  return { flip: flipOf(lever, value, result, more), outcomes };
}

/** The first of the nearer places that helps; null: none does. */
function* foundNearer(
  places: GridPlaces,
  ask: (value: number) => Generator<void, { holds: boolean; result: TrialResult } | null>,
): Generator<void, PlaceFound<TrialResult> | null> {
  let low = 0;
  for (const high of nearerPlaces(places)) {
    const answer = yield* ask(places.valueAt(high));
    if (answer === null) return null;
    if (answer.holds) return { low, high, result: answer.result };
    low = high;
  }
  return null;
}

function flipOf(
  lever: WhyNotLever,
  to: Value,
  { value }: TrialResult,
  { notYet, isSmallest }: { readonly notYet: Value | null; readonly isSmallest: boolean },
): WhyNotFlip {
  const { name, kind, from } = lever;
  return {
    name,
    kind,
    from,
    to,
    notYet,
    isSmallest,
    value,
    distance: distanceOf(lever, to),
    option: optionOf(lever, to),
  };
}

function triedOf(lever: WhyNotLever, outcomes: readonly Outcome[]): WhyNotTried {
  const { name, kind, from } = lever;
  const refusals = outcomes.flatMap(({ result }) => result.refused ?? []);
  const isRefused = outcomes.length > 0 && refusals.length === outcomes.length;
  return {
    name,
    kind,
    from,
    to: outcomes.map(({ value }) => value),
    refused: isRefused ? (refusals[0] ?? null) : null,
  };
}
