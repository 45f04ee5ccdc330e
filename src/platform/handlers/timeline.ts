/**
 * Events from outside, each at its time: requests, changes of behaviour and faults.
 */
import { freeze } from 'immer';
import { because } from '../../rules/reason.ts';
import type { Json } from '../api/document/json.ts';
import { performRequest } from '../api/handlers/request.ts';
import { clientWait } from '../api/requests/clientRetry.ts';
import { bodyDifference } from '../api/requests/expected.ts';
import type { BehaviourChange } from '../behaviour.ts';
import { sendProbe } from '../call/handlers/probe.ts';
import { beginStep } from '../fault/handlers/fault.ts';
import type { TimelineStep } from '../setup.ts';
import { scaleDemand } from '../traffic/handlers/scale.ts';
import { settleLoad } from '../traffic/handlers/settle.ts';
import { followLoad } from '../traffic/handlers/watch.ts';
import { changeUsage } from '../volume/handlers/usage.ts';
import { noteLogs } from '../workload/handlers/opening.ts';
import { deploymentsOf, subjectOf, volumesetAt } from '../world.ts';
import { catchUpDeferred } from './deferred.ts';
import { kind, rank } from './eventKinds.ts';
import { note, type Sim } from './note.ts';
import { behaviourOfWorkload, mergeChanges } from './settings.ts';

const scripted = because([], ['order.ranks']);

const ranks = {
  request: rank.command,
  behaviour: rank.behaviour,
  demand: rank.behaviour,
  fault: rank.behaviour,
  probe: rank.traffic,
} as const;

/**
 * Puts the steps of the timeline into the agenda, and with them their order at one instant. What a request says stays
 * so, however often it comes.
 */
export function armTimeline(sim: Sim): void {
  for (const [index, step] of sim.world.steps.entries()) arm(sim, step, index);
}

function arm(sim: Sim, { instants, order, action }: TimelineStep, index: number): void {
  if (action.kind === 'request') freeze(action.request.body, true);
  for (const at of instants)
    sim.add(at, order === 'last' ? rank.last : ranks[action.kind], kind['timeline.due'], 0, index);
}

/**
 * Puts steps behind those of the timeline, as if they had been its last ones from the start. The run has handled all
 * that is due before their instants, and nothing that is due at them.
 */
export function insertSteps(sim: Sim, steps: readonly TimelineStep[]): void {
  for (const step of steps) arm(sim, step, sim.world.steps.push(step) - 1);
}

/**
 * Puts one more step behind those of the timeline: it comes at its instants, of which none is past, after all that is
 * due then.
 */
export function addStep(sim: Sim, step: TimelineStep): void {
  const { steps } = sim.world;
  if (step.action.kind === 'request') freeze(step.action.request.body, true);
  const index = steps.push(step) - 1;
  for (const at of step.instants) sim.add(at, rank.last, kind['timeline.due'], 0, index);
}

export function onTimeline(sim: Sim, _subject: number, index: number): void {
  const step = sim.world.steps[index];
  if (step === undefined) throw new Error(`the timeline has no step ${index}`);
  const { action } = step;
  if (step.order === 'last') sim.countAnew();
  if (action.kind === 'behaviour') {
    for (const [key, change] of action.changes) changeBehaviour(sim, key, change);
    return;
  }
  if (action.kind === 'demand') {
    for (const [key, scale] of action.scales) scaleDemand(sim, key, scale);
    return;
  }
  if (action.kind === 'fault') {
    beginStep(sim, index, action);
    return;
  }
  if (action.kind === 'probe') {
    sendProbe(sim, action.probe);
    return;
  }
  ask(sim, index, action, 0);
}

/** More than a client ever asks again: the number of its next try stands in the agenda beside that of its step. */
const triesMax = 16;

/** Marks a retry that has let inserted steps go first. */
const lateFrom = 0x4000_0000_0000;

