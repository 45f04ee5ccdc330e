/**
 * Which deployments answer what is asked of a workload, whenever one begins or ceases to.
 */

import { because } from '../../../rules/reason.ts';
import { sameData } from '../../api/document/json.ts';
import { touchScaler } from '../../autoscaling/handlers/scaler.ts';
import type { FirewallSettings } from '../../call/firewall.ts';
import { isOpen, shutOutBy } from '../../call/handlers/openness.ts';
import type { Routed } from '../../facts.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { armCount, journalRequests } from '../../metering/handlers/requestMeter.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { type ActiveDemand, deploymentsOf, nameOfLink, replicaAt, subjectOf, type World } from '../../world.ts';
import { type DemandOrigin, rateFrom } from '../demand.ts';
import type { Flow } from '../flow.ts';
import { turnInflow, turnServing } from '../inflow.ts';
import { sharesOf } from '../shares.ts';
import { answeringIn, answeringUnready, servingVersion } from './answering.ts';
import { refuseWaiting, servingAt, settleInflow } from './inflow.ts';
import { settleLoad } from './settle.ts';

const routed = because([], ['traffic.route.location']);

/** At the start: who answers, then where requests go, told once for each workload that is asked. */
export function beginRoutes(sim: Sim): void {
  const { world } = sim;
  for (const entity of world.entities) if (entity.kind === 'deployment') entity.serves = isServing(world, entity);
  for (const workload of askedOf(world.activeDemands).keys()) sendTo(sim, workload, null);
}

/** Before there are replicas: takes a deployment for one in which so many are ready. */
export function presumeServing(deployment: Deployment, ready: number): void {
  deployment.ready = ready;
  const { cron, settings } = deployment;
  deployment.serves = cron === null && settings.hasPort && isOpen(deployment) && (ready > 0 || isHolding(deployment));
}

/** Looks whether a deployment answers requests now; where that has changed, requests go other ways. */
export function followServing(sim: Sim, deployment: Deployment): void {
  if (deployment.inflow.flow.length > 0) keepServing(sim, deployment);
  const serves = isServing(sim.world, deployment);
  if (serves === deployment.serves) {
    if (deployment.isCaller) followCaller(sim, deployment);
    return;
  }
  deployment.serves = serves;
  if (!serves && !isHolding(deployment)) {
    settleInflow(sim, deployment);
    refuseWaiting(deployment.inflow);
  }
  const cause = causeOf(sim.world, deployment);
  sendTo(sim, deployment.workload, cause);
  for (const to of askedBy(sim.world, deployment.workload)) sendTo(sim, to, cause);
}

/** One location may have more of a caller's replicas than before, and others less: what they ask comes from there. */
function followCaller(sim: Sim, deployment: Deployment): void {
  const { world } = sim;
  if (deploymentsOf(world, deployment.workload).length === 1) return;
  for (const to of new Set(askedBy(world, deployment.workload))) {
    const { demands } = routingOf(world, to);
    if (!isKnown(world, to, demands)) sendTo(sim, to, causeOf(world, deployment));
  }
}

/** Links of those that a workload asks. */
function askedBy({ activeDemands }: World, workload: string): readonly string[] {
  return activeDemands.flatMap(({ by, to }) => (by === workload ? [to] : []));
}

/** Its firewall may let others in than before: requests that come as amounts find that, as single ones do. */
export function followFirewall(sim: Sim, deployment: Deployment, before: FirewallSettings): void {
  if (!sameData(deployment.settings.requests.firewall, before)) sendTo(sim, deployment.workload, deployment.cause);
}

/** Somebody answers, or can wake: not where those who did are lost (13.3, `traffic.wakeable`). */
function isServing(world: World, deployment: Deployment): boolean {
  const { cron, settings, state } = deployment;
  if (cron !== null || !settings.hasPort || !isOpen(deployment)) return false;
  if (answeringIn(world, deployment) > 0) return true;
  return isHolding(deployment) && (state !== 'notReady' || world.assumptions['traffic.wakeable'] === 'always');
}

/** Whether what comes is held for a replica (13.5). */
function isHolding(deployment: Deployment): boolean {
  const { type, hasPort } = deployment.settings;
  return type === 'serverless' && hasPort && isOpen(deployment);
}

/** The latest entry about a deployment: what brought a replica to where it is, or what set the wishes. */
function causeOf(world: World, { cause, replicas }: Deployment): number {
  return Math.max(cause, ...replicas.map((handle) => replicaAt(world, handle).cause));
}

/** Where what is asked of a workload goes, by each demand: shares by location, and the same as it is told. */
export interface DemandRouting {
  readonly asked: readonly ActiveDemand[];
  readonly shares: readonly ReadonlyMap<string, number>[];
  readonly demands: readonly Routed[];
}

