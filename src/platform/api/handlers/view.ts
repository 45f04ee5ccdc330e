/**
 * The current state of the simulation, as the control plane asks for it.
 */
import { week } from '../../../engine/time.ts';
import { eventsOf } from '../../eventLog/eventLog.ts';
import { behaviourOfWorkload } from '../../handlers/settings.ts';
import { dwellingsIn } from '../../network/handlers/environment.ts';
import { askedOf } from '../../traffic/handlers/routes.ts';
import { certainPeak, millicoresOf } from '../../traffic/peak.ts';
import { isEmpty } from '../../workload/deployment.ts';
import { deploymentsOf, nameOfLink, volumeAt, volumesetAt, type World } from '../../world.ts';
import type { JsonObject } from '../document/json.ts';
import { quotaStatus } from '../records/quotaRecord.ts';
import type { StoredRecord } from '../records/record.ts';
import type { PlatformView } from '../records/view.ts';
import { refuseCommand } from './commandView.ts';
import { volumesetStatus } from './volumesetView.ts';
import { showDeployment, workloadStatus } from './workloadView.ts';

/** The platform at an instant, for one request. */
export function platformView(world: World, now: number): PlatformView {
  return {
    readStatus: (record) => readStatus(world, record, now),
    readDeployment: (workload, location) => {
      const deployment = deploymentsOf(world, workload.link).find((found) => found.location === location);
      return deployment === undefined ? null : showDeployment(world, deployment, now);
    },
    deploymentLocations: (workload) => deploymentsOf(world, workload.link).map(({ location }) => location),
    replicaNames: (workload, location) =>
      deploymentsOf(world, workload.link)
        .filter((deployment) => deployment.location === location)
        .flatMap((deployment) => dwellingsIn(world, deployment).map(({ name }) => name)),
    refuseCommand: (owner, type, spec) => refuseCommand(world, owner, type, spec, now),
    hasLiveParts: (record) => hasLiveParts(world, record),
    hasVolumesIn: (record, location) => hasVolumesIn(world, record, location),
    demandsMoreThan: (workload, millicores) => demandedOf(world, workload, now) > millicores,
    eventsOf: ({ link }) => (world.eventLog === null ? null : eventsOf(world.eventLog, nameOfLink(link), now)),
  };
}

function readStatus(world: World, record: StoredRecord, now: number): JsonObject {
  if (record.kind === 'workload') return workloadStatus(world, record, now);
  if (record.kind === 'quota') return quotaStatus(world.control, record);
  const handle = record.kind === 'volumeset' ? world.volumesets.get(record.link) : undefined;
  return handle === undefined ? {} : { status: volumesetStatus(world, volumesetAt(world, handle), now) };
}

function hasLiveParts(world: World, record: StoredRecord): boolean {
  if (record.kind === 'workload') return !deploymentsOf(world, record.link).every(isEmpty);
  if (record.kind !== 'volumeset') return false;
  const handle = world.volumesets.get(record.link);
  if (handle === undefined) return false;
  return volumesetAt(world, handle).volumes.some((volume) => volumeAt(world, volume).volume.lifecycle !== 'deleted');
}

/** Millicores that requests to a workload surely need at some time of the week to come. */
function demandedOf(world: World, { gvc, name }: { readonly gvc: string; readonly name: string }, now: number): number {
  const link = `/org/${world.setup.org}/gvc/${gvc}/workload/${name}`;
  const curves = (askedOf(world.activeDemands).get(link) ?? []).map(({ rate }) => rate.curve);
  const { request = {} } = behaviourOfWorkload(world, gvc, name);
  return (world.scales.get(link) ?? 1) * millicoresOf(certainPeak(curves, now, now + week), request);
}

function hasVolumesIn(world: World, record: StoredRecord, location: string): boolean {
  const handle = world.volumesets.get(record.link);
  if (handle === undefined) return false;
  return volumesetAt(world, handle).volumes.some((one) => {
    const { volume } = volumeAt(world, one);
    return world.locations[volume.location] === location && volume.lifecycle !== 'deleted';
  });
}
