/**
 * The processor need of the scenario's requests to a workload at their peak.
 */

import type { Instant } from '../../../engine/time.ts';
import type { RateCurve } from '../../../platform/traffic/curve.ts';
import type { Demand } from '../../../platform/traffic/demand.ts';
import { certainPeak, millicoresOf } from '../../../platform/traffic/peak.ts';
import { isMap, type TreeMap } from '../../text/tree.ts';
import { type Behaviours, behaviourBook } from '../behaviours.ts';
import { entriesOf, keyOf, listOf, parsePattern } from '../names.ts';

/**
 * Whether requests surely need more than so many millicores at some time of the run, in all locations of a workload
 * together.
 */
export type DemandsMoreThan = (gvc: string, name: string, millicores: number) => boolean;

/**
 * Looks at `demand` with the greatest scale that the timeline gives it, and at `behavior` as it is at the start.
 *
 * @param period null: it cannot be read, and nothing is known
 */
export function demandPeaks(
  root: TreeMap,
  {
    demand,
    behaviours,
    period,
  }: {
    readonly demand: readonly Demand[];
    readonly behaviours: Behaviours;
    readonly period: { readonly start: Instant; readonly end: Instant } | null;
  },
): DemandsMoreThan {
  const book = behaviourBook(behaviours);
  const scales = scalesOf(root);
  const curvesOf = new Map<string, RateCurve[]>();
  for (const { to, curve } of demand) {
    const known = curvesOf.get(to);
    if (known === undefined) curvesOf.set(to, [curve]);
    else known.push(curve);
  }
  return (gvc, name, millicores) => {
    const key = keyOf({ gvc, kind: 'workload', name });
    const curves = curvesOf.get(key);
    if (period === null || curves === undefined) return false;
    const perSecond = certainPeak(curves, period.start, period.end - 1) * (scales.get(key) ?? 1);
    return millicoresOf(perSecond, book.workload(gvc, name).request ?? {}) > millicores;
  };
}

/** By `gvc/workload/name` how many times its demand comes at most. */
function scalesOf(root: TreeMap): ReadonlyMap<string, number> {
  const scales = new Map<string, number>();
  for (const entry of listOf(root.timeline))
    for (const [name, change] of entriesOf(isMap(entry) ? entry.demand : undefined)) {
      const pattern = parsePattern(name);
      if (pattern === null || !isMap(change) || typeof change.scale !== 'number') continue;
      const key = keyOf({ ...pattern, kind: 'workload' });
      scales.set(key, Math.max(scales.get(key) ?? 1, change.scale));
    }
  return scales;
}
