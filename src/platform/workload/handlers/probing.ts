/**
 * Look-ahead for the probes of a replica: only a try that changes something is an event.
 */
import type { DrawItem } from '../../../engine/random.ts';
import type { Duration, Instant } from '../../../engine/time.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { drawDuration, type Sim } from '../../handlers/note.ts';
import { type Deployment, drawItemOfReplica, revisionOf } from '../deployment.ts';
import { beginProbing, type HealthProbe, type Probing, periodOf, settledProbing } from '../probe.ts';
import { firstDeath, probesOf, readinessTurnsAt } from '../readiness.ts';
import type { Replica } from '../replica.ts';

/** Containers run: their probes begin, and their application comes up. */
export function beginProbes(sim: Sim, deployment: Deployment, replica: Replica): void {
  const { settings } = revisionOf(deployment, replica.version);
  const { readyAfter } = deployment.behaviour;
  const of = drawItemOfReplica(deployment, replica);
  const up = readyAfter === undefined ? 0 : drawDuration(sim, readyAfter, of, 'readyAfter');
  replica.upAt = sim.now + up;
  replica.answersFrom = replica.answers ? replica.upAt : null;
  replica.probings = probesOf(settings.containers).map((given, index) =>
    beginProbing(given, sim.now, drawPhase(sim, of, given.probe, index)),
  );
}

/** The probes of a replica that runs; those of one that the run began with go on as if they had always gone well. */
export function probingsOf(sim: Sim, deployment: Deployment, replica: Replica): readonly Probing[] {
  if (replica.probings !== null) return replica.probings;
  const { settings } = revisionOf(deployment, replica.version);
  const since = replica.runningSince ?? sim.now;
  const of = drawItemOfReplica(deployment, replica);
  return probesOf(settings.containers).map((given, index) =>
    settledProbing(given, since, drawPhase(sim, of, given.probe, index), sim.now),
  );
}

/** What the first try comes later than the delay says (`probe.grid`). */
function drawPhase(sim: Sim, of: DrawItem, probe: HealthProbe, index: number): Duration {
  if (sim.world.assumptions['probe.grid'] === 'exact') return 0;
  const period = periodOf(probe);
  const phase = drawDuration(sim, { kind: 'uniform', from: 0, to: period }, of, `probe ${index}`);
  return Math.min(phase, period - 1);
}

/**
 * Finds when a replica that runs becomes ready or ceases to be, and when a container is found dead, and puts that into
 * the agenda.
 *
 * Its readiness may turn now: then nothing is added, and the caller sees to it.
 *
 * @returns when its readiness turns; null: not, as things stand
 */
export function lookAtProbes(sim: Sim, deployment: Deployment, replica: Replica): Instant | null {
  const { now } = sim;
  const { ready, answersFrom, diesAt: diedAt } = replica;
  const probings = replica.probings ?? [];
  const { type } = deployment.settings;
  const turnsAt = readinessTurnsAt({ type, ready, probings, answersFrom, now });
  replica.readyAt = ready ? null : turnsAt;
  replica.unreadyAt = ready ? turnsAt : null;
  if (turnsAt !== null && turnsAt > now) {
    const what = ready ? kind['replica.unready'] : kind['replica.ready'];
    sim.add(turnsAt, rank.ready, what, deployment.handle, replica.handle);
  }
  replica.diesAt = firstDeath(probings, answersFrom)?.at ?? null;
  if (replica.diesAt !== null && replica.diesAt !== diedAt)
    sim.add(replica.diesAt, rank.finish, kind['replica.unresponsive'], deployment.handle, replica.handle);
  return turnsAt;
}
