/**
 * The firewall of a workload: which callers may enter.
 */
import type { Reason } from '../../engine/journal.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import { because } from '../../rules/reason.ts';
import { fullLink } from '../api/document/link.ts';

/** Values of `firewallConfig.internal.inboundAllowType`. */
export const insideTypes = ['none', 'same-gvc', 'same-org', 'workload-list'] as const;

/** The settings of a workload's `firewallConfig`. */
export interface FirewallSettings {
  /** Whether callers from outside may enter (`firewall.enforce`). */
  readonly opensOutside: boolean;
  /** `internal.inboundAllowType`; null if it has no known value. */
  readonly inside: (typeof insideTypes)[number] | null;
  /** `internal.inboundAllowWorkload`: links as written; used with `workload-list`. */
  readonly insideList: readonly string[];
}

/** The workload that is called. */
export interface Called {
  readonly org: string;
  readonly gvc: string;
  readonly firewall: FirewallSettings;
}

const shutOutside = because([], ['firewall.enforce', 'firewall.duration', 'traffic.status.firewall']);
const shutInside = because(['NET-7'], ['firewall.internal', 'firewall.duration', 'traffic.status.firewall']);

/**
 * Why the firewall refuses a caller (NET-7, `firewall.internal`, `firewall.enforce`); null if the caller may enter.
 *
 *   same-gvc, called by another workload of the GVC                                        -> null
 *   none, called by any internal caller, its own replicas too                              -> refused
 *   workload-list with //gvc/shop/workload/web, called by /org/acme/gvc/shop/workload/web  -> null
 *
 * @param by link of the calling workload, over an internal address; null: the call comes from outside
 */
export function shutOut(
  { org, gvc, firewall }: Called,
  by: string | null,
  assumptions: Pick<Assumptions, 'firewall.enforce' | 'firewall.internal'>,
): Reason | null {
  if (by === null) return firewall.opensOutside || assumptions['firewall.enforce'] === 'none' ? null : shutOutside;
  const how = assumptions['firewall.internal'];
  if (how === 'ignored') return null;
  switch (firewall.inside) {
    case 'same-org':
      return null;
    case 'same-gvc':
      return by.startsWith(`/org/${org}/gvc/${gvc}/`) ? null : shutInside;
    case 'workload-list':
      return firewall.insideList.some((link) => fullLink(link, { org, gvc }) === by) ? null : shutInside;
    case 'none':
      return shutInside;
    case null:
      return how === 'closed' ? shutInside : null;
  }
}
