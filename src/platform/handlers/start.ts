/**
 * The first instant: builds the world from a setup, settled as if it had existed for long, with its first events.
 */

import { hash32 } from '../../engine/hash.ts';
import { type BundleSink, Journal, type JournalSink } from '../../engine/journal.ts';
import { Streams } from '../../engine/random.ts';
import { type Model, Simulation } from '../../engine/simulation.ts';
import { keysOf } from '../api/access/declared.ts';
import { declarePrincipals } from '../api/access/members.ts';
import { onWriteArrived } from '../api/handlers/propagation.ts';
import { createControl, declareResource } from '../api/records/control.ts';
import type { Kind } from '../api/records/kinds.ts';
import type { StoredRecord } from '../api/records/record.ts';
import { onEvaluation } from '../autoscaling/handlers/evaluation.ts';
import { followScaling } from '../autoscaling/handlers/scaler.ts';
import { rememberHeld, settleCounts } from '../autoscaling/handlers/settled.ts';
import { armArrivals, onCallArrived } from '../call/handlers/arrival.ts';
import { armBacklogs, onDemandTurned } from '../call/handlers/backlog.ts';
import { onCallDue, onCallGivenUp, onReplicaWorked } from '../call/handlers/progress.ts';
import {
  armFirstTick,
  onExecutionDeadline,
  onExecutionEnded,
  onExecutionGone,
  onExecutionRetried,
  onTick,
} from '../cron/handlers/cron.ts';
import { inAgenda, mayDefer } from '../cron/handlers/pending.ts';
import { onCronDue } from '../cron/handlers/settle.ts';
import { newEventLog } from '../eventLog/eventLog.ts';
import { onFaultDue, onFaultEnded } from '../fault/handlers/fault.ts';
import { onExecutionLost, onReplicaLost, onReplicaSilent } from '../fault/handlers/node.ts';
import { meterBalancer } from '../metering/handlers/balancerMeter.ts';
import { meterDeployment } from '../metering/handlers/keptMeter.ts';
import { onRequestsDue } from '../metering/handlers/requestMeter.ts';
import { Ledger, type LedgerOptions } from '../metering/ledger.ts';
import type { Setup } from '../setup.ts';
import { type Demand, rateOf } from '../traffic/demand.ts';
import { found } from '../traffic/discovery.ts';
import { beginRoutes, onDiscovered, onFirewallDue } from '../traffic/handlers/routes.ts';
import { onReading } from '../volume/handlers/reading.ts';
import { settleVolumes } from '../volume/handlers/settledVolumes.ts';
import { armFirstSnapshots, onSnapshotExpired, onSnapshotTick } from '../volume/handlers/snapshot.ts';
import { onVolumeStep } from '../volume/handlers/volumeStep.ts';
import { addVolumeset, reconcileVolumeset } from '../volume/handlers/volumeset.ts';
import { type Deployment, newestRevision } from '../workload/deployment.ts';
import { closings } from '../workload/handlers/closing.ts';
import { reconcileWorkload } from '../workload/handlers/deployment.ts';
import { onHealed } from '../workload/handlers/healing.ts';
import { onHealthReview, settleHealth } from '../workload/handlers/health.ts';
import { addDeployment, commonOf, noteOpened } from '../workload/handlers/opening.ts';
import { onPass } from '../workload/handlers/pass.ts';
import { isPaused } from '../workload/handlers/pausing.ts';
import { onReplicaReady, onReplicaUnready, onReplicaUnresponsive } from '../workload/handlers/probe.ts';
import { onReplicaAvailable, onReplicaStarted } from '../workload/handlers/readiness.ts';
import { settledFor, settleReplica } from '../workload/handlers/replica.ts';
import { onReplicaGone } from '../workload/handlers/replicaGone.ts';
import { onRolloutDeadline } from '../workload/handlers/rollout.ts';
import { takeScale } from '../workload/handlers/takeScale.ts';
import { onReplicaExited, onReplicaOverflowed } from '../workload/handlers/trouble.ts';
import { planScaling } from '../workload/scaling.ts';
import { type ActiveDemand, type Entity, emptyPools, entityAt, forkWorld, nameOfLink, type World } from '../world.ts';
import { deferUnobserved } from './deferred.ts';
import { type EventKind, kinds } from './eventKinds.ts';
import { note, type Sim } from './note.ts';
import { isEnabled, locationsOf } from './settings.ts';
import { armTimeline, onRetry, onTimeline } from './timeline.ts';

