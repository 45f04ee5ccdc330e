/**
 * Metric keda: polls of the triggers, the syncs beside them, the history of both, and for how long neither changes
 * anything.
 */
import { farthest, firstDoubtful } from '../../../engine/lookAhead.ts';
import type { Instant } from '../../../engine/time.ts';
import type { Sim } from '../../handlers/note.ts';
import type { Deployment } from '../../workload/deployment.ts';
import { nameOfLink, type World } from '../../world.ts';
import { nextLook } from '../autoscaler.ts';
import { reachChangesAt } from '../changes.ts';
import type { Measurement, ScaleDecision } from '../decision.ts';
import {
  clonePollMemory,
  hasSettled,
  isKedaAtTolerance,
  isOneActive,
  type PollMemory,
  planPoll,
  proposeKeda,
  rememberPoll,
  rememberPolls,
  type TriggerValues,
} from '../keda.ts';
import type { Scaler } from '../scaler.ts';
import type { KedaSettings } from '../settings.ts';
import type { EvaluationResult } from '../sharedEvaluation.ts';
import { type SignalSource, type SourceContext, sourceOf, valuesAt, valuesBetween } from '../signal.ts';
import {
  cloneSyncMemory,
  decisionOfSync,
  firstDoubtfulSync,
  type Proposing,
  readsMetrics,
  rememberSyncs,
  type SyncMemory,
  takeSync,
} from '../sync.ts';
import { performScaling } from './perform.ts';

/** A deployment that triggers look after. */
interface Watched {
  readonly deployment: Deployment;
  readonly settings: KedaSettings;
  readonly sync: SyncMemory;
  readonly poll: PollMemory;
  /** One for each trigger, in their order. */
  readonly sources: readonly SignalSource[];
  readonly ready: number;
}

function watchedBy({ world }: Sim, deployment: Deployment, { settings, memory }: Scaler): Watched {
  if (settings.loop !== 'keda' || memory.loop !== 'keda') throw new Error('the deployment is not autoscaled by KEDA');
  return {
    deployment,
    settings,
    sync: memory.sync,
    poll: memory.poll,
    sources: sourcesOf(world, deployment, settings),
    ready: deployment.ready,
  };
}

/** Where the values of a deployment's triggers come from, in their order. */
function sourcesOf(
  { setup, assumptions }: World,
  deployment: Deployment,
  { triggers, share = 1 }: KedaSettings,
): readonly SignalSource[] {
  const context: SourceContext = {
    signals: deployment.behaviour.keda ?? {},
    seed: setup.seed,
    workload: nameOfLink(deployment.workload),
    share,
    missing: assumptions['keda.value.missing'],
  };
  return triggers.map((trigger) => sourceOf(trigger, context));
}

/** What the triggers of a deployment say at an instant. */
export function triggerValues(
  world: World,
  deployment: Deployment,
  settings: KedaSettings,
  at: Instant,
): TriggerValues {
  return valuesAt(sourcesOf(world, deployment, settings), at);
}

/**
 * The poll of now, then the sync of now, whichever is due, after those that were passed over.
 *
 * @returns when the next one may change something
 */
export function lookAtTriggers(sim: Sim, deployment: Deployment, scaler: Scaler): Instant {
  const { now } = sim;
  const watched = watchedBy(sim, deployment, scaler);
  rememberPassed(watched, { after: scaler.evaluatedTo, until: now - 1 });
  const { settings, sources } = watched;
  const values = valuesAt(sources, now);
  const before = deployment.desired;
  const perform = ({ plan, decided }: TriggerResult): void => {
    if (plan.kind === 'act')
      performScaling(sim, deployment, plan, { measured: measurementsOf(settings, values), decided });
  };
  const isBegin = now === scaler.begunAt && scaler.evaluatedTo < now;
  if (isBegin || now % settings.poll === 0) {
    rememberPoll(settings, watched.poll, values, now);
    perform({ plan: planPoll(settings, watched.poll, deployment.desired, values, now), decided: null });
  }
  if (!isBegin && now % settings.sync.period === 0) perform(planTriggerSync(watched, values, now));
  if (sim.world.isLiteral || deployment.desired !== before) return nextLook(settings, now);
  return nextDoubtful(watched, now);
}

/**
 * What a poll or a sync at this instant decides, and by which numbers, whatever it decides; performs nothing.
 *
 * @param part a poll decides between zero and one replica, a sync on how many beyond
 */
export function askTriggers(
  sim: Sim,
  deployment: Deployment,
  scaler: Scaler,
  part: 'poll' | 'sync',
): Omit<EvaluationResult, 'next'> {
  const { now } = sim;
  const found = watchedBy(sim, deployment, scaler);
  const watched = { ...found, sync: cloneSyncMemory(found.sync), poll: clonePollMemory(found.poll) };
  const { settings, sources, poll } = watched;
  const values = valuesAt(sources, now);
  const measured = measurementsOf(settings, values);
  const { desired: current } = deployment;
  if (part === 'poll') {
    rememberPoll(settings, poll, values, now);
    return { plan: planPoll(settings, poll, current, values, now), measured, decided: null };
  }
  const { plan } = planTriggerSync(watched, values, now);
  const newest = propose(watched, values);
  return { plan, measured, decided: decisionOf(watched, values, newest, now) };
}

