/**
 * The locations of a scenario, and the locations that its gvcs have now or get later.
 */

import { type Json, objectAt } from '../../platform/api/document/json.ts';
import { catalogueNames, isAccepted } from '../../platform/api/records/locations.ts';
import { shown } from '../shape/shape.ts';
import type { Complaint } from '../text/problem.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap } from '../text/tree.ts';
import { placesOf } from './fleet.ts';
import { entriesOf, listOf } from './names.ts';

/** What is wrong with a text as the name of a location, with a guess; null: it is one. */
export function locationTrouble(root: TreeMap, text: string, reading: ScenarioReading): Complaint | null {
  const known = entriesOf(root.locations).map(([name]) => name);
  if (isAccepted(text) || known.includes(text)) return null;
  return {
    code: 'unknown-location',
    message: `expected a location, found ${shown(text)}`,
    hint: didYouMean(reading.nearest(text, [...known, ...catalogueNames])),
  };
}

/**
 * What is to be said of a location that no gvc is in, or comes to be by a request of the timeline; null: one is.
 *
 * @param gvc the one that is meant; null: any
 * @param so what follows, as the end of a sentence
 */
export function emptyLocation(
  root: TreeMap,
  gvc: string | null,
  location: string,
  so: string,
  reading: ScenarioReading,
): Complaint | null {
  const placed = listOf(root.resources).flatMap((one) =>
    isMap(one) && one.kind === 'gvc' && (gvc === null || one.name === gvc)
      ? placesOf(objectAt(one as Json, 'spec'))
      : [],
  );
  if (placed.includes(location) || JSON.stringify(root.timeline)?.includes(`/location/${location}`)) return null;
  const who = gvc === null ? 'no gvc of this scenario is' : `the gvc '${gvc}' is not`;
  return {
    code: 'unused-location',
    severity: 'warning',
    message: `${who} in '${location}': ${so}`,
    hint: didYouMean(reading.nearest(location, placed)),
  };
}

function didYouMean(guess: string | null): string | null {
  return guess === null ? null : `did you mean '${guess}'?`;
}
