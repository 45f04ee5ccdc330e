/**
 * Locations alike: the locations of a deferred workload that are in the same state have the same future, as long as
 * they draw nothing and do not look at each other. One of them runs, and the others take over its state.
 *
 * It skips the events of the others. Their notes are added with their own subjects, and what is booked is booked in
 * their own series. If something happens in which they may differ (`NotAlike`), what was done is taken back, and all
 * run as usual. `test/laws/alikeLocations.test.ts` guards it: the same fingerprint, bill and state.
 */
import type { PendingEvent } from '../../engine/agenda/pendingEvent.ts';
import type { AssumptionName } from '../../rules/assumptions.ts';
import { NotAlike } from '../alike.ts';
import { areReplicasAlike, isAlike, ownFields } from '../workload/alike.ts';
import { cloneDeployment, type Deployment, type ReplicaReservation } from '../workload/deployment.ts';
import { cloneReplica, type Replica } from '../workload/replica.ts';
import { deploymentAt, replicaAt, type World } from '../world.ts';
import { type EventKind, kind } from './eventKinds.ts';
import type { Sim } from './note.ts';

/** The kinds of events whose argument is the handle of a replica. */
const ofReplicas: ReadonlySet<number> = new Set(
  (
    [
      'replica.gone',
      'replica.exited',
      'replica.started',
      'replica.ready',
      'replica.unready',
      'replica.unresponsive',
      'replica.available',
      'replica.overflowed',
      'replica.silent',
      'replica.lost',
      'replica.worked',
    ] as const satisfies readonly EventKind[]
  ).map((name) => kind[name]),
);

/** The kinds that have no argument, or the version of a rollout, which is the same in all locations. */
const withoutHandles: ReadonlySet<number> = new Set(
  (
    ['rollout.deadline', 'deployment.pass', 'scaler.evaluation', 'requests.due'] as const satisfies readonly EventKind[]
  ).map((name) => kind[name]),
);

/**
 * Runs the events of a deferred deployment and of the other locations of its workload that are due before the present
 * instant, if all are alike; else it does nothing.
 */
export function catchUpAlike(sim: Sim, { workload, handle }: Deployment): void {
  const { world } = sim;
  if (!mayRunForAll(sim, handle)) return;
  const [first, ...others] = (world.deployments.get(workload) ?? []).map((one) => deploymentAt(world, one));
  if (first === undefined || others.length === 0 || !isUsual(first)) return;
  if (!others.every((other) => areAlike(world, first, other))) return;
  const waiting = sim.takeGroup(handle);
  const own = waiting.filter(({ subject }) => subject === first.handle);
  if (others.every((other) => haveSameEvents(waiting, own, first, other))) runForAll(sim, first, others, waiting, own);
  else sim.giveGroup(handle, waiting);
}

function mayRunForAll(sim: Sim, handle: number): boolean {
  const { world, journal, now } = sim;
  return (
    sim.nextOfGroup(handle) < now &&
    !sim.isCatchingUp(handle) &&
    !world.isLiteral &&
    world.runsForAll === null &&
    !journal.isHeard &&
    world.eventLog === null &&
    world.faults.active.length === 0 &&
    // Lots of replicas are hashes of their deployment's name.
    world.assumptions['replica.scaleDown.order'] !== 'random'
  );
}

/** Whether all that a deployment has is such that a copy of it can be made for another location. */
function isUsual({ closed, waitingLine, timeouts, kept, cron, isCaller, options, scaler }: Deployment): boolean {
  return (
    closed === 'none' &&
    waitingLine === null &&
    timeouts === null &&
    kept === null &&
    cron === null &&
    !isCaller &&
    !options.multiZone &&
    scaler?.settings.loop !== 'keda'
  );
}

function areAlike(world: World, one: Deployment, other: Deployment): boolean {
  if (!isAlike(one, other)) return false;
  for (let i = 0; i < one.replicas.length; i += 1)
    if (!areReplicasAlike(replicaAt(world, one.replicas[i]!), replicaAt(world, other.replicas[i]!))) return false;
  return true;
}