type TriggerResult = Pick<EvaluationResult, 'plan' | 'decided'>;

function planTriggerSync(watched: Watched, values: TriggerValues, now: Instant): TriggerResult {
  const { deployment, settings, sync } = watched;
  const { desired: current } = deployment;
  const newest = propose(watched, values);
  const atTolerance = newest !== null && isKedaAtTolerance(settings, current, values);
  const plan = takeSync(settings.sync, sync, { current, newest, atTolerance }, now);
  return { plan, decided: plan.kind === 'act' ? decisionOf(watched, values, newest, now) : null };
}

function decisionOf(
  { deployment, settings, sync, ready }: Watched,
  values: TriggerValues,
  newest: number | null,
  now: Instant,
): ScaleDecision {
  const decision = decisionOfSync(settings.sync, sync, { current: deployment.desired, newest }, now);
  if (settings.triggers.every(({ metricType }) => metricType !== 'Value')) return decision;
  const sampled = settings.triggers.map(({ metricType }, index) => {
    const value = values[index] ?? null;
    return metricType === 'Value' && value !== null ? { replicas: ready, totalMilli: ready * value } : null;
  });
  return { ...decision, sampled };
}

function propose({ deployment, settings, poll, ready }: Watched, values: TriggerValues): number | null {
  const { desired: current } = deployment;
  return readsMetrics(settings.sync, current) ? proposeKeda(settings, poll, { current, ready }, values) : null;
}

/** Remembers what polls and syncs that were passed over have found, up to an instant; nothing came of them. */
export function passLooks(sim: Sim, deployment: Deployment, scaler: Scaler, until: Instant): void {
  rememberPassed(watchedBy(sim, deployment, scaler), { after: scaler.evaluatedTo, until });
}

function rememberPassed(watched: Watched, passed: { readonly after: Instant; readonly until: Instant }): void {
  const { deployment, settings, sources } = watched;
  const { until } = passed;
  rememberSyncs(settings.sync, watched.sync, deployment.desired, proposingOf(watched), passed);
  const first = Math.floor(passed.after / settings.poll) + 1;
  const last = Math.floor(until / settings.poll);
  if (first > last) return;
  rememberPolls(settings, watched.poll, {
    values: valuesAt(sources, last * settings.poll),
    count: last - first + 1,
    lastActiveAt: lastActive(watched, first, last),
  });
}

/** The last of several polls, by their numbers since the epoch, that finds a trigger active; null: none does. */
function lastActive(watched: Watched, first: number, last: number): Instant | null {
  const { settings, sources } = watched;
  const at = last * settings.poll;
  if (!isOneActive(settings, valuesBetween(sources, first * settings.poll, at).greatest)) return null;
  if (isOneActive(settings, valuesAt(sources, at))) return at;
  if (first === last) return null;
  const middle = Math.floor((first + last) / 2);
  return lastActive(watched, middle + 1, last) ?? lastActive(watched, first, middle);
}

function nextDoubtful(watched: Watched, now: Instant): Instant {
  const { deployment, settings, sync } = watched;
  const { period } = settings.sync;
  const nextPoll = firstDoubtful(
    settings.poll,
    Math.floor(now / settings.poll) * settings.poll,
    now + farthest,
    (from, until) => pollsSurelyHold(watched, from, until),
  );
  const limit = Math.min(nextPoll, reachChangesAt(sync.changes, settings.sync, now) ?? nextPoll);
  const proposing = proposingOf(watched);
  const nextSync = firstDoubtfulSync(settings.sync, sync, deployment.desired, proposing, {
    after: Math.floor(now / period) * period,
    limit,
  });
  return Math.min(nextPoll, nextSync);
}

/**
 * Whether every poll of a stretch holds, both ends included: the planner is asked at both extremes of the values, at
 * its end.
 */
function pollsSurelyHold({ deployment, settings, poll, sources }: Watched, from: Instant, until: Instant): boolean {
  const { least, greatest } = valuesBetween(sources, from, until);
  if (!hasSettled(settings, poll, least)) return false;
  // A first active poll would end what is waited for after the creation, and begin a cooldown that may be shorter.
  if (poll.lastActiveAt === null && isOneActive(settings, greatest) && !isOneActive(settings, least)) return false;
  return [least, greatest].every(
    (values) => planPoll(settings, poll, deployment.desired, values, until).kind === 'hold',
  );
}

function proposingOf(watched: Watched): Proposing {
  const { deployment, settings, sources, ready } = watched;
  return {
    at: (sync) => propose(watched, valuesAt(sources, sync)),
    between: (from, until) => {
      // Less than all of those wanted times a great ratio may be fewer than all of them times a tolerated one.
      const isEven =
        ready === deployment.desired || settings.triggers.every(({ metricType }) => metricType !== 'Value');
      if (!isEven) return null;
      const { least, greatest } = valuesBetween(sources, from, until);
      return { least: propose(watched, least), greatest: propose(watched, greatest) };
    },
    steadyUntil: (after) => after,
  };
}

function measurementsOf({ triggers }: KedaSettings, values: TriggerValues): Measurement[] {
  return triggers.map(({ name, targetMilli }, index) => ({
    metric: name,
    valueMilli: values[index] ?? null,
    targetMilli,
  }));
}
