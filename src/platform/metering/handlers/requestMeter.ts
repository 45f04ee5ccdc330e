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

/** Sums of doubles are trusted to this part of a request, so that a whole one is not lost to their last digit. */
const slack = 1e-6;

const counted = because([], ['billing.chargedMeters']);

function areMetered({ ledger }: World): boolean {
  return ledger.holds('requests') || ledger.holds('workload-egress');
}

/** A request that came by itself has ended (`billing.responseBytes`). */
export function countCall({ world, now }: Sim, deployment: Deployment): void {
  if (areMetered(world)) count(world, world.ledger, deployment, 1, now);
}

/**
 * Whole requests that have come as amounts since they were counted last, put into the ledger, and told. To be called
 * before another amount comes.
 */
export function journalRequests(sim: Sim, deployment: Deployment): void {
  if (!areMetered(sim.world)) return;
  const requests = countFlow(sim.world, sim.world.ledger, deployment, sim.now);
  if (requests === 0) return;
  const about = { subject: deployment.subject, reason: counted, cause: deployment.cause };
  note(sim, 'requests.counted', about, { requests });
}

/** The same at the end of a run. */
export function journalAllRequests(sim: Sim): void {
  for (const entity of sim.world.entities) if (entity.kind === 'deployment') journalRequests(sim, entity);
}

/** Puts the end of the hour into the agenda, where amounts come; it is there once. */
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

/** The same in a copy of the ledger, for who looks in the midst of an hour. */
export function countFlowInto(world: World, ledger: Ledger, deployment: Deployment, at: Instant): void {
  if (areMetered(world)) countFlow(world, ledger, deployment, at);
}

function countFlow(world: World, ledger: Ledger, deployment: Deployment, at: Instant): number {
  const { inflow } = deployment;
  if (at <= inflow.meteredTo) return 0;
  // Of what comes in one hour: the end of each is a mark.
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
