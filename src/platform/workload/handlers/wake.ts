/**
 * Schedules another pass over a deployment.
 */

import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../deployment.ts';

/** Adds a pass at this instant, once. */
export function addPass(sim: Sim, deployment: Deployment, at: number = sim.now): void {
  if (deployment.passAt === at) return;
  deployment.passAt = at;
  sim.add(at, rank.pass, kind['deployment.pass'], deployment.handle, 0);
}
