/**
 * Names that a scenario or the platform already has, for the places that refer to them.
 */
import { catalogueNames } from '../../../platform/api/records/locations.ts';
import { quotaNames } from '../../../platform/api/records/state.ts';
import type { CursorPlace } from './cursorPlace.ts';

interface NamedResource {
  readonly kind: string;
  readonly name: string;
  readonly gvc: string | null;
}

/** Names that may be the value at a place, or the key at it; empty: nothing is referred to there. */
export function namesAt({ steps, isKey, document }: CursorPlace): readonly string[] {
  const resources = resourcesIn(document);
  const workloads = resources.filter(({ kind }) => kind === 'workload').map(gvcName);
  const own = steps.at(-1)?.key;
  const [first] = steps;
  const path = steps.map(({ key }) => key);
  if (isKey) {
    if (own === 'behavior')
      return resources.filter(({ kind }) => kind === 'workload' || kind === 'volumeset').map(gvcName);
    if (own === 'demand' && first?.key === 'timeline') return workloads;
    if (own === 'locations' && path.length === 1) return catalogueNames;
    if (own === 'latencies') return catalogueNames;
    if (own === 'quotas') return quotaNames;
    if (own === 'resources' && first?.key === 'variants')
      return resources.map(({ gvc, kind, name }) => [gvc, kind, name].filter((word) => word !== null).join('/'));
    return [];
  }
  const holder = typeof own === 'number' ? path.findLast((key) => typeof key === 'string') : own;
  switch (holder) {
    case 'gvc':
      return resources.filter(({ kind }) => kind === 'gvc').map(({ name }) => name);
    case 'to':
    case 'by':
      return workloads;
    case 'of':
      if (first?.key === 'expect') return [...resources.filter(isBilled).map(gvcName), ...gvcs(resources)];
      return resources.filter(isBilled).map(gvcName);
    case 'from':
      return first?.key === 'timeline' && path.length === 3 ? workloads : catalogueNames;
    case 'at':
      return first?.key === 'expect' ? catalogueNames : [];
    case 'location':
      // Local options name the location alone, as a fault does.
      return catalogueNames;
    case 'locationLinks':
      return catalogueNames.map((name) => `//location/${name}`);
    case 'get':
    case 'put':
    case 'patch':
    case 'delete':
      return first?.key === 'timeline' ? resources.map(linkOf) : [];
    case 'uri':
      return resources.filter(({ kind }) => kind === 'volumeset').map(({ name }) => `svc://volumeset/${name}`);
    case 'workloadLink':
      return resources.filter(({ kind }) => kind === 'workload').map((one) => `/${linkOf(one)}`);
    case 'identityLink':
      return resources.filter(({ kind }) => kind === 'identity').map(({ name }) => `//identity/${name}`);
    default:
      return [];
  }
}

function isBilled({ kind }: NamedResource): boolean {
  return kind === 'workload' || kind === 'volumeset';
}

function gvcs(resources: readonly NamedResource[]): readonly string[] {
  return resources.filter(({ kind }) => kind === 'gvc').map(({ name }) => name);
}

function gvcName({ gvc, name }: NamedResource): string {
  return `${gvc ?? ''}/${name}`;
}

function linkOf({ kind, gvc, name }: NamedResource): string {
  return gvc === null ? `/${kind}/${name}` : `/gvc/${gvc}/${kind}/${name}`;
}

function resourcesIn(document: unknown): readonly NamedResource[] {
  const { resources } = (document ?? {}) as { readonly resources?: unknown };
  if (!Array.isArray(resources)) return [];
  return resources.flatMap((one: unknown) => {
    if (typeof one !== 'object' || one === null) return [];
    const { kind, name, gvc } = one as { readonly [key: string]: unknown };
    if (typeof kind !== 'string' || typeof name !== 'string') return [];
    return [{ kind, name, gvc: typeof gvc === 'string' ? gvc : null }];
  });
}
