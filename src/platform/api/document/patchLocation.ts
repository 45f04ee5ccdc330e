/**
 * The fields that a patch of a location may drop (PATCH-4, PATCH-6, `api.locationSpecDrop`).
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import { type Breach, breach, shown } from '../requests/breach.ts';
import { isList, type Json, type JsonObject, objectAt } from './json.ts';

const droppable = ['description', 'tags', 'provider', 'region', 'spec'];

export function locationPatchBreaches(body: JsonObject, assumptions: Assumptions): readonly Breach[] {
  const inSpec = assumptions['api.locationSpecDrop'];
  return [
    ...outsiders(body.$drop, droppable).map((found) =>
      breach(['$drop'], 'PATCH-4', `$drop of a location accepts ${droppable.join(', ')}; found ${shown(found)}`),
    ),
    ...outsiders(objectAt(body, 'spec').$drop, inSpec).map((found) =>
      breach(
        ['spec', '$drop'],
        'api.locationSpecDrop',
        `$drop in the spec of a location accepts ${inSpec.join(', ')}; found ${shown(found)}`,
      ),
    ),
  ];
}

function outsiders(list: Json | undefined, allowed: readonly string[]): readonly Json[] {
  return isList(list) ? list.filter((name) => !allowed.some((one) => one === name)) : [];
}
