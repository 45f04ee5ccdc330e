/**
 * Whom a workload's firewall lets in (NET-7, `api.links`, `firewall.enforce`).
 */

import { isList, objectAt } from '../document/json.ts';
import { type Breach, noEffect } from '../requests/breach.ts';
import { linkBreaches } from './links.ts';
import type { WorkloadSubject } from './subject.ts';

/** Whom it lets in from inside and from outside. */
export function checkFirewall(workload: WorkloadSubject): readonly Breach[] {
  return [...checkInside(workload), ...checkOutside(workload)];
}

/** An external firewall that is closed, and that nothing enforces (`firewall.enforce`). */
function checkOutside({ spec, context }: WorkloadSubject): readonly Breach[] {
  const list = objectAt(objectAt(spec, 'firewallConfig'), 'external').inboundAllowCIDR;
  if (!isList(list) || list.length > 0 || context.assumptions['firewall.enforce'] !== 'none') return [];
  const message =
    'an empty inboundAllowCIDR has no effect: firewall.enforce is none, so external requests are let in; set firewall.enforce to external to refuse them';
  return [noEffect(['spec', 'firewallConfig', 'external', 'inboundAllowCIDR'], 'firewall.enforce', message)];
}

/** Each link leads to a workload of the org; to this one, too, though it is made only now. */
function checkInside({ spec, context }: WorkloadSubject): readonly Breach[] {
  const list = objectAt(objectAt(spec, 'firewallConfig'), 'internal').inboundAllowWorkload;
  if (!isList(list)) return [];
  const at = ['spec', 'firewallConfig', 'internal', 'inboundAllowWorkload'];
  return list.flatMap((link, index) =>
    typeof link === 'string' && link !== context.link
      ? linkBreaches(link, [...at, index], { kinds: ['workload'] }, context)
      : [],
  );
}
