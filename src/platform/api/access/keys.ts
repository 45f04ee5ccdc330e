/**
 * Keys of service accounts: credentials of the form `sACCOUNT.SECRET` (AUTH-2). A secret follows from the seed, the
 * account and the key's number, so that none is ever kept.
 */

import { isoFromInstant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import { aliasOf, idOfRecord } from '../document/id.ts';
import { type JsonObject, objectsAt, textAt } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import { nextDocument, replaceDocument } from '../records/commit.ts';
import type { Document, StoredRecord } from '../records/record.ts';
import type { Control } from '../records/state.ts';
import { answer, type RequestInHand, refuseDocument } from '../requests/answer.ts';
import { type Breach, breach, shown } from '../requests/breach.ts';
import { notFound, recordAt } from '../requests/read.ts';
import type { RequestOutcome } from '../requests/request.ts';
import type { ItemRoute } from '../requests/router.ts';

const issued = because(['AUTH-2', 'VER-1'], ['api.ids']);

/**
 * Gives an account a key. The answer alone has the credential; numbers are never used again, so a key that was removed
 * never comes back.
 */
export function addKey(call: RequestInHand, item: ItemRoute, body: JsonObject): RequestOutcome {
  const { control, now } = call;
  const { config } = control;
  const account = recordAt(call, item);
  if (account === undefined) return notFound(call);
  const wrong = descriptionBreach(body);
  if (wrong !== null) return refuseDocument(call, [wrong]);
  const id = idOfRecord(account, config.seed);
  const ordinal = (control.keyCounts.get(id) ?? 0) + 1;
  control.keyCounts.set(id, ordinal);
  const name = `key-${ordinal}`;
  const key = { name, created: isoFromInstant(now), description: textAt(body, 'description') ?? name };
  const { description, tags, spec, more } = account;
  const parts = { description, tags, spec, more: { ...more, keys: [...keysOf(more), key] } };
  const changes = replaceDocument(control, account, nextDocument(config, account, parts), now);
  const credential = `s${account.name}.${secretOf(control, account, name)}`;
  return answer(call, { status: 201, body: { ...key, key: credential }, reason: issued, changes });
}

function descriptionBreach({ description }: JsonObject): Breach | null {
  if (description === undefined || description === null) return null;
  if (typeof description === 'string' && [...description].length <= 250) return null;
  return breach(
    ['description'],
    'RES-4',
    `description must be a string of at most 250 characters; found ${shown(description)}`,
  );
}

/**
 * The account whose key a credential is; null: its key was removed, or never made, or the account is gone. Undefined:
 * it is no key of any account that there ever was.
 */
export function accountOfKey(control: Control, credential: string): StoredRecord | null | undefined {
  const [, name, secret] = /^s(.+)\.([0-9a-z]{26})$/.exec(credential) ?? [];
  if (name === undefined) return undefined;
  const link = linkOf('serviceaccount', name, { org: control.config.org, gvc: null });
  const account = control.records.get(link);
  if (account === undefined) return control.incarnations.has(link) ? null : undefined;
  return keysOf(account.more).some((key) => secretOf(control, account, textAt(key, 'name') ?? '') === secret)
    ? account
    : null;
}

/**
 * The parts of an account's next document with the keys that it keeps: a client removes keys, and writes none.
 *
 * @param merged what a patch makes of the whole document; null: the body says nothing of keys
 */
export function withKeys(parts: Document, before: StoredRecord, merged: JsonObject | null): Document {
  const keys = keysOf(before.more);
  if (before.kind !== 'serviceaccount' || keys.length === 0) return parts;
  const left = merged === null ? null : keysOf(merged).map(({ name }) => name);
  const kept = left === null ? keys : keys.filter(({ name }) => left.includes(name ?? null));
  return kept.length === 0 ? parts : { ...parts, more: { ...parts.more, keys: kept } };
}

function keysOf(fields: JsonObject): readonly JsonObject[] {
  return objectsAt(fields, 'keys');
}

function secretOf({ config }: Control, account: StoredRecord, key: string): string {
  const id = idOfRecord(account, config.seed);
  return aliasOf(config.seed, 'key', id, key) + aliasOf(config.seed, 'key', id, key, 'more');
}
