/**
 * From what is asked for to what is: deployments open, close and learn what they should run, whenever a record has changed.
 */
import type { StoredRecord } from '../control/record.ts';
import { because } from '../rules/reason.ts';
import { rolloutBounds } from '../workload/bounds.ts';
import { type Deployment, newestRevision } from '../workload/deployment.ts';
import { isOff, planScaling, type ScalingAction } from '../workload/scaling.ts';
import type { LocationOptions, WorkloadSettings } from '../workload/settings.ts';
import { addEntity, deploymentsOf, nameOfLink, subjectOf, type World } from '../world.ts';
import { armTick, closeCron, suspendCron } from './cron.ts';
import { finishDeleted } from './deletion.ts';
import { placeOf, retagDeployment, tagsOf } from './meter.ts';
import { note, type Sim } from './note.ts';
import { addPass, awaitProgress, closings, countsOf, standing } from './pass.ts';
import { retimeAvailability } from './replica.ts';
import { behaviourOfWorkload, isEnabled, locationsOf, settingsOfWorkload } from './settings.ts';

const opened = because(['RES-1']);
const openedCron = because(['TYPE-12']);
const reopened = because(['LOC-7']);
const versioned = because(['VER-2', 'ROLL-1'], ['version.triggers', 'version.number']);

/** Brings the deployments of a workload in line with its record, its GVC and its locations. */
export function reconcileWorkload(sim: Sim, link: string, cause: number): void {
  const { world } = sim;
  const record = world.control.records.get(link);
  if (record === undefined || record.gvc === null) return;
  const settings = settingsOfWorkload(world, record);
  const wanted = locationsOf(world, record.gvc);
  const present = deploymentsOf(world, link).map(({ location }) => location);
  for (const location of [...new Set([...wanted, ...present])].sort()) {
    const why = whyClosed(world, record, wanted, location, settings);
    const known = deploymentsOf(world, link).find((deployment) => deployment.location === location);
    if (known === undefined && why !== 'none' && why !== 'ignored') continue;
    const deployment = known ?? openDeployment(sim, record, location, settings, cause);
    applyRecord(sim, deployment, record, settings, why, cause);
  }
}

function whyClosed(
  world: World,
  record: StoredRecord,
  wanted: readonly string[],
  location: string,
  settings: WorkloadSettings,
): Deployment['closed'] {
  if (record.deletingSince !== null) return 'deleting';
  if (!wanted.includes(location) || !isEnabled(world, location)) return 'disabled';
  return settings.ignored ? 'ignored' : 'none';
}

function openDeployment(
  sim: Sim,
  record: StoredRecord,
  location: string,
  settings: WorkloadSettings,
  cause: number | null,
): Deployment {
  const deployment = addDeployment(sim.world, record, location, settings);
  deployment.cause = noteOpened(sim, deployment, cause);
  return deployment;
}

/** Journals a deployment that has come to be. */
export function noteOpened(sim: Sim, deployment: Deployment, cause: number | null): number {
  const { settings, subject, gvc, location, desired } = deployment;
  const { provider, locationType } = placeOf(sim.world, gvc, location);
  const reason = settings.type === 'cron' ? openedCron : opened;
  const { version } = newestRevision(deployment);
  return note(
    sim,
    'deployment.opened',
    { subject, reason, cause },
    { type: settings.type, version, desired, provider, locationType },
  );
}

