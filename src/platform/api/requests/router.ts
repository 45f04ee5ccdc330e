/**
 * Resolves a path to the resource that it names (API-1).
 */
import { isKind, isOfGvc, type Kind } from '../records/kinds.ts';

/** Where a record is, there or not. */
export interface ItemRoute {
  readonly kind: Kind;
  /** null for kinds of the org. */
  readonly gvc: string | null;
  readonly name: string;
}

export type ApiRoute =
  | (ItemRoute & { readonly what: 'item' | 'eventlog' | 'accessreport' })
  /** Of service accounts, and of secrets. */
  | (ItemRoute & { readonly what: 'addKey' | 'reveal' })
  /** `gvc` is null for kinds of the org, and for a list over all GVCs. */
  | { readonly what: 'collection' | 'permissions'; readonly kind: Kind; readonly gvc: string | null }
  | { readonly what: 'query'; readonly kind: Kind; readonly gvc: string | null }
  | { readonly what: 'commands'; readonly owner: ItemRoute }
  | { readonly what: 'commandQuery'; readonly owner: ItemRoute }
  | { readonly what: 'command'; readonly owner: ItemRoute; readonly id: string }
  | { readonly what: 'deployments'; readonly workload: ItemRoute }
  | { readonly what: 'deployment'; readonly workload: ItemRoute; readonly location: string }
  | { readonly what: 'userByEmail'; readonly email: string }
  | { readonly what: 'invite' }
  /** Names of replicas; `location` is null for those of all. */
  | { readonly what: 'replicas'; readonly workload: ItemRoute; readonly location: string | null }
  /** `id` of the record that is asked about; null: of all. */
  | { readonly what: 'audit'; readonly id: string | null }
  /** Lines of logs: of a stretch of time, or from now on; told by whoever keeps the journal. */
  | { readonly what: 'logs'; readonly way: 'query_range' | 'tail' }
  /** A further page of a query. */
  | { readonly what: 'token'; readonly token: string }
  | { readonly what: 'about' | 'discovery' | 'unknown' };

const unknown: ApiRoute = { what: 'unknown' };

/** What a path names in an org. Each segment may be escaped; one with a slash in it names nothing. */
export function routeOf(path: string, org: string): ApiRoute {
  const segments = segmentsOf(path);
  if (segments === null) return unknown;
  const [first, ...rest] = segments;
  switch (first) {
    case 'org':
      return rootRoute(rest, org);
    case 'audit':
      return auditRoute(rest, org);
    case 'logs':
      return logsRoute(rest, org);
    case 'q':
      return rest.length === 1 ? { what: 'token', token: rest[0]! } : unknown;
    case 'about':
    case 'discovery':
      return rest.length === 0 ? { what: first } : unknown;
    case '-remote':
      return rest[1] === 'replicas' ? replicasRoute(rest.slice(2), org, rest[0]!) : unknown;
    case 'replicas':
      return replicasRoute(rest, org, null);
    default:
      return unknown;
  }
}