/** A client that was told to come back later asks again (`api.throttle.retry`). */
export function onRetry(sim: Sim, _subject: number, argument: number): void {
  const isLate = argument >= lateFrom;
  // Steps of a timeline come before retries of the same instant, also those that were inserted after the retry.
  if (!isLate && isInsertedAt(sim)) {
    sim.add(sim.now, rank.command, kind['timeline.retried'], 0, lateFrom + argument);
    return;
  }
  const asked = isLate ? argument - lateFrom : argument;
  const [index, retries] = [Math.floor(asked / triesMax), asked % triesMax];
  const action = sim.world.steps[index]?.action;
  if (action?.kind !== 'request') throw new Error(`step ${index} of the timeline is not a request`);
  ask(sim, index, action, retries);
}

/** Whether an inserted request is due now. */
function isInsertedAt({ world: { steps, setup }, now }: Sim): boolean {
  return steps
    .slice(setup.timeline.length)
    .some(({ order, action, instants }) => order === 'first' && action.kind === 'request' && instants.includes(now));
}

/**
 * Asks, and tells where the answer that counts is not the one that was expected: one that is asked for again does not.
 */
function ask(
  sim: Sim,
  index: number,
  { request, answers }: Extract<TimelineStep['action'], { readonly kind: 'request' }>,
  retries: number,
): void {
  const { status, body } = performRequest(sim, request, null, answers?.body == null ? null : 'expectation');
  const isThrottled = (body as { readonly code?: string } | null)?.code === 'THROTTLED';
  // What comes last was asked of a session, whose client has asked again by itself or not.
  const mayRetry = isThrottled && sim.world.setup.timeline[index]?.order !== 'last';
  const wait = mayRetry ? clientWait(retries, sim.world.assumptions['api.throttle.retry']) : null;
  if (wait !== null) {
    sim.add(sim.now + wait, rank.command, kind['timeline.retried'], 0, index * triesMax + retries + 1);
    return;
  }
  if (answers === null) return;
  const expected = answers.status ?? status;
  const difference = status !== expected || answers.body === null ? null : bodyDifference(answers.body, body as Json);
  if (status === expected && difference === null) return;
  const { path } = request;
  const about = { subject: subjectOf(path), reason: scripted, cause: sim.journal.seq };
  note(sim, 'request.unexpected', about, { path, status, expected, ...difference });
}

/** What it says of the idle use of a replica. */
function idleOf({ workload }: BehaviourChange): { readonly cpuMillicores?: number; readonly memoryBytes?: number } {
  const { cpuMillicores, memoryBytes } = workload ?? {};
  return {
    ...(cpuMillicores === undefined ? {} : { cpuMillicores }),
    ...(memoryBytes === undefined ? {} : { memoryBytes }),
  };
}

/** From now on things behave otherwise: starts, run times and draws to come; what was drawn stays. */
function changeBehaviour(sim: Sim, key: string, change: BehaviourChange): void {
  const { world } = sim;
  const [gvc = '', room, name = ''] = key.split('/');
  const link = `/org/${world.setup.org}/gvc/${gvc}/${room}/${name}`;
  const deployments = deploymentsOf(world, link);
  for (const deployment of deployments) {
    catchUpDeferred(sim, deployment);
    settleLoad(sim, deployment);
  }
  world.changes.set(key, mergeChanges(world.changes.get(key), change));
  const seq = note(
    sim,
    'behaviour.changed',
    { subject: subjectOf(key), reason: scripted, cause: null },
    { ...(change.usageAddBytes === undefined ? {} : { usageAddBytes: change.usageAddBytes }), ...idleOf(change) },
  );
  for (const deployment of deployments) {
    deployment.behaviour = behaviourOfWorkload(world, gvc, name);
    if (change.workload?.logs !== undefined) noteLogs(sim, deployment, seq);
    followLoad(sim, deployment);
  }
  const set = world.volumesets.get(link);
  if (set !== undefined) changeUsage(sim, volumesetAt(world, set), change.usageAddBytes ?? 0, seq);
}
