/**
 * Whether special tags that are not for every workload have an effect on a workload (TAG-13 to TAG-16).
 */
import type { Assumptions } from '../../../rules/assumptions.ts';
import { type JsonObject, objectAt } from '../document/json.ts';

/**
 * Whether a tag of this sort has an effect on a workload: in a GVC with a location of the customer's own (`tag.byok`),
 * or, of most such tags, behind a direct load balancer.
 *
 * @param providers of the locations of its GVC
 */
export function mayStand(
  only: 'byok' | 'byokOrDirect',
  spec: JsonObject,
  providers: readonly (string | null)[],
  assumptions: Pick<Assumptions, 'tag.byok'>,
): boolean {
  const isOwn = (provider: string | null): boolean => provider === 'byok';
  const isOnByok =
    assumptions['tag.byok'] === 'anyLocation' ? providers.some(isOwn) : providers.length > 0 && providers.every(isOwn);
  return isOnByok || (only === 'byokOrDirect' && hasDirectLoadBalancer(spec));
}

/** Whether a workload's spec asks for a load balancer of its own. */
function hasDirectLoadBalancer(spec: JsonObject): boolean {
  return objectAt(objectAt(spec, 'loadBalancer'), 'direct').enabled === true;
}
