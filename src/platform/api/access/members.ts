/**
 * Members of groups, and the records of the principals that a scenario declares.
 */

import type { Instant } from '../../../engine/time.ts';
import { emptyDocument } from '../document/difference.ts';
import { isList, type Json } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import { createRecord, nextDocument, replaceDocument } from '../records/commit.ts';
import type { Document, StoredRecord } from '../records/record.ts';
import type { Control } from '../records/state.ts';
import { putRecord } from '../records/store.ts';
import { targetOf } from '../requests/judge.ts';
import type { RecordChange } from '../requests/request.ts';
import { routeOf } from '../requests/router.ts';
import type { DeclaredPrincipal } from './declared.ts';

/** Puts principals into a group; nothing changes where it has all of them. */
export function joinGroup(
  control: Control,
  group: StoredRecord,
  members: readonly StoredRecord[],
  now: Instant,
): readonly RecordChange[] {
  const links = members.map(({ link }) => link);
  return replaceDocument(control, group, nextDocument(control.config, group, withMembers(group, links)), now);
}

/**
 * Makes the users, the service accounts and the groups that principals name and that are not there, and puts each into
 * its groups.
 */
export function declarePrincipals(control: Control, principals: readonly DeclaredPrincipal[], now: Instant): void {
  const { org } = control.config;
  for (const { link, groups } of principals) {
    const route = routeOf(link, org);
    if (route.what === 'item' && route.kind === 'user')
      declare(control, 'user', route.name, { email: route.name }, now);
    if (route.what === 'item' && route.kind === 'serviceaccount')
      declare(control, 'serviceaccount', route.name, {}, now);
    for (const name of groups) {
      const group = declare(control, 'group', name, {}, now);
      putRecord(control, { ...group, ...withMembers(group, [link]) });
    }
  }
}

function declare(
  control: Control,
  kind: 'user' | 'serviceaccount' | 'group',
  name: string,
  more: { readonly [field: string]: Json },
  now: Instant,
): StoredRecord {
  const target = targetOf(control, kind, null, name);
  if (target.before !== null) return target.before;
  createRecord(control, target, { ...emptyDocument, description: name, more }, now);
  const record = control.records.get(linkOf(kind, name, { org: control.config.org, gvc: null }));
  if (record === undefined) throw new Error(`not declared: ${target.link}`);
  return record;
}

function withMembers({ description, tags, spec, more }: StoredRecord, links: readonly string[]): Document {
  const before = isList(more.memberLinks) ? more.memberLinks : [];
  const memberLinks = [...before, ...links.filter((link) => !before.includes(link))];
  return { description, tags, spec, more: { ...more, memberLinks } };
}