/** Whether the same waits for another deployment as for the first, whose events are given. */
function haveSameEvents(
  waiting: readonly PendingEvent[],
  own: readonly PendingEvent[],
  first: Deployment,
  other: Deployment,
): boolean {
  let found = 0;
  for (const event of waiting) {
    if (event.subject !== other.handle) continue;
    const like = own[found];
    found += 1;
    if (like === undefined || event.instant !== like.instant || event.rank !== like.rank || event.kind !== like.kind)
      return false;
    if (!withoutHandles.has(event.kind) && !ofReplicas.has(event.kind)) return false;
    if (event.argument !== argumentFor(like, first, other)) return false;
  }
  return found === own.length;
}

/** The argument of an event of one deployment in the event of another. */
function argumentFor({ kind: what, argument }: PendingEvent, one: Deployment, other: Deployment): number {
  if (!ofReplicas.has(what)) return argument;
  // The event of a replica that is gone is void for everybody.
  return other.replicas[one.replicas.indexOf(argument)] ?? argument;
}

/**
 * @param waiting all events of the group, which are in no agenda
 * @param own those of the first deployment
 */
function runForAll(
  sim: Sim,
  first: Deployment,
  others: readonly Deployment[],
  waiting: readonly PendingEvent[],
  own: readonly PendingEvent[],
): void {
  const { world, journal } = sim;
  const before = new Before(sim, first);
  const counterparts = counterpartsOf(first, others);
  sim.giveGroup(first.handle, own);
  world.ledger.beginTape();
  journal.repeatFor(others.map(({ subject }) => subject));
  world.runsForAll = first.subject;
  try {
    sim.catchUpBefore(first.handle);
    refuseUnusual(world, first, before, counterparts);
  } catch (error) {
    world.runsForAll = null;
    if (!(error instanceof NotAlike)) throw error;
    sim.takeGroup(first.handle);
    before.restore(sim, first);
    sim.giveGroup(first.handle, waiting);
    return;
  }
  world.runsForAll = null;
  journal.repeatFor([]);
  world.ledger.bookFor(counterparts);
  for (const [name, count] of world.decisions) {
    const times = count - (before.decisions.get(name) ?? 0);
    if (times > 0) world.decisions.set(name, count + others.length * times);
  }
  sim.passed += others.length * (sim.events - before.events);
  const left = sim.takeGroup(first.handle);
  sim.giveGroup(first.handle, left);
  others.forEach((other, index) => {
    assume(world, first, other, (series) => counterparts.get(series)![index]!);
    const events = left.map((event) => ({
      ...event,
      subject: other.handle,
      argument: argumentFor(event, first, other),
    }));
    sim.giveGroup(other.handle, events);
  });
}

/** @throws NotAlike if the deployment has got something that cannot be copied */
function refuseUnusual(
  world: World,
  first: Deployment,
  before: Before,
  counterparts: ReadonlyMap<number, readonly number[]>,
): void {
  if (!isUsual(first) || first.balancer !== before.deployment.balancer) throw new NotAlike('it is not as usual');
  for (const series of world.ledger.seriesOnTape())
    if (!counterparts.has(series)) throw new NotAlike('another series is booked');
  const { reservation } = first;
  for (const { cpu, memory } of reservation?.series ?? [])
    if (!counterparts.has(cpu) || !counterparts.has(memory)) throw new NotAlike('another series is reserved');
  for (const { series } of reservation?.others ?? [])
    if (!counterparts.has(series)) throw new NotAlike('another series is reserved');
  for (const handle of first.replicas) {
    const { mounts, processorShare, node, spans } = replicaAt(world, handle);
    if (mounts.length > 0 || processorShare !== null || node !== null) throw new NotAlike('a replica is not as usual');
    for (const span of spans)
      if (!counterparts.has(world.ledger.seriesOfSpan(span))) throw new NotAlike('another series is held');
  }
}

