/**
 * Routing: which deployments answer the demand of a workload, updated whenever one starts or stops to answer.
 */

import type { Reason } from '../../../engine/journal.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import { sameData } from '../../api/document/json.ts';
import { touchScaler } from '../../autoscaling/handlers/scaler.ts';
import type { FirewallSettings } from '../../call/firewall.ts';
import { isOpen, shutOutBy } from '../../call/handlers/openness.ts';
import type { Routed } from '../../facts.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { type About, drawDuration, note, type Sim } from '../../handlers/note.ts';
import { armCount, journalRequests } from '../../metering/handlers/requestMeter.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { latestEntryOf } from '../../workload/handlers/latestEntry.ts';
import { type ActiveDemand, deploymentAt, deploymentsOf, nameOfLink, subjectOf, type World } from '../../world.ts';
import { type DemandOrigin, rateFrom } from '../demand.ts';
import { type FoundShares, found, hiddenReason, isHidden, planDiscovery, sharesFound } from '../discovery.ts';
import type { Flow } from '../flow.ts';
import { turnInflow, turnServing } from '../inflow.ts';
import { sharesOf } from '../shares.ts';
import { answeringIn, answeringUnready, servingVersion } from './answering.ts';
import { refuseWaiting, servingAt, settleInflow } from './inflow.ts';
import { settleLoad } from './settle.ts';

const routed = because([], ['traffic.route.location']);
const discovered = because([], ['traffic.route.location', 'discovery.duration']);

/** At the start: finds which deployments answer, then journals the routes once for each workload with demand. */
export function beginRoutes(sim: Sim): void {
  const { world } = sim;
  for (const entity of world.entities) if (entity.kind === 'deployment') entity.serves = isServing(world, entity);
  for (const workload of askedOf(world.activeDemands).keys()) sendTo(sim, workload, null);
}

/** Before replicas exist: assumes that a number of them is ready in a deployment. */
export function presumeServing(deployment: Deployment, ready: number): void {
  deployment.ready = ready;
  const { cron, settings } = deployment;
  deployment.serves = cron === null && settings.hasPort && isOpen(deployment) && (ready > 0 || isHolding(deployment));
}

/** Checks whether a deployment answers requests now; after a change, requests are routed again. */
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
  const cause = latestEntryOf(sim.world, deployment);
  if (serves && !isHolding(deployment)) beginAnswering(sim, deployment, cause);
  sendTo(sim, deployment.workload, cause);
  for (const to of askedBy(sim.world, deployment.workload)) sendTo(sim, to, cause);
}

/** Callers from other locations find it at once, later or never (`discovery.duration`, `discovery.resume`). */
function beginAnswering(sim: Sim, deployment: Deployment, by: number): void {
  const { now, world } = sim;
  const of = { owner: deployment.subject.name, number: -1, item: now, turn: 0, part: 0 };
  const draw = () => drawDuration(sim, world.assumptions['discovery.duration'], of, 'discovery');
  const before = deployment.discovery;
  const after = planDiscovery(before, world.assumptions, draw, { now, by });
  deployment.discovery = after;
  if (after !== before && after.state === 'pending')
    sim.add(after.at, rank.behaviour, kind['deployment.discovered'], deployment.handle, 0);
}

export function onDiscovered(sim: Sim, handle: number): void {
  const deployment = deploymentAt(sim.world, handle);
  const { discovery } = deployment;
  if (discovery.state !== 'pending' || discovery.at !== sim.now) return;
  deployment.discovery = found;
  sendTo(sim, deployment.workload, discovery.by, discovered);
}

/** A location may now have more or fewer replicas of a calling workload, so the origins of its requests change. */
function followCaller(sim: Sim, deployment: Deployment): void {
  const { world } = sim;
  if (deploymentsOf(world, deployment.workload).length === 1) return;
  for (const to of new Set(askedBy(world, deployment.workload))) {
    const { demands } = routingOf(world, to);
    if (!isKnown(world, to, demands)) sendTo(sim, to, latestEntryOf(world, deployment));
  }
}

