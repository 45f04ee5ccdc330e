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
 * runs goes on, also with more replicas and new versions: it keeps the values that it has read.
 *
 * @param known undefined: the deployment is new
 */
export function isPaused(world: World, record: StoredRecord, known: Deployment | undefined): boolean {
  if (world.assumptions['secret.missing'] !== 'pause') return false;
  if (known !== undefined && known.closed !== 'paused') return false;
  return missingSecrets(world, record).length > 0;
}

/** The names of the secrets that the containers of a workload mount, read or inherit and that do not exist, sorted. */
export function missingSecrets(world: World, { spec, gvc }: StoredRecord): readonly string[] {
  const { org } = world.setup;
  const owner = gvc === null ? undefined : world.control.records.get(linkOf('gvc', gvc, { org, gvc: null }));
  const names = new Set(secretUses(spec, inheritable(owner?.spec ?? {}, world.assumptions)).map(({ name }) => name));
  return [...names].filter((name) => !isThere(world, linkOf('secret', name, { org, gvc: null }))).sort();
}

function isThere(world: World, link: string): boolean {
  const record = world.control.records.get(link);
  return record !== undefined && record.deletingSince === null;
}
