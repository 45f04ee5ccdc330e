/**
 * Headers that the platform sets on requests to a container and on its responses.
 */
import type { Reason } from '../../engine/journal.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import { canonicalHost } from './address.ts';
import type { Resolved } from './resolve.ts';

export interface Headers {
  readonly [name: string]: string;
}

/** Headers, and the rules that decided them. */
export interface HeaderSet {
  readonly headers: Headers;
  readonly reason: Reason;
}

const hidden = because(['NET-10']);
const kept = because(['NET-11']);
const asAsked = because([], ['header.host']);

/**
 * `Host`, and `X-Forwarded-Host` if there is one, as a request reaches the container (NET-10, NET-11, `header.host`).
 * If a custom domain is called, a serverless workload sees its canonical host, and the domain in `X-Forwarded-Host`;
 * all others see the requested host. With `canonical`, names that are not custom domains are replaced in the same way,
 * for every type.
 *
 * @param asked the host as the caller wrote it
 */
export function forwardedHeaders(
  { kind, workload }: Pick<Resolved, 'kind' | 'workload'>,
  asked: string,
  assumptions: Pick<Assumptions, 'header.host'>,
): HeaderSet {
  if (kind !== 'custom') {
    const host = canonicalHost(workload);
    const isHidden = assumptions['header.host'] === 'canonical' && asked !== host;
    return { headers: isHidden ? { Host: host, 'X-Forwarded-Host': asked } : { Host: asked }, reason: asAsked };
  }
  if (workload.type !== 'serverless') return { headers: { Host: asked }, reason: kept };
  return { headers: { Host: canonicalHost(workload), 'X-Forwarded-Host': asked }, reason: hidden };
}

/** A response on its way back. */
export interface AnswerOnItsWay {
  readonly kind: Resolved['kind'];
  /** Headers of the request. */
  readonly request: Headers;
  /** Whether debug is on for the version that answered, in its location. */
  readonly debug: boolean;
  readonly location: string;
  /** Name of the replica. */
  readonly replica: string;
}

const told = because(['NET-12']);
const toldOfDomain = because(['NET-12'], ['debug.customDomain']);

/**
 * The debug headers that name the origin of a response, if the request asks for them by a global name (NET-12,
 * `debug.customDomain`); null: none.
 *
 *   debug on, x-svc-debug: true, canonical host  -> x-svc-location: aws-us-east-1, x-svc-replica: api-4-12
 *   the same by the host of a location           -> null
 *
 * @param prefix begins their names (RES-6)
 */
export function debugHeaders(
  { kind, request, debug, location, replica }: AnswerOnItsWay,
  prefix: 'svc' | 'cpln',
  assumptions: Pick<Assumptions, 'debug.customDomain'>,
): HeaderSet | null {
  const isGlobal = kind === 'canonical' || (kind === 'custom' && assumptions['debug.customDomain'] === 'yes');
  if (!debug || !isGlobal || headerOf(request, `x-${prefix}-debug`) !== 'true') return null;
  const headers = { [`x-${prefix}-location`]: location, [`x-${prefix}-replica`]: replica };
  return { headers, reason: kind === 'custom' ? toldOfDomain : told };
}

/** Header names are case-insensitive. */
function headerOf(headers: Headers, name: string): string | undefined {
  const key = Object.keys(headers).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : headers[key];
}
