/**
 * Asking that a deployment is looked at again.
 */
import type { Deployment } from '../../workload/deployment.ts';
import { kind, rank } from '../kinds.ts';
import type { Sim } from '../note.ts';

/** Adds a pass at this instant, once. */
export function addPass(sim: Sim, deployment: Deployment, at: number = sim.now): void {
  if (deployment.passAt === at) return;
  deployment.passAt = at;
  sim.add(at, rank.pass, kind['deployment.pass'], deployment.handle, 0);
}