/** What a run has to go back to. */
class Before {
  readonly events: number;
  readonly deployment: Deployment;
  readonly decisions: ReadonlyMap<AssumptionName, number>;
  private readonly replicas: readonly Replica[];
  private readonly journal: Sim['journal'];
  private readonly health: { readonly link: string; readonly entry: object } | null;

  constructor({ events, world, journal }: Sim, first: Deployment) {
    this.events = events;
    this.deployment = cloneDeployment(first);
    this.decisions = new Map(world.decisions);
    this.replicas = first.replicas.map((handle) => cloneReplica(replicaAt(world, handle)));
    this.journal = journal.fork();
    const entry = world.healths.get(first.workload);
    this.health = entry === undefined ? null : { link: first.workload, entry: { ...entry } };
  }

  /** Makes the deployment what it was. */
  restore(sim: Sim, first: Deployment): void {
    const { world, journal } = sim;
    sim.events = this.events;
    journal.goBack(this.journal);
    world.ledger.takeBack();
    for (const [name] of world.decisions) if (!this.decisions.has(name)) world.decisions.delete(name);
    for (const [name, count] of this.decisions) world.decisions.set(name, count);
    if (this.health !== null) Object.assign(world.healths.get(this.health.link)!, this.health.entry);
    for (const handle of first.replicas) if (!this.deployment.replicas.includes(handle)) world.replicas.remove(handle);
    for (const replica of this.replicas) {
      const present = world.replicas.get(replica.handle);
      if (present === undefined) world.replicas.restore(replica.handle, replica);
      else Object.assign(present, replica);
    }
    Object.assign(first, this.deployment);
  }
}

/** The series of the first deployment, each with those of the others, in their order. */
function counterpartsOf(first: Deployment, others: readonly Deployment[]): Map<number, number[]> {
  const counterparts = new Map<number, number[]>();
  const relate = (series: number | undefined, find: (other: Deployment) => number | undefined): void => {
    const found = others.flatMap((other) => find(other) ?? []);
    if (series !== undefined && found.length === others.length) counterparts.set(series, found);
  };
  const { reservation, series: own } = first;
  reservation?.series.forEach(({ cpu, memory }, i) => {
    relate(cpu, (other) => other.reservation?.series[i]?.cpu);
    relate(memory, (other) => other.reservation?.series[i]?.memory);
  });
  reservation?.others.forEach(({ series }, i) => {
    relate(series, (other) => other.reservation?.others[i]?.series);
  });
  for (const [key, series] of own ?? []) relate(series, (other) => other.series?.get(key));
  return counterparts;
}

/** Gives another deployment the state of the first. @param counterpart its series, by one of the first */
function assume(world: World, first: Deployment, other: Deployment, counterpart: (series: number) => number): void {
  const { ledger, replicas } = world;
  for (const handle of other.replicas) {
    for (const span of replicaAt(world, handle).spans) ledger.drop(span);
    replicas.remove(handle);
  }
  const own = Object.fromEntries(ownFields.map((field) => [field, other[field]]));
  Object.assign(other, cloneDeployment(first), own, {
    reservation: reservationLike(first.reservation, counterpart),
    replicas: first.replicas.map((handle) => {
      const like = replicaAt(world, handle);
      const spans = like.spans.map((span) => ledger.openAs(span, counterpart(ledger.seriesOfSpan(span))));
      const replica = { ...cloneReplica(like), deployment: other.handle, spans };
      replica.handle = replicas.add(replica);
      return replica.handle;
    }),
  });
}

/** The reservation of another deployment in its own series. */
function reservationLike(
  reservation: ReplicaReservation | null,
  counterpart: (series: number) => number,
): ReplicaReservation | null {
  if (reservation === null) return null;
  return {
    ...reservation,
    series: reservation.series.map(({ cpu, memory }) => ({ cpu: counterpart(cpu), memory: counterpart(memory) })),
    others: reservation.others.map((one) => ({ ...one, series: counterpart(one.series) })),
  };
}
