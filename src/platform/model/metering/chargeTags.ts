/**
 * The tags that charges carry.
 */
import type { Instant } from '../../../engine/time.ts';
import { sameJson, textTags } from '../../control/json.ts';
import type { Tags } from '../../metering/series.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { replicaAt, type VolumesetEntity, volumeAt, type World } from '../../world.ts';
import { countEgress } from './egress.ts';

/**
 * Charges of a deployment carry other tags from now on; what was charged before keeps its own.
 * Egress that has flowed is counted first, under the tags that it flowed under.
 */
export function retagDeployment(world: World, deployment: Deployment, tags: Tags, at: Instant, seq: number): void {
  if (sameJson(tags, deployment.tags)) return;
  const { cron } = deployment;
  const spans: number[] = [];
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    countEgress(world, world.ledger, deployment, replica, at);
    replica.countedAt = at;
    spans.push(...replica.spans);
  }
  for (const handle of [...(cron?.active ?? []), ...(cron?.leaving ?? [])]) {
    spans.push(...(world.executions.get(handle)?.spans ?? []));
  }
  deployment.tags = tags;
  deployment.series = null;
  deployment.outfit = null;
  for (const span of spans) world.ledger.retag(span, tags, at, seq);
}

/** The same for the volumes of a set. */
export function retagVolumeset(world: World, set: VolumesetEntity, at: Instant, seq: number): void {
  const tags = tagsOf(world, set.gvc, set.link);
  if (sameJson(tags, set.tags)) return;
  set.tags = tags;
  for (const handle of set.volumes) {
    const { span } = volumeAt(world, handle);
    if (span !== null) world.ledger.retag(span, tags, at, seq);
  }
}

/** Tags that a charge carries: those of the org, the gvc and its own, the nearest winning (`billing.tagInheritance`). */
export function tagsOf(world: World, gvc: string, link: string): Tags {
  const { records } = world.control;
  const org = `/org/${world.setup.org}`;
  const own = textTags(records.get(link)?.tags ?? {});
  if (world.assumptions['billing.tagInheritance'] === 'ownOnly') return own;
  return {
    ...textTags(records.get(org)?.tags ?? {}),
    ...textTags(records.get(`${org}/gvc/${gvc}`)?.tags ?? {}),
    ...own,
  };
}
