/**
 * Deployments that wait for a secret (`secret.missing`).
 */

import { linkOf } from '../../api/document/link.ts';
import type { StoredRecord } from '../../api/records/record.ts';
import { inheritable, secretUses } from '../../api/settings/mounts.ts';
import type { World } from '../../world.ts';
import type { Deployment } from '../deployment.ts';

/**
 * Whether a deployment is paused because a secret that its containers mount, read or inherit does not exist. One that
 * runs goes on: its replicas have read what they need.
 *
 * @param known undefined: the deployment is new
 */
export function isPaused(world: World, { spec, gvc }: StoredRecord, known: Deployment | undefined): boolean {
  if (world.assumptions['secret.missing'] !== 'pause') return false;
  if (known !== undefined && known.closed !== 'paused') return false;
  const { org } = world.setup;
  const owner = gvc === null ? undefined : world.control.records.get(linkOf('gvc', gvc, { org, gvc: null }));
  const uses = secretUses(spec, inheritable(owner?.spec ?? {}, world.assumptions));
  return uses.some(({ name }) => !isThere(world, linkOf('secret', name, { org, gvc: null })));
}

function isThere(world: World, link: string): boolean {
  const record = world.control.records.get(link);
  return record !== undefined && record.deletingSince === null;
}