/** Links of the workloads that a workload calls. */
function askedBy({ activeDemands }: World, workload: string): readonly string[] {
  return activeDemands.flatMap(({ by, to }) => (by === workload ? [to] : []));
}

const enforced = because([], ['firewall.duration']);

/** Brings a changed firewall in force, now or later (`firewall.duration`). */
export function changeFirewall(sim: Sim, deployment: Deployment, cause: number): void {
  const { settings, subject } = deployment;
  if (sameData(settings.requests.firewall, deployment.firewall)) return;
  const of = { owner: subject.name, number: -1, item: sim.now, turn: 0, part: 0 };
  const takes = drawDuration(sim, sim.world.assumptions['firewall.duration'], of, 'firewall');
  if (takes === 0) deployment.firewall = settings.requests.firewall;
  else sim.add(sim.now + takes, rank.behaviour, kind['firewall.due'], deployment.handle, cause);
}

export function onFirewallDue(sim: Sim, handle: number, cause: number): void {
  const deployment = deploymentAt(sim.world, handle);
  const before = deployment.firewall;
  deployment.firewall = deployment.settings.requests.firewall;
  followFirewall(sim, deployment, before, { cause, why: enforced });
}

/** Applies a changed firewall to requests that arrive as amounts; single requests check it themselves. */
export function followFirewall(
  sim: Sim,
  deployment: Deployment,
  before: FirewallSettings,
  { cause, why }: { readonly cause: number; readonly why?: Reason } = { cause: deployment.cause },
): void {
  if (!sameData(deployment.firewall, before)) sendTo(sim, deployment.workload, cause, why);
}

/** Whether the deployment answers or can wake up: not if its replicas are lost (13.3, `traffic.wakeable`). */
function isServing(world: World, deployment: Deployment): boolean {
  const { cron, settings, state } = deployment;
  if (cron !== null || !settings.hasPort || !isOpen(deployment)) return false;
  if (answeringIn(world, deployment) > 0) return true;
  return isHolding(deployment) && (state !== 'notReady' || world.assumptions['traffic.wakeable'] === 'always');
}

/** Whether arriving requests are held for a replica (13.5). */
function isHolding(deployment: Deployment): boolean {
  const { type, hasPort } = deployment.settings;
  return type === 'serverless' && hasPort && isOpen(deployment);
}

/** The routes of the requests to a workload, by demand: shares by location, and the same for the journal. */
export interface DemandRouting {
  readonly asked: readonly ActiveDemand[];
  readonly shares: readonly ReadonlyMap<string, number>[];
  readonly demands: readonly Routed[];
  readonly reason: Reason;
}

export function routingOf(world: World, workload: string): DemandRouting {
  const asked = askedOf(world.activeDemands).get(workload) ?? [];
  const all = deploymentsOf(world, workload);
  const serving = all.filter(({ serves }) => serves);
  const answering = serving.length > 0 ? serving : all.filter(isHolding);
  const how = world.assumptions['traffic.route.location'];
  let reason = routed;
  const undiscovered = new Map<number, FoundShares['undiscovered']>();
  const shares = asked.map((one, index) => {
    const origins = originsOf(world, one);
    if (isSilent(one, origins)) return noShares;
    const open = answering.filter((deployment) => shutOutBy(world, deployment, one.by) === null);
    if (one.by !== null && open.some(isHidden)) {
      const known = sharesFound(origins, open, world.setup, how);
      for (const { location } of origins) reason = alsoBecause(reason, hiddenReason(open, location) ?? routed);
      undiscovered.set(index, known.undiscovered);
      return known.shares;
    }
    return sharesOf(
      origins,
      open.map(({ location }) => location),
      world.setup,
      how,
    );
  });
  const scale = world.scales.get(workload) ?? 1;
  const demands = asked.map(({ demand }, index) =>
    routedBy(demand.name, shares[index] ?? noShares, { scale, undiscovered: undiscovered.get(index) ?? noShares }),
  );
  return { asked, shares, demands, reason };
}

