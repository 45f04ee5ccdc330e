/**
 * Deployments follow the records: whenever a record has changed, deployments open, close and get their new version.
 */

import { because } from '../../../rules/reason.ts';
import type { StoredRecord } from '../../api/records/record.ts';
import type { ScaleBounds } from '../../autoscaling/decision.ts';
import { noteChange } from '../../autoscaling/handlers/perform.ts';
import { followScaling } from '../../autoscaling/handlers/scaler.ts';
import { armTick, closeCron, suspendCron } from '../../cron/handlers/cron.ts';
import { trimHistory } from '../../cron/handlers/ending.ts';
import { outageOf } from '../../fault/handlers/state.ts';
import { reviewDeferral } from '../../handlers/deferred.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { isEnabled, locationsOf, settingsOfWorkload } from '../../handlers/settings.ts';
import { meterBalancer } from '../../metering/handlers/balancerMeter.ts';
import { retagDeployment, tagsOf } from '../../metering/handlers/chargeTags.ts';
import { meterDeployment } from '../../metering/handlers/keptMeter.ts';
import type { Tags } from '../../metering/series.ts';
import { changeFirewall, followFirewall } from '../../traffic/handlers/routes.ts';
import { settleLoad } from '../../traffic/handlers/settle.ts';
import { followLoad } from '../../traffic/handlers/watch.ts';
import { deploymentsOf, type World } from '../../world.ts';
import type { Deployment } from '../deployment.ts';
import { planScaling } from '../scaling.ts';
import { type LocationOptions, optionsIn, type WorkloadSettings } from '../settings.ts';
import { closings, finishClosing } from './closing.ts';
import { openDeployment } from './opening.ts';
import { isPaused } from './pausing.ts';
import { retimeAvailability } from './readiness.ts';
import { catchUp, followVersion } from './rollout.ts';
import { takeScale } from './takeScale.ts';
import { addPass } from './wake.ts';

const bounded = because(['WL-18']);
const reopened = {
  disabled: because(['LOC-7']),
  outage: closings.outage,
  withdrawn: closings.withdrawn,
  paused: closings.paused,
} as const;

/**
 * Brings the deployments of a workload in line with its record, its GVC and its locations.
 *
 * @param only the one location in which something has changed; absent: all
 */
export function reconcileWorkload(sim: Sim, link: string, cause: number, only?: string): void {
  const { world } = sim;
  const record = world.control.records.get(link);
  if (record === undefined || record.gvc === null) return;
  const asked = {
    record,
    settings: settingsOfWorkload(world, record),
    locations: locationsOf(world, record.gvc),
    tags: tagsOf(world, record.gvc, link),
  };
  const present = deploymentsOf(world, link);
  for (const location of placesOf(asked.locations, present)) {
    if (only !== undefined && location !== only) continue;
    const known = present.find((deployment) => deployment.location === location);
    const why = whyClosed(world, asked, location, known);
    if (known === undefined && why !== 'none' && why !== 'ignored' && why !== 'paused') continue;
    const deployment = known ?? openDeployment(sim, record, location, cause);
    // What a new one begins with comes of its opening.
    applyRecord(sim, deployment, asked, why, known === undefined ? deployment.cause : cause);
  }
  reviewDeferral(sim, link, present);
}

/** Where a workload is wanted or present, sorted as both lists are: nearly always they are the same. */
function placesOf(wanted: readonly string[], present: readonly Deployment[]): readonly string[] {
  const isSame = present.length === wanted.length && present.every(({ location }, index) => location === wanted[index]);
  return isSame ? wanted : [...new Set([...wanted, ...present.map(({ location }) => location)])].sort();
}

/** A workload's record, and what is read from it once for all locations. */
interface Asked {
  readonly record: StoredRecord;
  readonly settings: WorkloadSettings;
  /** Where its GVC wants it. */
  readonly locations: readonly string[];
  readonly tags: Tags;
}

function whyClosed(
  world: World,
  { record, settings, locations }: Asked,
  location: string,
  known: Deployment | undefined,
): Deployment['closed'] {
  if (record.deletingSince !== null) return 'deleting';
  if (!locations.includes(location) || !isEnabled(world, location)) return 'disabled';
  if (outageOf(world, location) !== null) return 'outage';
  if (!settings.ignored) return isPaused(world, record, known) ? 'paused' : 'none';
  return world.assumptions['ignore.effect'] === 'terminates' ? 'withdrawn' : 'ignored';
}

