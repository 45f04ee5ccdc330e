/**
 * Ticks of serverless workloads that follow concurrency or rps: what they see, what comes of it, and how long nothing will.
 */
import { farthest, firstDoubtful } from '../../../engine/lookAhead.ts';
import { type Duration, day, type Instant } from '../../../engine/time.ts';
import type { Measurement } from '../../facts.ts';
import { reachedAt } from '../../traffic/arrivals.ts';
import { flowBetween, meanBounds } from '../../traffic/flow.ts';
import type { Panic } from '../../workload/autoscaling/kpa.ts';
import {
  type KpaLoad,
  panicsAt,
  planKpa,
  planWake,
  proposeKpa,
  rememberPanic,
} from '../../workload/autoscaling/kpa.ts';
import type { Scaler } from '../../workload/autoscaling/scaler.ts';
import type { KpaSettings } from '../../workload/autoscaling/settings.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { Sim } from '../note.ts';
import { servingAt, settleInflow } from '../traffic/inflow.ts';
import { readyReplicas } from '../workload/health.ts';
import { performScaling } from './perform.ts';

/** A deployment that a KPA looks after. */
interface Watched {
  readonly deployment: Deployment;
  readonly settings: KpaSettings;
  readonly panic: Panic;
  readonly ready: number;
  /** What one request a second adds to the metric. */
  readonly perRps: number;
  /** Requests per second that those ready can answer. */
  readonly capacityPerSecond: number;
}

function watchedBy(sim: Sim, deployment: Deployment, { settings, memory }: Scaler): Watched {
  if (settings.loop !== 'kpa' || memory.loop !== 'kpa') throw new Error('no KPA looks after it');
  const serving = servingAt(sim.world, deployment);
  const ready = readyReplicas(sim.world, deployment);
  return {
    deployment,
    settings,
    panic: memory.panic,
    ready,
    perRps: settings.metric === 'rps' ? 1 : serving.duration / 1_000,
    capacityPerSecond: ready * serving.capacityPerSecond,
  };
}

/**
 * The tick of now; between two ticks it can only be a request that wakes.
 *
 * @returns when the next one may change something
 */
export function tick(sim: Sim, deployment: Deployment, scaler: Scaler): Instant {
  settleInflow(sim, deployment);
  const watched = watchedBy(sim, deployment, scaler);
  const { settings } = watched;
  const { now } = sim;
  if (now % settings.tick === 0) decide(sim, watched);
  else wake(sim, watched);
  const next = (Math.floor(now / settings.tick) + 1) * settings.tick;
  if (deployment.desired === 0) return nextAsleep(watched, now, sim.world.isLiteral ? next : now + day);
  if (sim.world.isLiteral || now % settings.tick !== 0 || !isCalm(watched)) return next;
  return nextTickAt(watched, now);
}

function decide(sim: Sim, watched: Watched): void {
  const { deployment, settings, panic, ready } = watched;
  const { now } = sim;
  const load = loadAt(watched, now);
  const state = { ready, panic, now };
  const newest = proposeKpa(settings, state, load);
  const inPanic = load !== null && panicsAt(settings, state, load);
  const standing = { current: deployment.desired, idleSince: idleSince(watched, now), inPanic, now };
  const plan = planKpa(settings, standing, newest);
  if (load !== null) rememberPanic(settings, panic, ready, load, now);
  if (plan.kind === 'act') performScaling(sim, deployment, plan, measurementsOf(settings, load, inPanic));
}

function wake(sim: Sim, { deployment, settings }: Watched): void {
  if (deployment.inflow.waiting < 1) return;
  const plan = planWake(settings, deployment.desired);
  if (plan.kind === 'act') performScaling(sim, deployment, plan, []);
}

