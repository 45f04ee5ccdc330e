/**
 * From a path to what it names (API-1).
 */
import { isOfGvc } from './link.ts';
import type { Kind } from './record.ts';

export type Route =
  | { readonly what: 'item'; readonly kind: Kind; readonly gvc: string | null; readonly name: string }
  /** `gvc` is null for kinds of the org, and for a list over all GVCs. */
  | { readonly what: 'collection'; readonly kind: Kind; readonly gvc: string | null }
  | { readonly what: 'commands'; readonly owner: string }
  | { readonly what: 'command'; readonly owner: string; readonly id: string }
  | { readonly what: 'deployments'; readonly workload: string }
  | { readonly what: 'deployment'; readonly workload: string; readonly location: string }
  /** A path of the platform that this simulation does not answer. */
  | { readonly what: 'notSimulated' }
  | { readonly what: 'unknown' };

const unknown: Route = { what: 'unknown' };
const notSimulated: Route = { what: 'notSimulated' };

/** The platform's further kinds (QUERY-7), and suffixes without an effect here. */
const furtherKinds: ReadonlySet<string> = new Set([
  'cloudaccount',
  'policy',
  'user',
  'group',
  'resource',
  'task',
  'permissions',
  'serviceaccount',
  'secret',
  'quota',
  'identity',
  'event',
  'image',
  'ipset',
  'resourcepolicy',
  'agent',
  'accessreport',
  'policymembership',
  'dbcluster',
  'auditctx',
  'memcachecluster',
  'spicedbcluster',
  'tenant',
  'mk8s',
  'imagesummary',
]);
const furtherSuffixes: ReadonlySet<string> = new Set([
  '-query',
  '-schema',
  '-eventlog',
  '-accessreport',
  '-addKey',
  '-reveal',
  '-for',
  '-invite',
]);

/** What a path names in an org. */
export function routeOf(path: string, org: string): Route {
  const [empty, orgWord, orgName, ...rest] = path.split('/');
  if (empty !== '' || orgWord !== 'org') return unknown;
  if (orgName === undefined) return { what: 'collection', kind: 'org', gvc: null };
  if (furtherSuffixes.has(orgName)) return notSimulated;
  if (orgName !== org || rest.includes('')) return unknown;
  if (rest.some((part) => furtherSuffixes.has(part))) return notSimulated;
  const [kind, name, ...inner] = rest;
  if (kind === undefined) return { what: 'item', kind: 'org', gvc: null, name: org };
  if (furtherKinds.has(kind)) return notSimulated;
  if (!isKind(kind) || kind === 'org') return unknown;
  if (name === undefined) return { what: 'collection', kind, gvc: null };
  if (isOfGvc(kind)) return unknown;
  if (kind !== 'gvc' || inner.length === 0)
    return inner.length === 0 ? { what: 'item', kind, gvc: null, name } : unknown;
  return routeInGvc(`/org/${org}/gvc/${name}`, name, inner);
}

function routeInGvc(link: string, gvc: string, [kind = '', name, suffix, last, ...more]: readonly string[]): Route {
  if (furtherKinds.has(kind)) return notSimulated;
  if ((kind !== 'workload' && kind !== 'volumeset') || more.length > 0) return unknown;
  if (name === undefined) return { what: 'collection', kind, gvc };
  const owner = `${link}/${kind}/${name}`;
  if (suffix === undefined) return { what: 'item', kind, gvc, name };
  if (suffix === '-command')
    return last === undefined ? { what: 'commands', owner } : { what: 'command', owner, id: last };
  if (suffix !== 'deployment' || kind !== 'workload') return unknown;
  return last === undefined
    ? { what: 'deployments', workload: owner }
    : { what: 'deployment', workload: owner, location: last };
}

const kinds: readonly string[] = ['org', 'gvc', 'workload', 'volumeset', 'location', 'domain'] satisfies Kind[];

function isKind(text: string): text is Kind {
  return kinds.includes(text);
}
