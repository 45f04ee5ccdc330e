/** Finds the caller of an HTTP request: the platform receives a principal, never a credential. */
import type { Session } from '../../experiment/session/session.ts';
import type { ApiRequest } from '../../platform/api/requests/request.ts';
import type { RequestError } from './answer.ts';

/** Links of principals by the keys that were given for them at the start. */
export type Keys = ReadonlyMap<string, string>;

/**
 * Turns a credential into `as`, and the header `x-svcsim-from` into `from`: who asks as things stand now. The platform
 * knows the keys of a scenario, of service accounts and of workloads; here stand those that the server was given. Where
 * it was given some, what nobody knows is nobody's (`api.auth`).
 */
export function callerOf(
  credential: string | null,
  from: string | null,
  keys: Keys,
  session: Session,
): Pick<ApiRequest, 'as' | 'from'> | RequestError {
  if (from !== null && !isWorkloadOf(session, from)) {
    const message = `x-svcsim-from must be the link of a workload, such as /org/${session.origin.scenario.org}/gvc/shop/workload/api; found '${from}'`;
    return { status: 400, code: 'INVALID', message };
  }
  return { as: principalOf(credential, keys, session), ...(from === null ? {} : { from }) };
}

function principalOf(credential: string | null, keys: Keys, session: Session): string {
  const given = credential === null ? undefined : keys.get(credential);
  if (given !== undefined) return given;
  const found = session.principalOf(credential);
  return keys.size > 0 && found === session.anybody ? 'none' : found;
}

/** What `Authorization` holds, as `Bearer KEY` or bare; null: nothing. */
export function credentialOf(headers: Headers): string | null {
  return credentialIn(headers.get('authorization') ?? '');
}

/** The same of the header's text. */
export function credentialIn(text: string): string | null {
  const credential = text.replace(/^Bearer(\s+|$)/i, '').trim();
  return credential === '' ? null : credential;
}

function isWorkloadOf({ origin }: Session, link: string): boolean {
  const [empty, org, name, ...rest] = link.split('/');
  const [gvc, , workload, own, ...more] = rest;
  const isShaped = empty === '' && org === 'org' && gvc === 'gvc' && workload === 'workload' && more.length === 0;
  return isShaped && name === origin.scenario.org && rest.every((part) => part !== '') && own !== undefined;
}
