/**
 * Resolves a host to a workload, for a given caller.
 */
import type { Reason } from '../../engine/journal.ts';
import type { AssumptionName, Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import type { RuleId } from '../../rules/register.ts';
import { linkOf } from '../api/document/link.ts';
import { type Addressed, canonicalRule } from './address.ts';
import type { AddressBook, HostMatch, Led } from './book.ts';

/** The caller: outside, or a replica of a workload. */
export type Asker =
  | { readonly kind: 'outside' }
  | {
      readonly kind: 'workload';
      readonly org: string;
      readonly gvc: string;
      readonly name: string;
      readonly location: string;
    };

export interface AddressQuery {
  /** As the caller writes it: a host, and perhaps `:` and a port. */
  readonly host: string;
  /** For the routes of domains; absent: `/`. */
  readonly path?: string;
}

/** A host that resolves to a workload. */
export interface Resolved {
  readonly kind: HostMatch['kind'] | 'custom' | 'container';
  readonly workload: Addressed;
  /** The location that it names, or in which a local name is valid; null: any of the workload's. */
  readonly location: string | null;
  /** The replica that it names, which need not exist; null: any. */
  readonly ordinal: number | null;
  /** Of the workload. */
  readonly port: number;
  readonly reason: Reason;
}

/** A host that does not resolve, at all or for this caller. */
export interface Unresolved {
  readonly kind: 'none';
  /**
   * `unknownPort`: the host is known, but its workload does not serve that port. `notForCaller`: an internal name, used
   * where it is not valid.
   */
  readonly why: 'unknownHost' | 'unknownRoute' | 'unknownPort' | 'notForCaller';
  /** The HTTP status that the caller gets (`traffic.status.unknownHost`). */
  readonly status: number;
  readonly message: string;
  readonly reason: Reason;
}

type Rules = Pick<
  Assumptions,
  | 'address.port'
  | 'address.externalPorts'
  | 'address.crossGvcReplicas'
  | 'address.localScope'
  | 'domain.route.match'
  | 'traffic.status.unknownHost'
>;

/**
 * Resolves a host (NET-1 to NET-9, TAG-9, REPL-3, `address.port`, `domain.route.match`). Names inside are valid only
 * for some callers:
 * - internal names: for callers of the same org (NET-7).
 * - internal names of replicas: for callers of the same GVC, or of others by a tag (TAG-9, `address.crossGvcReplicas`).
 * - a local name: in the caller's own location and GVC (`address.localScope`: or in any GVC of the org).
 * - the name of a container: among the containers of its workload (NET-9).
 *
 *   db-1.db from a workload of its GVC in aws-us-east-1   -> local, aws-us-east-1, replica 1
 *   the same from outside                                 -> none, notForCaller, 404
 *   cache:6379 from a workload with a container cache     -> container, the caller's own workload and location
 *   www.example.com with /shop/cart, routes / and /shop   -> custom, the workload of /shop
 */
export function resolveAddress(
  book: AddressBook,
  { host: written, path }: AddressQuery,
  asker: Asker,
  assumptions: Rules,
): Resolved | Unresolved {
  const { host, port } = partsOf(written);
  const call: Call = { host, port, asker, assumptions };
  const whole = book.hosts.get(host);
  if (whole !== undefined) return resolveNamed(book, whole, null, call);
  const routes = book.domains.get(host);
  if (routes !== undefined) return resolveRoute(routes, pathOf(path), call);
  const one = replicaBy(book, call);
  if (one === null && asker.kind === 'workload' && asker.org === book.org && !host.includes('.'))
    return resolveContainer(book, asker, call);
  if (one === null)
    return unresolved('unknownHost', ruleOfUnknown(book, host), `no workload has the host ${host}`, call);
  return resolveNamed(book, one.named, one.ordinal, call);
}

/**
 * The rule that gives the names of the domain of a host: internal (NET-6), one location (NET-3), else global (NET-1).
 */
function ruleOfUnknown({ workloads }: AddressBook, host: string): RuleId {
  for (const { domains } of workloads.values()) {
    if (host.endsWith(`.${domains.internalDomain}`)) return 'NET-6';
    if (host.endsWith(`.${domains.locationDomain}`)) return 'NET-3';
  }
  return 'NET-1';
}

/** The port of a URL without a port: between two containers, no part of the platform can choose another. */
const httpPort = 80;

/** Resolves a name of one part to a container of the caller's own workload (NET-9, `address.container`). */
function resolveContainer(
  { workloads }: AddressBook,
  asker: Extract<Asker, { readonly kind: 'workload' }>,
  call: Call,
): Resolved | Unresolved {
  const { host, port } = call;
  const own = workloads.get(linkOf('workload', asker.name, asker));
  const served = own?.ports.filter(({ container }) => container === host) ?? [];
  if (own === undefined || served.length === 0) {
    const message = `${asker.gvc}/${asker.name} has no container ${host} that serves a port`;
    return unresolved('unknownHost', 'NET-9', message, call);
  }
  const number = port ?? httpPort;
  if (number === 'bad' || !served.some((one) => one.number === number)) {
    const known = served.map((one) => one.number).join(', ');
    return unresolved(
      'unknownPort',
      'NET-9',
      `container ${host} does not serve ${portText(number)}; it serves ${known}`,
      call,
    );
  }
  const { location } = asker;
  return { kind: 'container', workload: own, location, ordinal: null, port: number, reason: amongContainers };
}

const amongContainers = because(['NET-9'], ['address.container']);

interface Call {
  readonly host: string;
  readonly port: AskedPort;
  readonly asker: Asker;
  readonly assumptions: Rules;
}

/** null: no port is given; `bad`: the given text is not a port. */
type AskedPort = number | null | 'bad';

function resolveNamed(book: AddressBook, named: HostMatch, ordinal: number | null, call: Call): Resolved | Unresolved {
  const { host, port, asker, assumptions } = call;
  const wrong = misplaced(book, named, call);
  if (wrong !== null) return unresolved('notForCaller', wrong.rule, wrong.message, call, wrong.assumed);
  const served = portOf(named.workload, named.kind, port, assumptions);
  if (served === null)
    return unresolved('unknownPort', ruleOf(named), `${host} does not serve ${portText(port)}`, call);
  const location = named.kind === 'local' && asker.kind === 'workload' ? asker.location : named.location;
  return { ...named, location, ordinal, port: served, reason: reasonOf(named, call) };
}

const routed = because(['NET-5'], ['domain.route.match', 'address.port']);

function resolveRoute(routes: readonly Led[], path: string, call: Call): Resolved | Unresolved {
  const { host, port, assumptions } = call;
  const { workload } = routes.find(({ prefix }) => matches(path, prefix, assumptions['domain.route.match'])) ?? nowhere;
  if (workload === null)
    return unresolved('unknownRoute', 'NET-5', `no route of ${host} matches the path ${path}`, call);
  const served = portOf(workload, 'custom', port, assumptions);
  if (served === null) return unresolved('unknownPort', 'NET-5', `${host} does not serve ${portText(port)}`, call);
  return { kind: 'custom', workload, location: null, ordinal: null, port: served, reason: routed };
}

const nowhere: Pick<Led, 'workload'> = { workload: null };

function unresolved(
  why: Unresolved['why'],
  rule: RuleId,
  message: string,
  { assumptions }: Call,
  assumed: readonly AssumptionName[] = [],
): Unresolved {
  const reason = because([rule], [...assumed, 'traffic.status.unknownHost']);
  return { kind: 'none', why, status: assumptions['traffic.status.unknownHost'], message, reason };
}

/**
 * The replica whose name ends its first part with an ordinal. The text before the last dash is looked up whole, so
 * dashes within a name have no meaning.
 */
function replicaBy(book: AddressBook, { host, asker }: Call): { named: HostMatch; ordinal: number } | null {
  const match = /^([^.]+)-(0|[1-9]\d{0,8})(\..+)$/.exec(host);
  if (match === null) return null;
  const [, first = '', digits = '', rest = ''] = match;
  const named = book.replicas.get(`${first}${rest}`) ?? localOf(book, `${first}${rest}`, asker);
  return named === null ? null : { named, ordinal: Number(digits) };
}

/** A local name, in the caller's GVC; else in another one, so the error can say where it is valid. */
function localOf({ locals, org }: AddressBook, host: string, asker: Asker): HostMatch | null {
  const own = asker.kind === 'workload' && asker.org === org ? locals.get(`${asker.gvc}/${host}`) : undefined;
  if (own !== undefined) return own;
  for (const [key, named] of locals) if (key.slice(key.indexOf('/') + 1) === host) return named;
  return null;
}

interface Misplaced {
  readonly rule: RuleId;
  readonly message: string;
  readonly assumed?: readonly AssumptionName[];
}

/** Why a name is not valid for the caller; null if it is. */
function misplaced(book: AddressBook, { kind, workload }: HostMatch, call: Call): Misplaced | null {
  const { org } = book;
  const { host, asker } = call;
  if (kind === 'local') {
    const isOfOrg = call.assumptions['address.localScope'] === 'ownOrg';
    const isInside = asker.kind === 'workload' && asker.org === org && (isOfOrg || asker.gvc === workload.gvc);
    if (isInside && workload.locations.includes(asker.location)) return null;
    const whom = isOfOrg ? `the org ${org}` : workload.gvc;
    return { rule: 'REPL-3', message: `${host} resolves only inside one location, for workloads of ${whom}` };
  }
  if (kind !== 'internal' && kind !== 'internalReplica') return null;
  if (asker.kind !== 'workload' || asker.org !== org)
    return { rule: 'NET-7', message: `${host} resolves only inside the org ${org}` };
  if (kind === 'internal' || asker.gvc === workload.gvc || isDiscovered(book, workload, asker, call)) return null;
  const message = `${host} is a replica in ${workload.gvc}; other GVCs resolve it only with the tag discoverCrossGvcReplicas`;
  return { rule: 'TAG-9', message, assumed: crossing };
}

const crossing: readonly AssumptionName[] = ['address.crossGvcReplicas'];

/** Whether a replica in one GVC is found from another (TAG-9, `address.crossGvcReplicas`). */
function isDiscovered(
  { workloads }: AddressBook,
  target: Addressed,
  asker: Extract<Asker, { readonly kind: 'workload' }>,
  { assumptions }: Call,
): boolean {
  switch (assumptions['address.crossGvcReplicas']) {
    case 'always':
      return true;
    case 'taggedTarget':
      return target.crossesGvcs;
    case 'taggedCaller':
      return workloads.get(linkOf('workload', asker.name, asker))?.crossesGvcs === true;
  }
}

/** The requested port of a workload; null if it has no such port. */
function portOf({ ports }: Addressed, kind: Resolved['kind'], asked: AskedPort, assumptions: Rules): number | null {
  if (asked === 'bad') return null;
  const numbers = ports.map(({ number }) => number);
  const usual = assumptions['address.port'] === 'lowest' ? Math.min(...numbers) : numbers[0];
  const own = usual === undefined || numbers.length === 0 ? null : usual;
  if (asked === null) return own;
  if (isInside(kind)) return numbers.includes(asked) ? asked : null;
  return assumptions['address.externalPorts'].includes(asked) ? own : null;
}

function isInside(kind: Resolved['kind']): boolean {
  return kind === 'internal' || kind === 'internalReplica' || kind === 'local';
}

const rules = {
  location: 'NET-3',
  replica: 'NET-4',
  internal: 'NET-6',
  internalReplica: 'NET-8',
  local: 'REPL-3',
} as const;

function ruleOf({ kind, workload }: HostMatch): RuleId {
  return kind === 'canonical' ? canonicalRule(workload) : rules[kind];
}

function reasonOf(named: HostMatch, { port, asker }: Call): Reason {
  const { kind, workload } = named;
  const assumed: AssumptionName[] = port === null || !isInside(kind) ? ['address.port'] : [];
  if (kind === 'internalReplica') assumed.push('address.internalReplica');
  if (kind === 'local') assumed.push('address.localScope');
  if (kind === 'internalReplica' && asker.kind === 'workload' && asker.gvc !== workload.gvc)
    return because(['NET-8', 'TAG-9'], [...assumed, ...crossing]);
  return because(kind === 'local' ? ['REPL-3', 'REPL-4'] : [ruleOf(named)], assumed);
}

/** Host names are case-insensitive, and may end with a dot. */
function partsOf(text: string): { readonly host: string; readonly port: AskedPort } {
  const colon = text.indexOf(':');
  const written = colon < 0 ? text : text.slice(0, colon);
  const host = written.toLowerCase().replace(/\.$/, '');
  if (colon < 0) return { host, port: null };
  const digits = text.slice(colon + 1);
  return { host, port: /^[1-9]\d{0,4}$/.test(digits) ? Number(digits) : 'bad' };
}

function portText(port: AskedPort): string {
  return port === null ? 'any port' : port === 'bad' ? 'this port' : `port ${port}`;
}

function pathOf(path = '/'): string {
  const end = path.search(/[?#]/);
  return end < 0 ? path : path.slice(0, end);
}

/**
 * Whether a route matches a path (`domain.route.match`).
 *
 *   /shop for /shop and /shop/cart     -> yes, both ways
 *   /shop for /shopping                -> yes by text, no by segments
 */
function matches(path: string, prefix: string, how: Assumptions['domain.route.match']): boolean {
  if (!path.startsWith(prefix)) return false;
  return how === 'text' || prefix.endsWith('/') || path.length === prefix.length || path[prefix.length] === '/';
}
