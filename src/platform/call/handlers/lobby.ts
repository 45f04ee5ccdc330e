/**
 * What the lobby of a deployment has to count before anybody reads it.
 */
import { type Instant, second } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { replicaAt } from '../../world.ts';
import { type Desk, settleDesk } from '../desk.ts';
import { advanceGauge, countBusy } from '../gauge.ts';
import type { Lobby } from '../lobby.ts';

export function lobbyOf({ lobby, subject }: Deployment): Lobby {
  if (lobby === null) throw new Error(`no call has come in at ${subject.name}`);
  return lobby;
}

/** Counts what calls have come to up to now: before anything is measured. */
export function settleCalls(sim: Sim, deployment: Deployment): void {
  const { lobby, replicas } = deployment;
  if (lobby === null) return;
  advanceGauge(lobby.gauge, sim.now);
  for (const handle of replicas) {
    const { desk } = replicaAt(sim.world, handle);
    if (desk !== null) settleWork(lobby, desk, sim.now);
  }
}

/** Counts what a processor has done up to now; the gauge is advanced to now. */
export function settleWork({ gauge }: Lobby, desk: Desk, now: Instant): void {
  if (desk.working.length > 0) countBusy(gauge, desk.processorMillicores, desk.countedTo, now);
  settleDesk(desk, now);
}

/** As far back as any metric looks: over its window, from its newest sample on. */
export function longestWindow(assumptions: Assumptions): number {
  const metrics = ['cpu', 'memory', 'rps', 'latency'] as const;
  const spans = metrics.map((metric) => {
    const interval = assumptions[`metric.sample.${metric}Interval`];
    return interval + assumptions[`metric.sample.${metric}Window`];
  });
  return Math.max(...spans, assumptions['kpa.window'], assumptions['kpa.panicWindow']) + second;
}
