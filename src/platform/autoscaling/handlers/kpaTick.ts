/**
 * Ticks of serverless workloads that scale on concurrency or rps: their metrics and their result.
 */
import { type Duration, day, type Instant } from '../../../engine/time.ts';
import { gaugedBetween } from '../../call/gauge.ts';
import { settleCalls } from '../../call/handlers/waitingLine.ts';
import { calledLately, type WaitingLine } from '../../call/waitingLine.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Plan } from '../../plan.ts';
import { readyIn } from '../../traffic/handlers/answering.ts';
import { servingAt, settleInflow } from '../../traffic/handlers/inflow.ts';
import { awakeFrom, inflowBetween, servedBetween, servesAlikeSince } from '../../traffic/inflow.ts';
import { hasWaited, waitedSince } from '../../traffic/waits.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { ScalingAction } from '../../workload/scaling.ts';
import type { Measurement } from '../decision.ts';
import {
  clonePanic,
  type KpaLoad,
  panicsAt,
  planKpa,
  planWake,
  planZero,
  proposeKpa,
  rememberPanic,
  zeroDueAt,
} from '../kpa.ts';
import { decisionOfTick } from '../kpaDecision.ts';
import type { Scaler } from '../scaler.ts';
import type { KpaSettings } from '../settings.ts';
import type { EvaluationResult } from '../sharedEvaluation.ts';
import { wokenAt } from './asleep.ts';
import { isPanicked, nextTickInPanic, surelyBeginsNoPanic } from './panic.ts';
import { isSteady, type KpaWatch, longestOf, nextTickAt } from './steadyAhead.ts';

function watchedBy(sim: Sim, deployment: Deployment, { settings, memory, plateaus }: Scaler): KpaWatch {
  if (settings.loop !== 'kpa' || memory.loop !== 'kpa') throw new Error('the deployment is not autoscaled by the KPA');
  const serving = servingAt(sim.world, deployment);
  const ready = readyIn(sim.world, deployment);
  const perRps = settings.metric === 'rps' ? 1 : serving.duration / 1_000;
  return {
    deployment,
    settings,
    panic: memory.panic,
    plateaus,
    ready,
    serving,
    perRps,
    capacityPerSecond: ready * serving.capacityPerSecond,
  };
}

/** The tick of now; between two ticks it can only be a request that wakes. */
export function tick(sim: Sim, deployment: Deployment, scaler: Scaler): EvaluationResult {
  settleInflow(sim, deployment);
  settleCalls(sim, deployment);
  const watched = watchedBy(sim, deployment, scaler);
  const { now } = sim;
  const decision = now % watched.settings.tick === 0 ? decide(watched, now) : decideBetween(watched, now);
  const { plan, measured, decided } = decision;
  return { plan, measured, decided, next: nextAfter(sim, watched, plan) };
}

type Decision = Omit<EvaluationResult, 'next'>;

/** What a tick at this instant decides, and by which numbers, whatever it decides; performs nothing. */
export function askTick(sim: Sim, deployment: Deployment, scaler: Scaler): Decision {
  settleInflow(sim, deployment);
  settleCalls(sim, deployment);
  const watched = watchedBy(sim, deployment, scaler);
  return decide({ ...watched, panic: clonePanic(watched.panic) }, sim.now, true);
}

/** @param isTold whether a tick that changes nothing reports its numbers, too */
function decide(watched: KpaWatch, now: Instant, isTold = false): Decision {
  const { deployment, settings, panic, ready } = watched;
  const load = loadAt(watched, now);
  const state = { ready, panic, now };
  const newest = proposeKpa(settings, state, load);
  const inPanic = load !== null && panicsAt(settings, state, load);
  const standing = {
    current: deployment.desired,
    idleSince: idleSince(watched, now),
    inPanic,
    hasWaited: hasWaited(deployment.inflow.waits, now, longestOf(settings)),
    now,
  };
  const plan = planKpa(settings, standing, newest);
  const decided = plan.kind === 'act' || isTold ? decisionOfTick(settings, state, load) : null;
  if (load !== null) rememberPanic(settings, panic, ready, load, now);
  if (decided === null) return { plan, measured: [], decided };
  return { plan, measured: measurementsOf(settings, load, inPanic), decided };
}

/** A request has come that wakes, or the last one went long enough ago. */
function decideBetween(watched: KpaWatch, now: Instant): Decision {
  const { deployment, settings } = watched;
  const { desired: current, inflow } = deployment;
  const zero = planZero(settings, { current, idleSince: idleSince(watched, now), now });
  return {
    plan: zero.kind === 'hold' && inflow.waiting >= 1 ? planWake(settings, current) : zero,
    measured: [],
    decided: null,
  };
}

/** When the next tick may change something, with what is done now. */
function nextAfter(sim: Sim, watched: KpaWatch, plan: Plan<ScalingAction>): Instant {
  const { now, world } = sim;
  const { deployment, settings } = watched;
  const { desired, waitingLine } = deployment;
  const to = plan.kind === 'act' ? (plan.actions.at(-1)?.to ?? desired) : desired;
  const next = nextTick(watched, to, now);
  if (to === 0) return nextAsleep(watched, now, world.isLiteral);
  // Replicas come or go with this instant.
  const isCalled = calledLately(waitingLine, now) !== null;
  const isNear = to !== desired || now % settings.tick !== 0 || world.isLiteral || isCalled;
  if (isNear || !isAlike(watched, now)) return next;
  return Math.min(doubtfulTick(sim, watched, next), zeroForCallsAt(watched, now) ?? Number.POSITIVE_INFINITY);
}

