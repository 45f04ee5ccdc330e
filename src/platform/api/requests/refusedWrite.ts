/**
 * What refuses a write before its document is judged: a record that is being deleted, a path and a body that differ, an
 * outdated version, fields that no patch changes.
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import { because } from '../../../rules/reason.ts';
import type { RuleId } from '../../../rules/register.ts';
import { idOfRecord } from '../document/id.ts';
import type { Json, JsonObject } from '../document/json.ts';
import { nameOfLink } from '../document/link.ts';
import { locationPatchBreaches } from '../document/patchLocation.ts';
import type { Kind } from '../records/kinds.ts';
import { quotaPatchBreaches } from '../records/quotaRecord.ts';
import type { StoredRecord } from '../records/record.ts';
import { readOnlyFields } from '../schemas/unknownFields.ts';
import { type RequestInHand, refuse, refuseDocument } from './answer.ts';
import { type Breach, breach, shown } from './breach.ts';
import type { WriteTarget } from './judge.ts';
import { notFound } from './read.ts';
import type { RequestOutcome } from './request.ts';

/** Of kinds that may be changed in part only. */
export function refusedPatch(before: StoredRecord, body: JsonObject, assumptions: Assumptions): readonly Breach[] {
  if (before.kind === 'location') return locationPatchBreaches(body, assumptions);
  return before.kind === 'quota' ? quotaPatchBreaches(body, before, assumptions) : [];
}

/** What a patch leaves alone: fields of the platform, and those that say which record is meant. */
export const notPatched = [...readOnlyFields, 'kind', 'name'].flatMap(waysToSay);

export const notPatchedInGvc = [...notPatched, ...waysToSay('gvc')];

/** The keys under which a patch says what a field is to be. */
function waysToSay(field: string): readonly string[] {
  return [field, `$replace/${field}`];
}

/** What a body says of a field that it may not change, under each of its keys; null says nothing. */
export function saidOf(body: JsonObject, field: string): readonly { readonly key: string; readonly value: Json }[] {
  return waysToSay(field).flatMap((key) => {
    const value = body[key] ?? null;
    return value === null ? [] : [{ key, value }];
  });
}

/** A GVC that is not there, or anything that is being deleted. */
export function blockedBy(call: RequestInHand, { owner: link, before }: WriteTarget): RequestOutcome | null {
  const owner = link === null ? null : call.control.records.get(link);
  if (owner === undefined) return notFound(call);
  const deleting = isDeleting(before) ? before : owner;
  if (!isDeleting(deleting)) return null;
  const reason = because([], ['api.deleteStatus']);
  return refuse(call, { code: 'DELETING', message: `${deleting.link} is being deleted`, reason });
}

function isDeleting(record: StoredRecord | null): record is StoredRecord {
  return record !== null && record.deletingSince !== null;
}

/** What states that a record has a GVC; of other kinds that is part of what they are called. */
const placedBy: { readonly [kind in Kind]?: RuleId } = { identity: 'IDN-1', volumeset: 'WL-17' };

/**
 * A body that says another kind, name or GVC than the path.
 *
 * @param isRenamed whether it may say another name
 */
export function misplaced(
  call: RequestInHand,
  { kind, gvc, name }: WriteTarget,
  body: JsonObject,
  isRenamed = false,
): RequestOutcome | null {
  const { assumptions } = call.control.config;
  const breaches: Breach[] = [];
  for (const { key, value } of saidOf(body, 'kind')) {
    if (value === kind) continue;
    breaches.push(breach([key], 'RES-2', `kind must be ${kind} at this path; found ${shown(value)}`));
  }
  const mayBeNamed = name === '' || isRenamed || assumptions['api.rename'] === 'ignore';
  for (const { key, value } of mayBeNamed ? [] : saidOf(body, 'name')) {
    if (value === name) continue;
    const message = `name must be ${name}, because a name cannot change; found ${shown(value)}`;
    breaches.push(breach([key], 'api.rename', message, 'IMMUTABLE'));
  }
  for (const { key, value } of gvc === null ? [] : saidOf(body, 'gvc')) {
    if (typeof value === 'string' && nameOfLink(value) === gvc) continue;
    const message = `gvc must be ${gvc}, as in the path; found ${shown(value)}`;
    breaches.push(breach([key], placedBy[kind] ?? 'api.rename', message));
  }
  return breaches.length === 0 ? null : refuseDocument(call, breaches);
}

/** The optimistic lock: a `version` or `id` that the record no longer has (`api.lockStatus`). */
export function outdated(call: RequestInHand, before: StoredRecord, body: JsonObject): RequestOutcome | null {
  const now = (key: 'version' | 'id'): string =>
    key === 'version' ? String(before.version) : idOfRecord(before, call.control.config.seed);
  for (const field of ['version', 'id'] as const) {
    const stale = saidOf(body, field).find(({ value }) => typeof value === 'object' || String(value) !== now(field));
    if (stale === undefined) continue;
    const message = `${field} of ${before.link} is now ${now(field)}; found ${shown(stale.value)}: read the record again and repeat the change`;
    const reason = call.request.method === 'PUT' ? stalePut : stalePatch;
    return refuse(call, {
      code: 'CONFLICT',
      message,
      reason,
      status: call.control.config.assumptions['api.lockStatus'],
    });
  }
  return null;
}

const stalePatch = because(['VER-1'], ['api.lockStatus']);

const stalePut = because(['VER-1'], ['api.stalePut', 'api.lockStatus']);
