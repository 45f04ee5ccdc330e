/**
 * Which deployments answer what is asked of a workload, whenever one begins or ceases to.
 */
import { type Origin, rateFrom } from '../../traffic/demand.ts';
import type { Flow } from '../../traffic/flow.ts';
import { sharesOf } from '../../traffic/shares.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { type Asked, deploymentsOf, type World } from '../../world.ts';
import { settleScaler, touchScaler } from '../autoscaling/scaler.ts';
import type { Sim } from '../note.ts';
import { readyReplicas } from '../workload/health.ts';
import { settleInflow } from './inflow.ts';

/** Looks whether a deployment answers requests now; where that has changed, requests go other ways. */
export function followServing(sim: Sim, deployment: Deployment): void {
  const serves = isServing(sim.world, deployment);
  if (serves === deployment.serves) return;
  deployment.serves = serves;
  sendTo(sim, deployment.workload);
  for (const { by, to } of sim.world.asked) if (by === deployment.workload) sendTo(sim, to);
}

/** Ready, or able to wake (13.3). */
function isServing(world: World, deployment: Deployment): boolean {
  const { closed, standing, options, cron, settings } = deployment;
  if (cron !== null || !settings.hasPort || standing !== 'on' || (closed !== 'none' && closed !== 'ignored'))
    return false;
  return options.autoscaling?.loop === 'kpa' || readyReplicas(world, deployment) > 0;
}

/** Sends what is asked of a workload to its deployments. */
function sendTo(sim: Sim, workload: string): void {
  const { world } = sim;
  const asked = world.asked.filter(({ to }) => to === workload);
  if (asked.length === 0) return;
  const deployments = deploymentsOf(world, workload);
  const answering = deployments.flatMap(({ serves, location }) => (serves ? [location] : []));
  const how = world.assumptions['traffic.route.location'];
  const shares = asked.map((one) => sharesOf(originsOf(world, one), answering, world.setup.latencies, how));
  for (const deployment of deployments) {
    const flow = asked.flatMap(({ rate }, index): Flow => {
      const share = shares[index]?.get(deployment.location) ?? 0;
      return share === 0 ? [] : [rateFrom({ location: deployment.location, share }, rate)];
    });
    if (flow.length === 0 && deployment.inflow.flow.length === 0) continue;
    settleScaler(sim, deployment);
    settleInflow(sim, deployment);
    deployment.inflow.flow = flow;
    deployment.inflow.since = sim.now;
    touchScaler(sim, deployment);
  }
}

/** Where callers are: as the demand says, or where the calling workload has replicas that are ready. */
function originsOf(world: World, { demand, by }: Asked): readonly Origin[] {
  if (demand.caller.kind === 'world') return demand.caller.origins;
  const ready = deploymentsOf(world, by ?? '').map((deployment) => ({
    location: deployment.location,
    count: readyReplicas(world, deployment),
  }));
  const total = ready.reduce((sum, { count }) => sum + count, 0);
  return ready.flatMap(({ location, count }) => (count === 0 ? [] : [{ location, share: count / total }]));
}
