/**
 * The tags of charges.
 */

import { because } from '../../../rules/reason.ts';
import { sameJson, textTags } from '../../api/document/json.ts';
import { note, type Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { replicaAt, type VolumesetEntity, volumeAt, type World } from '../../world.ts';
import { type Tags, tagsText } from '../series.ts';
import { decided } from './decided.ts';
import { countEgress } from './egress.ts';
import { journalRequests } from './requestMeter.ts';

const retagged = because([], ['billing.tagInheritance']);

/**
 * Changes the tags of a deployment's charges from now on; earlier charges keep theirs.
 * Egress and requests so far are counted first, under the old tags.
 */
export function retagDeployment(sim: Sim, deployment: Deployment, tags: Tags, cause: number): void {
  const { world, now } = sim;
  if (sameJson(tags, deployment.tags)) return;
  const { cron, kept, balancer } = deployment;
  const spans: number[] = [...(kept?.spans ?? []), ...(balancer === null ? [] : [balancer])];
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    countEgress(world, world.ledger, deployment, replica, now);
    replica.countedAt = now;
    spans.push(...replica.spans);
    if (world.assumptions['billing.mountBilledTo'] === 'workload')
      for (const mount of replica.mounts) spans.push(...mount.spans);
  }
  for (const handle of [...(cron?.active ?? []), ...(cron?.leaving ?? [])]) {
    spans.push(...(world.executions.get(handle)?.spans ?? []));
  }
  journalRequests(sim, deployment);
  deployment.tags = tags;
  deployment.series = null;
  deployment.reservation = null;
  const seq = note(
    sim,
    'charges.tagged',
    { subject: deployment.subject, reason: retagged, cause },
    { tags: toldTags(tags) },
  );
  for (const span of spans) world.ledger.retag(span, tags, now, seq);
}

/** Does the same for the volumes of a set, their snapshots, and its mount points if they are billed to it. */
export function retagVolumeset(sim: Sim, set: VolumesetEntity, cause: number): void {
  const { world, now } = sim;
  const tags = tagsOf(world, set.gvc, set.link);
  if (sameJson(tags, set.tags)) return;
  set.tags = tags;
  const seq = note(sim, 'charges.tagged', { subject: set.subject, reason: retagged, cause }, { tags: toldTags(tags) });
  const spans: number[] = [];
  for (const handle of set.volumes) {
    const { span, snapshotSpans } = volumeAt(world, handle);
    if (span !== null) spans.push(span);
    spans.push(...snapshotSpans.values());
  }
  if (world.assumptions['billing.mountBilledTo'] === 'volumeSet') {
    for (const [, { mounts }] of world.replicas.entries())
      for (const mount of mounts) if (mount.volumeset === set.handle) spans.push(...mount.spans);
  }
  for (const span of spans) world.ledger.retag(span, tags, now, seq);
}

/** Tags as the journal writes them, in an order that does not depend on the input. */
function toldTags(tags: Tags): Tags {
  return JSON.parse(tagsText(tags)) as Tags;
}

/** Tags as a part of a journal entry; empty if there are none. */
export function tagsPart(tags: Tags): { readonly tags?: Tags } {
  return Object.keys(tags).length === 0 ? {} : { tags: toldTags(tags) };
}

/**
 * The tags of a charge: those of the org, the GVC and the resource itself; the nearest wins (`billing.tagInheritance`).
 */
export function tagsOf(world: World, gvc: string, link: string): Tags {
  const { records } = world.control;
  const org = `/org/${world.setup.org}`;
  const own = textTags(records.get(link)?.tags ?? {});
  const inherited = {
    ...textTags(records.get(org)?.tags ?? {}),
    ...textTags(records.get(`${org}/gvc/${gvc}`)?.tags ?? {}),
  };
  if (Object.keys(inherited).length > 0) decided(world, 'billing.tagInheritance');
  return world.assumptions['billing.tagInheritance'] === 'ownOnly' ? own : { ...inherited, ...own };
}