function doubtfulTick(sim: Sim, watched: KpaWatch, next: Instant): Instant {
  const { panic } = watched;
  if (isPanicked(watched, panic)) return nextTickInPanic(watched, panic, sim.now);
  return isSteady(watched, sim.now) ? nextTickAt(sim, watched) : next;
}

/** The next tick, or before it the instant at which calls have been away for long enough (`serverless.zero`). */
function nextTick(watched: KpaWatch, desired: number, now: Instant): Instant {
  const { settings } = watched;
  const next = (Math.floor(now / settings.tick) + 1) * settings.tick;
  return desired === 0 ? next : Math.min(next, zeroForCallsAt(watched, now) ?? next);
}

/**
 * When calls will have been away for long enough, where that counts between two ticks; null: never, or they have been.
 */
function zeroForCallsAt({ deployment, settings }: KpaWatch, now: Instant): Instant | null {
  const emptySince = deployment.waitingLine?.gauge.emptySince ?? null;
  const dueAt = settings.zeroAt === 'exact' ? zeroDueAt(settings, emptySince) : null;
  return dueAt !== null && dueAt > now ? dueAt : null;
}

/**
 * Asleep, a tick sees nothing that the first request would not tell, unless it has a panic to remember: when that
 * request is there, or where none comes, the end of the search.
 */
function nextAsleep(watched: KpaWatch, now: Instant, isLiteral: boolean): Instant {
  const { deployment, settings, panic } = watched;
  const { waiting } = deployment.inflow;
  const present = deployment.waitingLine?.gauge.present ?? 0;
  const next = (Math.floor(now / settings.tick) + 1) * settings.tick;
  if (waiting >= 1 || present > 0) return next;
  const until = isLiteral || panic.since !== null || !isAlike(watched, now) ? next : now + day;
  const reached = wokenAt(deployment.inflow, now, until);
  const isAtOnce = reached !== null && settings.wake === 'atOnce';
  const at = isAtOnce ? reached : Math.ceil((reached ?? until) / settings.tick) * settings.tick;
  return at <= next || surelyBeginsNoPanic(watched, next, at) ? at : next;
}

/** Averages of the whole deployment; a shorter history divides by its own length. Null while there is none. */
function loadAt(watched: KpaWatch, now: Instant): KpaLoad | null {
  const { deployment, settings } = watched;
  const { inflow, waitingLine } = deployment;
  const { since } = inflow;
  if (now <= since) return null;
  const average = (span: Duration): number => {
    const from = Math.max(now - span, since);
    const called = calledBetween(waitingLine, settings, from, now);
    const came = inflowBetween(inflow, from, now);
    if (settings.metric === 'rps') return Math.round(1_000 * ((came * 1_000) / (now - from) + called));
    // What waits is not in flight yet.
    const { more, waited } = waitedSince(inflow.waits, from);
    const flowing = Math.max(0, came - more) * 1_000 * perRpsSince(watched, from, now);
    return Math.round(1_000 * ((flowing + waited) / (now - from) + called));
  };
  return { stableMilli: average(settings.window), panicMilli: average(settings.panicWindow) };
}

/** What one request a second has added to the metric since an instant, in the mean of those that came. */
function perRpsSince({ deployment, serving, perRps }: KpaWatch, from: Instant, now: Instant): number {
  const { inflow } = deployment;
  if (servesAlikeSince(inflow, from)) return perRps;
  const parts = servedBetween(inflow, serving, from, now);
  const requests = parts.reduce((sum, part) => sum + part.requests, 0);
  if (requests === 0) return perRps;
  return parts.reduce((sum, part) => sum + part.requests * part.serving.duration, 0) / requests / 1_000;
}

/** Whether replicas do the same for all requests that ticks from now on see: else each of them looks for itself. */
function isAlike({ deployment, settings }: KpaWatch, now: Instant): boolean {
  return settings.metric === 'rps' || servesAlikeSince(deployment.inflow, now - longestOf(settings));
}

/** What calls that came one by one add to an average: those that came in a second, or were here at a time. */
function calledBetween(
  waitingLine: WaitingLine | null,
  { metric }: KpaSettings,
  from: Instant,
  until: Instant,
): number {
  if (waitingLine === null) return 0;
  const { arrivals, presence } = waitingLine.gauge;
  const sum = metric === 'rps' ? 1_000 * gaugedBetween(arrivals, from, until) : gaugedBetween(presence, from, until);
  return sum / (until - from);
}

/** Since when not one request came, nor waits (`fluid.idle`); null: one did. */
function idleSince({ deployment, settings }: KpaWatch, now: Instant): Instant | null {
  const { inflow, waitingLine } = deployment;
  const { since, waiting } = inflow;
  // What is awake and never sleeps: nobody asks.
  if (settings.minScale > 0 && deployment.desired > 0) return null;
  const from = Math.max(now - settings.idleDelay, since);
  // Asleep, what came before the replicas went has been answered: only what waits is news.
  if (waiting >= 1 || (deployment.desired > 0 && inflowBetween(inflow, from, now) >= settings.busyFrom)) return null;
  const answered = Math.max(from, awakeFrom(inflow));
  if (waitingLine === null) return answered;
  const { emptySince } = waitingLine.gauge;
  return emptySince === null ? null : Math.max(answered, emptySince);
}

/** The average that decides: the short one in a panic. */
function measurementsOf({ metric, targetMilli }: KpaSettings, load: KpaLoad | null, inPanic: boolean): Measurement[] {
  if (load === null) return [];
  return [{ metric, valueMilli: inPanic ? load.panicMilli : load.stableMilli, targetMilli }];
}