/** Asleep, a tick sees nothing that the first request would not tell: when that is there, or where none comes, the end of the search. */
function nextAsleep({ deployment, settings }: Watched, now: Instant, until: Instant): Instant {
  const { flow, waiting } = deployment.inflow;
  const next = (Math.floor(now / settings.tick) + 1) * settings.tick;
  if (waiting >= 1) return next;
  const at = reachedAt(flow, now, until, 1 - waiting);
  if (at === null) return Math.ceil(until / settings.tick) * settings.tick;
  return settings.wake === 'atOnce' ? at : Math.ceil(at / settings.tick) * settings.tick;
}

/** Averages of the whole deployment; a shorter history divides by its own length. Null while there is none. */
function loadAt({ deployment, settings, perRps }: Watched, now: Instant): KpaLoad | null {
  const { flow, since, waiting } = deployment.inflow;
  if (now <= since) return null;
  const average = (span: Duration): number => {
    const from = Math.max(now - span, since);
    const level = (flowBetween(flow, from, now) * 1_000 * perRps) / (now - from);
    return Math.round(1_000 * (level + (settings.metric === 'rps' ? 0 : waiting)));
  };
  return { stableMilli: average(settings.window), panicMilli: average(settings.panicWindow) };
}

/** Since when not one request came, nor waits (`fluid.idle`); null: one did. */
function idleSince({ deployment, settings }: Watched, now: Instant): Instant | null {
  const { flow, since, waiting } = deployment.inflow;
  const from = Math.max(now - settings.idleDelay, since);
  return waiting < 1 && flowBetween(flow, from, now) < 1 ? from : null;
}

/** Whether a stretch can be judged by its extremes: no panic is remembered, and nothing waits. */
function isCalm({ deployment, panic, ready }: Watched): boolean {
  return panic.since === null && deployment.inflow.waiting === 0 && ready > 0;
}

function nextTickAt(watched: Watched, now: Instant): Instant {
  const { deployment, settings } = watched;
  const zeroFrom = deployment.inflow.since + settings.idleDelay;
  const limit = settings.minScale === 0 && zeroFrom > now ? Math.min(now + farthest, zeroFrom) : now + farthest;
  return firstDoubtful(settings.tick, now, limit, (from, until) => surelyHolds(watched, from, until));
}

/** Whether every tick of a stretch holds, and none begins a panic: the planner is asked at both extremes of the load. */
function surelyHolds(watched: Watched, from: Instant, until: Instant): boolean {
  const { deployment, settings, panic, ready, perRps, capacityPerSecond } = watched;
  const { flow, since } = deployment.inflow;
  if (settings.minScale === 0 && !isSurelyBusy(watched, from, until)) return false;
  const bounds = meanBounds(flow, Math.max(since, from - settings.window), until);
  if (bounds.greatest > capacityPerSecond) return false;
  const holds = (perSecond: number): boolean => {
    const milli = Math.round(1_000 * perSecond * perRps);
    const load = { stableMilli: milli, panicMilli: milli };
    const state = { ready, panic, now: from };
    if (panicsAt(settings, state, load)) return false;
    const standing = { current: deployment.desired, idleSince: null, inPanic: false, now: from };
    return planKpa(settings, standing, proposeKpa(settings, state, load)).kind === 'hold';
  };
  return holds(bounds.least) && holds(bounds.greatest);
}

/** Whether a request came within the delay before each tick of a stretch: those that every one of them sees are enough. */
function isSurelyBusy({ deployment, settings }: Watched, from: Instant, until: Instant): boolean {
  const { flow, since } = deployment.inflow;
  if (until < since + settings.idleDelay) return true;
  const seenFrom = Math.max(until - settings.idleDelay, since);
  return seenFrom < from && flowBetween(flow, seenFrom, from) >= 1;
}

/** The average that decides: the short one in a panic. */
function measurementsOf({ metric, targetMilli }: KpaSettings, load: KpaLoad | null, inPanic: boolean): Measurement[] {
  if (load === null) return [];
  return [{ metric, valueMilli: inPanic ? load.panicMilli : load.stableMilli, targetMilli }];
}
