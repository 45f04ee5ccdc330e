/**
 * Links of a document to other records: each leads to one that is there, of a kind that fits (`api.links`).
 */

import type { Path } from '../document/json.ts';
import { kinds as allKinds, type Kind } from '../records/kinds.ts';
import { type Breach, breach } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';

/** What a link may lead to. */
export interface Aim {
  readonly kinds: readonly Kind[];
  /** Name of the GVC that the record must live in; left out: any, or none. */
  readonly gvc?: string | null;
  /** Whether a record may keep it after what it led to has gone; left out: yes. */
  readonly mayOutlive?: boolean;
}

/** Nothing where a link leads to a record of one of these kinds, or stood at its place before; else the breach. */
export function linkBreaches(
  link: string,
  at: Path,
  { kinds, gvc = null, mayOutlive = true }: Aim,
  context: ValidationContext,
): readonly Breach[] {
  if (context.assumptions['api.links'] === 'store') return [];
  const found = context.find(link);
  const isPlaced = gvc === null || link.startsWith(`/org/${context.org}/gvc/${gvc}/`);
  if (found !== null && kinds.includes(found.kind) && isPlaced) return [];
  if (mayOutlive && context.alreadyContained(at, link)) return [];
  const wanted = kinds === allKinds ? 'resource' : kinds.join(' or ');
  const message = `${wanted} ${link} does not exist${gvc === null ? '' : ` in the GVC ${gvc}`}`;
  return [breach(at, 'api.links', message, 'BAD_REFERENCE')];
}
