/**
 * Schedules another pass over a deployment.
 */

import type { Instant } from '../../../engine/time.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../deployment.ts';

/**
 * Journal number of the entry that what a pass does follows from: the wish that no pass has met yet, else what has
 * changed among the replicas since, such as one that is available or gone.
 */
export function passCause({ cause, metCause, movedBy }: Pick<Deployment, 'cause' | 'metCause' | 'movedBy'>): number {
  return cause === metCause ? movedBy : cause;
}

/**
 * Adds a pass at this instant, once.
 *
 * @param by journal number of the entry that may give it something to do
 */
export function addPass(sim: Sim, deployment: Deployment, by: number, at: Instant = sim.now): void {
  deployment.movedBy = by;
  if (deployment.passAt === at) return;
  deployment.passAt = at;
  sim.add(at, rank.pass, kind['deployment.pass'], deployment.handle, 0);
}
