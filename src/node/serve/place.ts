/** Finds the session that a request is for, and the path within it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestError } from './answer.ts';
import type { ServedSession } from './servedSession.ts';
import type { Sessions } from './sessions.ts';

export interface ServedPlace {
  readonly served: ServedSession;
  /** Below a fork, without query. */
  readonly path: string;
  /** Without its mark; '' where there is none. */
  readonly query: string;
  /** Where its client finds it: the base of all addresses in answers. */
  readonly base: string;
}

/** How a request is addressed. */
export interface ServedAddress {
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

/**
 * The place that a request is addressed to, or why it has none, or is not answered there.
 *
 * @param headers with the host that is called, in small letters
 */
export function placeOf(
  target: string,
  headers: IncomingHttpHeaders,
  options: PlaceOptions,
): ServedPlace | RequestError {
  const place = placeAt({ target, host: headers.host ?? '' }, options);
  return 'status' in place ? place : (foreignPage(headers) ?? place);
}

function placeAt({ target, host }: ServedAddress, { sessions, hosts }: PlaceOptions): ServedPlace | RequestError {
  const { urlBytes } = sessions.main.session.origin.scenario.assumptions['api.limits'];
  const whole = target.replace(/^https?:\/\/[^/]*/i, '');
  if (whole.length > urlBytes)
    return { status: 413, code: 'TOO_LARGE', message: `a URL may have at most ${urlBytes} bytes` };
  if (hosts !== null && !hosts.includes(nameOf(host))) {
    const message = `the Host header must be ${hosts.join(' or ')}; found '${host}'`;
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

/**
 * Refuses requests from pages of other origins, which browsers mark with `Origin` or `Sec-Fetch-Site`; null: it is not
 * such a request. Otherwise any page that is open in a browser could control the session. Another port is another
 * origin, too.
 */
function foreignPage(headers: IncomingHttpHeaders): RequestError | null {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const from = origin?.toLowerCase();
  const isOwn = from === undefined || from === clientOrigin || from.replace(/^https?:\/\//, '') === host;
  if (isOwn && (site === undefined || site === 'same-origin' || site === 'none')) return null;
  const message = `requests from pages of other origins are refused; found '${isOwn ? site : origin}'`;
  return { status: 403, code: 'FORBIDDEN', message };
}

/** The origin that the platform's client sends when it opens a stream. */
const clientOrigin = 'http://localhost';

/** `[::1]:8080` -> `[::1]`. */
function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d*$/, '');
}
