/**
 * The number of replicas that a scenario begins with.
 */

import { workloadType } from '../../platform/api/document/defaults.ts';
import {
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  objectsAt,
  type Path,
  textAt,
} from '../../platform/api/document/json.ts';
import { nameOfLink } from '../../platform/api/document/link.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { scalarText } from '../shape/shape.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type TreeMap } from '../text/tree.ts';
import { listOf } from './names.ts';

/** More at a time than anybody runs, and than a run has room for. */
const replicasMax = 1_000_000;

/**
 * Complains where all workloads together ask for more replicas at the start than a run has room for; at the one that
 * asks for most.
 */
export function checkFleet(root: TreeMap, assumptions: Assumptions, reading: ScenarioReading): void {
  const places = new Map<string, readonly string[]>();
  for (const entry of listOf(root.resources))
    if (isMap(entry) && entry.kind === 'gvc')
      places.set(scalarText(entry.name), placesOf(objectAt(entry as Json, 'spec')));
  let total = 0;
  let most: { readonly path: Path; readonly count: number } | null = null;
  for (const [index, entry] of listOf(root.resources).entries()) {
    if (!isMap(entry) || entry.kind !== 'workload') continue;
    const count = countOf(objectAt(entry as Json, 'spec'), places.get(scalarText(entry.gvc)) ?? [], assumptions);
    total += count;
    if (count > (most?.count ?? 0)) most = { path: ['resources', index, 'spec'], count };
  }
  if (total <= replicasMax || most === null) return;
  reading.complain(root, most.path, {
    code: 'too-many',
    message: `expected at most ${replicasMax} replicas at the start, found ${total}, ${most.count} of them of this workload`,
    hint: 'give it a smaller minScale',
    atKey: true,
  });
}

/** Names of the locations that the spec of a gvc links. */
export function placesOf(spec: JsonObject): readonly string[] {
  const links = objectAt(spec, 'staticPlacement').locationLinks;
  return Array.isArray(links) ? links.map((link) => nameOfLink(scalarText(link))) : [];
}

/** Replicas of one workload in all its locations; a location's own options stand in the place of the others. */
function countOf(spec: JsonObject, places: readonly string[], assumptions: Assumptions): number {
  if (workloadType(spec, assumptions) === 'cron') return 0;
  const own = new Map(
    objectsAt(spec, 'localOptions').map((options) => [nameOfLink(textAt(options, 'location') ?? ''), options]),
  );
  return places.reduce((sum, place) => {
    const options = own.get(place) ?? objectAt(spec, 'defaultOptions');
    if (options.suspend === true) return sum;
    return sum + (numberAt(objectAt(options, 'autoscaling'), 'minScale') ?? assumptions['fields.defaults.minScale']);
  }, 0);
}
