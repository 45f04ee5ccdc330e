/**
 * The opening of a deployment: a workload is placed in a location.
 */

import type { Reason } from '../../../engine/journal.ts';
import type { Instant } from '../../../engine/time.ts';
import { because } from '../../../rules/reason.ts';
import type { RuleId } from '../../../rules/register.ts';
import type { StoredRecord } from '../../api/records/record.ts';
import type { WorkloadBehaviour } from '../../behaviour.ts';
import { note, type Sim } from '../../handlers/note.ts';
import { behaviourOfWorkload, settingsOfWorkload } from '../../handlers/settings.ts';
import { tagsOf, tagsPart } from '../../metering/handlers/chargeTags.ts';
import { placeOf } from '../../metering/handlers/meter.ts';
import type { Tags } from '../../metering/series.ts';
import { found } from '../../traffic/discovery.ts';
import { newInflow } from '../../traffic/inflow.ts';
import { addEntity, deploymentAt, nameOfLink, subjectOf, type World } from '../../world.ts';
import { type Deployment, newestRevision, type Revision } from '../deployment.ts';
import { optionsIn, type WorkloadSettings } from '../settings.ts';

const opened = openings('RES-1');
const openedCron = openings('TYPE-12');
const declared = because(['LOG-1'], ['api.logs']);

/**
 * `first`: with what a run starts with, which stands already or begins from nothing. `unseen`: nobody looks after it
 * (TAG-35).
 */
function openings(rule: RuleId): { readonly first: Reason; readonly later: Reason; readonly unseen: Reason } {
  return { first: because([rule], ['run.start']), later: because([rule]), unseen: because([rule, 'TAG-35']) };
}

const noImages: Deployment['images'] = [];

/** A workload comes to a location. */
export function openDeployment(sim: Sim, record: StoredRecord, location: string, cause: number | null): Deployment {
  const deployment = addDeployment(sim.world, commonOf(sim.world, record), location, sim.now);
  deployment.cause = noteOpened(sim, deployment, cause);
  return deployment;
}

/** Journals a deployment that has come to be. */
export function noteOpened(sim: Sim, deployment: Deployment, cause: number | null): number {
  const { settings, subject, gvc, location, desired, behaviour } = deployment;
  const { provider, locationType } = placeOf(sim.world, gvc, location);
  const how = settings.ignored ? 'unseen' : sim.now === sim.world.setup.start ? 'first' : 'later';
  const reason = (settings.type === 'cron' ? openedCron : opened)[how];
  const { version } = newestRevision(deployment);
  const facts = { type: settings.type, version, desired, provider, locationType };
  const data = { ...facts, ...tagsPart(deployment.tags) };
  const seq = note(sim, 'deployment.opened', { subject, reason, cause }, data, facts);
  if (behaviour.logs !== undefined && behaviour.logs.length > 0) noteLogs(sim, deployment, seq);
  return seq;
}

/**
 * Journals that a deployment's containers write these logs from now on. The lines follow from this entry; no line is
 * journalled.
 */
export function noteLogs(sim: Sim, { subject, behaviour }: Deployment, cause: number): void {
  note(sim, 'logs.declared', { subject, reason: declared, cause }, { lines: behaviour.logs ?? [] });
}

/** What the deployments of one workload begin with, whatever their location. */
interface Common {
  readonly record: StoredRecord;
  /** As the journal writes it, without a location. */
  readonly name: string;
  readonly settings: WorkloadSettings;
  readonly revision: Revision;
  readonly behaviour: WorkloadBehaviour;
  readonly tags: Tags;
  /** Whether it asks other workloads. */
  readonly isCaller: boolean;
}

export function commonOf(world: World, record: StoredRecord): Common {
  const gvc = record.gvc ?? '';
  const settings = settingsOfWorkload(world, record);
  return {
    record,
    name: nameOfLink(record.link),
    settings,
    revision: { version: record.workloadVersion ?? record.version, createdAt: record.lastModified, settings },
    behaviour: behaviourOfWorkload(world, gvc, record.name),
    tags: tagsOf(world, gvc, record.link),
    isCaller: world.activeDemands.some(({ by }) => by === record.link),
  };
}

/** The record of a deployment in which nothing runs yet. */
export function addDeployment(
  world: World,
  { record, name, settings, revision, behaviour, tags, isCaller }: Common,
  location: string,
  now: Instant,
): Deployment {
  const deployment = addEntity(
    world,
    (handle): Deployment => ({
      kind: 'deployment',
      handle,
      subject: subjectOf(`${name}@${location}`),
      workload: record.link,
      gvc: record.gvc ?? '',
      name: record.name,
      location,
      settings,
      firewall: settings.requests.firewall,
      options: optionsIn(settings, location),
      behaviour,
      closed: 'none',
      standing: 'new',
      desired: 0,
      desiredBefore: null,
      revisions: [revision],
      lastProcessedVersion: record.version,
      replicas: [],
      ready: 0,
      counts: [],
      nextSerial: 0,
      returnsOn: [],
      images: noImages,
      previous: null,
      serving: null,
      switchedAt: null,
      rollout: null,
      completedVersion: null,
      passAt: null,
      awaitedSince: null,
      isPlanned: false,
      state: null,
      serves: false,
      discovery: found,
      isCaller,
      inflow: newInflow(now),
      waitingLine: null,
      timeouts: null,
      scaler: null,
      watchedSince: null,
      cause: 0,
      metCause: 0,
      movedBy: 0,
      awaitedBy: 0,
      rerouted: null,
      switchedBy: 0,
      tags,
      series: null,
      reservation: null,
      kept: null,
      balancer: null,
      cron:
        settings.type === 'cron'
          ? {
              tickAt: null,
              pending: [],
              missedAt: null,
              halt: null,
              active: [],
              leaving: [],
              history: [],
              wellFormed: null,
            }
          : null,
    }),
  );
  world.deployments.set(record.link, placed(world, deployment));
  return deployment;
}

/** Handles of a workload's deployments with one more, in the order of locations. */
function placed(world: World, { workload, location, handle }: Deployment): readonly number[] {
  const others = world.deployments.get(workload) ?? [];
  const after = others.findIndex((other) => deploymentAt(world, other).location > location);
  return after < 0 ? [...others, handle] : [...others.slice(0, after), handle, ...others.slice(after)];
}