/**
 * Routes the demand of a workload to its deployments.
 *
 * @param why what led to it, besides what routes them now
 */
export function sendTo(sim: Sim, workload: string, cause: number | null, why: Reason = routed): void {
  const { world } = sim;
  if (!askedOf(world.activeDemands).has(workload)) return;
  const { asked, shares, demands, reason } = routingOf(world, workload);
  const scale = world.scales.get(workload) ?? 1;
  // Locations with the same shares of all demands use one flow object.
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
  tell(sim, workload, demands, { reason: alsoBecause(reason, why), cause });
}

/** Demands by the link of their target workload. */
export function askedOf(all: readonly ActiveDemand[]): ReadonlyMap<string, readonly ActiveDemand[]> {
  let byWorkload = askedByWorkload.get(all);
  if (byWorkload === undefined) {
    byWorkload = new Map();
    for (const one of all) byWorkload.set(one.to, [...(byWorkload.get(one.to) ?? []), one]);
    askedByWorkload.set(all, byWorkload);
  }
  return byWorkload;
}

/** Cached by the list of a world and its forks, which is never changed. */
const askedByWorkload = new WeakMap<readonly ActiveDemand[], Map<string, readonly ActiveDemand[]>>();

function routedBy(
  demand: string,
  shares: ReadonlyMap<string, number>,
  { scale, undiscovered }: { readonly scale: number; readonly undiscovered: ReadonlyMap<string, number> },
): Routed {
  const sorted = [...shares].sort(([a], [b]) => (a < b ? -1 : 1));
  const unfound = [...undiscovered.values()].reduce((sum, share) => sum + share, 0);
  const unrouted = unfound > 0 ? unfound : shares === noShares || shares.size > 0 ? 0 : 1;
  return {
    demand,
    shares: Object.fromEntries(sorted),
    unrouted,
    ...(undiscovered.size === 0 ? {} : { undiscovered: Object.fromEntries(undiscovered) }),
    ...(scale === 1 ? {} : { scale }),
  };
}

/** Journals the routes, unless they have not changed. */
function tell(
  sim: Sim,
  workload: string,
  demands: readonly Routed[],
  { reason, cause }: Pick<About, 'reason' | 'cause'>,
): void {
  const { world, now } = sim;
  if (isKnown(world, workload, demands)) return;
  const before = world.routed.get(workload);
  world.routed.set(workload, demands);
  const about = { subject: subjectOf(nameOfLink(workload)), reason, cause };
  const by = note(sim, 'demand.routed', about, { demands });
  if (before === undefined) return;
  for (const deployment of deploymentsOf(world, workload)) {
    const { location } = deployment;
    if (partOf(demands, location) !== partOf(before, location)) deployment.rerouted = { by, at: now };
  }
}

/** What comes to a location of each demand, as a key. */
function partOf(demands: readonly Routed[], location: string): string {
  return demands.map(({ shares, scale = 1 }) => (shares[location] ?? 0) * scale).join();
}

function isKnown({ routed }: World, workload: string, demands: readonly Routed[]): boolean {
  return JSON.stringify(routed.get(workload)) === JSON.stringify(demands);
}

/**
 * Records what a replica does for a request, which version gets requests, and which replicas that are not ready answer,
 * if any of these changed.
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

/** A calling workload without a ready replica sends no requests. */
export function isSilent({ by }: ActiveDemand, origins: readonly DemandOrigin[]): boolean {
  return by !== null && origins.length === 0;
}

/** The locations of callers: those of the demand, or those in which the calling workload has ready replicas. */
export function originsOf(world: World, { demand, by }: ActiveDemand): readonly DemandOrigin[] {
  if (demand.caller.kind === 'world') return demand.caller.origins;
  const ready = deploymentsOf(world, by ?? '').map((deployment) => ({
    location: deployment.location,
    count: deployment.ready,
  }));
  const total = ready.reduce((sum, { count }) => sum + count, 0);
  return ready.flatMap(({ location, count }) => (count === 0 ? [] : [{ location, share: count / total }]));
}
