/**
 * A rollout from start to end: a newer version is wanted, makes progress, is complete, stalls or is overtaken.
 */
import type { Reason } from '../../../engine/journal.ts';
import { alsoBecause, because } from '../../../rules/reason.ts';
import type { StoredRecord } from '../../api/records/record.ts';
import type { Awaited } from '../../facts.ts';
import { pullsFailUntil } from '../../fault/handlers/state.ts';
import { kind, rank } from '../../handlers/eventKinds.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { deploymentAt, replicaAt, type World } from '../../world.ts';
import { rolloutBounds, settledBy } from '../bounds.ts';
import { type Deployment, nameOfReplica, newestRevision, type RolloutUnderWay } from '../deployment.ts';
import { type Fleet, fleetOf } from '../fleet.ts';
import { progressMade, type RolloutCounts, sameCounts } from '../progress.ts';
import { shownBy } from '../readiness.ts';
import { isOff } from '../scaling.ts';
import { lackOf, stallReason } from '../stall.ts';
import { unavailableMax } from '../stateful.ts';
import { countsOf, isDone, remainingReplicas } from './passView.ts';
import { passCause } from './wake.ts';

const versioned = because(['VER-2', 'ROLL-1'], ['version.triggers', 'version.number', 'rollout.propagation.duration']);
const caughtUp = because(['VER-2', 'ROLL-1', 'TAG-35'], ['version.triggers', 'version.number']);
const statefulBound = because([], ['rollout.stateful.maxUnavailable']);
const honouredBound = because([], ['rollout.stateful.maxUnavailable', 'fields.maxUnavailableOnStateful']);
const ignoresBounds = because([]);
const completed = because(['ROLL-1', 'ROLL-3']);

/** A newer version is wanted: for replicas a rollout, for cron the next execution (VER-2, 5.8). */
export function followVersion(sim: Sim, deployment: Deployment, record: StoredRecord, wantedNone: boolean): void {
  const version = record.workloadVersion ?? record.version;
  const newest = newestRevision(deployment);
  if (version === newest.version) {
    // Scale, job and rollout options may have changed; what replicas of this version were given has not.
    deployment.revisions = deployment.revisions.map((revision) =>
      revision.version === version ? { ...revision, settings: deployment.settings } : revision,
    );
    return;
  }
  const revision = { version, createdAt: sim.now, settings: deployment.settings };
  const { subject, cause } = deployment;
  if (deployment.cron !== null) {
    deployment.revisions = deployment.revisions.concat(revision);
    return;
  }
  if (deployment.rollout !== null) {
    const about = { subject, reason: versioned, cause };
    deployment.cause = note(sim, 'rollout.superseded', about, { version: deployment.rollout.version, by: version });
    deployment.rollout = null;
  }
  deployment.revisions = deployment.revisions.concat(revision);
  if (deployment.closed === 'none' && !isAtRest(deployment, wantedNone))
    beginRollout(sim, deployment, version, versioned);
}

/**
 * Whether nothing runs that a newer version would have to replace, or nothing may start: it is noted, no more (5.9). At
 * zero by scaling, a serverless one starts.
 */
function isAtRest({ settings, options, desired, replicas }: Deployment, wantedNone: boolean): boolean {
  if (settings.type === 'serverless') return isOff(options);
  return desired === 0 || (wantedNone && replicas.length === 0);
}

function beginRollout(sim: Sim, deployment: Deployment, version: number, reason: Reason): void {
  const { subject, cause, desired } = deployment;
  const { surge, unavailable, decided } = heededBounds(sim.world, deployment);
  const about = { subject, reason: alsoBecause(reason, decided), cause };
  deployment.cause = note(sim, 'rollout.started', about, { version, desired, surge, unavailable });
  const counts = countsOf(fleetOf(deployment));
  deployment.rollout = {
    version,
    startedAt: sim.now,
    cause: deployment.cause,
    progressAt: sim.now,
    progressBy: deployment.cause,
    counts,
    lowestReady: counts.ready,
    stalled: false,
  };
  awaitProgress(sim, deployment, version);
}

/**
 * The rollout's bounds as far as the workload's type heeds them, and what decided them; null: it ignores the bound
 * (ROLL-4, ROLL-6).
 */
function heededBounds(
  { assumptions }: World,
  { settings: { type, rollout }, desired }: Deployment,
): { readonly surge: number | null; readonly unavailable: number | null; readonly decided: Reason } {
  if (type === 'standard') {
    const { surge, unavailable, decidedBy } = rolloutBounds(desired, rollout, assumptions);
    return { surge, unavailable, decided: settledBy[decidedBy] };
  }
  if (type === 'stateful' && assumptions['rollout.stateful.maxUnavailable'] === 'honoured') {
    const { maxUnavailable } = rollout;
    return { surge: null, unavailable: unavailableMax({ desired, maxUnavailable }), decided: honouredBound };
  }
  return { surge: null, unavailable: null, decided: type === 'stateful' ? statefulBound : ignoresBounds };
}

