/**
 * Tokens of workloads, as their containers have them in `SVC_TOKEN` (ENV-11, AUTH-3).
 */

import { tokenOf } from '../../network/environment.ts';
import { idOf, idOfRecord, ownerOf } from '../document/id.ts';
import { nameOfLink } from '../document/link.ts';
import type { StoredRecord } from '../records/record.ts';
import type { Control } from '../records/state.ts';
import type { PlatformView } from '../records/view.ts';

/** The workload whose token a credential is; null: that of one that is gone. Undefined: it is no token. */
export function workloadOfToken(
  control: Control,
  credential: string,
  platform: PlatformView,
): StoredRecord | null | undefined {
  if (!form.test(credential)) return undefined;
  for (const record of control.records.values()) {
    if (record.kind === 'workload' && isToken(control, record, credential, platform)) return record;
  }
  return isOfGone(control, credential) ? null : undefined;
}

const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function isToken({ config }: Control, workload: StoredRecord, credential: string, platform: PlatformView): boolean {
  const { seed, assumptions } = config;
  const id = idOfRecord(workload, seed);
  const isOf = (location: string, replica: string): boolean =>
    tokenOf({ seed, workload: { id }, location: { name: location }, replica }, assumptions) === credential;
  if (assumptions['env.token'] === 'perWorkload') return isOf('', '');
  return platform
    .deploymentLocations(workload)
    .some((location) => platform.replicaNames(workload, location).some((replica) => isOf(location, replica)));
}

/**
 * Whether it was the token of a workload that is gone. Replicas leave no trace: where each has its own, all that has
 * the form of a token was one.
 */
function isOfGone({ config, incarnations }: Control, credential: string): boolean {
  const { seed, assumptions } = config;
  if (assumptions['env.token'] === 'perReplica') return true;
  for (const [link, count] of incarnations) {
    if (link.split('/').at(-2) !== 'workload') continue;
    for (let incarnation = 0; incarnation < count; incarnation += 1) {
      const id = idOf(seed, ownerOf(link), 'workload', nameOfLink(link), incarnation);
      const gone = { seed, workload: { id }, location: { name: '' }, replica: '' };
      if (tokenOf(gone, assumptions) === credential) return true;
    }
  }
  return false;
}
