/** Turns records into the settings that the planners use. */

import { withDefaults } from '../api/document/defaults.ts';
import { type JsonObject, objectAt, sameData } from '../api/document/json.ts';
import { nameOfLink as lastPart } from '../api/document/link.ts';
import type { StoredRecord } from '../api/records/record.ts';
import { workloadSettings } from '../api/settings/workloadSettings.ts';
import { type BehaviourChange, mergeBehaviour, type VolumesetBehaviour, type WorkloadBehaviour } from '../behaviour.ts';
import type { Setup } from '../setup.ts';
import type { VolumesetSpec } from '../volume/capacity.ts';
import { type VolumesetSettings, volumesetSettings } from '../volume/settings.ts';
import { noUsage, type VolumeUsage } from '../volume/usage.ts';
import { noWork, type VolumeWork } from '../volume/work.ts';
import type { WorkloadSettings } from '../workload/settings.ts';
import { deploymentsOf, type World } from '../world.ts';

/** Settings of a workload's record, its defaults filled in; the same object for the same spec and tags. */
export function settingsOfWorkload(world: World, record: StoredRecord): WorkloadSettings {
  const { assumptions, setup } = world;
  const spec = specOf(world, record);
  const known = settingsBySpec.get(spec);
  if (known !== undefined && known.tags === record.tags && known.setup === setup) return known.settings;
  const made = workloadSettings(spec, record.tags, assumptions, setup.prefix);
  const [before] = deploymentsOf(world, record.link);
  const settings = before === undefined ? made : sharing(made, before.settings);
  settingsBySpec.set(spec, { tags: record.tags, setup, settings });
  return settings;
}

/**
 * The same settings; what says the same as before is the same object, so that whoever asks whether it has changed sees
 * that at once.
 */
function sharing(settings: WorkloadSettings, before: WorkloadSettings): WorkloadSettings {
  const { requests, localOptions } = settings;
  return {
    ...settings,
    options: shared(settings.options, before.options),
    localOptions: new Map([...localOptions].map(([name, own]) => [name, shared(own, before.localOptions.get(name))])),
    requests: {
      ...requests,
      retry: shared(requests.retry, before.requests.retry),
      firewall: shared(requests.firewall, before.requests.firewall),
    },
  };
}

function shared<Data extends object>(is: Data, was: Data | undefined): Data {
  return was !== undefined && sameData(is, was) ? was : is;
}

/** By filled spec, which is the same object for the same record (`withDefaults`); settings are never changed. */
const settingsBySpec = new WeakMap<JsonObject, Known>();

interface Known {
  readonly tags: JsonObject;
  readonly setup: Setup;
  readonly settings: WorkloadSettings;
}

/** Settings of a volume set's record, its defaults filled in. */
export function settingsOfVolumeset(world: World, record: StoredRecord): VolumesetSettings {
  // The record has passed the checks that this shape stands for.
  return volumesetSettings(specOf(world, record) as unknown as VolumesetSpec, world.assumptions);
}

function specOf(world: World, record: StoredRecord): JsonObject {
  return withDefaults(record, world.assumptions, world.setup.prefix);
}

/** Names of the locations that a GVC places its workloads in, sorted. */
export function locationsOf(world: World, gvc: string): readonly string[] {
  const spec = world.control.records.get(gvcLink(world, gvc))?.spec;
  if (spec === undefined) return [];
  const known = locationsBySpec.get(spec);
  if (known !== undefined) return known;
  const links = objectAt(spec, 'staticPlacement')['locationLinks'];
  const names = Array.isArray(links) ? links.map((link) => lastPart(String(link))) : [];
  const locations = [...new Set(names)].sort();
  locationsBySpec.set(spec, locations);
  return locations;
}

/** By the spec of a GVC's record, which is never changed. */
const locationsBySpec = new WeakMap<JsonObject, readonly string[]>();

function gvcLink(world: World, gvc: string): string {
  return `/org/${world.setup.org}/gvc/${gvc}`;
}

/** Whether workloads may run in a location (LOC-7). */
export function isEnabled(world: World, location: string): boolean {
  const record = world.control.locations.get(location);
  return record !== undefined && record.spec['enabled'] !== false;
}

/** How a workload behaves now: as the setup says, with what the timeline has changed. */
export function behaviourOfWorkload(world: World, gvc: string, name: string): WorkloadBehaviour {
  const change = world.changes.get(`${gvc}/workload/${name}`)?.workload;
  return mergeBehaviour(world.setup.behaviours.workload(gvc, name), change ?? {});
}

/** How much a volume set's volumes store. */
export function usageOfVolumeset(world: World, gvc: string, name: string): VolumeUsage {
  const base: VolumesetBehaviour = world.setup.behaviours.volumeset(gvc, name);
  return world.changes.get(`${gvc}/volumeset/${name}`)?.volumeset?.usage ?? base.usage ?? noUsage;
}

/** What a volume set's volumes read and write. */
export function workOfVolumeset(world: World, gvc: string, name: string): VolumeWork {
  const { operations, throughput } = {
    ...world.setup.behaviours.volumeset(gvc, name),
    ...world.changes.get(`${gvc}/volumeset/${name}`)?.volumeset,
  };
  return operations == null && throughput == null
    ? noWork
    : { operations: operations ?? null, throughput: throughput ?? null };
}

/** Two changes of one thing's behaviour, the later one winning part by part. */
export function mergeChanges(before: BehaviourChange | undefined, after: BehaviourChange): BehaviourChange {
  return {
    workload: mergeBehaviour(before?.workload ?? {}, after.workload ?? {}),
    volumeset: { ...before?.volumeset, ...after.volumeset },
  };
}
