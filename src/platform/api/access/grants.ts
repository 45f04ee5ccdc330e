/**
 * What policies give to whom (PERM-8, IDN-9): all that policies with a matching target bind to somebody, or to a group
 * that holds it, and what that implies.
 */

import { isList, isObject, type Json, type JsonObject, objectsAt } from '../document/json.ts';
import { readQuery } from '../query/query.ts';
import { testOf } from '../query/term.ts';
import { isBuiltInPolicy } from '../records/builtIn.ts';
import type { Kind } from '../records/kinds.ts';
import type { StoredRecord } from '../records/record.ts';
import type { Principal } from '../records/state.ts';
import type { PlatformView } from '../records/view.ts';
import type { RequestInHand } from '../requests/answer.ts';
import { showRecord } from '../requests/show.ts';
import { closureOf, type PermissionList, permissionNames } from './permissions.ts';
import type { Scene } from './scene.ts';

/**
 * What a permission is asked for on: a record, or the place of one that is not there; null: all records of a kind,
 * those to come among them.
 */
export type PermissionTarget = { readonly link: string; readonly record: StoredRecord | null } | null;

/** One binding of a policy, for one of those whom it names. */
export interface Grant {
  readonly principalLink: string;
  /** As the policy lists them. */
  readonly permissions: readonly string[];
}

/** What policies give on a target, whomever they name. */
export function grantsOn(scene: Scene, kind: Kind, target: PermissionTarget): readonly Grant[] {
  return aimsAt(scene, kind).flatMap((aim) => (reaches(aim, target) ? [...aim.grants, ...ownGrants(aim, target)] : []));
}

/** All that somebody may do to a target of a kind, in order. */
export function permissionsFor(scene: Scene, who: Principal, kind: Kind, target: PermissionTarget): readonly string[] {
  const names = namesOf(scene, who);
  const given = grantsOn(scene, kind, target).filter(({ principalLink }) => names.has(principalLink));
  const bare = isSeenByUsers(kind) && who.record?.kind === 'user' ? ['view'] : [];
  return closureOf(kind, [...given.flatMap(({ permissions }) => permissions), ...bare], listOf(scene));
}

/**
 * Those among some records of a kind that whoever asks may look at: lists and queries leave out the rest
 * (`api.listFilter`).
 */
export function visibleTo(
  { control, caller }: RequestInHand,
  kind: Kind,
  records: readonly StoredRecord[],
  platform: PlatformView,
): readonly StoredRecord[] {
  if (caller.standing === 'superuser') return records;
  return caller.standing === 'known' ? seenBy({ control, platform }, caller, kind, records) : [];
}

/** Those that somebody may look at. */
export function seenBy(
  scene: Scene,
  who: Principal,
  kind: Kind,
  records: readonly StoredRecord[],
): readonly StoredRecord[] {
  if (isSeenByUsers(kind) && who.record?.kind === 'user') return records;
  const names = namesOf(scene, who);
  const shows = ({ principalLink, permissions }: Grant): boolean =>
    names.has(principalLink) && closureOf(kind, permissions, listOf(scene)).includes('view');
  const aims = aimsAt(scene, kind).map((aim) => ({ aim, isShown: aim.grants.some(shows) }));
  const looked = aims.filter(({ aim, isShown }) => isShown || aim.own.length > 0);
  return records.filter((record) => {
    const target = { link: record.link, record };
    return looked.some(({ aim, isShown }) => (isShown || ownGrants(aim, target).some(shows)) && reaches(aim, target));
  });
}

/** Whether users may look at records of a kind without any policy: at their org. */
export function isSeenByUsers(kind: Kind): boolean {
  return kind === 'org';
}

/**
 * Whether any policy names somebody, or a group that holds it; or is aimed at an identity that is a principal by that
 * (`api.identityTarget`).
 */