function applyRecord(
  sim: Sim,
  deployment: Deployment,
  { record, settings, tags }: Asked,
  why: Deployment['closed'],
  cause: number,
): void {
  settleLoad(sim, deployment);
  const before = deployment.settings;
  const optionsBefore = deployment.options;
  const firewallBefore = deployment.firewall;
  const wasClosed = deployment.closed;
  const desiredBefore = deployment.desired;
  deployment.settings = settings;
  changeFirewall(sim, deployment, cause);
  deployment.options = optionsIn(settings, deployment.location);
  deployment.lastProcessedVersion = record.version;
  deployment.cause = cause;
  retagDeployment(sim, deployment, tags, cause);
  if (why !== wasClosed) changeClosed(sim, deployment, why);
  noteBounds(sim, deployment, optionsBefore);
  const wantedNone = deployment.desired === 0;
  // The count first, so that a rollout that the same write begins has the bounds of the count that it works with.
  scaleDeployment(sim, deployment);
  noteChange(deployment, deployment.desired - desiredBefore, sim.now);
  followVersion(sim, deployment, record, wantedNone);
  if (before.rollout.minReady !== settings.rollout.minReady) retimeAvailability(sim, deployment, cause);
  if (wasClosed === 'ignored' && why === 'none') catchUp(sim, deployment);
  if (deployment.cron !== null) {
    if (deployment.closed !== 'none' && deployment.closed !== 'ignored') closeCron(sim, deployment);
    else suspendCron(sim, deployment, before);
    trimHistory(sim, deployment, cause);
    if (deployment.closed !== 'deleting') armTick(sim, deployment, before);
  }
  followScaling(sim, deployment);
  followLoad(sim, deployment);
  followFirewall(sim, deployment, firewallBefore);
  addPass(sim, deployment, deployment.cause);
  meterDeployment(sim, deployment, deployment.cause);
  meterBalancer(sim, deployment, deployment.cause);
  if (deployment.closed === 'disabled') finishClosing(sim, deployment);
}

function changeClosed(sim: Sim, deployment: Deployment, why: Deployment['closed']): void {
  const was = deployment.closed;
  deployment.closed = why;
  const { subject, cause } = deployment;
  if (why !== 'none' && why !== 'ignored') {
    deployment.rollout = null;
    deployment.cause = note(sim, 'deployment.closed', { subject, reason: closings[why], cause }, { why });
  } else if (was === 'disabled' || was === 'outage' || was === 'withdrawn' || was === 'paused') {
    deployment.cause = note(sim, 'deployment.reopened', { subject, reason: reopened[was], cause }, {});
  }
}

/** Journals that the count may go less or more far than before (WL-18); a cron workload keeps none. */
function noteBounds(sim: Sim, deployment: Deployment, before: LocationOptions): void {
  const { subject, cause, options, settings } = deployment;
  const isSame = options.minScale === before.minScale && options.maxScale === before.maxScale;
  if (isSame || settings.type === 'cron') return;
  const data = { from: boundsOf(before), to: boundsOf(options) };
  deployment.cause = note(sim, 'deployment.bounded', { subject, reason: bounded, cause }, data);
}

function boundsOf({ minScale, maxScale }: LocationOptions): ScaleBounds {
  return { minScale, maxScale };
}

/**
 * A workload that was deleted while nothing of it ran: no tick, pass or rollout that was still to come finds it open
 * (CRON-12, LOC-7).
 */
export function forgetWorkload(sim: Sim, link: string, cause: number): void {
  for (const deployment of deploymentsOf(sim.world, link)) {
    deployment.cause = cause;
    settleLoad(sim, deployment);
    changeClosed(sim, deployment, 'deleting');
    scaleDeployment(sim, deployment);
    followScaling(sim, deployment);
    followLoad(sim, deployment);
    if (deployment.cron !== null) closeCron(sim, deployment);
    meterDeployment(sim, deployment, deployment.cause);
    meterBalancer(sim, deployment, deployment.cause);
  }
  sim.world.deployments.delete(link);
  sim.world.healths.delete(link);
}

/** Asks how many replicas are wanted and makes it so. */
function scaleDeployment(sim: Sim, deployment: Deployment): void {
  const { closed: why, standing, desired, desiredBefore, options, settings } = deployment;
  const open = why === 'none' || why === 'ignored';
  const plan = planScaling(
    { type: settings.type, options, open, standing, desired, desiredBefore },
    sim.world.assumptions,
  );
  if (plan.kind !== 'act') return;
  const isOwn = why === 'deleting' || why === 'outage' || why === 'withdrawn' || why === 'paused';
  const reason = isOwn ? closings[why] : plan.reason;
  const about = { subject: deployment.subject, reason, cause: deployment.cause };
  for (const action of plan.actions) {
    const from = deployment.desired;
    takeScale(deployment, action, sim.now);
    if (action.standing === 'off') deployment.cause = note(sim, 'deployment.suspended', about, { from });
    else if (standing === 'off' && action.standing === 'on')
      deployment.cause = note(sim, 'deployment.resumed', about, { to: action.to });
    else if (action.to !== from) deployment.cause = note(sim, 'deployment.scaled', about, { from, to: action.to });
    if (deployment.awaitedSince === sim.now) deployment.awaitedBy = deployment.cause;
    meterDeployment(sim, deployment, deployment.cause);
  }
}
