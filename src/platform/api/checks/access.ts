/**
 * Policies and groups: whom and what they name is there, and those of the platform stay what they are (PERM-8,
 * `api.links`, `api.permissions`, `api.builtIn`).
 */

import { permissionNames } from '../access/permissions.ts';
import { isList, isObject, type Json, type JsonObject, objectAt, type Path, textAt } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import { readQuery } from '../query/query.ts';
import { isBuiltInPolicy, simulator, superusers } from '../records/builtIn.ts';
import { isKind, type Kind, kinds } from '../records/kinds.ts';
import { type Breach, breach, doubt, shown } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';
import { linkBreaches } from './links.ts';
import { placed } from './subject.ts';

/** Who may be in a group. */
const memberKinds: readonly Kind[] = ['user', 'serviceaccount', 'identity'];

/** Who may be granted something. */
const principals: readonly Kind[] = ['user', 'group', 'serviceaccount', 'identity'];

/** Targets that are there, permissions that the kind of a policy has, principals that are there. */
export function checkPolicy(document: JsonObject, context: ValidationContext): readonly Breach[] {
  const { targetKind } = document;
  const name = textAt(document, 'name') ?? '';
  if (isBuiltInPolicy(name) && context.assumptions['api.builtIn'] === 'kept') {
    return [breach(['name'], 'api.builtIn', `policy ${name} is built in and cannot be changed`, 'BUILTIN')];
  }
  if (typeof targetKind !== 'string' || !isKind(targetKind)) return [];
  const known = permissionNames(targetKind, context.assumptions['api.permissions']);
  return [
    ...idleAim(document, context),
    ...linksAt(document.targetLinks, ['targetLinks'], kinds, context),
    ...textsOf(document.targetLinks).flatMap((link, index) =>
      strayTarget(link, ['targetLinks', index], targetKind, context),
    ),
    ...queryBreaches(document, 'targetQuery', targetKind, context),
    ...placed(document, 'bindings', []).flatMap(({ value, path }) => [
      ...textsOf(value.permissions).flatMap((permission, index) =>
        known.includes(permission) ? [] : [unknownPermission(permission, [...path, 'permissions', index], targetKind)],
      ),
      ...linksAt(value.principalLinks, [...path, 'principalLinks'], principals, context),
    ]),
  ];
}

/** Members that are there; the user without a name stays among the superusers, or nobody could do anything any more. */
export function checkGroup(document: JsonObject, context: ValidationContext): readonly Breach[] {
  const members = document.memberLinks;
  const asked = objectAt(document, 'memberQuery').kind;
  const kind = typeof asked === 'string' && memberKinds.some((one) => one === asked) ? (asked as Kind) : 'user';
  const breaches = [
    ...linksAt(members, ['memberLinks'], memberKinds, context),
    ...queryBreaches(document, 'memberQuery', kind, context),
  ];
  const user = linkOf('user', simulator, { org: context.org, gvc: null });
  const isKept = document.name !== superusers || context.assumptions['api.builtIn'] === 'free';
  if (isKept || textsOf(members).includes(user)) return breaches;
  const message = `${user} must stay a member of ${superusers}; add it to memberLinks`;
  return [breach(['memberLinks'], 'api.builtIn', message, 'BUILTIN'), ...breaches];
}

/** The address of a user is its name, and stays. */
export function checkUser({ email, name }: JsonObject, { before }: ValidationContext): readonly Breach[] {
  const own = before?.more.email ?? name;
  if (email === undefined || email === own) return [];
  return [
    breach(
      ['email'],
      'api.rename',
      `email must be ${shown(own)}, the same as the name; found ${shown(email)}`,
      'IMMUTABLE',
    ),
  ];
}

/** A query that could find something: one that cannot be read would find nothing, and nobody would know. */
function queryBreaches(
  document: JsonObject,
  field: 'targetQuery' | 'memberQuery',
  kind: Kind,
  { assumptions }: ValidationContext,
): readonly Breach[] {
  const body = document[field];
  if (!isObject(body)) return [];
  const query = readQuery(body, kind, assumptions);
  return 'kind' in query ? [] : query.map((one) => ({ ...one, path: [field, ...one.path] }));
}

/** A target that the policy does not reach, for it is of another kind. */
function strayTarget(link: string, at: Path, kind: Kind, context: ValidationContext): readonly Breach[] {
  const found = context.find(link);
  if (found === null || found.kind === kind) return [];
  return [doubt(at, 'PERM-8', `${link} is not a ${kind}, so this policy grants nothing on it`)];
}

/**
 * A policy on identities that gives nobody anything: it may be meant for the workloads that have them (IDN-9,
 * `api.identityTarget`).
 */
function idleAim(document: JsonObject, { assumptions }: ValidationContext): readonly Breach[] {
  if (document.targetKind !== 'identity' || assumptions['api.identityTarget'] === 'alsoPrincipal') return [];
  const bindings = placed(document, 'bindings', []);
  if (bindings.length === 0 || bindings.some(({ value }) => textsOf(value.principalLinks).length > 0)) return [];
  const message =
    'this policy grants nothing, because its bindings name no principal: to grant permissions to the workloads of an identity, add the identity to principalLinks';
  return [doubt(['bindings'], 'api.identityTarget', message)];
}

function unknownPermission(permission: string, at: Path, kind: Kind): Breach {
  return breach(at, 'api.permissions', `${shown(permission)} is not a permission of kind ${kind}`, 'BAD_REFERENCE');
}

function linksAt(
  list: Json | undefined,
  at: Path,
  allowed: readonly Kind[],
  context: ValidationContext,
): readonly Breach[] {
  return textsOf(list).flatMap((link, index) => linkBreaches(link, [...at, index], { kinds: allowed }, context));
}

function textsOf(list: Json | undefined): readonly string[] {
  return isList(list) ? list.filter((entry) => typeof entry === 'string') : [];
}
