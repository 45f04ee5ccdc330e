/**
 * Members of groups, and the principals that a scenario declares.
 */
import type { Instant } from '../../../engine/time.ts';
import { createRecord, nextDocument, replaceDocument } from '../commit.ts';
import { emptyDocument } from '../difference.ts';
import { isList, type Json } from '../json.ts';
import { targetOf } from '../judge.ts';
import { linkOf } from '../link.ts';
import type { Document, StoredRecord } from '../record.ts';
import type { Change } from '../request.ts';
import { routeOf } from '../router.ts';
import { type Control, putRecord } from '../store.ts';

/** Somebody who may ask, from the start. */
export interface DeclaredPrincipal {
  /** Of a user, a service account or an identity. */
  readonly link: string;
  /** Names of groups that it belongs to. */
  readonly groups: readonly string[];
  /** The credential that stands for it; null: none. */
  readonly key: string | null;
}

/** Puts principals into a group; nothing changes where it has all of them. */
export function joinGroup(
  control: Control,
  group: StoredRecord,
  members: readonly StoredRecord[],
  now: Instant,
): readonly Change[] {
  const links = members.map(({ link }) => link);
  return replaceDocument(control, group, nextDocument(control.config, group, withMembers(group, links)), now);
}

/** Makes the users, the service accounts and the groups that principals name and that are not there, and puts each into its groups. */
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

/** Links of the records that principals stand for without any other declaration. */
export function linksOfDeclared(principals: readonly DeclaredPrincipal[], org: string): readonly string[] {
  const made = principals.filter(({ link }) => {
    const route = routeOf(link, org);
    return route.what === 'item' && (route.kind === 'user' || route.kind === 'serviceaccount');
  });
  const groups = principals.flatMap(({ groups }) => groups.map((name) => linkOf('group', name, { org, gvc: null })));
  return [...made.map(({ link }) => link), ...groups];
}

/** Links by credential: who each stands for. */
export function keysOf(principals: readonly DeclaredPrincipal[]): ReadonlyMap<string, string> {
  return new Map(principals.flatMap(({ key, link }) => (key === null ? [] : [[key, link] as const])));
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
