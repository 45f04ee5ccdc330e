/**
 * What a caller of the library may get wrong about a request, whatever its types say: told before anything is done.
 */
import type { ConnectRequest } from '../../platform/api/access/connect.ts';
import { isObject } from '../../platform/api/document/json.ts';
import type { ApiRequest } from '../../platform/api/requests/request.ts';

/** Half of a character, which no address can hold. */
const halved = /\p{Surrogate}/u;

/** What is wrong with a request; null: it is one. Its body is not looked at. */
export function requestMistake(request: ApiRequest): string | null {
  if (!isObject(request))
    return `expected a request such as { method: 'GET', path: '/org/acme' }, found ${found(request)}`;
  const { method, path, query, headers, base } = request;
  if (typeof method !== 'string') return wrong('method', "an HTTP method such as 'GET'", method);
  if (typeof path !== 'string' || !path.startsWith('/')) return wrong('path', 'a path that begins with /', path);
  for (const [name, values] of Object.entries({ query, headers })) {
    if (values !== undefined && !isObject(values)) return wrong(name, 'an object of strings', values);
    for (const [key, value] of Object.entries(values ?? {}))
      if (typeof value !== 'string' || halved.test(key + value)) return wrong(`${name}.${key}`, 'a string', value);
  }
  return (
    misaskedCaller(request) ??
    (base === undefined || typeof base === 'string' ? null : wrong('base', 'a base URL as a string', base))
  );
}

/** What is wrong with who wants to connect to what; null: nothing. */
export function connectMistake(request: ConnectRequest): string | null {
  if (!isObject(request)) return `expected { org, gvc, location, replica, container }, found ${found(request)}`;
  for (const name of ['org', 'gvc', 'location', 'replica', 'container'] as const)
    if (typeof request[name] !== 'string') return wrong(name, 'a name', request[name]);
  return misaskedCaller(request);
}

function misaskedCaller({ as, from }: Pick<ApiRequest, 'as' | 'from'>): string | null {
  if (as !== undefined && (typeof as !== 'string' || (as !== 'none' && !as.startsWith('/'))))
    return wrong('as', "the link of a principal, such as //user/ann@example.com, or 'none'", as);
  if (from !== undefined && (typeof from !== 'string' || !from.startsWith('/')))
    return wrong('from', 'the link of a workload, such as //gvc/shop/workload/api', from);
  return null;
}

/** What is wrong with a destination of a session; null: it is one. */
export function destinationMistake(to: unknown): string | null {
  const given = isObject(to) ? [to.until, to.seconds].filter((one) => one !== undefined) : [];
  if (given.length === 1 && typeof given[0] === 'number') return null;
  return `expected { until: an instant in milliseconds } or { seconds: a number }, found ${found(to)}`;
}

function wrong(name: string, expected: string, value: unknown): string {
  return `${name}: expected ${expected}, found ${found(value)}`;
}

/** A value as a message shows it. */
export function found(value: unknown): string {
  if (typeof value === 'string') return value.length > 100 ? 'a long string' : `'${value}'`;
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'a list' : `{ ${Object.keys(value).slice(0, 8).join(', ')} }`;
  return typeof value === 'function' || typeof value === 'symbol' ? `a ${typeof value}` : String(value);
}
