/**
 * Shared evaluations: a deployment takes over the result that was found for another deployment of its workload in the
 * same state (same load, same ages of replicas, same past).
 *
 * It skips the second evaluation. `test/laws/lookAhead.test.ts` guards it: the same journal and the same bill as with
 * every evaluation. A new field that an evaluation depends on must be added to `visitState`.
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
 */
export function sharedResult(
  world: World,
  deployment: Deployment,
  scaler: Scaler,
  now: Instant,
): EvaluationResult | null {
  const { sharedEvaluation } = world;
  const { found, state, sync, panic, ceiling } = sharedEvaluation;
  if (found === null || !matchesState(state, world, deployment, scaler, now)) return null;
  const { memory } = scaler;
  if (memory.loop === 'hpa') assumeSync(memory.sync, sync);
  if (memory.loop === 'kpa') assumePanic(memory.panic, panic);
  const { inflow } = deployment;
  assumeCeiling(inflow.ceiling, ceiling);
  inflow.countedTo = now;
  return found;
}

/** Records the state of a deployment before it is evaluated; the result of an earlier evaluation is dropped. */
export function recordState(world: World, deployment: Deployment, scaler: Scaler, now: Instant): void {
  const { sharedEvaluation } = world;
  sharedEvaluation.found = null;
  sharedEvaluation.state.beginRecording();
  visitState(sharedEvaluation.state, world, deployment, scaler, now);
}

/** Whether a deployment is in the recorded state. */
function matchesState(
  state: EvaluationState,
  world: World,
  deployment: Deployment,
  scaler: Scaler,
  now: Instant,
): boolean {
  state.beginComparing();
  visitState(state, world, deployment, scaler, now);
  return state.isSame;
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

/**
 * Passes everything that an evaluation depends on to a state, which records it or compares it; stops early at a
 * difference.
 */
function visitState(state: EvaluationState, world: World, deployment: Deployment, scaler: Scaler, now: Instant): void {
  const { inflow, desired, replicas } = deployment;
  const { settings, memory, evaluatedTo } = scaler;
  state.addNumber(now);
  state.addNumber(evaluatedTo);
  state.addNumber(desired);
  state.addNumber(replicas.length);
  state.addNumber(deployment.waitingLine?.gauge.emptySince ?? -1);
  state.addPart(settings);
  state.addPart(inflow.flow);
  if (!state.isSame) return;
  state.addPart(servingAt(world, deployment));
  state.addNumber(servingVersion(deployment) ?? -1);
  state.addNumber(inflow.flowSince);
  state.addNumber(inflow.since);
  state.addNumber(inflow.waitedTo ?? -1);
  state.addNumber(inflow.countedTo);
  for (let i = inflow.servings.length - 1; i >= 0; i -= 1) {
    const { serving, since, unready } = inflow.servings[i]!;
    state.addPart(serving);
    state.addNumber(since);
    state.addNumber(unready ?? -1);
    if (since <= now - day) break;
  }
  for (const { flow, from, until } of inflow.past) {
    state.addPart(flow);
    state.addNumber(from);
    state.addNumber(until);
  }
  for (const { at, waiting, waited } of inflow.waits) {
    state.addNumber(at);
    state.addNumber(waiting);
    state.addNumber(waited);
  }
  if (memory.loop === 'hpa') {
    const { proposals, changes } = memory.sync;
    state.addNumber(proposals.entries.length);
    for (const { at, count } of proposals.entries) {
      state.addNumber(at);
      state.addNumber(count);
    }
    for (const { at, by } of changes.entries) {
      state.addNumber(at);
      state.addNumber(by);
    }
  } else if (memory.loop === 'kpa') {
    state.addNumber(memory.panic.since ?? -1);
    state.addNumber(memory.panic.most);
  }
  for (let i = 0; state.isSame && i < replicas.length; i += 1) {
    const replica = replicaAt(world, replicas[i]!);
    state.addNumber(phases[replica.phase]);
    state.addNumber(replica.version);
    state.addNumber(replica.placedAt);
    state.addNumber(replica.startedAt);
    state.addNumber(replica.runningSince ?? -1);
    state.addNumber(replica.readySince ?? -1);
    state.addNumber((replica.ready ? 1 : 0) + (replica.wasReady ? 2 : 0));
  }
  state.end();
}

const phases: Readonly<Record<ReplicaPhase, number>> = { starting: 0, running: 1, backoff: 2, terminating: 3 };
