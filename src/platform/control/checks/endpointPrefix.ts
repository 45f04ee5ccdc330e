/**
 * The org endpoint prefix of a GVC: a part of the host names of its workloads (NET-2).
 */

import { type Breach, breach, shown } from '../breach.ts';
import type { ValidationContext } from '../context.ts';
import { type JsonObject, textAt } from '../json.ts';
import { matches } from './bound.ts';

/** It is one part of a host name, or empty for none (`fields.bounds.endpointPrefix`). */
export function checkEndpointPrefix(spec: JsonObject, { assumptions }: ValidationContext): readonly Breach[] {
  const prefix = textAt(spec, 'endpointPrefix') ?? '';
  if (prefix === '' || matches(prefix, assumptions['fields.bounds.endpointPrefix'])) return [];
  const message = `endpointPrefix must be small letters, digits and hyphens, with no hyphen at either end; found ${shown(prefix)}`;
  return [breach(['spec', 'endpointPrefix'], 'fields.bounds.endpointPrefix', message)];
}
