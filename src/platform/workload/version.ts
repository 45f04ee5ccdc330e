/**
 * Which changes of a workload need new replicas, and which leave its version as it is.
 */
import { isObject, type Json, type JsonObject, objectAt, objectsAt, sameJson } from '../api/document/json.ts';
import { nameOfLink } from '../api/document/link.ts';
import { parseCpuMillicores, parseMemoryBytes } from '../api/document/quantity.ts';
import { specialTag, specialTags } from '../api/settings/specialTags.ts';

/** The parts of a workload's record that are compared for changes, with every default of `spec` filled in. */
export interface VersionedParts {
  readonly spec: JsonObject;
  readonly tags: JsonObject;
}

export interface TriggerList {
  /**
   * `version.triggers`: parts of the spec by the names below, tags as `tag:` and their name without prefix, or
   * `everySpecChange`.
   */
  readonly triggers: readonly string[];
  /** The prefix of the keys of special tags. */
  readonly prefix: string;
  /** Whether a tag with the platform's first prefix also requests a redeployment (`api.deployTimestampAlias`). */
  readonly isAliased: boolean;
}

type IsSame = (before: JsonObject, after: JsonObject) => boolean;

/** Whether two specs agree in one part; what no list names never counts. */
const parts: { readonly [trigger: string]: IsSame } = {
  containers: sameContainers,
  identity: (before, after) => sameText(before.identityLink, after.identityLink),
  debug: (before, after) => sameOption(before, after, 'debug'),
  multiZone: (before, after) => sameOption(before, after, 'multiZone'),
  capacityAI: (before, after) => sameOption(before, after, 'capacityAI'),
  loadBalancer: (before, after) => sameJson(objectAt(before, 'loadBalancer'), objectAt(after, 'loadBalancer')),
  everySpecChange: (before, after) =>
    sameContainers(before, after) && sameJson(withoutScale(before), withoutScale(after)),
};

/** A client that knows only the platform's first prefix still asks for a redeployment with it. */
const redeployments = 'cpln/deployTimestamp';

/**
 * The triggers of a write that make a new workload version, in the order of the list; empty if there are none (VER-2,
 * VER-3, `version.triggers`).
 *
 * Amounts are compared, not their text. A container's empty list equals a missing one. An override counts by what it
 * changes in its location. A special tag counts by its meaning, and a value outside of its list means nothing
 * (`tag.otherValue`).
 *   cpu 1 -> 1000m                      -> none
 *   image app:1 -> app:2                -> containers
 *   maxScale 5 -> 9, suspend, timeouts  -> none
 *   svc/largeDisk true added            -> tag:largeDisk
 *   svc/largeDisk no added              -> none
 */
export function versionTriggers(before: VersionedParts, after: VersionedParts, list: TriggerList): string[] {
  return list.triggers.filter((trigger) => {
    if (!trigger.startsWith('tag:')) return !(parts[trigger]?.(before.spec, after.spec) ?? true);
    const name = trigger.slice('tag:'.length);
    if (!sameText(saidBy(before.tags, list.prefix, name), saidBy(after.tags, list.prefix, name))) return true;
    return (
      list.isAliased && name === 'deployTimestamp' && !sameText(before.tags[redeployments], after.tags[redeployments])
    );
  });
}

/** Whether a write makes a new workload version (VER-2, VER-3, `version.triggers`). */
export function needsNewVersion(before: VersionedParts, after: VersionedParts, list: TriggerList): boolean {
  return versionTriggers(before, after, list).length > 0;
}

const amounts: { readonly [field: string]: (text: string) => number | { readonly error: string } } = {
  cpu: parseCpuMillicores,
  minCpu: parseCpuMillicores,
  memory: parseMemoryBytes,
  minMemory: parseMemoryBytes,
};

function sameContainers(before: JsonObject, after: JsonObject): boolean {
  const [one, other] = [objectsAt(before, 'containers'), objectsAt(after, 'containers')];
  return one.length === other.length && one.every((container, index) => sameContainer(container, other[index] ?? {}));
}

function sameContainer(one: JsonObject, other: JsonObject): boolean {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].every(
    (field) => one[field] === other[field] || sameJson(comparable(field, one[field]), comparable(field, other[field])),
  );
}

function comparable(field: string, value: Json | undefined): Json | undefined {
  if (Array.isArray(value) && value.length === 0) return undefined;
  const parse = amounts[field];
  if (parse === undefined || typeof value !== 'string') return value;
  const amount = parse(value);
  return typeof amount === 'number' ? amount : value;
}

/** Whether an option is the same in every location: by default, and in each that has an override before or after. */
function sameOption(before: JsonObject, after: JsonObject, field: string): boolean {
  const overridden = new Set(
    [...objectsAt(before, 'localOptions'), ...objectsAt(after, 'localOptions')].map(locationOf),
  );
  const places = [undefined, ...overridden];
  return places.every((place) => sameJson(optionIn(before, place, field), optionIn(after, place, field)));
}

function optionIn(spec: JsonObject, location: Json | undefined, field: string): Json | undefined {
  const override = objectsAt(spec, 'localOptions').find((entry) => locationOf(entry) === location);
  return (location === undefined ? undefined : override)?.[field] ?? objectAt(spec, 'defaultOptions')[field];
}

/** A location is said by its name or by its link. */
function locationOf({ location }: JsonObject): Json | undefined {
  return typeof location === 'string' ? nameOfLink(location) : location;
}

/** What a tag comes to; one that is not special is text alone. */
function saidBy(tags: JsonObject, prefix: string, name: string): Json | undefined {
  return Object.hasOwn(specialTags, name) ? (specialTag(tags, prefix, name) ?? undefined) : tags[`${prefix}/${name}`];
}

function sameText(one: Json | undefined, other: Json | undefined): boolean {
  return sameJson(one ?? '', other ?? '');
}

/**
 * A spec without its containers, which are compared by amounts, and without scales, which never make a version (VER-3).
 */
function withoutScale({ containers: _, ...spec }: JsonObject): JsonObject {
  const bare = (options: JsonObject): JsonObject => ({ ...options, autoscaling: null });
  const kept: JsonObject = { ...spec, localOptions: objectsAt(spec, 'localOptions').map(bare) };
  return isObject(spec.defaultOptions) ? { ...kept, defaultOptions: bare(spec.defaultOptions) } : kept;
}
