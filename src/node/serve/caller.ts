/** Who asks over HTTP, as the platform is told: a principal, never a credential. */
import type { Session } from '../../experiment/session/session.ts';
import type { ApiRequest } from '../../platform/control/request.ts';
import type { Fault } from './answer.ts';

/** Links of principals by the keys that were given for them at the start. */
export type Keys = ReadonlyMap<string, string>;

/**
 * The one place that turns a credential into `as`, and a header into `from`.
 *
 * Without a credential nobody asks (`none`). A key given at the start stands for the principal it was given with; where none was given, any credential is the
 * org's superuser (`api.auth`).
 */
export function callerOf(headers: Headers, keys: Keys, session: Session): Pick<ApiRequest, 'as' | 'from'> | Fault {
  const from = headers.get('x-svcsim-from');
  if (from !== null && !isWorkloadOf(session, from)) {
    const message = `x-svcsim-from is the link of a workload, such as /org/${session.origin.scenario.org}/gvc/shop/workload/api; found '${from}'`;
    return { status: 400, code: 'INVALID', message };
  }
  const sent = from === null ? {} : { from };
  const credential = credentialOf(headers);
  if (credential === null) return { ...sent, as: 'none' };
  const as = keys.get(credential);
  if (as !== undefined) return { ...sent, as };
  if (keys.size > 0) return { status: 401, code: 'UNAUTHENTICATED', message: 'the credential is not known' };
  return sent;
}

/** What `Authorization` holds, as `Bearer KEY` or bare; null: nothing. */
export function credentialOf(headers: Headers): string | null {
  const text = (headers.get('authorization') ?? '').replace(/^Bearer(\s+|$)/i, '').trim();
  return text === '' ? null : text;
}

function isWorkloadOf({ origin }: Session, link: string): boolean {
  const [empty, org, name, ...rest] = link.split('/');
  const [gvc, , workload, own, ...more] = rest;
  const isShaped = empty === '' && org === 'org' && gvc === 'gvc' && workload === 'workload' && more.length === 0;
  return isShaped && name === origin.scenario.org && rest.every((part) => part !== '') && own !== undefined;
}
