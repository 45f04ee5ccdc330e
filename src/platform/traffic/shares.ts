/**
 * How a demand is shared among locations.
 */
import type { Duration } from '../../engine/time.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { DemandOrigin } from './demand.ts';

/** Latency between callers in a place and a location, in ms: by location, then by place. */
export type Latencies = ReadonlyMap<string, ReadonlyMap<string, Duration>>;

/** Weights by location; a location that is missing has a weight of 1. */
export type Weights = ReadonlyMap<string, number>;

/** The inputs of routing, other than the origins and the locations that answer. */
export interface Routes {
  readonly latencies: Latencies;
  readonly weights: Weights;
}

/**
 * The share of a demand that each answering location gets (`traffic.route.location`); empty if none answers.
 *
 * An origin goes to its own location if that answers, else to the location with the lowest latency, else to all
 * equally. Without origins all get the same.
 *
 *   from a 60 %, b 40 %; a and c answer; b is 20 ms from a and 90 ms from c -> a 1
 *   no origins; a and c answer                                              -> a 0.5, c 0.5
 *   weights: a and c answer, c has a weight of 3, any origin                -> a 0.25, c 0.75
 *
 * @param answering names of locations, sorted
 */
export function sharesOf(
  origins: readonly DemandOrigin[],
  answering: readonly string[],
  { latencies, weights }: Routes,
  how: Assumptions['traffic.route.location'],
): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  const add = (places: readonly string[], share: number): void => {
    for (const place of places) shares.set(place, (shares.get(place) ?? 0) + share / places.length);
  };
  if (answering.length === 0) return shares;
  if (how === 'weights') return byWeight(answering, weights);
  if (how === 'equal' || origins.length === 0) add(answering, 1);
  else for (const { location, share } of origins) add(nearestOf(location, answering, latencies), share);
  return shares;
}

/** Shares by weight; if no location has a weight above 0, all get the same. */
function byWeight(answering: readonly string[], weights: Weights): ReadonlyMap<string, number> {
  const weight = (place: string): number => weights.get(place) ?? 1;
  const whole = answering.reduce((sum, place) => sum + weight(place), 0);
  const shares = answering.map((place) => [place, whole > 0 ? weight(place) / whole : 1 / answering.length] as const);
  return new Map(shares.filter(([, share]) => share > 0));
}

function nearestOf(caller: string, answering: readonly string[], latencies: Latencies): readonly string[] {
  if (answering.includes(caller)) return [caller];
  const known = answering.flatMap((location) => {
    const latency = latencies.get(location)?.get(caller);
    return latency === undefined ? [] : [{ location, latency }];
  });
  if (known.length === 0) return answering;
  const least = Math.min(...known.map(({ latency }) => latency));
  return known.filter(({ latency }) => latency === least).map(({ location }) => location);
}
