/**
 * Where a fault strikes.
 */
import { type Json, objectAt } from '../platform/control/json.ts';
import { catalogueNames, isAccepted } from '../platform/control/locations.ts';
import type { FaultName } from '../platform/fault.ts';
import type { FaultEntry } from './faultEntry.ts';
import { placesOf } from './fleet.ts';
import { isMap } from './load.ts';
import { entriesOf, listOf } from './names.ts';
import { shown, type TreeMap, valueAt } from './shape.ts';

/** Where it strikes; null: everywhere, or nowhere that is known, which is a problem. */
export function readLocation(entry: FaultEntry, name: FaultName, { location }: TreeMap): string | null {
  if (typeof location !== 'string') return null;
  const known = entriesOf(entry.root.locations).map(([key]) => key);
  if (isAccepted(location) || known.includes(location)) {
    warnOfEmpty(entry, name, location);
    return location;
  }
  const guess = entry.context.reading.nearest(location, [...known, ...catalogueNames]);
  return entry.complain(['fault', name, 'location'], {
    code: 'unknown-location',
    message: `expected a location, found ${shown(location)}`,
    hint: guess === null ? null : `did you mean '${guess}'?`,
  });
}

/** Where no gvc is or comes to be, there is nothing to strike. */
function warnOfEmpty(entry: FaultEntry, name: FaultName, location: string): void {
  const { root, context, path } = entry;
  const { reading } = context;
  const placed = listOf(root.resources).flatMap((one) =>
    isMap(one) && one.kind === 'gvc' ? placesOf(objectAt(one as Json, 'spec')) : [],
  );
  if (placed.includes(location) || JSON.stringify(root.timeline).includes(`/location/${location}`)) return;
  const guess = reading.nearest(location, placed);
  reading.complain(root, [...path, 'fault', name, 'location'], {
    code: 'unused-location',
    severity: 'warning',
    message: `no gvc of this scenario is in '${location}': there is nothing to strike`,
    hint: guess === null ? null : `did you mean '${guess}'?`,
  });
}

/** The number of the zone; null where the location has no such zone, which is a problem. */
export function readZone(entry: FaultEntry, name: FaultName, location: string | null): number | null {
  const text = entry.at('fault', name, 'zone');
  const given = location === null ? undefined : valueAt(entry.root, ['locations', location, 'zones']);
  const zones = typeof given === 'number' ? given : entry.context.assumptions['location.zones'];
  const zone = typeof text === 'string' && /^[a-z]$/.test(text) ? text.charCodeAt(0) - 'a'.charCodeAt(0) : -1;
  if (zone >= 0 && zone < zones) return zone;
  const last = String.fromCharCode('a'.charCodeAt(0) + zones - 1);
  const allowed = zones === 1 ? "'a', its only zone" : `one of its zones 'a' to '${last}'`;
  return entry.complain(['fault', name, 'zone'], {
    code: 'wrong-value',
    rule: 'location.zones',
    message: `expected ${allowed}, found ${shown(text)}`,
  });
}
