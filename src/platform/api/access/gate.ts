/**
 * Whether somebody may ask what it asks: which permission each path and method needs, and what is answered to who lacks
 * it.
 */

import type { Reason } from '../../../engine/journal.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import { isObject, type Json, textAt } from '../document/json.ts';
import { fullLink, linkOf } from '../document/link.ts';
import type { Kind } from '../records/kinds.ts';
import type { Principal } from '../records/state.ts';
import { listRecords } from '../records/store.ts';
import type { PlatformView } from '../records/view.ts';
import { type RequestInHand, refuse } from '../requests/answer.ts';
import { breach } from '../requests/breach.ts';
import type { RequestOutcome } from '../requests/request.ts';
import type { ApiRoute, ItemRoute } from '../requests/router.ts';
import { askedFor, isNamed, type PermissionTarget, permissionsFor, seenBy } from './grants.ts';
import { permissionNames } from './permissions.ts';
import type { Scene } from './scene.ts';
import { userOf } from './users.ts';

const unauthenticated = because(['AUTH-1'], ['api.auth']);
const elsewhere = because(['ERR-1'], ['api.tokenOrigin']);
const byPolicies = because(['PERM-8'], ['api.permissions', 'api.authDelay']);
const ofIdentity = because(['AUTH-4']);
const orgOnly = because(['AUTH-5']);
const viewOnly = because(['PERM-7']);
const ofCommand = because(['PERM-5']);
const filtered = because(['PERM-8'], ['api.listFilter']);

