/** Looks for the smallest change of each lever that brings what is wanted. */
import type { Value } from '../../engine/value.ts';
import type { WhyNotFlip, WhyNotTried } from '../../report/whyNot/whyNotDocument.ts';
import { distanceOf, optionOf, type WhyNotLever } from './lever.ts';
import { type SmallestChange, smallestChange } from './smallest.ts';
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
 * Asks each lever first whether it helps at all, then those that do for their smallest value, in their order.
 *
 * @param isExact whether what a flip comes to must be exactly the wanted value
 */
export function* findFlips(
  levers: readonly WhyNotLever[],
  attempt: Try,
  isExact: (result: TrialResult) => boolean = () => true,
): Generator<void, Flips> {
  const helping: { readonly lever: WhyNotLever; readonly first: TrialResult }[] = [];
  const flips: FoundFlip[] = [];
  const tried: WhyNotTried[] = [];
  const untried: string[] = [];
  for (const lever of levers) {
    const outcomes = untried.length > 0 ? null : yield* firstOutcomes(lever, attempt);
    if (outcomes === null) {
      untried.push(lever.name);
      continue;
    }
    const good = outcomes.find(({ result }) => result.holds);
    if (good === undefined) tried.push(triedOf(lever, outcomes));
    else if (lever.values.kind === 'grid') helping.push({ lever, first: good.result });
    else flips.push({ lever, flip: flipOf(lever, good.value, good.result, { notYet: null, isSmallest: true }) });
  }
  for (const { lever, first } of helping) {
    const found = yield* smallestOf(lever, first, attempt);
    if (found === null) continue;
    const { value, result, ...more } = found;
    flips.push({ lever, flip: flipOf(lever, value, result, more) });
  }
  const exact = flips.filter(({ flip }) => isExact({ holds: true, value: flip.value, refused: null, events: 0 }));
  const beside = flips.filter((one) => !exact.includes(one));
  return {
    flips: exact.sort((one, other) => one.flip.distance - other.flip.distance),
    tried: [...tried, ...beside.map(({ lever, flip }) => ({ ...triedOf(lever, []), to: [flip.to] }))],
    untried,
  };
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

function* smallestOf(
  lever: WhyNotLever,
  first: TrialResult,
  attempt: Try,
): Generator<void, SmallestChange<TrialResult> | null> {
  const { values } = lever;
  if (values.kind === 'choices') return null;
  const { step, beyond, furthest } = values;
  return yield* smallestChange({ step, from: beyond, furthest }, function* (value) {
    // It has been tried already, to see whether the lever helps at all.
    if (value === furthest) return { holds: true, result: first };
    const result = yield* attempt(lever, value);
    return result === null ? null : { holds: result.holds, result };
  });
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
