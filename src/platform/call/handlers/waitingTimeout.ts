/**
 * Timeout of a call, in any phase.
 */
import type { Instant } from '../../../engine/time.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { Call } from '../call.ts';

/** Sets the instant at which a call times out. */
export function giveUpAfter(sim: Sim, deployment: Deployment, call: Call, at: Instant): void {
  if (call.givenUpAt === at) return;
  call.givenUpAt = at;
  sim.add(at, rank.deadline, kind['call.givenUp'], deployment.handle, call.handle);
}

/** Holds a call for a replica that is still to come (`coldStart.hold`). */
export function holdCall(sim: Sim, deployment: Deployment, call: Call): void {
  call.held = true;
  call.heldUntil = sim.now + sim.world.assumptions['coldStart.hold'];
  sim.add(call.heldUntil, rank.deadline, kind['call.givenUp'], deployment.handle, call.handle);
}