const handlers = {
  'timeline.due': onTimeline,
  'fault.due': onFaultDue,
  'fault.ended': onFaultEnded,
  'replica.gone': onReplicaGone,
  'replica.exited': onReplicaExited,
  'replica.started': onReplicaStarted,
  'replica.ready': onReplicaReady,
  'replica.unready': onReplicaUnready,
  'replica.unresponsive': onReplicaUnresponsive,
  'replica.available': onReplicaAvailable,
  'replica.overflowed': onReplicaOverflowed,
  'health.review': onHealthReview,
  'replica.silent': onReplicaSilent,
  'replica.lost': onReplicaLost,
  'rollout.deadline': onRolloutDeadline,
  'deployment.pass': onPass,
  'cron.tick': inAgenda(onTick),
  'execution.retried': inAgenda(onExecutionRetried),
  'execution.ended': inAgenda(onExecutionEnded),
  'execution.deadline': inAgenda(onExecutionDeadline),
  'execution.gone': inAgenda(onExecutionGone),
  'execution.lost': onExecutionLost,
  'cron.due': onCronDue,
  'call.arrived': onCallArrived,
  'call.due': onCallDue,
  'call.givenUp': onCallGivenUp,
  'replica.worked': onReplicaWorked,
  'scaler.evaluation': onEvaluation,
  'volume.step': onVolumeStep,
  'volume.reading': onReading,
  'snapshot.tick': onSnapshotTick,
  'snapshot.expired': onSnapshotExpired,
  'requests.due': onRequestsDue,
  'timeline.retried': onRetry,
  'demand.turned': onDemandTurned,
  'deployment.healed': onHealed,
  'write.arrived': onWriteArrived,
  'firewall.due': onFirewallDue,
  'deployment.discovered': onDiscovered,
} as const satisfies Record<EventKind, (sim: Sim, subject: number, argument: number) => void>;

const model: Model<World> = {
  handlers: kinds.map((name) => handlers[name]),
  kinds,
  forkWorld,
  subjectName: (world, subject) => (subject === 0 ? 'timeline' : entityAt(world, subject).subject.name),
};

/**
 * A simulation of the platform at its start, nothing handled yet.
 *
 * @param options.sink gets every journal entry, those of the start too
 * @param options.bundles gets executions that come and go alone in the place of their entries; then entries of
 * schedules come late, in order only
 *   among those of their deployment
 * @param options.isLiteral evaluates at every tick, instead of looking ahead
 * @param options.isAsked whether somebody may ask the API for what it keeps of the past: the audit trail
 * @param options.keepsEventLog whether somebody may ask the API for the event log: then all that happens is told one by
 * one, when it happens
 * @param options.ledger how the ledger rounds runs, and where its cells must be cut
 */
export function startPlatform(
  setup: Setup,
  options: {
    readonly sink: JournalSink | null;
    readonly bundles?: BundleSink | null;
    readonly ledger: LedgerOptions;
    readonly isLiteral: boolean;
    readonly isAsked: boolean;
    readonly keepsEventLog?: boolean;
  },
): Sim {
  const { assumptions, quotas, org, prefix, installation, principals, start } = setup;
  const { sink, bundles = null, keepsEventLog = false } = options;
  const since = start - settledFor;
  const { isAsked } = options;
  const keys = keysOf(principals);
  const control = createControl(
    { org, seed: setup.seed, prefix, installation, assumptions, quotas, keys, isAsked },
    since,
  );
  const eventLog = keepsEventLog ? newEventLog(assumptions) : null;
  const asked = setup.demands.map((demand) => askedOf(demand, setup));
  const world: World = {
    setup,
    steps: [...setup.timeline],
    assumptions,
    control,
    entities: [],
    deployments: new Map(),
    volumesets: new Map(),
    ...emptyPools(),
    ledger: new Ledger(options.ledger),
    isLiteral: options.isLiteral,
    activeDemands: asked,
    sources: asked.map(({ rate }) => ({ count: 0, missing: 0, since: start, flow: [rate], dueAt: start, callers: [] })),
    defersUnobserved:
      (sink === null || bundles !== null) &&
      options.ledger.events !== true &&
      mayDefer({ isLiteral: options.isLiteral, eventLog, assumptions }),
    faults: { count: 0, recurrences: new Map(), active: [], disabled: [] },
    changes: new Map(),
    decisions: new Map(),
    eventLog,
    locations: [],
  };
  const sim: Sim = new Simulation({
    start,
    world,
    streams: new Streams(setup.seed),
    journal: new Journal(sink, bundles),
    model,
  });
  if (assumptions['run.start'] === 'cold') startCold(sim);
  else startSettled(sim, since);
  settleHealth(world, start);
  armTimeline(sim);
  armArrivals(sim);
  armBacklogs(sim);
  return sim;
}

function askedOf(demand: Demand, { org, seed }: Setup): ActiveDemand {
  const linkOf = (key: string): string => `/org/${org}/gvc/${key}`;
  const { caller, to } = demand;
  return {
    demand,
    rate: rateOf(demand, seed),
    to: linkOf(to),
    by: caller.kind === 'workload' ? linkOf(caller.by) : null,
  };
}

const order: readonly string[] = ['org', 'location', 'gvc', 'volumeset', 'workload', 'domain'];

function declareAll(world: World, now: number): StoredRecord[] {
  const place = (kind: string): number => (order.includes(kind) ? order.indexOf(kind) : order.length);
  const resources = [...world.setup.resources].sort((a, b) => place(a.kind) - place(b.kind));
  const records = resources.map(({ kind, gvc, doc }) => declareResource(world.control, kind as Kind, gvc, doc, now));
  declarePrincipals(world.control, world.setup.principals, now);
  return records;
}

