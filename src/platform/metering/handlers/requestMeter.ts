/**
 * Ledger counts of requests, if they are metered: amounts and single requests.
 */
import { hour, type Instant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { flowBetween } from '../../traffic/flow.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { deploymentAt, type World } from '../../world.ts';
import type { Ledger } from '../ledger.ts';
import { decided } from './decided.ts';
import { seriesOf } from './meter.ts';

/** Tolerance for sums of doubles, so that a whole request is not lost to a rounding error. */
const slack = 1e-6;

const counted = because([], ['billing.chargedMeters']);

function areMetered({ ledger }: World): boolean {
  return ledger.holdsRequests;
}

/** Counts a single request that has ended (`billing.responseBytes`). */
export function countCall({ world, now }: Sim, deployment: Deployment): void {
  if (areMetered(world)) count(world, world.ledger, deployment, 1, now);
}

/**
 * Counts the whole requests that arrived as amounts since the last count, and journals them. Call it before the flow
 * changes.
 */
export function journalRequests(sim: Sim, deployment: Deployment): void {
  if (!areMetered(sim.world)) return;
  const requests = countFlow(sim.world, sim.world.ledger, deployment, sim.now);
  if (requests === 0) return;
  const about = { subject: deployment.subject, reason: counted, cause: null };
  note(sim, 'requests.counted', about, { requests });
}

/** Does the same at the end of a run, for all deployments. */
export function journalAllRequests(sim: Sim): void {
  for (const entity of sim.world.entities) if (entity.kind === 'deployment') journalRequests(sim, entity);
}

/**
 * Schedules the count at the end of the hour, if requests arrive as amounts; there is at most one such agenda entry.
 */
export function armCount(sim: Sim, deployment: Deployment): void {
  const { inflow } = deployment;
  if (!areMetered(sim.world) || inflow.flow.length === 0 || inflow.countAt !== null) return;
  inflow.countAt = (Math.floor(sim.now / hour) + 1) * hour;
  sim.add(inflow.countAt, rank.mark, kind['requests.due'], deployment.handle, 0);
}

export function onRequestsDue(sim: Sim, handle: number): void {
  const deployment = deploymentAt(sim.world, handle);
  deployment.inflow.countAt = null;
  journalRequests(sim, deployment);
  armCount(sim, deployment);
}

/** Counts into a copy of the ledger, for a reader in the middle of an hour. */
export function countFlowInto(world: World, ledger: Ledger, deployment: Deployment, at: Instant): void {
  if (areMetered(world)) countFlow(world, ledger, deployment, at);
}

function countFlow(world: World, ledger: Ledger, deployment: Deployment, at: Instant): number {
  const { inflow } = deployment;
  if (at <= inflow.meteredTo) return 0;
  // The requests of one hour: the end of each is a mark.
  const sum = inflow.unmetered + flowBetween(inflow.flow, inflow.meteredTo, at);
  const requests = Math.floor(sum + slack);
  if (requests > 0) count(world, ledger, deployment, requests, at - 1);
  if (ledger !== world.ledger) return requests;
  inflow.unmetered = Math.max(0, sum - requests);
  inflow.meteredTo = at;
  return requests;
}

function count(world: World, ledger: Ledger, deployment: Deployment, requests: number, at: Instant): void {
  const bytes = world.assumptions['billing.responseBytes'];
  if (ledger.holds('requests')) ledger.add(seriesOf(world, ledger, deployment, 'requests', null), requests, at);
  if (!ledger.holds('workload-egress')) return;
  if (ledger === world.ledger) decided(world, 'billing.responseBytes', requests);
  if (bytes > 0) ledger.add(seriesOf(world, ledger, deployment, 'workload-egress', null), requests, at, bytes);
}
