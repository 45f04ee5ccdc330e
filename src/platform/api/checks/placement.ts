/**
 * Where a GVC runs: links to locations that exist (`api.links`).
 */

import { isList, type JsonObject, objectAt } from '../document/json.ts';
import { linkOf, nameOfLink } from '../document/link.ts';
import { isAccepted } from '../records/locations.ts';
import { type Breach, breach } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';

/** Each link names a location of the org, and each location stands once. */
export function checkPlacement(spec: JsonObject, context: ValidationContext): readonly Breach[] {
  const links = objectAt(spec, 'staticPlacement').locationLinks;
  if (!isList(links)) return [];
  const seen = new Set<string>();
  return links.flatMap((link, index) => {
    if (typeof link !== 'string') return [];
    const at = ['spec', 'staticPlacement', 'locationLinks', index];
    const name = nameOfLink(link);
    if (link !== linkOf('location', name, context) || (context.find(link) === null && !isAccepted(name))) {
      if (context.assumptions['api.links'] === 'store') return [];
      const message = `location ${link} does not exist: write a link such as //location/aws-us-east-1`;
      return [breach(at, 'api.links', message, 'BAD_REFERENCE')];
    }
    if (seen.has(link))
      return [breach(at, 'api.links', `locationLinks must not repeat a location; found ${name} again`)];
    seen.add(link);
    return [];
  });
}

/** Names of the locations that a GVC's spec places it in, in its order. */
export function locationNames(spec: JsonObject): readonly string[] {
  const links = objectAt(spec, 'staticPlacement').locationLinks;
  return isList(links) ? links.flatMap((link) => (typeof link === 'string' ? [nameOfLink(link)] : [])) : [];
}
