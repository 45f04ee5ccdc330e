/**
 * Whom a workload's firewall lets in (NET-7, `api.links`).
 */

import { isList, objectAt } from '../document/json.ts';
import type { Breach } from '../requests/breach.ts';
import { linkBreaches } from './links.ts';
import type { WorkloadSubject } from './subject.ts';

/** Each link leads to a workload of the org; to this one, too, though it is made only now. */
export function checkFirewall({ spec, context }: WorkloadSubject): readonly Breach[] {
  const list = objectAt(objectAt(spec, 'firewallConfig'), 'internal').inboundAllowWorkload;
  if (!isList(list)) return [];
  const at = ['spec', 'firewallConfig', 'internal', 'inboundAllowWorkload'];
  return list.flatMap((link, index) =>
    typeof link === 'string' && link !== context.link
      ? linkBreaches(link, [...at, index], { kinds: ['workload'] }, context)
      : [],
  );
}
