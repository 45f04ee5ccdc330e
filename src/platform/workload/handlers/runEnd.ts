/**
 * The instant at which a run of a replica's containers ends by itself.
 */
import type { Instant } from '../../../engine/time.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, type Sim } from '../../handlers/note.ts';
import { type Deployment, drawItemOfReplica, revisionOf } from '../deployment.ts';
import { exceedsAt } from '../ephemeral.ts';
import type { Replica } from '../replica.ts';

/** Draws when this run of its containers ends by itself, and computes when its ephemeral storage will overflow. */
export function armRunEnd(sim: Sim, deployment: Deployment, replica: Replica, from: Instant): void {
  const { behaviour, handle } = deployment;
  replica.ephemeral = null;
  replica.ephemeralAddedBytes = 0;
  replica.jumpedBy = null;
  if (behaviour.crashEvery !== undefined) {
    const exitsAt =
      from + Math.max(1, drawDuration(sim, behaviour.crashEvery, drawItemOfReplica(deployment, replica), 'crash'));
    replica.exitsAt = exitsAt;
    sim.add(exitsAt, rank.finish, kind['replica.exited'], handle, replica.handle);
  }
  if (behaviour.ephemeral !== undefined) {
    const { settings } = revisionOf(deployment, replica.version);
    replica.ephemeral = { ...behaviour.ephemeral, startedAt: from };
    replica.overflowsAt = exceedsAt(replica.ephemeral, settings.ephemeralBytes);
    if (replica.overflowsAt === null) return;
    sim.add(Math.max(from, replica.overflowsAt), rank.finish, kind['replica.overflowed'], handle, replica.handle);
  }
}
