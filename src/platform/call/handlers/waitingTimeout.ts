/**
 * Timeout of a call, in any phase.
 */
import type { Instant } from '../../../engine/time.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { Call } from '../call.ts';
import { dropEnded, isInOrder, joinTimeouts, newTimeoutLine, type TimeoutLine } from '../timeoutLine.ts';

/** Sets the instant at which a call times out. */
export function giveUpAfter(sim: Sim, deployment: Deployment, call: Call, at: Instant): void {
  if (call.givenUpAt === at) return;
  call.givenUpAt = at;
  deployment.timeouts ??= newTimeoutLine();
  const line = deployment.timeouts;
  // For each call that joins, up to two leave, so the line holds no more than about those under way.
  dropEnded(line, sim.world.calls, 2);
  if (!isInOrder(line, call)) {
    addTimeout(sim, deployment, at, call.handle);
    return;
  }
  joinTimeouts(line, call, sim.agenda.keepPlace());
  if (line.armedAt === Number.POSITIVE_INFINITY) armNext(sim, deployment, line);
}

/** After an event of a timeout: adds that of the next call, if it was the event of the line. */
export function followTimeout(sim: Sim, deployment: Deployment, callHandle: number): void {
  const line = deployment.timeouts;
  if (line === null || line.armedAt !== sim.now || line.armedFor !== callHandle) return;
  dropEnded(line, sim.world.calls);
  armNext(sim, deployment, line);
}

function armNext(sim: Sim, deployment: Deployment, line: TimeoutLine): void {
  line.armedAt = line.timesOutAt[line.first] ?? Number.POSITIVE_INFINITY;
  line.armedFor = line.calls[line.first] ?? 0;
  if (line.armedAt === Number.POSITIVE_INFINITY) return;
  // As if each call had added its own event when it came: so its order is right among all that happens then.
  const place = line.places[line.first]!;
  sim.agenda.addKept(place, line.armedAt, rank.deadline, kind['call.givenUp'], deployment.handle, line.armedFor);
}

/** Holds a call for a replica that is still to come (`coldStart.hold`). */
export function holdCall(sim: Sim, deployment: Deployment, call: Call): void {
  call.held = true;
  call.heldUntil = sim.now + sim.world.assumptions['coldStart.hold'];
  addTimeout(sim, deployment, call.heldUntil, call.handle);
}

function addTimeout(sim: Sim, deployment: Deployment, at: Instant, callHandle: number): void {
  sim.add(at, rank.deadline, kind['call.givenUp'], deployment.handle, callHandle);
}