/** A refusal for who is nobody; null for everybody else, and where nobody has to be anybody. */
export function refuseUnknown(call: RequestInHand, route: ApiRoute): RequestOutcome | null {
  const { caller } = call;
  if (caller.standing !== 'unknown' || isOpen(route)) return null;
  return refuse(call, {
    code: 'UNAUTHENTICATED',
    message: caller.message,
    reason: unauthenticated,
    details: [breach([], 'AUTH-1', caller.message)],
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/**
 * A refusal for who may not ask this; null where the request may go on. What is not there is refused as what is, so
 * that nothing is told of it.
 */
export function refuseForbidden(call: RequestInHand, route: ApiRoute, platform: PlatformView): RequestOutcome | null {
  const { caller } = call;
  if (caller.standing === 'superuser' || isOpen(route)) return null;
  if (caller.standing === 'astray') {
    const place = caller.from === null ? 'outside of all workloads' : caller.from;
    const message = `the token of ${caller.link} is good only from there; this request comes from ${place}`;
    return forbid(call, message, elsewhere);
  }
  if (caller.standing === 'unknown' || isReadOfOrg(call, route, caller)) return null;
  const scene = { control: call.control, platform };
  if (isOfWorkload(caller) && !isNamed(scene, caller)) {
    const { org } = call.control.config;
    const whose =
      caller.record === null ? 'a workload without identity' : `${caller.record.link}, which no policy names,`;
    const message = `${whose} may only GET /org/${org}; asked by ${caller.link}`;
    return forbid(call, message, alsoBecause(orgOnly, ofIdentity));
  }
  for (const need of needsOf(call, route)) {
    const no = lackOf(scene, caller, need);
    if (no !== null) return forbid(call, no.message, no.reason);
  }
  return refuseList(call, route, scene, caller);
}

/** Why a request was taken, beside what it asks for: somebody was given the permission. */
export function reasonToGrant({ caller }: RequestInHand, route: ApiRoute): Reason | null {
  if (caller.standing !== 'known') return null;
  const own =
    route.what === 'commands' && route.owner.kind === 'volumeset' ? alsoBecause(ofCommand, byPolicies) : byPolicies;
  return isOfWorkload(caller) ? alsoBecause(ofIdentity, own) : own;
}

/** A permission, and what it is needed on. */
export interface NeededPermission {
  readonly permission: string;
  readonly kind: Kind;
  readonly target: PermissionTarget;
}

/** What somebody lacks, in words; null: nothing. */
export function lackOf(
  scene: Scene,
  who: Principal,
  { permission, kind, target }: NeededPermission,
): { readonly message: string; readonly reason: Reason } | null {
  const held = permissionsFor(scene, who, kind, target);
  const wanted = askedFor(scene, kind, permission);
  if (held.includes(wanted)) return null;
  const { org } = scene.control.config;
  const place = target === null ? `all of kind ${kind} in /org/${org}` : target.link;
  const has =
    held.length === 0 ? 'no policy gives it any permission there' : `policies give it ${held.join(', ')} there`;
  const own = held.length === 1 && held[0] === 'view' ? alsoBecause(viewOnly, byPolicies) : byPolicies;
  const asked = wanted.startsWith('exec') && kind === 'volumeset' ? alsoBecause(ofCommand, own) : own;
  return {
    message: `${who.link} lacks the permission ${wanted} on ${place}: ${has}`,
    reason: isOfWorkload(who) ? alsoBecause(ofIdentity, asked) : asked,
  };
}

function forbid(call: RequestInHand, message: string, reason: Reason): RequestOutcome {
  const [rule = null] = reason.rules as readonly (Parameters<typeof because>[0][number] | undefined)[];
  return refuse(call, { code: 'FORBIDDEN', message, reason, details: [breach([], rule, message)] });
}

/** Paths for everybody. */
function isOpen({ what }: ApiRoute): boolean {
  return what === 'about' || what === 'discovery';
}

/** What every workload may do with its token (AUTH-5). */
function isReadOfOrg(call: RequestInHand, route: ApiRoute, who: Principal): boolean {
  return isOfWorkload(who) && route.what === 'item' && route.kind === 'org' && isRead(call);
}

function isOfWorkload({ record }: Principal): boolean {
  return record === null || record.kind === 'identity';
}

function isRead({ request }: RequestInHand): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

function needsOf(call: RequestInHand, route: ApiRoute): readonly NeededPermission[] {
  switch (route.what) {
    case 'item':
      return [isRead(call) ? on(call, 'view', route) : writeOf(call, route)];
    case 'collection': {
      if (isRead(call)) return [];
      const name = textIn(call.request.body, 'name') ?? '';
      return [writeOf(call, { kind: route.kind, gvc: route.gvc, name })];
    }
    case 'eventlog':
    case 'accessreport':
      return [on(call, 'view', route)];
    case 'addKey':
    case 'reveal':
      return [on(call, route.what, route)];
    case 'commands':
      return [isRead(call) ? on(call, 'view', route.owner) : on(call, commandOf(call, route.owner), route.owner)];
    case 'command':
    case 'commandQuery':
      return [on(call, 'view', route.owner)];
    case 'deployments':
    case 'deployment':
    case 'replicas':
      return [on(call, 'view', route.workload)];
    case 'userByEmail':
      return [
        on(call, 'view', { kind: 'user', gvc: null, name: userOf(call.control, route.email)?.name ?? route.email }),
      ];
    case 'invite':
      return invitation(call);
    case 'audit':
      return [audit(call)];
    case 'logs':
      return [on(call, 'readLogs', { kind: 'org', gvc: null, name: call.control.config.org })];
    // Of a list everybody has the part that is theirs, and what a token asks for is judged when it is read.
    case 'query':
    case 'token':
    case 'permissions':
    case 'about':
    case 'discovery':
    case 'unknown':
      return [];
  }
}

/** What a change of a record needs; PUT makes what is not there. */
function writeOf(call: RequestInHand, item: ItemRoute): NeededPermission {
  const { method } = call.request;
  const need = on(call, method === 'DELETE' ? 'delete' : 'edit', item);
  const isNew = method === 'POST' || (method === 'PUT' && need.target?.record === null);
  return isNew ? { ...need, permission: 'create', target: null } : need;
}

/** Each command has a permission of its own (PERM-5); what is no command, that for all of them. */
function commandOf(call: RequestInHand, { kind }: ItemRoute): string {
  const own = `exec.${textIn(call.request.body, 'type') ?? ''}`;
  return permissionNames(kind, 'published').includes(own) ? own : 'exec';
}

/** To invite, and to change the group that those who come are put into. */
function invitation(call: RequestInHand): readonly NeededPermission[] {
  const { org } = call.control.config;
  const invite: NeededPermission = { permission: 'invite', kind: 'user', target: null };
  const group = textIn(call.request.body, 'groupLink');
  if (group === undefined) return [invite];
  const link = fullLink(group, { org, gvc: null });
  return [
    invite,
    { permission: 'edit', kind: 'group', target: { link, record: call.control.records.get(link) ?? null } },
  ];
}

/** The trail that a client asks for by name, else the org's own. */
function audit(call: RequestInHand): NeededPermission {
  const name = call.request.query?.contextName ?? call.control.config.prefix;
  return on(call, 'readAudit', { kind: 'auditctx', gvc: null, name });
}

/** A list that would leave something out is refused where that is assumed (`api.listFilter`). */
function refuseList(call: RequestInHand, route: ApiRoute, scene: Scene, who: Principal): RequestOutcome | null {
  const isList = (route.what === 'collection' && isRead(call)) || route.what === 'query';
  if (!isList || call.control.config.assumptions['api.listFilter'] !== 'refuse') return null;
  const all = listRecords(call.control, route.kind, route.gvc);
  const seen = new Set(seenBy(scene, who, route.kind, all));
  if (all.every((record) => seen.has(record))) return null;
  const message = `${who.link} lacks the permission view on some of what ${call.request.path} lists`;
  return forbid(call, message, filtered);
}

function on({ control }: RequestInHand, permission: string, { kind, gvc, name }: ItemRoute): NeededPermission {
  const link = linkOf(kind, name, { org: control.config.org, gvc });
  return { permission, kind, target: { link, record: control.records.get(link) ?? null } };
}

function textIn(body: unknown, key: string): string | undefined {
  return isObject(body) ? textAt(body as Json, key) : undefined;
}
