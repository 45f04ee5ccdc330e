/**
 * GVCs that manifests name and no file has.
 */

import type { Path } from '../../platform/api/document/json.ts';
import { isOfGvc } from '../../platform/api/records/kinds.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { isMap, type Tree, type TreeMap } from '../text/tree.ts';
import { entriesOf, listOf } from './names.ts';

/** Where a GVC runs that is made here, unless the scenario or its workloads name locations. */
const usualLocation = 'aws-us-east-1';

/** Entries of `resources` that came by one entry of `manifests:`. */
interface Applied {
  readonly from: number;
  /** Excluded. */
  readonly to: number;
  readonly path: Path;
}

/**
 * Adds a GVC for each name that applied manifests use and no resource has, with a warning. It runs in the locations of
 * its workloads' `localOptions`, else in the first of `locations:`, else in aws-us-east-1.
 */
export function madeGvcs(
  root: TreeMap,
  resources: Tree[],
  { from, to, path }: Applied,
  reading: ScenarioReading,
): void {
  const known = new Set(resources.flatMap((one) => (isMap(one) && one.kind === 'gvc' ? [String(one.name)] : [])));
  const using = new Map<string, TreeMap[]>();
  for (const one of resources.slice(from, to)) {
    if (!isMap(one) || typeof one.gvc !== 'string' || !isOfGvc(String(one.kind)) || known.has(one.gvc)) continue;
    using.set(one.gvc, [...(using.get(one.gvc) ?? []), one]);
  }
  const { places } = reading;
  for (const [name, users] of using) {
    const locations = locationsOf(users, root);
    const locationLinks = locations.map((location) => `//location/${location}`);
    const made: TreeMap = { kind: 'gvc', name, spec: { staticPlacement: { locationLinks } } };
    const [first] = users;
    const origin = first === undefined ? null : places.at(first, 'gvc');
    for (const part of [made, made.spec, (made.spec as TreeMap).staticPlacement, locationLinks])
      places.note(part as object, origin ?? places.origin(root, path));
    places.move(resources, resources.length, origin ?? places.origin(root, path));
    if (first !== undefined)
      reading.complain(first, ['gvc'], {
        code: 'made-gvc',
        severity: 'warning',
        message: `no file has the gvc '${name}': it is made, in ${locations.join(', ')}`,
        hint: 'to choose its locations, add a resource of kind gvc',
      });
    resources.push(made);
  }
}

function locationsOf(users: readonly TreeMap[], root: TreeMap): readonly string[] {
  const links = users.flatMap(({ spec }) =>
    isMap(spec) ? listOf(spec.localOptions).flatMap((one) => (isMap(one) ? [one.location] : [])) : [],
  );
  const named = links.flatMap(
    (link) => /^(?:\/\/location\/|\/org\/[^/]+\/location\/)?([\w-]+)$/.exec(String(link))?.[1] ?? [],
  );
  if (named.length > 0) return [...new Set(named)].sort();
  return [entriesOf(root.locations)[0]?.[0] ?? usualLocation];
}
