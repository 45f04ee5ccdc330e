/**
 * Who may do what: the permissions of a kind, and the access report of a record (PERM-9).
 */

import { because } from '../../../rules/reason.ts';
import { byCodeUnits, type Json, type JsonObject } from '../document/json.ts';
import type { Kind } from '../records/kinds.ts';
import type { StoredRecord } from '../records/record.ts';
import { listRecords } from '../records/store.ts';
import type { PlatformView } from '../records/view.ts';
import { answer, type RequestInHand } from '../requests/answer.ts';
import { notFound, recordAt } from '../requests/read.ts';
import type { RequestOutcome } from '../requests/request.ts';
import type { ItemRoute } from '../requests/router.ts';
import { type Grant, grantsOn, isSeenByUsers } from './grants.ts';
import { closureOf, permissionsOf } from './permissions.ts';
import type { Scene } from './scene.ts';

const reported = because(['PERM-9', 'PERM-8'], ['api.permissions']);
const listed = because(['PERM-1'], ['api.permissions']);

/** The permissions on records of a kind, and what each brings along. */
export function readPermissions(call: RequestInHand, { kind }: { readonly kind: Kind }): RequestOutcome {
  const all = permissionsOf(kind, call.control.config.assumptions['api.permissions']);
  const items = all.map(({ name, description }) => ({ name, description }));
  const implied = all.filter((one) => one.implied.length > 0).map((one): [string, Json] => [one.name, one.implied]);
  return answer(call, { status: 200, body: { items, implied: Object.fromEntries(implied) }, reason: listed });
}

/**
 * For each permission on a record those who have it, by the links that policies name them with, and what they were
 * granted that brings it along.
 */
export function readAccessReport(call: RequestInHand, item: ItemRoute, platform: PlatformView): RequestOutcome {
  const record = recordAt(call, item);
  if (record === undefined) return notFound(call);
  const permissions = accessOf({ control: call.control, platform }, record);
  return answer(call, { status: 200, body: { kind: 'accessreport', permissions }, reason: reported });
}

function accessOf(scene: Scene, record: StoredRecord): readonly JsonObject[] {
  const { kind, link } = record;
  const list = scene.control.config.assumptions['api.permissions'];
  const granted = grantedTo([...grantsOn(scene, kind, { link, record }), ...ofUsers(scene, kind)]);
  return permissionsOf(kind, list).map(({ name }) => {
    const bindings = granted.flatMap(([principalLink, permissions]) => {
      const grantedPermissions = permissions.filter((one) => closureOf(kind, [one], list).includes(name));
      return grantedPermissions.length === 0 ? [] : [{ principalLink, grantedPermissions }];
    });
    return { name, bindings };
  });
}

/** Users look at their org without a policy. */
function ofUsers({ control }: Scene, kind: Kind): readonly Grant[] {
  if (!isSeenByUsers(kind)) return [];
  return listRecords(control, 'user', null).map(({ link }) => ({ principalLink: link, permissions: ['view'] }));
}

/** What each is granted by all policies together, once, in order. */
function grantedTo(grants: readonly Grant[]): readonly (readonly [string, readonly string[]])[] {
  const by = new Map<string, Set<string>>();
  for (const { principalLink, permissions } of grants) {
    const known = by.get(principalLink) ?? new Set();
    for (const one of permissions) known.add(one);
    by.set(principalLink, known);
  }
  return [...by]
    .sort(([one], [other]) => byCodeUnits(one, other))
    .map(([link, permissions]) => [link, [...permissions].sort(byCodeUnits)] as const);
}