export function routingOf(world: World, workload: string): DemandRouting {
  const asked = askedOf(world.activeDemands).get(workload) ?? [];
  const all = deploymentsOf(world, workload);
  const serving = all.filter(({ serves }) => serves);
  const answering = serving.length > 0 ? serving : all.filter(isHolding);
  const how = world.assumptions['traffic.route.location'];
  const shares = asked.map((one) => {
    const origins = originsOf(world, one);
    if (isSilent(one, origins)) return noShares;
    const open = answering.filter((deployment) => shutOutBy(world, deployment, one.by) === null);
    return sharesOf(
      origins,
      open.map(({ location }) => location),
      world.setup,
      how,
    );
  });
  const scale = world.scales.get(workload) ?? 1;
  const demands = asked.map(({ demand }, index) => routedBy(demand.name, shares[index] ?? noShares, scale));
  return { asked, shares, demands };
}

/** Sends what is asked of a workload to its deployments. */
export function sendTo(sim: Sim, workload: string, cause: number | null): void {
  const { world } = sim;
  if (!askedOf(world.activeDemands).has(workload)) return;
  const { asked, shares, demands } = routingOf(world, workload);
  const scale = world.scales.get(workload) ?? 1;
  // Locations with the same shares of all demands have their flow in common.
  const flows = new Map<string, Flow>();
  for (const deployment of deploymentsOf(world, workload)) {
    const { location } = deployment;
    const parts = asked.map(({ demand }, index) =>
      demand.arrivals.kind === 'fluid' ? (shares[index]?.get(location) ?? 0) * scale : 0,
    );
    const key = parts.join();
    const flow =
      flows.get(key) ??
      asked.flatMap(({ rate }, index) => {
        const share = parts[index] ?? 0;
        return share === 0 ? [] : [rateFrom({ location, share }, rate)];
      });
    flows.set(key, flow);
    if (flow.length === 0 && deployment.inflow.flow.length === 0) continue;
    settleLoad(sim, deployment);
    journalRequests(sim, deployment);
    turnInflow(deployment.inflow, flow, sim.now);
    armCount(sim, deployment);
    if (flow.length > 0) keepServing(sim, deployment);
    touchScaler(sim, deployment);
  }
  tell(sim, workload, demands, cause);
}

/** What is asked, by the link of the workload that it is asked of. */
export function askedOf(all: readonly ActiveDemand[]): ReadonlyMap<string, readonly ActiveDemand[]> {
  let byWorkload = askedByWorkload.get(all);
  if (byWorkload === undefined) {
    byWorkload = new Map();
    for (const one of all) byWorkload.set(one.to, [...(byWorkload.get(one.to) ?? []), one]);
    askedByWorkload.set(all, byWorkload);
  }
  return byWorkload;
}

/** By the list of a world and its forks, which is never changed. */
const askedByWorkload = new WeakMap<readonly ActiveDemand[], Map<string, readonly ActiveDemand[]>>();

function routedBy(demand: string, shares: ReadonlyMap<string, number>, scale: number): Routed {
  const sorted = [...shares].sort(([a], [b]) => (a < b ? -1 : 1));
  const unrouted = shares === noShares || shares.size > 0 ? 0 : 1;
  return { demand, shares: Object.fromEntries(sorted), unrouted, ...(scale === 1 ? {} : { scale }) };
}

/** Journals where requests go, unless that is known. */
function tell(sim: Sim, workload: string, demands: readonly Routed[], cause: number | null): void {
  if (isKnown(sim.world, workload, demands)) return;
  sim.world.routed.set(workload, demands);
  note(sim, 'demand.routed', { subject: subjectOf(nameOfLink(workload)), reason: routed, cause }, { demands });
}

function isKnown({ routed }: World, workload: string, demands: readonly Routed[]): boolean {
  return JSON.stringify(routed.get(workload)) === JSON.stringify(demands);
}

/**
 * Takes down what a replica does for a request, which version gets them, and who answers that is not ready, where that
 * is something else than before.
 */
function keepServing({ world, now, journal }: Sim, deployment: Deployment): void {
  const { inflow } = deployment;
  const serving = servingAt(world, deployment);
  const version = servingVersion(deployment);
  const unready = answeringUnready(world, deployment);
  const last = inflow.servings.at(-1);
  if (last?.serving === serving && last.version === version && last.unready === unready) return;
  if (last !== undefined && last.serving !== serving) inflow.servingChangedAt = now;
  turnServing(inflow, { since: now, serving, version, unready }, world.defersUnobserved && !journal.isHeard);
}

const noShares: ReadonlyMap<string, number> = new Map();

/** A workload of which nothing is ready calls nobody. */
export function isSilent({ by }: ActiveDemand, origins: readonly DemandOrigin[]): boolean {
  return by !== null && origins.length === 0;
}

/** Where callers are: as the demand says, or where the calling workload has replicas that are ready. */
export function originsOf(world: World, { demand, by }: ActiveDemand): readonly DemandOrigin[] {
  if (demand.caller.kind === 'world') return demand.caller.origins;
  const ready = deploymentsOf(world, by ?? '').map((deployment) => ({
    location: deployment.location,
    count: deployment.ready,
  }));
  const total = ready.reduce((sum, { count }) => sum + count, 0);
  return ready.flatMap(({ location, count }) => (count === 0 ? [] : [{ location, share: count / total }]));
}
