/**
 * The place where a fault strikes.
 */

import type { FaultName } from '../../../platform/fault/fault.ts';
import { shown } from '../../shape/shape.ts';
import { type TreeMap, valueAt } from '../../text/tree.ts';
import { emptyLocation, locationTrouble } from '../placement.ts';
import type { FaultEntry } from './faultEntry.ts';

/** Where it strikes; null: everywhere, or nowhere that is known, which is a problem. */
export function readLocation(entry: FaultEntry, name: FaultName, { location }: TreeMap): string | null {
  if (typeof location !== 'string') return null;
  const { root, context, path } = entry;
  const { reading } = context;
  const trouble = locationTrouble(root, location, reading);
  if (trouble !== null) return entry.complain(['fault', name, 'location'], trouble);
  // Where no gvc is or comes to be, there is nothing to strike.
  const empty = emptyLocation(root, null, location, 'the fault has no effect', reading);
  if (empty !== null) reading.complain(root, [...path, 'fault', name, 'location'], empty);
  return location;
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
