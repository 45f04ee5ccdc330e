/**
 * Whether a deployment takes calls at all.
 */
import type { Reason } from '../../../engine/journal.ts';
import { because } from '../../../rules/reason.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { World } from '../../world.ts';
import { shutOut } from '../firewall.ts';

const suspended = because(['SUSP-2'], ['traffic.status.off']);
const disabled = because(['LOC-7'], ['traffic.status.off']);
const lost = because([], ['fault.outage.replicas', 'traffic.status.off']);
const deleted = because([], ['api.deleteStatus', 'traffic.status.off']);
const withdrawn = because(['TAG-35'], ['ignore.effect', 'traffic.status.off']);
const asleep = because(['TYPE-4'], ['traffic.status.off']);

/** It is there, wanted, and not asleep by a trigger that no call can pull. */
export function isOpen({ closed, standing, desired, options }: Deployment): boolean {
  if (standing !== 'on' || (closed !== 'none' && closed !== 'ignored')) return false;
  return desired > 0 || options.autoscaling?.loop === 'kpa';
}

/**
 * Why its firewall keeps a caller out, by the link of a workload that calls inside, or null for one outside; null where
 * it does not.
 */
export function shutOutBy(
  { setup, assumptions }: World,
  { gvc, settings }: Deployment,
  by: string | null,
): Reason | null {
  return shutOut({ org: setup.org, gvc, firewall: settings.requests.firewall }, by, assumptions);
}

/** Why it takes none. */
export function closedReason({ closed, standing }: Deployment): Reason {
  if (closed === 'outage') return lost;
  if (closed === 'disabled') return disabled;
  if (closed === 'deleting') return deleted;
  if (closed === 'withdrawn') return withdrawn;
  return standing === 'on' ? asleep : suspended;
}
