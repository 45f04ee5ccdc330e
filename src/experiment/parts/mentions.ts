/**
 * Names of workloads and volume sets in links, in documents and in entries of a timeline.
 */
import { isList, isObject, type Json } from '../../platform/api/document/json.ts';
import { keyOf } from '../../scenario/read/names.ts';
import type { ScenarioResource, TimelineEntry } from '../../scenario/scenario.ts';

/** `gvc/kind/name` of a workload or a volume set; null: the resource is neither. */
export function nounOf({ kind, gvc, name }: ScenarioResource): string | null {
  return gvc !== null && (kind === 'workload' || kind === 'volumeset') ? keyOf({ gvc, kind, name }) : null;
}

/** The workloads and volume sets that an entry of the timeline concerns. */
export function namesOf({ action }: TimelineEntry, org: string): readonly string[] {
  switch (action.kind) {
    case 'request': {
      const { path, body, from } = action;
      const owner = ownerOf(path, org);
      return owner === null ? [] : [owner.name, ...mentionedIn([body, from ?? ''], owner.gvc)];
    }
    case 'behaviour':
      return [...action.changes.keys()];
    case 'demand':
      return [...action.scales.keys()];
    case 'fault': {
      const { of } = action.fault;
      return of === null ? [] : [`${of.gvc}/${of.kind}/${of.name}`];
    }
    case 'probe':
      return [];
  }
}

/** The workload or volume set whose path it is or begins, and what follows. */
export function ownerOf(
  path: string,
  org: string,
): { readonly name: string; readonly gvc: string; readonly rest: string } | null {
  const found = /^\/gvc\/([^/]+)\/(workload|volumeset)\/([^/]+)(.*)$/.exec(path.slice(`/org/${org}`.length));
  if (found === null || !path.startsWith(`/org/${org}/`)) return null;
  const [, gvc = '', kind = '', name = '', rest = ''] = found;
  return { name: `${gvc}/${kind}/${name}`, gvc, rest };
}

const mention = /(?:gvc\/([^/]+)|\/)\/(workload|volumeset)\/([^/?#\s]+)/g;

/** Links of workloads and volume sets anywhere in a document. @param gvc of links that name none */
export function mentionedIn(value: Json, gvc: string | null): readonly string[] {
  const found: string[] = [];
  const look = (one: Json): void => {
    if (typeof one === 'string') {
      for (const [, named, kind = '', name = ''] of one.matchAll(mention)) {
        const of = named ?? gvc;
        if (of !== null) found.push(`${of}/${kind}/${name}`);
      }
    } else if (isList(one)) for (const item of one) look(item);
    else if (isObject(one)) for (const key in one) look(one[key] ?? null);
  };
  look(value);
  return found;
}
