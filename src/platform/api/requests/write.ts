/**
 * POST, PUT and PATCH: a body becomes a checked document, and this becomes a record.
 */

import type { Reason } from '../../../engine/journal.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import { withKeys } from '../access/keys.ts';
import { type RememberedPatch, remember, sameResult, sameTarget, watched } from '../document/again.ts';
import { withDefaults } from '../document/defaults.ts';
import { isObject, type Json, type JsonObject, objectAt, textAt } from '../document/json.ts';
import { documentOf, documentParts, normalise } from '../document/normalise.ts';
import { applyPatch, mergesByName } from '../document/patch.ts';
import { withoutUnwritten } from '../document/unwritten.ts';
import { createRecord, type Next, nextDocument, renameRecord, replaceDocument } from '../records/commit.ts';
import type { Kind } from '../records/kinds.ts';
import { wholeFields } from '../records/locations.ts';
import { quotaPatch } from '../records/quotaRecord.ts';
import type { Document, StoredRecord } from '../records/record.ts';
import type { Control, ControlConfig } from '../records/state.ts';
import type { PlatformView } from '../records/view.ts';
import { type Answer, answer, type RequestInHand, refuse, refuseDocument } from './answer.ts';
import { type Breach, breach, shown } from './breach.ts';
import { contextOf, targetOf, type WriteTarget } from './judge.ts';
import { notFound } from './read.ts';
import { blockedBy, misplaced, notPatched, notPatchedInGvc, outdated, refusedPatch, saidOf } from './refusedWrite.ts';
import { userOfLocation } from './remove.ts';
import { newNameOf, renamed, renameRefusal } from './rename.ts';
import type { RecordChange, RequestOutcome } from './request.ts';
import { showRecord } from './show.ts';
import { errorsOf, sentDoubts } from './validate.ts';

interface CollectionRoute {
  readonly kind: Kind;
  readonly gvc: string | null;
}

const created = because(['RES-2', 'VER-1'], ['api.ids']);
const replaced = because(['VER-1'], ['api.put', 'api.versionStep']);
const unchanged = because([], ['api.versionStep']);
const newVersion = because(['VER-1', 'VER-2'], ['version.triggers', 'version.number']);
const sameVersion = because(['VER-1', 'VER-3'], ['version.triggers']);
const patched = because(['VER-1'], ['api.patchOrder', 'api.versionStep']);
const byName = because([], ['api.patchArrays']);
const patchedByName = alsoBecause(patched, byName);

/** Does what a request did the last time, where that is the same now; null: it must be looked at. */
export function writeAgain(call: RequestInHand, taken: RememberedPatch, platform: PlatformView): RequestOutcome | null {
  const target = sameTarget(call, taken, platform);
  if (target === null) return null;
  const { body, next, reason, doubts } = taken;
  if (doubts === null && call.isRead) return null;
  const refused = blockedBy(call, target) ?? outdated(call, target.before, body);
  return refused ?? commit(call, target, target.before, next, platform, { reason, doubts });
}

/** Makes a record whose name stands in the body. */
export function postItem(
  call: RequestInHand,
  route: CollectionRoute,
  body: JsonObject,
  platform: PlatformView,
): RequestOutcome {
  const name = nameIn(body);
  const target = targetOf(call.control, route.kind, route.gvc, name);
  const blocked = blockedBy(call, target) ?? misplaced(call, target, body);
  if (blocked !== null) return blocked;
  if (target.before !== null) {
    const reason = because([], ['api.ids']);
    return refuse(call, { code: 'EXISTS', message: `${target.link} already exists`, reason });
  }
  const isOwnOnly = call.control.config.assumptions['location.made'] === 'byokOnly';
  if (route.kind === 'location' && isOwnOnly && body.provider !== 'byok') {
    const message = `a location can be created only with provider byok; found ${shown(body.provider)}`;
    return refuseDocument(call, [breach(['provider'], 'location.made', message)]);
  }
  return create(call, target, body, platform);
}

/** Makes or replaces a record; `name` is null where it stands in the body. */
export function putItem(
  call: RequestInHand,
  route: CollectionRoute & { readonly name: string | null },
  body: JsonObject,
  platform: PlatformView,
): RequestOutcome {
  const name = route.name ?? nameIn(body);
  const target = targetOf(call.control, route.kind, route.gvc, name);
  const { before } = target;
  const stale = isLocked(call, route.name !== null) && before !== null ? outdated(call, before, body) : null;
  const blocked = blockedBy(call, target) ?? stale ?? misplaced(call, target, body);
  if (blocked !== null) return blocked;
  if (before === null) return create(call, target, route.name === null ? body : { ...body, name }, platform);
  if (call.control.config.assumptions['api.put'] === 'merge')
    return merge(call, target, before, body, platform, replaced);
  return replace(call, target, before, { ...unshown(before), ...body, name }, platform, replaced);
}

