/**
 * A replica is no longer ready: it no longer counts where a ready replica is needed.
 */
import type { Sim } from '../../handlers/note.ts';
import { countEgress } from '../../metering/handlers/egress.ts';
import { settleLoad } from '../../traffic/handlers/settle.ts';
import { followLoad } from '../../traffic/handlers/watch.ts';
import type { Deployment } from '../deployment.ts';
import { countOut, setAvailable } from '../fleet.ts';
import type { Replica } from '../replica.ts';
import { touchHealth } from './health.ts';

/**
 * Its containers no longer run, or no longer count, and it is in another phase.
 *
 * @param runsOn whether those that ran still do, until it is gone
 */
export function loseReady(
  sim: Sim,
  deployment: Deployment,
  replica: Replica,
  { phase, runsOn }: { readonly phase: 'backoff' | 'terminating'; readonly runsOn: boolean },
): void {
  settleLoad(sim, deployment);
  countEgress(sim.world, sim.world.ledger, deployment, replica, sim.now);
  replica.flowsSince = null;
  uncount(deployment, replica);
  if (phase === 'terminating' && replica.phase !== 'terminating') countOut(deployment, replica);
  replica.phase = phase;
  replica.exitsAt = null;
  replica.overflowsAt = null;
  replica.diesAt = null;
  if (!runsOn) {
    replica.runningSince = null;
    replica.upAt = null;
  }
  replica.answersFrom = null;
  replica.probings = null;
  followLoad(sim, deployment);
  touchHealth(sim, deployment);
}

export function uncount(deployment: Deployment, replica: Replica): void {
  if (replica.ready) deployment.ready -= 1;
  replica.ready = false;
  replica.readySince = null;
  setAvailable(deployment, replica, false);
  replica.readyAt = null;
  replica.unreadyAt = null;
  replica.availableAt = null;
}