/** null for a path that names nothing: no slash before it, an empty segment, or an escape that is none. */
function segmentsOf(path: string): readonly string[] | null {
  if (!path.startsWith('/')) return null;
  const written = path.slice(1).replace('replicas//', 'replicas/').split('/');
  if (!path.includes('%')) return written.includes('') ? null : written;
  const segments = written.map(decoded);
  return segments.some((one) => one === null || one === '' || one.includes('/')) ? null : (segments as string[]);
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function rootRoute([name, ...rest]: readonly string[], org: string): ApiRoute {
  if (name === undefined || name.startsWith('-'))
    return collectionRoute('org', null, name === undefined ? [] : [name, ...rest]);
  if (name !== org) return unknown;
  const [kind, ...inner] = rest;
  if (kind === undefined || kind.startsWith('-')) return itemRoute({ kind: 'org', gvc: null, name }, rest);
  return isKind(kind) && kind !== 'org' ? kindRoute(kind, inner) : unknown;
}

/** Below `/org/ORG/KIND`. */
function kindRoute(kind: Kind, rest: readonly string[]): ApiRoute {
  const [name, inner, ...more] = rest;
  if (name === undefined || name.startsWith('-')) return collectionRoute(kind, null, rest);
  if (isOfGvc(kind)) return unknown;
  if (kind === 'gvc' && inner !== undefined && isKind(inner) && isOfGvc(inner)) {
    const [own] = more;
    if (own === undefined || own.startsWith('-')) return collectionRoute(inner, name, more);
    return itemRoute({ kind: inner, gvc: name, name: own }, more.slice(1));
  }
  return itemRoute({ kind, gvc: null, name }, rest.slice(1));
}

function collectionRoute(kind: Kind, gvc: string | null, [suffix, ...more]: readonly string[]): ApiRoute {
  if (suffix === undefined) return { what: 'collection', kind, gvc };
  if (suffix === '-query') return more.length === 0 ? { what: 'query', kind, gvc } : unknown;
  if (suffix === '-schema')
    return more.length === 1 && more[0] === 'permissions' ? { what: 'permissions', kind, gvc } : unknown;
  if (kind !== 'user') return unknown;
  if (suffix === '-invite') return more.length === 0 ? { what: 'invite' } : unknown;
  const [by, email] = more;
  return suffix === '-for' && by === 'email' && email !== undefined && more.length === 2
    ? { what: 'userByEmail', email }
    : unknown;
}

function itemRoute(item: ItemRoute, [suffix, ...more]: readonly string[]): ApiRoute {
  const [last] = more;
  const isWorkload = item.kind === 'workload';
  switch (suffix) {
    case undefined:
      return { what: 'item', ...item };
    case '-eventlog':
      return more.length === 0 ? { what: 'eventlog', ...item } : unknown;
    case '-accessreport':
      return more.length === 0 ? { what: 'accessreport', ...item } : unknown;
    case '-addKey':
      return more.length === 0 && item.kind === 'serviceaccount' ? { what: 'addKey', ...item } : unknown;
    case '-reveal':
      return more.length === 0 && item.kind === 'secret' ? { what: 'reveal', ...item } : unknown;
    case '-command':
      if (!isWorkload && item.kind !== 'volumeset') return unknown;
      if (more.length > 1) return unknown;
      if (last === undefined) return { what: 'commands', owner: item };
      return last === '-query' ? { what: 'commandQuery', owner: item } : { what: 'command', owner: item, id: last };
    case 'deployment':
      if (!isWorkload || more.length > 1) return unknown;
      return last === undefined
        ? { what: 'deployments', workload: item }
        : { what: 'deployment', workload: item, location: last };
    default:
      return unknown;
  }
}

function auditRoute([word, name, ...rest]: readonly string[], org: string): ApiRoute {
  if (word !== 'org' || name !== org) return unknown;
  if (rest.length === 0) return { what: 'audit', id: null };
  const [resource, by, id] = rest;
  return resource === 'resource' && by === 'id' && id !== undefined && rest.length === 3
    ? { what: 'audit', id }
    : unknown;
}

function logsRoute([word, name, ...rest]: readonly string[], org: string): ApiRoute {
  const way = rest.at(-1);
  if (word !== 'org' || name !== org || rest.length !== 4 || rest.slice(0, 3).join('/') !== 'loki/api/v1')
    return unknown;
  return way === 'query_range' || way === 'tail' ? { what: 'logs', way } : unknown;
}

function replicasRoute(rest: readonly string[], org: string, location: string | null): ApiRoute {
  if (rest[0] !== 'org' || rest[1] !== org) return unknown;
  const route = kindRoute('gvc', rest.slice(3));
  if (rest[2] !== 'gvc' || route.what !== 'item' || route.kind !== 'workload') return unknown;
  return { what: 'replicas', workload: { kind: route.kind, gvc: route.gvc, name: route.name }, location };
}
