/**
 * Shared evaluations: a deployment takes over the result that was found for another deployment of its workload in the
 * same state (same load, same ages of replicas, same past).
 *
 * It skips the second evaluation. `test/laws/lookAhead.test.ts` guards it: the same journal and the same bill as with
 * every evaluation. A new field that an evaluation depends on must be added to `describe`.
 */
import { day, type Instant } from '../../../engine/time.ts';
import { calledLately } from '../../call/waitingLine.ts';
import { assumeCeiling } from '../../traffic/ceiling.ts';
import { servingVersion } from '../../traffic/handlers/answering.ts';
import { servingAt } from '../../traffic/handlers/inflow.ts';
import { isAtEase } from '../../traffic/inflow.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { ReplicaPhase } from '../../workload/replica.ts';
import { replicaAt, type World } from '../../world.ts';
import { assumePanic } from '../kpa.ts';
import type { Scaler } from '../scaler.ts';
import type { EvaluationResult, EvaluationState } from '../sharedEvaluation.ts';
import { assumeSync } from '../sync.ts';

/**
 * Whether an evaluation of a deployment may be shared: its workload has other deployments, and its load arrives as
 * amounts that are all answered.
 */
export function mayShareEvaluation(
  world: World,
  { workload, waitingLine, inflow }: Deployment,
  { settings }: Scaler,
  now: Instant,
): boolean {
  const isMeasured = settings.loop === 'hpa' || settings.loop === 'kpa';
  if (!isMeasured || world.isLiteral || calledLately(waitingLine, now) !== null || !isAtEase(inflow)) return false;
  return (world.deployments.get(workload)?.length ?? 0) > 1;
}

/**
 * The result of the last evaluation with the memory that it left, if its deployment was in the same state; else null.
 * The state of this deployment is recorded in its place, and the earlier result dropped.
 */
export function sharedResult(
  world: World,
  deployment: Deployment,
  scaler: Scaler,
  now: Instant,
): EvaluationResult | null {
  const { sharedEvaluation } = world;
  const { found, state, sync, panic, ceiling } = sharedEvaluation;
  describe(state, world, deployment, scaler, now);
  if (!state.isAsBefore() || found === null) {
    sharedEvaluation.found = null;
    return null;
  }
  const { memory } = scaler;
  if (memory.loop === 'hpa') assumeSync(memory.sync, sync);
  if (memory.loop === 'kpa') assumePanic(memory.panic, panic);
  const { inflow } = deployment;
  assumeCeiling(inflow.ceiling, ceiling);
  inflow.countedTo = now;
  return found;
}

/** Keeps the result of an evaluation for other deployments in the state that was recorded last. */
export function keepResult(
  { sharedEvaluation }: World,
  { memory }: Scaler,
  { inflow }: Deployment,
  found: EvaluationResult,
): void {
  if (!isAtEase(inflow)) return;
  sharedEvaluation.found = found;
  assumeCeiling(sharedEvaluation.ceiling, inflow.ceiling);
  if (memory.loop === 'hpa') assumeSync(sharedEvaluation.sync, memory.sync);
  if (memory.loop === 'kpa') assumePanic(sharedEvaluation.panic, memory.panic);
}

/** Writes down everything that an evaluation depends on. */
function describe(state: EvaluationState, world: World, deployment: Deployment, scaler: Scaler, now: Instant): void {
  const { inflow, desired, replicas } = deployment;
  const { settings, memory, evaluatedTo } = scaler;
  const { servings, past, waits } = inflow;
  const remembered =
    memory.loop === 'hpa' ? memory.sync.proposals.entries.length + memory.sync.changes.entries.length : 1;
  const lists = servings.length + past.length + waits.length + remembered;
  const into = state.begin(16 + 3 * lists + 7 * replicas.length);
  const { numbers } = into;
  let at = 0;
  numbers[at++] = now;
  numbers[at++] = evaluatedTo;
  numbers[at++] = desired;
  numbers[at++] = replicas.length;
  numbers[at++] = deployment.waitingLine?.gauge.emptySince ?? -1;
  into.addPart(settings);
  into.addPart(inflow.flow);
  into.addPart(servingAt(world, deployment));
  numbers[at++] = servingVersion(deployment) ?? -1;
  numbers[at++] = inflow.flowSince;
  numbers[at++] = inflow.since;
  numbers[at++] = inflow.waitedTo ?? -1;
  numbers[at++] = inflow.countedTo;
  for (let i = servings.length - 1; i >= 0; i -= 1) {
    const { serving, since, unready } = servings[i]!;
    into.addPart(serving);
    numbers[at++] = since;
    numbers[at++] = unready ?? -1;
    if (since <= now - day) break;
  }
  for (const { flow, from, until } of past) {
    into.addPart(flow);
    numbers[at++] = from;
    numbers[at++] = until;
  }
  for (const { at: since, waiting, waited } of waits) {
    numbers[at++] = since;
    numbers[at++] = waiting;
    numbers[at++] = waited;
  }
  if (memory.loop === 'hpa') {
    const { proposals, changes } = memory.sync;
    numbers[at++] = proposals.entries.length;
    for (const { at: since, count } of proposals.entries) {
      numbers[at++] = since;
      numbers[at++] = count;
    }
    for (const { at: since, by } of changes.entries) {
      numbers[at++] = since;
      numbers[at++] = by;
    }
  } else if (memory.loop === 'kpa') {
    numbers[at++] = memory.panic.since ?? -1;
    numbers[at++] = memory.panic.most;
  }
  for (let i = 0; i < replicas.length; i += 1) {
    const replica = replicaAt(world, replicas[i]!);
    numbers[at++] = phases[replica.phase];
    numbers[at++] = replica.version;
    numbers[at++] = replica.placedAt;
    numbers[at++] = replica.startedAt;
    numbers[at++] = replica.runningSince ?? -1;
    numbers[at++] = replica.readySince ?? -1;
    numbers[at++] = (replica.ready ? 1 : 0) + (replica.wasReady ? 2 : 0);
  }
  into.numberCount = at;
}

const phases: Readonly<Record<ReplicaPhase, number>> = { starting: 0, running: 1, backoff: 2, terminating: 3 };
