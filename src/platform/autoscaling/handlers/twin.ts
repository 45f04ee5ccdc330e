/**
 * Deployments of one workload are often in the same state: the same load, replicas of the same age, the same past. They
 * are looked at one after the other, and what was found for one then holds for the next.
 */
import { day, type Instant } from '../../../engine/time.ts';
import { calledLately } from '../../call/lobby.ts';
import { assumeCeiling } from '../../traffic/ceiling.ts';
import { servingVersion } from '../../traffic/handlers/answering.ts';
import { servingAt } from '../../traffic/handlers/inflow.ts';
import { isAtEase } from '../../traffic/inflow.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { ReplicaPhase } from '../../workload/replica.ts';
import { replicaAt, type World } from '../../world.ts';
import { assumePanic } from '../kpa.ts';
import type { Scaler } from '../scaler.ts';
import { assumeSync } from '../sync.ts';
import type { Found, State } from '../twins.ts';

/**
 * Whether what is found for a deployment may hold for another: there are others of its workload, and all that comes is
 * an amount that is answered.
 */
export function mayHaveTwins(
  world: World,
  { workload, lobby, inflow }: Deployment,
  { settings }: Scaler,
  now: Instant,
): boolean {
  const isMeasured = settings.loop === 'hpa' || settings.loop === 'kpa';
  if (!isMeasured || world.isLiteral || calledLately(lobby, now) !== null || !isAtEase(inflow)) return false;
  return (world.deployments.get(workload)?.length ?? 0) > 1;
}

/** What was found last, where that was for a twin: taken over with all that it leaves; else null. */
export function twinsFinding(world: World, deployment: Deployment, scaler: Scaler, now: Instant): Found | null {
  const { twins } = world;
  const { found, state, sync, panic, ceiling } = twins;
  if (found === null || !isTold(state, true, world, deployment, scaler, now)) return null;
  const { memory } = scaler;
  if (memory.loop === 'hpa') assumeSync(memory.sync, sync);
  if (memory.loop === 'kpa') assumePanic(memory.panic, panic);
  const { inflow } = deployment;
  assumeCeiling(inflow.ceiling, ceiling);
  inflow.countedTo = now;
  return found;
}

/** Takes down a state, before it is looked at. */
export function tellState(world: World, deployment: Deployment, scaler: Scaler, now: Instant): void {
  world.twins.found = null;
  isTold(world.twins.state, false, world, deployment, scaler, now);
}

/** Keeps what an evaluation has come to, in the state that was told last. */
export function keepFinding({ twins }: World, { memory }: Scaler, { inflow }: Deployment, found: Found): void {
  if (!isAtEase(inflow)) return;
  twins.found = found;
  assumeCeiling(twins.ceiling, inflow.ceiling);
  if (memory.loop === 'hpa') assumeSync(twins.sync, memory.sync);
  if (memory.loop === 'kpa') assumePanic(twins.panic, memory.panic);
}

function isTold(
  state: State,
  isCompared: boolean,
  world: World,
  deployment: Deployment,
  scaler: Scaler,
  now: Instant,
): boolean {
  const { inflow, desired, replicas } = deployment;
  const { settings, memory, evaluatedTo } = scaler;
  state.begin(isCompared);
  state.tell(now);
  state.tell(evaluatedTo);
  state.tell(desired);
  state.tell(replicas.length);
  state.tell(deployment.lobby?.gauge.emptySince ?? -1);
  state.tellPart(settings);
  state.tellPart(inflow.flow);
  if (!state.isSame) return false;
  state.tellPart(servingAt(world, deployment));
  state.tell(servingVersion(deployment) ?? -1);
  state.tell(inflow.flowSince);
  state.tell(inflow.since);
  state.tell(inflow.waitedTo ?? -1);
  state.tell(inflow.countedTo);
  for (let i = inflow.servings.length - 1; i >= 0; i -= 1) {
    const { serving, since, unready } = inflow.servings[i]!;
    state.tellPart(serving);
    state.tell(since);
    state.tell(unready ?? -1);
    if (since <= now - day) break;
  }
  for (const { flow, from, until } of inflow.past) {
    state.tellPart(flow);
    state.tell(from);
    state.tell(until);
  }
  for (const { at, waiting, waited } of inflow.waits) {
    state.tell(at);
    state.tell(waiting);
    state.tell(waited);
  }
  if (memory.loop === 'hpa') {
    const { proposals, changes } = memory.sync;
    state.tell(proposals.entries.length);
    for (const { at, count } of proposals.entries) {
      state.tell(at);
      state.tell(count);
    }
    for (const { at, by } of changes.entries) {
      state.tell(at);
      state.tell(by);
    }
  } else if (memory.loop === 'kpa') {
    state.tell(memory.panic.since ?? -1);
    state.tell(memory.panic.most);
  }
  for (let i = 0; state.isSame && i < replicas.length; i += 1) {
    const replica = replicaAt(world, replicas[i]!);
    state.tell(phases[replica.phase]);
    state.tell(replica.version);
    state.tell(replica.placedAt);
    state.tell(replica.startedAt);
    state.tell(replica.runningSince ?? -1);
    state.tell(replica.readySince ?? -1);
    state.tell((replica.ready ? 1 : 0) + (replica.wasReady ? 2 : 0));
  }
  state.end();
  return state.isSame;
}

const phases: Readonly<Record<ReplicaPhase, number>> = { starting: 0, running: 1, backoff: 2, terminating: 3 };
