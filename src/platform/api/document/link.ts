/**
 * Links: paths that name resources, `/org/acme/gvc/shop/workload/api`. Short links omit the parts that their place
 * already determines.
 */

import { isOfGvc, type Kind } from '../records/kinds.ts';
import { isList, isObject, type Json, type JsonObject } from './json.ts';

/** The place from which a short link is read. */
export interface LinkBase {
  readonly org: string;
  /** null outside any GVC. */
  readonly gvc: string | null;
}

/** The link of a resource; `gvc` is left out for kinds of the org. */
export function linkOf(kind: Kind, name: string, base: LinkBase): string {
  if (kind === 'org') return `/org/${name}`;
  return isOfGvc(kind) && base.gvc !== null
    ? `/org/${base.org}/gvc/${base.gvc}/${kind}/${name}`
    : `/org/${base.org}/${kind}/${name}`;
}

/**
 * A short link in full (`api.links`); any other text as it is.
 *
 *   //location/aws-us-east-1 -> /org/acme/location/aws-us-east-1
 *   //identity/api in GVC shop -> /org/acme/gvc/shop/identity/api
 */
export function fullLink(text: string, base: LinkBase): string {
  if (!text.startsWith('//')) return text;
  const [kind = '', ...rest] = text.slice(2).split('/');
  const inGvc = isOfGvc(kind) && rest.length === 1 && base.gvc !== null;
  return `/org/${base.org}/${inGvc ? `gvc/${base.gvc}/` : ''}${[kind, ...rest].join('/')}`;
}

/** The last segment of a link: the name of what it names. */
export function nameOfLink(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1);
}

/**
 * The name of a location that a text names or links; what is neither name nor link of one stays as it is.
 *
 *   //location/aws-us-east-1 -> aws-us-east-1 /org/acme/location/aws-us-east-1 in org acme -> aws-us-east-1 //gvc/shop
 *   -> //gvc/shop
 */
export function locationNameOf(text: string, { org }: Pick<LinkBase, 'org'>): string {
  if (!text.startsWith('/')) return text;
  const base = { org, gvc: null };
  const full = fullLink(text, base);
  const name = nameOfLink(full);
  return full === linkOf('location', name, base) ? name : text;
}

/**
 * The document with each short link in full: texts in fields named `...Link`, lists of texts in fields named
 * `...Links`, and the other fields that may hold links; not below the keys `asSent`.
 */
export function withFullLinks(value: JsonObject, base: LinkBase, asSent: readonly string[] = []): JsonObject {
  let changed: { [key: string]: Json } | null = null;
  for (const key of Object.keys(value)) {
    if (asSent.includes(key)) continue;
    const inner = value[key]!;
    const full = fullField(key, inner, base);
    if (full === inner) continue;
    changed ??= { ...value };
    changed[key] = full;
  }
  return changed ?? value;
}

function fullField(key: string, value: Json, base: LinkBase): Json {
  if (typeof value === 'string') return holdsLink(key) ? fullLink(value, base) : value;
  if (isObject(value)) return withFullLinks(value, base);
  if (!isList(value)) return value;
  const full = value.map((entry) => {
    if (typeof entry === 'string') return holdsLinks(key) ? fullLink(entry, base) : entry;
    return isObject(entry) ? withFullLinks(entry, base) : entry;
  });
  return full.some((entry, index) => entry !== value[index]) ? full : value;
}

/** Per-location options may link their location, or name it. */
function holdsLink(key: string): boolean {
  return key.endsWith('Link') || key === 'location';
}

/** The internal firewall links workloads. */
function holdsLinks(key: string): boolean {
  return key.endsWith('Links') || key === 'inboundAllowWorkload';
}
