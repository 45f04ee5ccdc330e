/**
 * GVCs and volume sets that manifests name and no file has.
 */

import { isObject, type Path } from '../../platform/api/document/json.ts';
import { isOfGvc } from '../../platform/api/records/kinds.ts';
import { volumesetNames } from '../../platform/api/settings/mounts.ts';
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
 * Adds a GVC for each name that applied manifests use and no resource has, and a volume set for each that a stateful
 * workload mounts, with a warning. The GVC runs in the locations of its workloads' `localOptions`, else in the first of
 * `locations:`, else in aws-us-east-1.
 *
 * @returns the names of these GVCs
 */
export function addMade(
  root: TreeMap,
  resources: Tree[],
  { from, to, path }: Applied,
  reading: ScenarioReading,
): readonly string[] {
  const applied = resources.slice(from, to).filter(isMap);
  const { places } = reading;
  const add = (made: TreeMap, user: TreeMap, step: 'gvc' | 'name', notice: Notice): void => {
    const origin = places.at(user, step) ?? places.origin(root, path);
    noteAll(made, (part) => places.note(part, origin));
    places.move(resources, resources.length, origin);
    resources.push(made);
    reading.complain(user, [step], { code: `made-${String(made.kind)}`, severity: 'warning', ...notice });
  };
  const gvcs = gvcsMissing(applied, resources);
  for (const [name, users] of gvcs) {
    const locations = locationsOf(users, root);
    const locationLinks = locations.map((location) => `//location/${location}`);
    const [first = {}] = users;
    add({ kind: 'gvc', name, spec: { staticPlacement: { locationLinks } } }, first, 'gvc', {
      message: `no file has the gvc '${name}': it is made, in ${locations.join(', ')}`,
      hint: 'to choose its locations, add a resource of kind gvc',
    });
  }
  for (const { gvc, name, user } of setsMissing(applied, resources)) {
    const spec = { initialCapacity: 10, performanceClass: 'general-purpose-ssd', fileSystemType: 'ext4' };
    add({ kind: 'volumeset', gvc, name, spec }, user, 'name', {
      message: `no file has the volumeset '${name}' that this workload mounts: it is made, with 10 GB`,
      hint: 'to choose its size, add a resource of kind volumeset',
    });
  }
  return [...gvcs.keys()];
}

interface Notice {
  readonly message: string;
  readonly hint: string;
}

function noteAll(value: Tree, note: (part: object) => void): void {
  if (!isObject(value) && !Array.isArray(value)) return;
  note(value);
  for (const inner of Object.values(value) as Tree[]) noteAll(inner, note);
}

function gvcsMissing(applied: readonly TreeMap[], resources: readonly Tree[]): ReadonlyMap<string, TreeMap[]> {
  const known = new Set(resources.flatMap((one) => (isMap(one) && one.kind === 'gvc' ? [String(one.name)] : [])));
  const using = new Map<string, TreeMap[]>();
  for (const one of applied) {
    if (typeof one.gvc !== 'string' || !isOfGvc(String(one.kind)) || known.has(one.gvc)) continue;
    using.set(one.gvc, [...(using.get(one.gvc) ?? []), one]);
  }
  return using;
}

/** Of other types than stateful only shared volume sets are mounted, of which nobody knows that they are meant. */
function setsMissing(applied: readonly TreeMap[], resources: readonly Tree[]): readonly MissingSet[] {
  const keyOf = (gvc: Tree | undefined, name: Tree | undefined): string => JSON.stringify([gvc ?? null, name ?? null]);
  const known = new Set(
    resources.flatMap((one) => (isMap(one) && one.kind === 'volumeset' ? [keyOf(one.gvc, one.name)] : [])),
  );
  return applied.flatMap((user) => {
    const { kind, gvc, spec } = user;
    if (kind !== 'workload' || typeof gvc !== 'string' || !isMap(spec) || spec.type !== 'stateful') return [];
    return volumesetNames(spec).flatMap((name): MissingSet[] => {
      if (known.has(keyOf(gvc, name))) return [];
      known.add(keyOf(gvc, name));
      return [{ gvc, name, user }];
    });
  });
}

interface MissingSet {
  readonly gvc: string;
  readonly name: string;
  readonly user: TreeMap;
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
