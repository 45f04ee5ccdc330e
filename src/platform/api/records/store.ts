/**
 * All records and commands of one org, in maps that a fork copies and documents that it shares.
 */

import { emptyTrail, forkTrail } from '../audit/trail.ts';
import { idOfRecord } from '../document/id.ts';
import { byCodeUnits } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import type { ApiRoute } from '../requests/router.ts';
import { mountedVolumesets } from '../settings/mounts.ts';
import type { Kind } from './kinds.ts';
import { quotasWith } from './quotaRecord.ts';
import type { StoredRecord } from './record.ts';
import type { CommandRecord, Control, ControlConfig } from './state.ts';
import { noteTaken, recountTaken } from './taken.ts';

/** An own copy of the maps; records and commands are immutable and shared. */
export function forkControl(control: Control): Control {
  return {
    config: control.config,
    records: new Map(control.records),
    commands: new Map(control.commands),
    commandCounts: new Map(control.commandCounts),
    keyCounts: new Map(control.keyCounts),
    incarnations: new Map(control.incarnations),
    mounts: new Map(control.mounts),
    mounted: new Map(control.mounted),
    domains: new Map(control.domains),
    locations: new Map(control.locations),
    quotas: control.quotas,
    policies: new Map(control.policies),
    groups: new Map(control.groups),
    taken: new Map(control.taken),
    audit: control.audit === null ? null : forkTrail(control.audit),
    revision: control.revision,
  };
}

/** A control plane without records, not even its org. */
export function emptyControl(config: ControlConfig): Control {
  return {
    config,
    records: new Map(),
    commands: new Map(),
    commandCounts: new Map(),
    keyCounts: new Map(),
    incarnations: new Map(),
    mounts: new Map(),
    mounted: new Map(),
    domains: new Map(),
    locations: new Map(),
    quotas: new Map(),
    policies: new Map(),
    groups: new Map(),
    taken: new Map(),
    audit: config.isAsked ? emptyTrail() : null,
    revision: 0,
  };
}

/** Puts a record in the place of the one with its link, if there was one. */
export function putRecord(control: Control, record: StoredRecord): void {
  const before = control.records.get(record.link);
  control.records.set(record.link, record);
  if (record.kind === 'domain') control.domains.set(record.link, record);
  if (record.kind === 'location') control.locations.set(record.name, record);
  if (record.kind === 'policy') control.policies.set(record.link, record);
  if (record.kind === 'group') control.groups.set(record.link, record);
  control.revision += 1;
  noteTaken(control, before ?? null, record);
  if (record.kind === 'quota') bindQuota(control, record);
  if (before?.spec === record.spec) return;
  forgetMounts(control, record.link);
  const mounted = mountedVolumesets(record);
  if (mounted.length > 0) control.mounted.set(record.link, mounted);
  for (const volumeset of mounted) {
    const links = [...(control.mounts.get(volumeset) ?? []), record.link];
    control.mounts.set(
      volumeset,
      links.sort((a, b) => byCreation(control, a, b)),
    );
  }
}

/** Which of two records came first, however often they have been changed since; of one instant, by their links. */
function byCreation({ records }: Control, a: string, b: string): number {
  return (records.get(a)?.created ?? 0) - (records.get(b)?.created ?? 0) || byCodeUnits(a, b);
}

/** Lets a quota bind as its record says; where it is the first to bind, what there is by now counts. */
function bindQuota(control: Control, record: StoredRecord): void {
  const wasFree = control.quotas.size === 0;
  control.quotas = quotasWith(control.quotas, record);
  if (wasFree !== (control.quotas.size === 0)) recountTaken(control);
}

/** Takes a record away; the next one that is made with its link is another incarnation. */
export function dropRecord(control: Control, record: StoredRecord): void {
  forgetMounts(control, record.link);
  control.records.delete(record.link);
  control.domains.delete(record.link);
  control.policies.delete(record.link);
  control.groups.delete(record.link);
  if (record.kind === 'location') control.locations.delete(record.name);
  control.revision += 1;
  noteTaken(control, record, null);
  // A renamed one counts its incarnations where it was made.
  if (record.firstLink === undefined) control.incarnations.set(record.link, record.incarnation + 1);
}

/**
 * The route with the name of its record, where the path gives the id in its place, or an address in another case: users
 * and quotas are asked for by either.
 */
export function settledRoute(control: Control, route: ApiRoute): ApiRoute {
  if (!('name' in route) || (route.kind !== 'user' && route.kind !== 'quota')) return route;
  const { org, seed } = control.config;
  if (control.records.has(linkOf(route.kind, route.name, { org, gvc: null }))) return route;
  const wanted = route.name.toLowerCase();
  const found = listRecords(control, route.kind, null).find(
    (record) => idOfRecord(record, seed) === route.name || record.name.toLowerCase() === wanted,
  );
  return found === undefined ? route : { ...route, name: found.name };
}

/** Records of a kind, of one GVC or of all (null), by name, then by GVC (`api.listOrder`). */
export function listRecords(control: Control, kind: Kind, gvc: string | null): readonly StoredRecord[] {
  const found: StoredRecord[] = [];
  for (const record of control.records.values()) {
    if (record.kind === kind && (gvc === null || record.gvc === gvc)) found.push(record);
  }
  return found.sort((a, b) => byCodeUnits(a.name, b.name) || byCodeUnits(a.gvc ?? '', b.gvc ?? ''));
}

/** Commands of one owner, the newest first (`api.listOrder`). */
export function listCommands(control: Control, owner: StoredRecord): readonly CommandRecord[] {
  const ownerId = idOfRecord(owner, control.config.seed);
  const found: CommandRecord[] = [];
  for (const command of control.commands.values()) {
    if (command.ownerId === ownerId) found.push(command);
  }
  return found.sort((a, b) => b.ordinal - a.ordinal);
}

/** Forgets the commands of a record that goes: one that is made with its name is another, with commands of its own. */
export function forgetCommands(control: Control, owner: StoredRecord): void {
  const ownerId = idOfRecord(owner, control.config.seed);
  if (!control.commandCounts.delete(ownerId)) return;
  for (const { id, ownerId: of } of control.commands.values()) if (of === ownerId) control.commands.delete(id);
}

/** Links of the workloads that hold a volume set, by name; those being deleted hold nothing any more. */
export function workloadsMounting(control: Control, volumeset: string): readonly string[] {
  const links = control.mounts.get(volumeset) ?? [];
  return links.filter((link) => control.records.get(link)?.deletingSince === null).sort(byCodeUnits);
}

function forgetMounts(control: Control, workload: string): void {
  for (const volumeset of control.mounted.get(workload) ?? []) {
    const left = (control.mounts.get(volumeset) ?? []).filter((link) => link !== workload);
    if (left.length === 0) control.mounts.delete(volumeset);
    else control.mounts.set(volumeset, left);
  }
  control.mounted.delete(workload);
}
