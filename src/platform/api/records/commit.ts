/**
 * The only place that changes records: checked documents become records, with version and patches.
 */

import type { Patch } from 'immer';
import type { Instant } from '../../../engine/time.ts';
import { needsNewVersion, type VersionedParts } from '../../workload/version.ts';
import { locationNames } from '../checks/placement.ts';
import { withDefaults } from '../document/defaults.ts';
import { changeDocument, emptyDocument } from '../document/difference.ts';
import { aliasOf, keepId, ownerOf } from '../document/id.ts';
import { type JsonObject, objectAt, objectsAt, sameJson } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import type { WriteTarget } from '../requests/judge.ts';
import type { RecordChange } from '../requests/request.ts';
import type { Kind } from './kinds.ts';
import { catalogueNames, isAccepted, locationFields } from './locations.ts';
import type { Document, StoredRecord } from './record.ts';
import type { Control, ControlConfig } from './state.ts';
import { dropRecord, putRecord } from './store.ts';

/** Makes the record of a target that is not there, and those of the locations that it names for the first time. */
export function createRecord(
  control: Control,
  target: WriteTarget,
  parts: Document,
  now: Instant,
): readonly RecordChange[] {
  const { kind, gvc, name, link } = target;
  const { seed } = control.config;
  const incarnation = control.incarnations.get(link) ?? 0;
  const { document, patches } = changeDocument(emptyDocument, parts);
  const record: StoredRecord = {
    ...document,
    kind,
    link,
    name,
    gvc,
    alias: kind === 'gvc' ? aliasOf(seed, ownerOf(link), kind, name, incarnation) : null,
    origin: originOf(kind, name, document.more),
    version: 1,
    workloadVersion: kind === 'workload' ? 1 : null,
    created: now,
    lastModified: now,
    deletingSince: null,
    incarnation,
  };
  const named = namedLocations(control, record, now);
  putRecord(control, record);
  const newVersion = kind === 'workload';
  return [...named, { what: 'created', link, before: null, after: record, patches, newVersion }];
}

/**
 * The next document of a record: what leads there from the one before, and whether running replicas have to be given it
 * (VER-2).
 */
export type Next = Pick<RecordChange, 'patches' | 'newVersion'> & { readonly document: Document };

/**
 * What these parts make of a record's document.
 *
 * @param mayBeRead whether they may come from a client that has read the record, with its defaults filled in: then
 * defaults written out are no change
 */
export function nextDocument(config: ControlConfig, before: StoredRecord, parts: Document, mayBeRead = false): Next {
  const { description, tags, spec, more } = before;
  const was: Document = { description, tags, spec, more };
  const { document, patches } = changeDocument(was, parts);
  if (mayBeRead && onlyWritesDefaults(config, before, document, patches))
    return { document: was, patches: [], newVersion: false };
  const isChange = before.kind === 'workload' && patches.length > 0;
  return { document, patches, newVersion: isChange && isNewVersion(config, before, document) };
}

/**
 * Whether a document says nothing but what its defaults said before: what a client reads has them filled in, and it may
 * send that back.
 */
function onlyWritesDefaults(
  { assumptions, prefix }: ControlConfig,
  before: StoredRecord,
  document: Document,
  patches: Next['patches'],
): boolean {
  const areAdded = patches.length > 0 && patches.every(({ op, path }) => op === 'add' && path[0] === 'spec');
  if (!areAdded) return false;
  const next = { ...document, kind: before.kind };
  return sameJson(withDefaults(before, assumptions, prefix), withDefaults(next, assumptions, prefix));
}

/** Gives a record its next document; nothing where the two say the same (`api.versionStep`). */
export function replaceDocument(
  control: Control,
  before: StoredRecord,
  { document, patches, newVersion }: Next,
  now: Instant,
): readonly RecordChange[] {
  if (patches.length === 0 && control.config.assumptions['api.versionStep'] === 'perRealChange') return [];
  const version = before.version + 1;
  const { description, tags, spec, more } = document;
  const after: StoredRecord = {
    ...before,
    description,
    tags,
    spec,
    more,
    version,
    workloadVersion: newVersion ? nextWorkloadVersion(control.config, before, version) : before.workloadVersion,
    lastModified: now,
  };
  keepId(before, after);
  const named = namedLocations(control, after, now);
  putRecord(control, after);
  return [...named, { what: 'changed', link: before.link, before, after, patches, newVersion }];
}