/** Gives the replicas the writes that were made while nothing was decided (TAG-35). */
export function catchUp(sim: Sim, deployment: Deployment): void {
  const { version } = newestRevision(deployment);
  const isBehind = remainingReplicas(sim.world, deployment).some((replica) => replica.version !== version);
  if (isBehind && deployment.rollout === null) beginRollout(sim, deployment, version, caughtUp);
}

/** Progress, completion and the forgetting of versions that nothing runs. */
export function followRollout(sim: Sim, deployment: Deployment, fleet: Fleet): void {
  const { rollout } = deployment;
  const { version: newest } = newestRevision(deployment);
  if (rollout !== null || deployment.completedVersion !== newest) {
    const isEverywhere = isDone(sim.world, deployment, fleet);
    if (isEverywhere) deployment.completedVersion = newest;
    if (rollout !== null && isEverywhere && rollout.version === newest) completeRollout(sim, deployment, rollout);
    else if (rollout !== null) noteProgress(sim, deployment, rollout, countsOf(fleet));
  }
  if (deployment.revisions.length > 1 && deployment.cron === null) forgetRevisions(sim.world, deployment);
}

function completeRollout(sim: Sim, deployment: Deployment, rollout: RolloutUnderWay): void {
  const { version, startedAt, lowestReady } = rollout;
  const about = { subject: deployment.subject, reason: completed, cause: passCause(deployment) };
  note(sim, 'rollout.completed', about, { version, tookMs: sim.now - startedAt, lowestReady });
  deployment.rollout = null;
}

function noteProgress(sim: Sim, deployment: Deployment, rollout: RolloutUnderWay, counts: RolloutCounts): void {
  if (!rollout.stalled && sameCounts(rollout.counts, counts)) return;
  const { version, startedAt, cause } = rollout;
  const hasProgress = progressMade(rollout.counts, counts);
  const progressAt = hasProgress ? sim.now : rollout.progressAt;
  const progressBy = hasProgress ? passCause(deployment) : rollout.progressBy;
  const lowestReady = Math.min(rollout.lowestReady, counts.ready);
  const goesOn = rollout.stalled && progressAt === sim.now;
  const stalled = rollout.stalled && !goesOn;
  deployment.rollout = { version, startedAt, cause, progressAt, progressBy, counts, lowestReady, stalled };
  if (goesOn) awaitProgress(sim, deployment, version);
}

/** Keeps the newest version, and older ones as long as something runs them or returns on them. */
export function forgetRevisions(world: World, deployment: Deployment): void {
  const newest = newestRevision(deployment);
  for (const revision of deployment.revisions) {
    if (revision === newest || isRun(world, deployment, revision.version)) continue;
    deployment.revisions = deployment.revisions.filter((kept) => kept !== revision);
  }
}

function isRun(world: World, { replicas, returnsOn, serving }: Deployment, version: number): boolean {
  for (const handle of replicas) if (replicaAt(world, handle).version === version) return true;
  return returnsOn.includes(version) || serving === version;
}

/** Looks at a rollout again when it could be stuck. */
function awaitProgress(sim: Sim, deployment: Deployment, version: number): void {
  const dueAt = sim.now + sim.world.assumptions['rollout.progressDeadline'];
  sim.add(dueAt, rank.deadline, kind['rollout.deadline'], deployment.handle, version);
}

/**
 * A rollout that has made no progress for the deadline is said to be stuck, once; nothing is rolled back
 * (`rollout.progressDeadline`).
 */
export function onRolloutDeadline(sim: Sim, handle: number, version: number): void {
  const deployment = deploymentAt(sim.world, handle);
  const { rollout } = deployment;
  if (rollout === null || rollout.version !== version) return;
  const dueAt = rollout.progressAt + sim.world.assumptions['rollout.progressDeadline'];
  if (sim.now < dueAt) {
    sim.add(dueAt, rank.deadline, kind['rollout.deadline'], handle, version);
    return;
  }
  const waitsFor = awaitedBy(sim.world, deployment, version);
  const about = { subject: deployment.subject, reason: stallReason(waitsFor), cause: rollout.progressBy };
  note(sim, 'rollout.stalled', about, { version, sinceAt: rollout.progressAt, waitsFor });
  deployment.rollout = { ...rollout, stalled: true };
}

/**
 * Replicas of the new version that are not available, in the order of their creation; where all of them are, those of
 * older ones.
 */
function awaitedBy(world: World, deployment: Deployment, version: number): readonly Awaited[] {
  const failsToPull = pullsFailUntil(world, deployment) !== null;
  const { type } = deployment.settings;
  const lacking = remainingReplicas(world, deployment).filter(({ available }) => !available);
  const newest = lacking.filter((replica) => replica.version === version);
  return (newest.length > 0 ? newest : lacking).map((replica) => {
    const shown = shownBy({ type, probings: replica.probings ?? [] });
    const { phase, ready, node } = replica;
    const lacks = lackOf({ phase, ready, node, shown, failsToPull });
    return { replica: nameOfReplica(deployment, replica), lacks };
  });
}
