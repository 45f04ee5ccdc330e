/**
 * Users: found by their address, and invited, which makes them at once.
 */

import { because } from '../../../rules/reason.ts';
import { emptyDocument } from '../document/difference.ts';
import { isList, type Json, type JsonObject, textAt } from '../document/json.ts';
import { fullLink } from '../document/link.ts';
import { createRecord } from '../records/commit.ts';
import type { StoredRecord } from '../records/record.ts';
import type { Control } from '../records/state.ts';
import { listRecords } from '../records/store.ts';
import type { PlatformView } from '../records/view.ts';
import { answer, type RequestInHand, refuseDocument } from '../requests/answer.ts';
import { type Breach, breach, shown } from '../requests/breach.ts';
import { targetOf } from '../requests/judge.ts';
import { notFound } from '../requests/read.ts';
import type { RequestOutcome } from '../requests/request.ts';
import { showRecord } from '../requests/show.ts';
import { joinGroup } from './members.ts';

const found = because(['RES-2']);
const invited = because(['RES-2', 'VER-1'], ['api.ids']);

/** The user with an address, in whatever case it is written. */
export function userOf(control: Control, email: string): StoredRecord | undefined {
  const wanted = email.toLowerCase();
  return listRecords(control, 'user', null).find(
    ({ name, more }) => (textAt(more, 'email') ?? name).toLowerCase() === wanted,
  );
}

export function readUserByEmail(call: RequestInHand, email: string, platform: PlatformView): RequestOutcome {
  const user = userOf(call.control, email);
  if (user === undefined) return notFound(call);
  return answer(call, { status: 200, body: showRecord(user, call.control.config, platform), reason: found });
}

/** Makes the users who are not there yet, and puts all of them into the group that is named, if one is. */
export function inviteUsers(call: RequestInHand, body: JsonObject, platform: PlatformView): RequestOutcome {
  const { control, now } = call;
  const { config } = control;
  const emails = isList(body.emails) ? [...new Set(body.emails)] : [];
  const groupLink = textAt(body, 'groupLink');
  const group =
    groupLink === undefined ? undefined : control.records.get(fullLink(groupLink, { org: config.org, gvc: null }));
  const errors = [...emailErrors(body, emails), ...groupErrors(body, group)];
  if (errors.length > 0) return refuseDocument(call, errors);
  const changes = emails.filter(isText).flatMap((email) => {
    if (userOf(control, email) !== undefined) return [];
    const document = { ...emptyDocument, description: email, more: { email } };
    return createRecord(control, targetOf(control, 'user', null, email), document, now);
  });
  const users = [...new Set(emails.filter(isText).flatMap((email) => userOf(control, email) ?? []))];
  const joined = group === undefined ? [] : joinGroup(control, group, users, now);
  const items = users.map((user) => showRecord(user, config, platform));
  return answer(call, {
    status: changes.length === 0 ? 200 : 201,
    body: { kind: 'list', itemKind: 'user', items, links: [] },
    reason: invited,
    changes: [...changes, ...joined],
  });
}

function emailErrors(body: JsonObject, emails: readonly Json[]): readonly Breach[] {
  if (emails.length === 0) {
    const message = `emails must be a list of addresses; found ${shown(body.emails)}`;
    return [breach(['emails'], 'api.namePattern', message)];
  }
  return emails.flatMap((email, index) => {
    const path = ['emails', index];
    if (!isText(email) || !/^[^\s/@]+@[^\s/@]+$/.test(email))
      return [breach(path, 'api.namePattern', `the name of a user must be an email address; found ${shown(email)}`)];
    const length = [...email].length;
    return length <= 64 ? [] : [breach(path, 'RES-3', `name must have at most 64 characters; found ${length}`)];
  });
}

function groupErrors({ groupLink }: JsonObject, group: StoredRecord | undefined): readonly Breach[] {
  if (groupLink === undefined || groupLink === null || group?.kind === 'group') return [];
  const message = `groupLink must be the link of a group; found ${shown(groupLink)}`;
  return [breach(['groupLink'], 'api.links', message, 'BAD_REFERENCE')];
}

function isText(value: Json): value is string {
  return typeof value === 'string';
}
