/**
 * The org endpoint prefix of a GVC: a part of the host names of its workloads (NET-2).
 */

import { type JsonObject, textAt } from '../document/json.ts';
import { type Breach, breach, shown } from '../requests/breach.ts';
import type { ValidationContext } from '../requests/context.ts';
import { matches } from './bound.ts';

/** It is one part of a host name, or empty for none (`fields.bounds.endpointPrefix`). */
export function checkEndpointPrefix(spec: JsonObject, { assumptions }: ValidationContext): readonly Breach[] {
  const prefix = textAt(spec, 'endpointPrefix') ?? '';
  if (prefix === '' || matches(prefix, assumptions['fields.bounds.endpointPrefix'])) return [];
  const message = `endpointPrefix must consist of lower-case letters, digits and hyphens, without a hyphen at either end; found ${shown(prefix)}`;
  return [breach(['spec', 'endpointPrefix'], 'fields.bounds.endpointPrefix', message)];
}