/** The record of a deployment in which nothing runs yet. */
export function addDeployment(
  world: World,
  record: StoredRecord,
  location: string,
  settings: WorkloadSettings,
): Deployment {
  const gvc = record.gvc ?? '';
  const deployment = addEntity(
    world,
    (handle): Deployment => ({
      kind: 'deployment',
      handle,
      subject: subjectOf(`${nameOfLink(record.link)}@${location}`),
      workload: record.link,
      gvc,
      name: record.name,
      location,
      settings,
      options: optionsIn(settings, location),
      behaviour: behaviourOfWorkload(world, gvc, record.name),
      closed: 'none',
      standing: 'new',
      desired: 0,
      desiredBefore: null,
      revisions: [{ version: record.workloadVersion ?? record.version, settings }],
      lastProcessedVersion: record.version,
      replicas: [],
      nextSerial: 0,
      returnsOn: [],
      previous: null,
      serving: null,
      switchedAt: null,
      rollout: null,
      completedVersion: null,
      passAt: null,
      awaitedSince: null,
      cause: 0,
      tags: tagsOf(world, gvc, record.link),
      series: new Map(),
      outfit: null,
      cron:
        settings.type === 'cron'
          ? { tickAt: null, missedAt: null, active: [], leaving: [], history: [], wellFormed: null }
          : null,
    }),
  );
  const handles = [...(world.deployments.get(record.link) ?? []), deployment.handle];
  const place = (handle: number): string => {
    const entity = world.entities[handle - 1];
    return entity?.kind === 'deployment' ? entity.location : '';
  };
  world.deployments.set(
    record.link,
    handles.sort((a, b) => (place(a) < place(b) ? -1 : 1)),
  );
  return deployment;
}

/** The options that hold in a location: its own, whole, or the workload's. */
export function optionsIn(settings: WorkloadSettings, location: string): LocationOptions {
  return settings.localOptions.get(location) ?? settings.options;
}

function applyRecord(
  sim: Sim,
  deployment: Deployment,
  record: StoredRecord,
  settings: WorkloadSettings,
  why: Deployment['closed'],
  cause: number,
): void {
  const before = deployment.settings;
  const wasClosed = deployment.closed;
  deployment.settings = settings;
  deployment.options = optionsIn(settings, deployment.location);
  deployment.lastProcessedVersion = record.version;
  deployment.cause = cause;
  retagDeployment(sim.world, deployment, sim.now, cause);
  if (why !== wasClosed) changeClosed(sim, deployment, why);
  const wantedNone = deployment.desired === 0;
  // The count first, so that a rollout that the same write begins has the bounds of the count that it works with.
  scaleDeployment(sim, deployment);
  followVersion(sim, deployment, record, wantedNone);
  if (before.rollout.minReady !== settings.rollout.minReady) retimeAvailability(sim, deployment);
  if (wasClosed === 'ignored' && why === 'none') catchUp(sim, deployment);
  if (deployment.cron !== null) {
    if (deployment.closed === 'deleting' || deployment.closed === 'disabled') closeCron(sim, deployment);
    else suspendCron(sim, deployment, before);
    if (deployment.closed !== 'deleting') armTick(sim, deployment, before);
  }
  addPass(sim, deployment);
}

function changeClosed(sim: Sim, deployment: Deployment, why: Deployment['closed']): void {
  const was = deployment.closed;
  deployment.closed = why;
  const { subject, cause } = deployment;
  if (why === 'deleting' || why === 'disabled') {
    deployment.rollout = null;
    deployment.cause = note(sim, 'deployment.closed', { subject, reason: closings[why], cause }, { why });
  } else if (was === 'disabled') {
    deployment.cause = note(sim, 'deployment.reopened', { subject, reason: reopened, cause }, {});
  }
}

/** A workload that was deleted while nothing of it ran: no tick, pass or rollout that was still to come finds it open (CRON-12, LOC-7). */
export function forgetWorkload(sim: Sim, link: string, cause: number): void {
  for (const deployment of deploymentsOf(sim.world, link)) {
    deployment.cause = cause;
    changeClosed(sim, deployment, 'deleting');
    scaleDeployment(sim, deployment);
    if (deployment.cron !== null) closeCron(sim, deployment);
  }
  sim.world.deployments.delete(link);
}