/**
 * Gives a record its next document under another name, which is a change even where the document stays: its id stays
 * what it was, the old name is free.
 */
export function renameRecord(
  control: Control,
  before: StoredRecord,
  name: string,
  { document, patches, newVersion }: Next,
  now: Instant,
): readonly RecordChange[] {
  const { kind, gvc } = before;
  const link = linkOf(kind, name, { org: control.config.org, gvc });
  const after: StoredRecord = {
    ...before,
    ...document,
    name,
    link,
    firstLink: before.firstLink ?? before.link,
    version: before.version + 1,
    lastModified: now,
  };
  keepId(before, after);
  dropRecord(control, before);
  putRecord(control, after);
  const rename: Patch = { op: 'replace', path: ['name'], value: name };
  return [{ what: 'changed', link, before, after, patches: [...patches, rename], newVersion }];
}

function isNewVersion({ assumptions, prefix }: ControlConfig, before: StoredRecord, document: Document): boolean {
  // Where neither says, capacityAI follows the metric by default, and the metric is a matter of scaling (VER-3).
  const isUnsaid = saysNothing(before, 'capacityAI') && saysNothing(document, 'capacityAI');
  const was = { tags: before.tags, spec: withDefaults(before, assumptions, prefix) };
  const is = { tags: document.tags, spec: withDefaults({ ...document, kind: 'workload' }, assumptions, prefix) };
  // Asked one by one, for the first that says yes decides, and most writes change what is first in the list.
  return assumptions['version.triggers'].some((trigger) => {
    const list = {
      triggers: [trigger],
      prefix,
      isAliased: assumptions['api.deployTimestampAlias'] === 'alwaysRollout',
    };
    if (!isUnsaid || (trigger !== 'capacityAI' && trigger !== 'everySpecChange')) return needsNewVersion(was, is, list);
    return trigger === 'everySpecChange' && needsNewVersion(withoutCapacityAI(was), withoutCapacityAI(is), list);
  });
}

/** Whether a workload's spec leaves an option open everywhere. */
function saysNothing({ spec }: Document, option: string): boolean {
  const all = [objectAt(spec, 'defaultOptions'), ...objectsAt(spec, 'localOptions')];
  return all.every((options) => options[option] === undefined);
}

/** Parts that say the same of `capacityAI` everywhere. */
function withoutCapacityAI({ spec, tags }: VersionedParts): VersionedParts {
  const said = (options: JsonObject): JsonObject => ({ ...options, capacityAI: null });
  return {
    spec: {
      ...spec,
      defaultOptions: said(objectAt(spec, 'defaultOptions')),
      localOptions: objectsAt(spec, 'localOptions').map(said),
    },
    tags,
  };
}

function nextWorkloadVersion({ assumptions }: ControlConfig, before: StoredRecord, version: number): number {
  return assumptions['version.number'] === 'counter' ? (before.workloadVersion ?? 0) + 1 : version;
}

/** Records of the locations that a GVC names and that stand on their name alone. */
function namedLocations(control: Control, { kind, spec }: StoredRecord, now: Instant): readonly RecordChange[] {
  if (kind !== 'gvc') return [];
  const { org } = control.config;
  return locationNames(spec).flatMap((name) => {
    const link = linkOf('location', name, { org, gvc: null });
    if (control.records.has(link) || !isAccepted(name)) return [];
    const target: WriteTarget = { kind: 'location', gvc: null, name, link, owner: null, before: null };
    return createRecord(control, target, { ...emptyDocument, description: name, more: locationFields(name) }, now);
  });
}

/** Of kinds that have one (LOC-4). */
function originOf(kind: Kind, name: string, more: JsonObject): StoredRecord['origin'] {
  if (kind !== 'location') return kind === 'policy' || kind === 'group' || kind === 'auditctx' ? 'default' : null;
  if (more.provider === 'byok') return 'custom';
  return catalogueNames.includes(name) ? 'builtin' : 'default';
}
