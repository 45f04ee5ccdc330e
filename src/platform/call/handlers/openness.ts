/**
 * Whether a deployment accepts calls at all.
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
const paused = because([], ['secret.missing', 'traffic.status.off']);
const asleep = because(['TYPE-4'], ['traffic.status.off']);

/** Whether it exists, is desired, and is not scaled to zero by a trigger that calls cannot activate. */
export function isOpen({ closed, standing, desired, options }: Deployment): boolean {
  if (standing !== 'on' || (closed !== 'none' && closed !== 'ignored')) return false;
  return desired > 0 || options.autoscaling?.loop === 'kpa';
}

/**
 * Why its firewall refuses a caller, given by the link of an internal calling workload, or null for a caller outside;
 * null if it lets the caller in.
 */
export function shutOutBy(
  { setup, assumptions }: World,
  { gvc, firewall }: Deployment,
  by: string | null,
): Reason | null {
  return shutOut({ org: setup.org, gvc, firewall }, by, assumptions);
}

/** Why it accepts no calls. */
export function closedReason({ closed, standing }: Deployment): Reason {
  if (closed === 'outage') return lost;
  if (closed === 'disabled') return disabled;
  if (closed === 'deleting') return deleted;
  if (closed === 'withdrawn') return withdrawn;
  if (closed === 'paused') return paused;
  return standing === 'on' ? asleep : suspended;
}