/** Whether a PUT that says a version or an id is about the record that has them (`api.stalePut`). */
function isLocked({ control }: RequestInHand, isOfItem: boolean): boolean {
  const stale = control.config.assumptions['api.stalePut'];
  return stale === 'refuse' || (stale === 'refuseItem' && isOfItem);
}

/** What no reader is shown, so that none can send it back: it stays until it is written anew. */
function unshown({ kind, more }: StoredRecord): JsonObject {
  return kind === 'secret' && more.data !== undefined ? { data: more.data } : {};
}

/** Changes a record in the patch language. */
export function patchItem(
  call: RequestInHand,
  route: CollectionRoute & { readonly name: string },
  body: JsonObject,
  platform: PlatformView,
): RequestOutcome {
  const target = targetOf(call.control, route.kind, route.gvc, route.name);
  const { before } = target;
  if (before === null) return notFound(call);
  const names = saidOf(body, 'name').map(({ value }) => value);
  const newName = newNameOf(call, before, names);
  const blocked =
    blockedBy(call, target) ?? outdated(call, before, body) ?? misplaced(call, target, body, newName !== null);
  if (blocked !== null) return blocked;
  const reason = mergesByName(body) ? patchedByName : patched;
  return merge(call, { ...target, newName }, before, body, platform, reason);
}

/** A target that may get another name. */
type Renamed = WriteTarget & { readonly newName?: string | null };

function merge(
  call: RequestInHand,
  target: Renamed,
  before: StoredRecord,
  body: JsonObject,
  platform: PlatformView,
  reason: Reason,
): RequestOutcome {
  const { kind, gvc, name } = target;
  const { assumptions, org } = call.control.config;
  const refused: Breach[] = [...refusedPatch(before, body, assumptions)];
  const asked = kind === 'quota' ? quotaPatch(body, before) : body;
  const patch: { [key: string]: Json } = {};
  for (const key of Object.keys(asked)) {
    if (!(gvc === null ? notPatched : notPatchedInGvc).includes(key)) patch[key] = asked[key]!;
  }
  const merged = applyPatch(
    documentOf(kind, target.newName ?? name, gvc, before),
    patch,
    { org, gvc },
    refused,
    assumptions,
  );
  if (refused.length > 0) return refuseDocument(call, refused);
  return replace(call, target, before, merged, platform, reason, body);
}

function create(call: RequestInHand, target: WriteTarget, body: JsonObject, platform: PlatformView): RequestOutcome {
  const { control, now } = call;
  const { assumptions, org } = control.config;
  const document = normalise(target.kind, body, { org, gvc: target.gvc }, assumptions);
  const findings = errorsOf(target.kind, document, contextOf(control, target, platform));
  const errors = findings.filter(isError);
  if (errors.length > 0) return refuseDocument(call, errors);
  const changes = createRecord(control, target, partsOf(document, target), now);
  const doubts = doubtsOf(call, target.kind, { findings, document, sent: body });
  return written(call, target, changes, platform, { status: 201, reason: created, location: target.link, doubts });
}

/** @param patch that has made the body; absent: it is as it was sent */
function replace(
  call: RequestInHand,
  target: Renamed,
  before: StoredRecord,
  body: JsonObject,
  platform: PlatformView,
  reason: Reason,
  patch?: JsonObject,
): RequestOutcome {
  const { control } = call;
  const { assumptions, org } = control.config;
  const whole = normalise(target.kind, body, { org, gvc: target.gvc }, assumptions);
  // A whole record that was read holds its id.
  const isRead = (patch ?? body).id !== undefined;
  const document = isRead ? { ...whole, ...specOf(control.config, before, whole) } : whole;
  const parts = withKeys(partsOf(document, target), before, patch === undefined ? null : body);
  const moved = movedBreaches(control, target, before, parts);
  if (moved.length > 0) return refuseDocument(call, moved);
  const known = patch === undefined ? null : sameResult(call, patch, target, parts, platform);
  const watch = watched(contextOf(control, target, platform), control);
  const findings = known === null || call.isRead ? errorsOf(target.kind, document, watch.context) : [];
  const errors = findings.filter(isError);
  if (errors.length > 0) return refuseDocument(call, errors);
  const { newName = null } = target;
  if (newName !== null) return renameTo(call, { target, newName, before, parts, platform, reason });
  const doubts = doubtsOf(call, target.kind, { findings, document, sent: patch ?? body });
  const mayBeRead = patch === undefined || isRead;
  const next = nextDocument(control.config, before, known?.next.document ?? parts, mayBeRead);
  if (patch !== undefined) {
    const { lookups } = known ?? watch;
    remember(call.request, { body: patch, target: { ...target, before }, lookups, next, reason, doubts }, control);
  }
  return commit(call, target, before, next, platform, { reason, doubts });
}

