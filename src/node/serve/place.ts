/** Which of a server's sessions an address names, and what of it is left for that session. */
import type { Fault } from './answer.ts';
import type { ServedSession } from './servedSession.ts';
import type { Sessions } from './sessions.ts';

export interface Place {
  readonly served: ServedSession;
  /** Below a fork, without query. */
  readonly path: string;
  /** Without its mark; '' where there is none. */
  readonly query: string;
  /** Where its client finds it: the base of all addresses in answers. */
  readonly base: string;
}

/** How a request is addressed. */
export interface Address {
  /** Path and query, as they were sent. */
  readonly target: string;
  /** By which name it calls the server, in small letters. */
  readonly host: string;
}

export interface PlaceOptions {
  readonly sessions: Sessions;
  /** Names by which the server may be called, in small letters and without port; null: any. */
  readonly hosts: readonly string[] | null;
}

/** The place of an address, or why it has none. */
export function placeOf({ target, host }: Address, { sessions, hosts }: PlaceOptions): Place | Fault {
  const { urlBytes } = sessions.main.session.origin.scenario.assumptions['api.limits'];
  const whole = target.replace(/^https?:\/\/[^/]*/i, '');
  if (whole.length > urlBytes)
    return { status: 413, code: 'TOO_LARGE', message: `an address has at most ${urlBytes} bytes` };
  if (hosts !== null && !hosts.includes(nameOf(host))) {
    const message = `this server is called ${hosts.join(' or ')}; found '${host}'`;
    return { status: 403, code: 'FORBIDDEN', message };
  }
  const [path = '/', ...rest] = whole.split('?');
  const query = rest.join('?');
  const base = `http://${host}`;
  const forked = /^\/-fork\/([^/]+)(\/.*|$)/.exec(path);
  if (forked === null) return { served: sessions.main, path, query, base };
  const [, id = '', inner = ''] = forked;
  const served = sessions.of(id);
  if (served === null) return { status: 404, code: 'NOT_FOUND', message: `there is no fork ${id}` };
  return { served, path: inner || '/', query, base: `${base}/-fork/${id}` };
}

/** Whether a page of another site asks: such a page says so in the header `Origin`, as programs need not. */
export function isForeign(origin: string | undefined, hosts: readonly string[] | null): boolean {
  if (origin === undefined || hosts === null) return false;
  return !hosts.includes(nameOf(origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')));
}

/** What such a page is told: a session is moved by who has begun it, and by no page that happens to be open beside it. */
export function foreignPage(origin: string | undefined): Fault {
  return { status: 403, code: 'FORBIDDEN', message: `a page of another site may not ask here; found '${origin}'` };
}

/** `[::1]:8080` -> `[::1]`. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}
