/**
 * Links of manifests that lead to what is in no file (`api.links`).
 */

import type { JsonObject, Path } from '../../platform/api/document/json.ts';
import { isKind } from '../../platform/api/records/kinds.ts';
import type { ValidationContext } from '../../platform/api/requests/context.ts';
import { validateResource } from '../../platform/api/requests/validate.ts';
import { manifestGroups } from '../read/manifestGroup.ts';
import type { ScenarioReading } from '../text/reading.ts';
import { type TreeMap, valueAt } from '../text/tree.ts';
import type { Judged } from './requestedDocuments.ts';

/** So many are named. */
const namedMax = 5;

type Linking = Judged & { readonly kind: string; readonly doc: JsonObject; readonly path: Path };

/** Warns once of all links that are kept although they lead nowhere, where `manifests: { files }` brought them. */
export function warnOfOutside(
  root: TreeMap,
  all: readonly Linking[],
  { contextOf, reading }: { readonly contextOf: (one: Judged) => ValidationContext; readonly reading: ScenarioReading },
): void {
  if (!manifestGroups(root).some(({ isApplied }) => isApplied)) return;
  const found = all.flatMap((resource) => {
    const { kind, doc, path } = resource;
    const context = contextOf(resource);
    if (!isKind(kind) || context.assumptions['api.links'] !== 'store') return [];
    const strict = { ...context, assumptions: { ...context.assumptions, 'api.links': 'refuseMissing' as const } };
    return validateResource(kind, doc, strict)
      .filter(({ rule, message }) => rule === 'api.links' && message.includes('does not exist'))
      .map((finding) => [...path, ...finding.path])
      .filter((at) => typeof valueAt(root, at) === 'string');
  });
  const [first] = found;
  if (first === undefined) return;
  const links = [...new Set(found.map((at) => String(valueAt(root, at))))];
  const more = links.length > namedMax ? `, and ${links.length - namedMax} more` : '';
  const what = links.length === 1 ? 'a link leads' : `${links.length} links lead`;
  reading.complain(root, first, {
    code: 'outside-link',
    rule: 'api.links',
    severity: 'warning',
    message: `${what} to what is in no file, and ${links.length === 1 ? 'is' : 'are'} kept: ${links.slice(0, namedMax).join(', ')}${more}`,
  });
}
