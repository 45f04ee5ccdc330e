/**
 * The state of autoscaling when a run begins: the counts that its loops hold under the demand of the first instant
 * (`run.start`).
 */

import type { Sim } from '../../handlers/note.ts';
import { servingAt } from '../../traffic/handlers/inflow.ts';
import { comingAt } from '../../traffic/handlers/requestsBetween.ts';
import { presumeServing } from '../../traffic/handlers/routes.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { isScaled } from '../../workload/scaling.ts';
import type { World } from '../../world.ts';
import type { Autoscaler } from '../autoscaler.ts';
import { proposeHpa, settledCount } from '../hpa.ts';
import { isOneActive, newPollMemory, proposeKeda } from '../keda.ts';
import { settledKpa } from '../kpa.ts';
import { rememberProposal } from '../proposals.ts';
import type { KedaSettings } from '../settings.ts';
import { triggerValues } from './kedaPoll.ts';
import { steadySample } from './measure.ts';

/**
 * Counts of callers decide where their calls come from, and so other counts: after so many rounds they stay as they
 * are.
 */
const roundsMax = 8;

/**
 * Gives each deployment the count that its loop holds, before there are replicas: as long as one moves, all are asked
 * again.
 *
 * @param deployments of the world, with the counts at which their loops begin
 */
export function settleCounts({ world, now }: Sim, deployments: readonly Deployment[]): void {
  const scaled = deployments.filter(({ standing, options }) => standing === 'on' && isScaled(options));
  if (scaled.length === 0) return;
  for (const deployment of deployments) presumeServing(deployment, deployment.desired);
  for (let round = 0, isMoved = true; isMoved && round < roundsMax; round += 1) {
    isMoved = false;
    const coming = new Map<string, ReadonlyMap<string, number>>();
    for (const deployment of scaled) {
      const { workload, location, desired } = deployment;
      const known = coming.get(workload) ?? comingAt(world, workload, now);
      coming.set(workload, known);
      const count = heldCount(world, deployment, known.get(location) ?? 0, now);
      if (count === desired) continue;
      deployment.desired = count;
      presumeServing(deployment, count);
      isMoved = true;
    }
  }
  for (const deployment of deployments) presumeServing(deployment, 0);
}

/** The least count at which the loop of a deployment holds. */
function heldCount(world: World, deployment: Deployment, perSecond: number, now: number): number {
  const { autoscaling: settings } = deployment.options;
  switch (settings?.loop) {
    case 'hpa':
      return settledCount(settings.sync, (count) => {
        const samples = settings.metrics.map((metric) =>
          steadySample(world, deployment, metric, { count, perSecond, now }),
        );
        return proposeHpa(settings, count, samples);
      });
    case 'kpa': {
      const { duration } = servingAt(world, deployment);
      const perRps = settings.metric === 'rps' ? 1 : duration / 1_000;
      return settledKpa(settings, { perSecond, milli: Math.round(1_000 * perSecond * perRps) });
    }
    case 'keda':
      return heldByTriggers(world, deployment, settings, now);
    default:
      return deployment.desired;
  }
}

function heldByTriggers(world: World, deployment: Deployment, settings: KedaSettings, now: number): number {
  const values = triggerValues(world, deployment, settings, now);
  if (settings.minScale === 0 && !isOneActive(settings, values)) return 0;
  const memory = newPollMemory(now);
  return settledCount(settings.sync, (current) => proposeKeda(settings, memory, { current, ready: current }, values));
}

/**
 * A loop that has held its count for long has proposed it up to now: that holds the count up for a window
 * (`hpa.down.window`).
 */
export function rememberHeld({ now }: Sim, { desired, scaler }: Deployment): void {
  const memory: Autoscaler | undefined = scaler?.memory;
  if (memory !== undefined && 'sync' in memory && desired > 0) rememberProposal(memory.sync.proposals, now, desired);
}
