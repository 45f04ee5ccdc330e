/**
 * Who asks: from the credential of a request to the principal that it stands for (AUTH-1 to AUTH-3, ERR-1).
 */

import { textAt } from '../document/json.ts';
import { fullLink, linkOf } from '../document/link.ts';
import { simulator } from '../records/builtIn.ts';
import type { StoredRecord } from '../records/record.ts';
import type { ApiCaller, Control } from '../records/state.ts';
import { settledRoute } from '../records/store.ts';
import type { PlatformView } from '../records/view.ts';
import type { ApiRequest } from '../requests/request.ts';
import { routeOf } from '../requests/router.ts';
import { accountOfKey } from './keys.ts';
import { workloadOfToken } from './tokens.ts';

const superuser: ApiCaller = { standing: 'superuser' };

/**
 * Who asks: by `as`, else by the header `Authorization`, else the org's superuser, for whom a scenario and the library
 * ask.
 */
export function callerOf(control: Control, request: ApiRequest, platform: PlatformView): ApiCaller {
  const as = statedBy(control, request, platform);
  return as === undefined ? superuser : callerAs(control, as, request.from);
}

/** The principal that a request states, as a link or `none`; undefined where it states none. */
export function statedBy(control: Control, request: ApiRequest, platform: PlatformView): string | undefined {
  const { as, headers } = request;
  if (as !== undefined) return fullLink(as, { org: control.config.org, gvc: null });
  if (headers === undefined || credentialIn(headers) === undefined) return undefined;
  return principalLinkOf(control, headers, platform);
}

/**
 * Link of the principal that the header `Authorization` stands for (`Bearer KEY`, or the bare key): `none` where there
 * is no such header, or its key is nobody's. The token of a workload stands for the workload. What says this link as
 * `as` asks as the one who has the key.
 *
 * @param keys links by the keys that were given at the start
 */
export function principalLinkOf(
  control: Control,
  headers: Readonly<Record<string, string>>,
  platform: PlatformView,
  keys: ReadonlyMap<string, string> = control.config.keys,
): string {
  const { assumptions, org } = control.config;
  const credential = credentialIn(headers);
  if (credential === undefined || credential === '') return 'none';
  const given = keys.get(credential);
  if (given !== undefined) return given;
  const account = accountOfKey(control, credential);
  if (account !== undefined) return account?.link ?? 'none';
  const workload = workloadOfToken(control, credential, platform);
  if (workload !== undefined) return workload?.link ?? 'none';
  const isOpen = assumptions['api.auth'] === 'open' && keys.size === 0;
  return isOpen ? linkOf('user', simulator, { org, gvc: null }) : 'none';
}

/** undefined: there is no such header, whatever the case of its name. */
function credentialIn(headers: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(headers).find((one) => one.toLowerCase() === 'authorization');
  return name === undefined ? undefined : headers[name]?.replace(/^\s*bearer(\s+|$)/i, '').trim();
}

/** Why nobody asks as what a record stands for; null: somebody may. */
export function whyNobody({ kind, link }: StoredRecord): string | null {
  const mayAsk = kind === 'user' || kind === 'serviceaccount' || kind === 'identity' || kind === 'workload';
  return mayAsk ? null : `no caller can authenticate as ${link}: a ${kind} has no credentials`;
}

function callerAs(control: Control, link: string, from: string | undefined): ApiCaller {
  const { assumptions, org } = control.config;
  const unknown = (message: string): ApiCaller => ({ standing: 'unknown', link, message });
  if (link === 'none') return unknown('a request needs a credential that is known, in its header Authorization');
  const record = recordOf(control, link);
  if (record === undefined) return unknown(`no caller can authenticate as ${link}: it does not exist`);
  const why = whyNobody(record);
  if (why !== null) return unknown(why);
  if (record.kind !== 'workload') return { standing: 'known', link: record.link, record };
  const origin = from === undefined ? null : fullLink(from, { org, gvc: null });
  if (assumptions['api.tokenOrigin'] === 'stated' && origin !== link) return { standing: 'astray', link, from: origin };
  const identity = textAt(record.spec, 'identityLink');
  return { standing: 'known', link, record: control.records.get(identity ?? '') ?? null };
}

/** The record that a link names; a user also by its id. */
function recordOf(control: Control, link: string): StoredRecord | undefined {
  const { records, config } = control;
  const record = records.get(link);
  if (record !== undefined) return record;
  const route = settledRoute(control, routeOf(link, config.org));
  return route.what === 'item'
    ? records.get(linkOf(route.kind, route.name, { org: config.org, gvc: route.gvc }))
    : undefined;
}
