/**
 * Zones of a location, and the zone that a replica is placed in.
 */

import { because } from '../../rules/reason.ts';
import type { Plan } from '../plan.ts';

export interface ZoneView {
  /** `multiZone.enabled`. */
  readonly isSpread: boolean;
  /** The number of zones of the location, 1 or more (`location.zones`). */
  readonly zones: number;
  /** Zones that are lost now. */
  readonly lost: readonly number[];
  /**
   * The index of a replica with volumes that stay in one zone, and the zones of those volumes, empty if none was made
   * yet; null: it has no such volume.
   */
  readonly volumes: { readonly index: number; readonly zones: readonly number[] } | null;
  /** Zones of the deployment's other replicas here. */
  readonly taken: readonly number[];
}

export interface ZoneAction {
  readonly do: 'place';
  readonly zone: number;
}

const spread = because(['WL-21'], ['location.zones']);
const single = because(['WL-22'], ['location.zones']);
const waits = because(['WL-21', 'WL-22'], ['location.zones']);
const kept = because(['WL-21', 'VOL-15'], ['location.zones']);
const none: readonly number[] = [];

/**
 * The zone of a new replica (WL-21, WL-22, `location.zones`); hold: it waits because its zone is lost.
 *
 * A replica with volumes goes to the zone of its volumes, whatever the current value of `multiZone`. If its volumes are
 * in different zones, no zone reaches them all, and it waits. Otherwise, with `multiZone`, it goes to the zone with the
 * fewest replicas, and to the first of equals; a replica whose volumes will stay in one zone goes to the zone of its
 * index. Otherwise it goes to the first zone, as in a location with one zone.
 *   multiZone, 3 zones, others in 0, 0, 1   -> 2
 *   the same, zone 2 lost                   -> 1
 *   no multiZone, zone 0 lost               -> waits
 *   multiZone, index 1, volume in 0         -> 0
 */
export function planZone({ isSpread, zones, lost, volumes, taken }: ZoneView): Plan<ZoneAction> {
  const [held, ...others] = volumes?.zones ?? none;
  if (held !== undefined)
    return others.every((zone) => zone === held) ? place(held, lost, kept) : { kind: 'hold', reason: kept };
  if (!isSpread || zones === 1) return place(0, lost, zones === 1 && isSpread ? single : waits);
  if (volumes !== null) return place(volumes.index % zones, lost, spread);
  let best = -1;
  let fewest = Number.POSITIVE_INFINITY;
  for (let zone = 0; zone < zones; zone += 1) {
    const count = taken.filter((one) => one === zone).length;
    if (lost.includes(zone) || count >= fewest) continue;
    best = zone;
    fewest = count;
  }
  return best === -1
    ? { kind: 'hold', reason: waits }
    : { kind: 'act', actions: [{ do: 'place', zone: best }], reason: spread };
}

function place(zone: number, lost: readonly number[], reason: typeof spread): Plan<ZoneAction> {
  return lost.includes(zone)
    ? { kind: 'hold', reason: waits }
    : { kind: 'act', actions: [{ do: 'place', zone }], reason };
}

/** The name of a zone: a, b, c ... */
export function zoneName(zone: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + zone);
}
