/**
 * Links of a document to other records: each leads to one that is there, of a kind that fits (`api.links`).
 */
import { type Breach, breach } from '../breach.ts';
import type { ValidationContext } from '../context.ts';
import { isList, isObject, type Json, type Path } from '../json.ts';
import { kinds as allKinds, type Kind } from '../kinds.ts';

/**
 * Nothing where a link leads to a record of one of these kinds; else the breach. One that the record has beside its spec already may stay, though what it
 * led to has gone.
 *
 * @param gvc name of the GVC that the record must live in; null: any, or none
 */
export function linkBreaches(
  link: string,
  at: Path,
  { kinds, gvc = null }: { readonly kinds: readonly Kind[]; readonly gvc?: string | null },
  context: ValidationContext,
): readonly Breach[] {
  if (context.assumptions['api.links'] === 'store') return [];
  const found = context.find(link);
  const isPlaced = gvc === null || link.startsWith(`/org/${context.org}/gvc/${gvc}/`);
  if (found !== null && kinds.includes(found.kind) && isPlaced) return [];
  if (context.before !== null && mentions(context.before.more, link)) return [];
  const wanted = kinds === allKinds ? 'resource' : kinds.join(' or ');
  const message = `${link} is no ${wanted}${gvc === null ? '' : ` of the GVC ${gvc}`} that is there`;
  return [breach(at, 'api.links', message, 'BAD_REFERENCE')];
}

/** Whether a text stands anywhere in a value. */
export function mentions(value: Json, text: string): boolean {
  if (isList(value)) return value.some((entry) => mentions(entry, text));
  return isObject(value) ? Object.values(value).some((entry) => mentions(entry, text)) : value === text;
}
