/**
 * Creates a control plane: the org, the locations of the catalogue, and the resources that a scenario declares.
 */

import type { Instant } from '../../../engine/time.ts';
import { emptyDocument } from '../document/difference.ts';
import { isObject, type JsonObject, objectAt } from '../document/json.ts';
import { documentParts, normalise } from '../document/normalise.ts';
import { targetOf } from '../requests/judge.ts';
import { builtInRecords } from './builtIn.ts';
import { createRecord } from './commit.ts';
import type { Kind } from './kinds.ts';
import { catalogueNames, locationFields, wholeFields } from './locations.ts';
import { quotaRecords } from './quotaRecord.ts';
import type { StoredRecord } from './record.ts';
import type { Control, ControlConfig } from './state.ts';
import { emptyControl, putRecord } from './store.ts';

/** An org with nothing but the locations of the catalogue and what every org has (`builtInRecords`). */
export function createControl(config: ControlConfig, now: Instant): Control {
  const control = emptyControl(config);
  createRecord(control, targetOf(control, 'org', null, config.org), { ...emptyDocument, description: config.org }, now);
  for (const name of catalogueNames) {
    const parts = { ...emptyDocument, description: name, more: locationFields(name) };
    createRecord(control, targetOf(control, 'location', null, name), parts, now);
  }
  for (const record of [...builtInRecords(config.org, now), ...quotaRecords(config, now)]) putRecord(control, record);
  return control;
}

/**
 * Puts a resource of the initial world in place, or over what is there of its name, without a request. The document
 * must be valid (`validateResource`), alone and together with the others; so their order does not matter. Of a location
 * the document's status may say where it lies.
 */
export function declareResource(
  control: Control,
  kind: Kind,
  gvc: string | null,
  document: JsonObject,
  now: Instant,
): StoredRecord {
  const { assumptions, org } = control.config;
  const name = kind === 'org' ? org : String(document.name);
  const target = targetOf(control, kind, gvc, name);
  const written = documentParts(kind, normalise(kind, document, { org, gvc }, assumptions), name);
  const parts = kind === 'location' ? { ...written, more: wholeFields(name, false, written.more) } : written;
  if (target.before === null) createRecord(control, target, parts, now);
  else putRecord(control, { ...target.before, ...parts, version: 1 });
  const record = control.records.get(target.link);
  if (record === undefined) throw new Error(`not declared: ${target.link}`);
  const { geo } = objectAt(document, 'status');
  if (kind !== 'location' || !isObject(geo)) return record;
  const placed = { ...record, geo };
  putRecord(control, placed);
  return placed;
}