/** What check would warn of, where the answer is read (`api.warnings`). */
function doubtsOf(
  { isRead, control }: RequestInHand,
  kind: Kind,
  {
    findings,
    document,
    sent,
  }: { readonly findings: readonly Breach[]; readonly document: JsonObject; readonly sent: JsonObject },
): readonly Breach[] | null {
  const { assumptions } = control.config;
  if (!isRead) return null;
  if (assumptions['api.warnings'] === 'none') return [];
  const type = textAt(objectAt(document, 'spec'), 'type') ?? '';
  return [...findings, ...sentDoubts(kind, sent, type, assumptions)];
}

interface Renaming {
  readonly target: WriteTarget;
  readonly newName: string;
  readonly before: StoredRecord;
  readonly parts: Document;
  readonly platform: PlatformView;
  readonly reason: Reason;
}

/** Gives a record its next document under another name; one that is described by its name goes on to be. */
function renameTo(call: RequestInHand, { target, newName, before, parts, platform, reason }: Renaming): RequestOutcome {
  const refused = renameRefusal(call, before, newName);
  if (refused !== null) return refused;
  const { control, now } = call;
  const description = parts.description === before.name ? newName : parts.description;
  const next = nextDocument(control.config, before, { ...parts, description });
  const changes = renameRecord(control, before, newName, next, now);
  const moved = targetOf(control, target.kind, target.gvc, newName);
  return written(call, moved, changes, platform, { status: 200, reason: alsoBecause(reason, renamed) });
}

/** The spec of a whole record that was read, without the defaults that nobody has written. */
function specOf({ assumptions, prefix }: ControlConfig, before: StoredRecord, { spec }: JsonObject): JsonObject {
  return isObject(spec) ? { spec: withoutUnwritten(spec, before.spec, withDefaults(before, assumptions, prefix)) } : {};
}

/** The parts of a normalised document; what a location leaves out is what it was made with. */
function partsOf(document: JsonObject, { kind, name, before }: WriteTarget): Document {
  const parts = documentParts(kind, document, name);
  if (kind !== 'location') return parts;
  return { ...parts, more: wholeFields(name, before?.origin === 'custom', parts.more) };
}

/** Another provider of a location that a GVC uses (`location.providerInUse`). */
function movedBreaches(
  control: Control,
  { kind }: WriteTarget,
  before: StoredRecord,
  { more }: Document,
): readonly Breach[] {
  if (kind !== 'location' || before.more.provider === more.provider) return [];
  if (control.config.assumptions['location.providerInUse'] === 'change') return [];
  const user = userOfLocation(control, before.name);
  if (user === null) return [];
  const message = `provider must stay ${shown(before.more.provider)} as long as ${user} uses the location; found ${shown(more.provider)}`;
  return [breach(['provider'], 'location.providerInUse', message)];
}

function commit(
  call: RequestInHand,
  target: WriteTarget,
  before: StoredRecord,
  next: Next,
  platform: PlatformView,
  { reason, doubts }: { readonly reason: Reason; readonly doubts: readonly Breach[] | null },
): RequestOutcome {
  const changes = replaceDocument(call.control, before, next, call.now);
  const why = reasonFor(target.kind, changes, reason);
  return written(call, target, changes, platform, { status: 200, reason: why, doubts });
}

function reasonFor(kind: Kind, changes: readonly RecordChange[], otherwise: Reason): Reason {
  const own = changes.at(-1);
  if (own === undefined) return unchanged;
  if (kind !== 'workload') return otherwise;
  const reason = own.newVersion ? newVersion : sameVersion;
  return otherwise === patchedByName ? alsoBecause(reason, byName) : reason;
}

function written(
  call: RequestInHand,
  target: WriteTarget,
  changes: readonly RecordChange[],
  platform: PlatformView,
  done: Omit<Answer, 'body' | 'changes' | 'command'>,
): RequestOutcome {
  const record = call.control.records.get(target.link);
  if (record === undefined) throw new Error(`record is missing after its write: ${target.link}`);
  const body = call.isRead ? showRecord(record, call.control.config, platform) : null;
  return answer(call, { ...done, body, changes });
}

/** The name in a body; one that no record can have where there is none, so that the schema refuses it. */
function nameIn(body: JsonObject): string {
  return textAt(body, 'name') ?? '';
}

function isError(finding: Breach): boolean {
  return finding.severity === 'error';
}