/** A newer version is wanted: for replicas a rollout, for cron the next execution (VER-2, 5.8). */
function followVersion(sim: Sim, deployment: Deployment, record: StoredRecord, wantedNone: boolean): void {
  const version = record.workloadVersion ?? record.version;
  const newest = newestRevision(deployment);
  if (version === newest.version) {
    // Scale, job and rollout options may have changed; what replicas of this version were given has not.
    deployment.revisions = deployment.revisions.map((revision) =>
      revision.version === version ? { ...revision, settings: deployment.settings } : revision,
    );
    return;
  }
  const revision = { version, settings: deployment.settings };
  const { subject, cause } = deployment;
  if (deployment.cron !== null) {
    deployment.revisions = [...deployment.revisions, revision];
    return;
  }
  if (deployment.rollout !== null) {
    const about = { subject, reason: versioned, cause };
    deployment.cause = note(sim, 'rollout.superseded', about, { version: deployment.rollout.version, by: version });
    deployment.rollout = null;
  }
  deployment.revisions = [...deployment.revisions, revision];
  if (deployment.closed === 'none' && !isAtRest(deployment, wantedNone)) beginRollout(sim, deployment, version);
}

/** Whether nothing runs that a newer version would have to replace, or nothing may start: it is noted, no more (5.9). At zero by scaling, a serverless one starts. */
function isAtRest({ settings, options, desired, replicas }: Deployment, wantedNone: boolean): boolean {
  if (settings.type === 'serverless') return isOff(options);
  return desired === 0 || (wantedNone && replicas.length === 0);
}

function beginRollout(sim: Sim, deployment: Deployment, version: number): void {
  const { subject, cause, desired, settings } = deployment;
  const { surge, unavailable } = rolloutBounds(desired, settings.rollout, sim.world.assumptions);
  const about = { subject, reason: versioned, cause };
  deployment.cause = note(sim, 'rollout.started', about, { version, desired, surge, unavailable });
  const counts = countsOf(sim.world, deployment);
  deployment.rollout = {
    version,
    startedAt: sim.now,
    cause: deployment.cause,
    progressAt: sim.now,
    counts,
    lowestReady: counts.ready,
    stalled: false,
  };
  awaitProgress(sim, deployment, version);
}

/** What was written while nobody looked is given to the replicas now (TAG-35). */
function catchUp(sim: Sim, deployment: Deployment): void {
  const { version } = newestRevision(deployment);
  const isBehind = standing(sim.world, deployment).some((replica) => replica.version !== version);
  if (isBehind && deployment.rollout === null) beginRollout(sim, deployment, version);
}

/** Asks how many replicas are wanted and makes it so. */
export function scaleDeployment(sim: Sim, deployment: Deployment): void {
  const { closed: why, standing, desired, desiredBefore, options, settings } = deployment;
  const open = why === 'none' || why === 'ignored';
  const plan = planScaling(
    { type: settings.type, options, open, standing, desired, desiredBefore },
    sim.world.assumptions,
  );
  if (plan.kind !== 'act') return;
  const reason = why === 'deleting' ? closings.deleting : plan.reason;
  const about = { subject: deployment.subject, reason, cause: deployment.cause };
  for (const action of plan.actions) {
    const from = deployment.desired;
    takeScale(deployment, action, sim.now);
    if (action.standing === 'off') deployment.cause = note(sim, 'deployment.suspended', about, { from });
    else if (standing === 'off' && action.standing === 'on')
      deployment.cause = note(sim, 'deployment.resumed', about, { to: action.to });
    else if (action.to !== from) deployment.cause = note(sim, 'deployment.scaled', about, { from, to: action.to });
  }
}

/** Sets what is wanted, without a word. */
export function takeScale(deployment: Deployment, action: ScalingAction, now: number): void {
  if (action.standing === 'off' && deployment.standing === 'on') deployment.desiredBefore = deployment.desired;
  if (action.standing === 'on' && deployment.standing !== 'on') deployment.awaitedSince = now;
  deployment.desired = action.to;
  deployment.standing = action.standing;
}

/** Whether nothing of a deployment is left. */
export function isEmpty(deployment: Deployment): boolean {
  const { cron, replicas } = deployment;
  return replicas.length === 0 && (cron === null || cron.active.length + cron.leaving.length === 0);
}

/** A deletion goes on when the last replica or execution is gone. */
export function finishClosing(sim: Sim, deployment: Deployment): void {
  if (deployment.closed === 'deleting' && isEmpty(deployment)) finishDeleted(sim, deployment.workload);
}