export function isNamed(scene: Scene, who: Principal): boolean {
  const names = namesOf(scene, who);
  const policies = [...scene.control.policies.values()];
  const { record } = who;
  if (policies.some((policy) => grantsOf(policy).some(({ principalLink }) => names.has(principalLink)))) return true;
  if (record?.kind !== 'identity') return false;
  return aimsAt(scene, 'identity').some((aim) => aim.own.length > 0 && reaches(aim, { link: record.link, record }));
}

/**
 * The permission that is asked for in the place of one that a kind does not have (`api.permissions`): only who may do
 * everything may do that.
 */
export function askedFor(scene: Scene, kind: Kind, permission: string): string {
  return permissionNames(kind, listOf(scene)).includes(permission) ? permission : 'manage';
}

/** The links by which policies name somebody: its own, and those of the groups that hold it. */
function namesOf(scene: Scene, { record }: Principal): ReadonlySet<string> {
  if (record === null) return new Set();
  const holding = [...scene.control.groups.values()].filter(({ more: { memberLinks, memberQuery } }) => {
    if (textsIn(memberLinks).includes(record.link)) return true;
    return record.kind === 'user' && isObject(memberQuery) && finderOf(scene, memberQuery, 'user')(record);
  });
  return new Set([record.link, ...holding.map(({ link }) => link)]);
}

/** A policy on records of a kind: on which of them, and what it gives. */
interface Aim {
  readonly isAtAll: boolean;
  readonly links: readonly string[];
  readonly finds: (record: StoredRecord) => boolean;
  readonly grants: readonly Grant[];
  /** What each identity that it is aimed at may do to itself by that (`api.identityTarget`). */
  readonly own: readonly (readonly string[])[];
}

function aimsAt(scene: Scene, kind: Kind): readonly Aim[] {
  const isPrincipal = scene.control.config.assumptions['api.identityTarget'] === 'alsoPrincipal';
  const policies = [...scene.control.policies.values()].filter(({ more }) => more.targetKind === kind);
  return policies.map((policy) => {
    const { target, targetLinks, targetQuery } = policy.more;
    return {
      isAtAll: target === 'all',
      links: textsIn(targetLinks),
      finds: isObject(targetQuery) ? finderOf(scene, targetQuery, kind) : () => false,
      grants: grantsOf(policy),
      own: kind === 'identity' && isPrincipal && !isBuiltInPolicy(policy.name) ? permissionsIn(policy) : [],
    };
  });
}

/** What a policy gives to its target itself; nothing to all that is to come. */
function ownGrants({ own }: Aim, target: PermissionTarget): readonly Grant[] {
  return target === null ? [] : own.map((permissions) => ({ principalLink: target.link, permissions }));
}

function reaches({ isAtAll, links, finds }: Aim, target: PermissionTarget): boolean {
  if (isAtAll || target === null) return isAtAll;
  return links.includes(target.link) || (target.record !== null && finds(target.record));
}

function grantsOf(policy: StoredRecord): readonly Grant[] {
  return objectsAt(policy.more, 'bindings').flatMap((binding) => {
    const permissions = textsIn(binding.permissions);
    return textsIn(binding.principalLinks).map((principalLink) => ({ principalLink, permissions }));
  });
}

function permissionsIn(policy: StoredRecord): readonly (readonly string[])[] {
  return objectsAt(policy.more, 'bindings').map(({ permissions }) => textsIn(permissions));
}

function textsIn(list: Json | undefined): readonly string[] {
  return isList(list) ? list.filter((one) => typeof one === 'string') : [];
}

function listOf({ control }: Scene): PermissionList {
  return control.config.assumptions['api.permissions'];
}

/**
 * The test of a `targetQuery` or a `memberQuery` on records of a kind, as they are shown; one that cannot be read, or
 * asks for another kind, finds none.
 */
function finderOf({ control, platform }: Scene, body: JsonObject, kind: Kind): (record: StoredRecord) => boolean {
  const { config } = control;
  const query = readQuery(body, kind, config.assumptions);
  if (!('kind' in query)) return () => false;
  const test = testOf(query, config.assumptions);
  return (record) => test(showRecord(record, config, platform));
}