/** Everything is created at the start, at once. */
function startCold(sim: Sim): void {
  const { world } = sim;
  const records = declareAll(world, sim.now);
  for (const { kind, link } of records) if (kind === 'volumeset') reconcileVolumeset(sim, link, 0);
  const workloads = records.filter(({ kind }) => kind === 'workload');
  const isShuffled = world.assumptions['order.ties'] === 'shuffle';
  for (const { link } of isShuffled ? byLot(world, workloads) : workloads) reconcileWorkload(sim, link, 0);
  beginRoutes(sim);
}

/**
 * Everything is there: replicas ready, as many as autoscaling holds, volumes bound (`run.start`). Handles follow the
 * order of names, whatever the order of the file, or lots (`order.ties`).
 */
function startSettled(sim: Sim, since: number): void {
  const { world } = sim;
  const records = declareAll(world, since);
  const isShuffled = world.assumptions['order.ties'] === 'shuffle';
  const entities = (isShuffled ? byLot(world, records) : byName(records)).flatMap((record) => entitiesOf(sim, record));
  deferUnobserved(sim);
  const deployments = entities.filter((entity) => entity.kind === 'deployment');
  const isHeld = world.assumptions['run.start'] === 'settled';
  for (const deployment of deployments) settleScale(sim, deployment);
  if (isHeld) settleCounts(sim, deployments);
  settleVolumes(
    sim,
    entities.filter((entity) => entity.kind === 'volumeset'),
  );
  for (const deployment of deployments) settleDeployment(sim, deployment);
  for (const entity of entities) if (entity.kind === 'volumeset') armFirstSnapshots(sim, entity);
  beginRoutes(sim);
  for (const deployment of deployments) {
    followScaling(sim, deployment, since);
    if (isHeld) rememberHeld(sim, deployment);
  }
}

/** In the order of the names of what stands for them: of a workload that is its name, `@` and a location. */
function byName(records: readonly StoredRecord[]): StoredRecord[] {
  const named = records.map((record) => {
    const name = nameOfLink(record.link);
    return { record, name: record.kind === 'workload' ? `${name}@` : name };
  });
  return named.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ record }) => record);
}

/**
 * In the order of lots that the seed decides: who goes first at one instant follows from nothing that anybody has
 * written.
 */
function byLot({ setup }: World, records: readonly StoredRecord[]): StoredRecord[] {
  const drawn = byName(records).map((record) => ({ record, lot: hash32(`${setup.seed}/ties/${record.link}`) }));
  return drawn.sort((a, b) => a.lot - b.lot).map(({ record }) => record);
}

/** What stands for a record: a volume set, or the deployments of a workload. */
function entitiesOf({ world, now }: Sim, record: StoredRecord): Entity[] {
  if (record.kind === 'volumeset') return [addVolumeset(world, record)];
  if (record.kind !== 'workload' || record.gvc === null) return [];
  const common = commonOf(world, record);
  const locations = locationsOf(world, record.gvc).filter((location) => isEnabled(world, location));
  return locations.map((location) => addDeployment(world, common, location, now));
}

/** What a deployment wants once it has stood for long; nothing of that is news. */
function settleScale(sim: Sim, deployment: Deployment): void {
  const { settings, options, standing, desired, desiredBefore } = deployment;
  if (settings.ignored) {
    deployment.closed = sim.world.assumptions['ignore.effect'] === 'terminates' ? 'withdrawn' : 'ignored';
    return;
  }
  const record = sim.world.control.records.get(deployment.workload);
  if (record !== undefined && isPaused(sim.world, record, undefined)) {
    deployment.closed = 'paused';
    return;
  }
  const view = { type: settings.type, options, open: true, standing, desired, desiredBefore };
  const plan = planScaling(view, sim.world.assumptions);
  if (plan.kind === 'act') for (const action of plan.actions) takeScale(deployment, action, sim.now);
  deployment.awaitedSince = null;
  deployment.discovery = found;
  const { version } = newestRevision(deployment);
  // Of other types no version serves alone: one that was kept for that would stay for good.
  if (settings.type === 'serverless') deployment.serving = version;
  deployment.completedVersion = version;
}

function settleDeployment(sim: Sim, deployment: Deployment): void {
  deployment.cause = noteOpened(sim, deployment, null);
  if (deployment.closed === 'paused') {
    const about = { subject: deployment.subject, reason: closings.paused, cause: deployment.cause };
    deployment.cause = note(sim, 'deployment.closed', about, { why: 'paused' });
  }
  deployment.metCause = deployment.cause;
  meterBalancer(sim, deployment, deployment.cause);
  if (deployment.closed !== 'none') return;
  deployment.isPlanned = true;
  const { version } = newestRevision(deployment);
  for (let ordinal = 0; ordinal < deployment.desired; ordinal += 1) settleReplica(sim, deployment, ordinal, version);
  deployment.nextSerial = deployment.desired;
  meterDeployment(sim, deployment, deployment.cause);
  if (deployment.cron !== null) armFirstTick(sim, deployment);
}
