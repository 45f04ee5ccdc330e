/**
 * Deletions: a record is removed when the last thing that belongs to it is gone.
 */

import { because } from '../../../rules/reason.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { isMounted, setsOf } from '../../volume/handlers/holders.ts';
import { removeVolumes } from '../../volume/handlers/volumeset.ts';
import { type Deployment, isEmpty } from '../../workload/deployment.ts';
import { deploymentsOf, isDeleting, nameOfLink, subjectOf, volumesetAt } from '../../world.ts';
import { finishDelete } from '../requests/remove.ts';
import { endCommand } from './command.ts';

const gone = because([], ['api.deleteStatus']);

/**
 * A workload that waits for its deletion goes when nothing of it is left in any location; so does its GVC after the
 * last of them.
 */
export function finishDeleted(sim: Sim, link: string, cause: number): void {
  const record = sim.world.control.records.get(link);
  if (record === undefined || record.deletingSince === null) return;
  if (!deploymentsOf(sim.world, link).every(isEmpty)) return;
  sim.world.deployments.delete(link);
  sim.world.healths.delete(link);
  const seq = endRecord(sim, link, cause);
  if (record.gvc !== null) finishGvc(sim, record.gvc, seq);
}

/** A volume set goes with its volumes, once no replica mounts any of them. */
export function deleteVolumeset(sim: Sim, link: string, cause: number): void {
  const handle = sim.world.volumesets.get(link);
  const waits = isDeleting(sim.world, link);
  if (handle !== undefined) {
    const set = volumesetAt(sim.world, handle);
    if (waits && isMounted(sim.world, set, null)) return;
    removeVolumes(sim, set, cause);
  }
  sim.world.volumesets.delete(link);
  if (waits) endRecord(sim, link, cause);
}

/** A replica is gone: volume sets that it mounted, and that wait for their deletion, go after the last of those. */
export function finishVolumesets(sim: Sim, deployment: Deployment, version: number, cause: number): void {
  for (const { link } of setsOf(sim.world, deployment, version))
    if (isDeleting(sim.world, link)) deleteVolumeset(sim, link, cause);
}

/** A GVC goes after the last of its workloads. */
export function finishGvc(sim: Sim, gvc: string, cause: number): void {
  const { control, setup } = sim.world;
  const link = `/org/${setup.org}/gvc/${gvc}`;
  if (!isDeleting(sim.world, link)) return;
  for (const record of control.records.values()) if (record.gvc === gvc) return;
  endRecord(sim, link, cause);
}

/** @returns the number of the journal entry */
function endRecord(sim: Sim, link: string, cause: number): number {
  const { control } = sim.world;
  const seq = noteDeleted(sim, link, cause);
  for (const command of [...control.commands.values()]) {
    if (command.owner === link) endCommand(sim, command.id, 'cancelled', 'its owner was deleted', seq);
  }
  for (const change of finishDelete(control, link)) {
    if (change.link !== link) noteDeleted(sim, change.link, seq);
  }
  return seq;
}

/** Journals that a record is no more. */
export function noteDeleted(sim: Sim, link: string, cause: number | null): number {
  return note(sim, 'record.deleted', { subject: subjectOf(nameOfLink(link)), reason: gone, cause }, {});
}
