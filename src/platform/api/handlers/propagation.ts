/**
 * The time between a write of a workload and its effect: the record changes at once, and the locations follow it later.
 */
import { catchUpDeferredFor } from '../../handlers/deferred.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, type Sim } from '../../handlers/note.ts';
import { reconcileWorkload } from '../../workload/handlers/deployment.ts';
import { reviewHealth } from '../../workload/handlers/health.ts';
import { deploymentsOf, isDeleting, nameOfLink, type WriteUnderWay } from '../../world.ts';
import { finishDeleted } from './deletion.ts';

/** Brings a write to the locations of its workload (`rollout.propagation.duration`). */
export function propagate(sim: Sim, write: WriteUnderWay): void {
  const of = { owner: nameOfLink(write.link), number: -1, item: sim.now, turn: 0, part: 0 };
  const takes = drawDuration(sim, sim.world.assumptions['rollout.propagation.duration'], of, 'propagation');
  if (takes === 0) {
    follow(sim, write);
    return;
  }
  const [deployment] = deploymentsOf(sim.world, write.link);
  // Its health depends on the record, which is being deleted from now on.
  if (deployment !== undefined && isDeleting(sim.world, write.link)) reviewHealth(sim, deployment);
  sim.add(sim.now + takes, rank.command, kind['write.arrived'], 0, sim.world.writesUnderWay.add(write));
}

/** A write has reached the locations. They read the record as it is now, which a later write may have changed again. */
export function onWriteArrived(sim: Sim, _subject: number, handle: number): void {
  const { writesUnderWay } = sim.world;
  const write = writesUnderWay.get(handle);
  if (write === undefined) throw new Error(`write ${handle} arrives twice`);
  writesUnderWay.remove(handle);
  catchUpDeferredFor(sim, write.link);
  follow(sim, write);
}

function follow(sim: Sim, { link, cause }: WriteUnderWay): void {
  reconcileWorkload(sim, link, cause);
  if (isDeleting(sim.world, link)) finishDeleted(sim, link, cause);
}
