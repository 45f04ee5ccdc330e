/**
 * What is, as the control plane shows it: status of workloads and volume sets, deployments, and what commands meet.
 */
import { isoFromInstant } from '../../engine/time.ts';
import type { JsonObject } from '../control/json.ts';
import type { StoredRecord } from '../control/record.ts';
import type { CommandRefusal, PlatformView } from '../control/view.ts';
import { executionName, executionOrdinal } from '../cron/execution.ts';
import { planRunNow } from '../cron/runNow.ts';
import { because } from '../rules/reason.ts';
import { classLimits, gbFromMicroGB } from '../volume/capacity.ts';
import { usedBytesOf } from '../volume/volume.ts';
import { type Deployment, newestRevision } from '../workload/deployment.ts';
import { deploymentStatus, suspendedStatus } from '../workload/health.ts';
import {
  deploymentsOf,
  replicaAt,
  type VolumeEntity,
  type VolumesetEntity,
  volumeAt,
  volumesetAt,
  type World,
} from '../world.ts';
import { executionAt } from './cron.ts';
import { isEmpty } from './deployment.ts';
import { healthOf, readyReplicas, stateOf } from './health.ts';
import { placeOf } from './meter.ts';
import { nameOfReplica } from './replica.ts';
import { runNowView } from './request.ts';
import { planOnVolume, volumeTarget } from './volumeCommand.ts';

const noReplica = because([], ['api.commandQueue']);

/** The platform at an instant, for one request. */
export function platformView(world: World, now: number): PlatformView {
  return {
    readStatus: (record) => readStatus(world, record, now),
    readDeployment: (workload, location) => {
      const deployment = deploymentsOf(world, workload.link).find((found) => found.location === location);
      return deployment === undefined ? null : showDeployment(world, deployment, now);
    },
    deploymentLocations: (workload) => deploymentsOf(world, workload.link).map(({ location }) => location),
    refuseCommand: (owner, type, spec) => refuseCommand(world, owner, type, spec, now),
    hasLiveParts: (record) => hasLiveParts(world, record),
    hasVolumesIn: (record, location) => hasVolumesIn(world, record, location),
  };
}

function readStatus(world: World, record: StoredRecord, now: number): JsonObject {
  if (record.kind === 'workload') return workloadStatus(world, record, now);
  const handle = record.kind === 'volumeset' ? world.volumesets.get(record.link) : undefined;
  return handle === undefined ? {} : { status: volumesetStatus(world, volumesetAt(world, handle), now) };
}

function workloadStatus(world: World, record: StoredRecord, now: number): JsonObject {
  const deployments = deploymentsOf(world, record.link);
  const { appDomain } = world.setup.installation;
  const alias = world.control.records.get(`/org/${world.setup.org}/gvc/${record.gvc ?? ''}`)?.alias ?? '';
  const endpoint = `https://${record.name}-${alias}.${appDomain}`;
  const ready = deployments.map((deployment) => readyReplicas(world, deployment));
  return {
    status: {
      endpoint,
      canonicalEndpoint: endpoint,
      currentReplicaCount: deployments.reduce((sum, { replicas }) => sum + replicas.length, 0),
      suspendedStatus: suspendedStatus(deployments.map(({ options }) => ({ suspended: options.suspend }))),
    },
    health: {
      readiness: healthOf(world, record.link, now),
      syncFailed: false,
      readyLocations: deployments.filter((deployment) => stateOf(world, deployment, now) === 'ready').length,
      totalLocations: deployments.length,
      readyReplicas: ready.reduce((sum, count) => sum + count, 0),
      totalReplicas: deployments.reduce((sum, { replicas }) => sum + replicas.length, 0),
    },
  };
}

/** The deployment record of one location, versions side by side (VER-2, 7.4). */
function showDeployment(world: World, deployment: Deployment, now: number): JsonObject {
  const state = stateOf(world, deployment, now);
  const { rollout, lastProcessedVersion, location } = deployment;
  return {
    kind: 'deployment',
    name: location,
    lastModified: isoFromInstant(now),
    links: [{ rel: 'workload', href: deployment.workload }],
    status: {
      ...deploymentStatus({ state, begun: rollout !== null, complete: rollout === null }),
      message: rollout?.stalled === true ? `the rollout of version ${rollout.version} makes no progress` : '',
      lastProcessedVersion,
      expectedDeploymentVersion: newestRevision(deployment).version,
      internal: { syncFailed: false },
      jobExecutions: jobExecutions(world, deployment),
      versions: versionsOf(world, deployment),
    },
  };
}

function versionsOf(world: World, deployment: Deployment): JsonObject[] {
  return deployment.revisions.flatMap(({ version, settings }) => {
    const replicas = deployment.replicas
      .map((handle) => replicaAt(world, handle))
      .filter((replica) => replica.version === version);
    if (replicas.length === 0 && version !== newestRevision(deployment).version) return [];
    const ready = replicas.filter((replica) => replica.ready).length;
    const containers = settings.containers.map(({ name, image, cpuMillicores, memoryBytes }) => [
      name,
      {
        image,
        ready: ready > 0,
        resources: {
          replicas: replicas.length,
          replicasReady: ready,
          cpu: cpuMillicores,
          memory: Math.round(memoryBytes / 1_048_576),
        },
      },
    ]);
    return [
      {
        name: `${deployment.name}-${version}`,
        workload: version,
        ready: ready > 0 || replicas.length === 0,
        replicas: replicas.map((replica) => nameOfReplica(deployment, replica)),
        restarts: replicas.reduce((sum, { restarts }) => sum + restarts, 0),
        containers: Object.fromEntries(containers),
      },
    ];
  });
}

/** Final executions that are kept, then the Active ones (CRON-7, CRON-11). */
function jobExecutions(world: World, { cron, name }: Deployment): JsonObject[] {
  if (cron === null) return [];
  const finals = cron.history.map((final) => ({
    name: executionName(name, final.ordinal),
    workloadVersion: final.version,
    status: final.status,
    startTime: isoFromInstant(final.startedAt),
    completionTime: isoFromInstant(final.endedAt),
  }));
  const active = cron.active.map((handle) => {
    const execution = executionAt(world, handle);
    const { version, status, startTime } = execution;
    return {
      name: executionName(name, executionOrdinal(execution)),
      workloadVersion: version,
      status,
      startTime: isoFromInstant(startTime),
    };
  });
  return [...finals, ...active];
}

function volumesetStatus(world: World, set: VolumesetEntity, now: number): JsonObject {
  const links = world.control.mounts.get(set.link) ?? [];
  const volumes = set.volumes.map((handle) => volumeAt(world, handle));
  const numbers = [...new Set(volumes.map(({ volume }) => volume.location))];
  const locations = numbers.map((number) => world.locations[number] ?? '').sort();
  return {
    usedByWorkload: links[0] ?? '',
    workloadLinks: [...links],
    locations: locations.map((name) => {
      const here = volumes.filter(({ volume }) => world.locations[volume.location] === name);
      here.sort((a, b) => a.volume.index - b.volume.index);
      const volumesHere = here.map((entity) => showVolume(world, set, entity, now));
      return {
        name,
        desiredVolumeCount: here.filter(({ volume }) => volume.lifecycle !== 'deleted').length,
        volumes: volumesHere,
      };
    }),
  };
}

function showVolume(world: World, set: VolumesetEntity, { volume }: VolumeEntity, now: number): JsonObject {
  const { provider } = placeOf(world, set.gvc, world.locations[volume.location] ?? '');
  const limits = classLimits(
    set.settings.performanceClass,
    provider,
    volume.capacityMicroGB,
    world.assumptions['volume.iops.curve'],
  );
  return {
    index: volume.index,
    lifecycle: volume.lifecycle,
    currentSize: gbFromMicroGB(volume.capacityMicroGB),
    currentBytesUsed: usedBytesOf(volume, set.usage, set.settings, now),
    iops: limits?.iops ?? null,
    throughput: limits?.megabytesPerSecond ?? null,
    volumeSnapshots: volume.snapshots.map((snapshot) => ({
      snapshotName: snapshot.name,
      name: snapshot.name,
      created: isoFromInstant(snapshot.createdAt),
      snapshotExpirationDate: isoFromInstant(snapshot.expiresAt),
      expires: isoFromInstant(snapshot.expiresAt),
      usedBytes: snapshot.usedBytes,
      tags: Object.entries(snapshot.tags).map(([key, value]) => ({ [key]: value })),
    })),
  };
}

function refuseCommand(
  world: World,
  owner: StoredRecord,
  type: string,
  spec: JsonObject,
  now: number,
): CommandRefusal | null {
  if (type === 'runCronWorkload') {
    const plan = planRunNow(runNowView(world, owner.link, String(spec['location'] ?? ''), spec));
    return plan.kind === 'refuse' ? { code: plan.code, message: plan.message, reason: plan.reason } : null;
  }
  if (type === 'stopReplica') return refuseStop(world, owner, spec);
  const target = volumeTarget(world, owner.link, spec);
  if (target === null) return null;
  const plan = planOnVolume(world, target, type, spec, now);
  if (plan.kind !== 'refuse') return null;
  return { code: plan.code === 'INVALID' ? 'COMMAND_REFUSED' : plan.code, message: plan.message, reason: plan.reason };
}

function refuseStop(world: World, owner: StoredRecord, spec: JsonObject): CommandRefusal | null {
  const location = String(spec['location'] ?? '');
  const deployment = deploymentsOf(world, owner.link).find((found) => found.location === location);
  if (deployment === undefined) {
    return { code: 'BAD_REFERENCE', message: `the workload is not deployed in '${location}'`, reason: noReplica };
  }
  const { replica } = spec;
  if (replica === undefined) return null;
  const names = [
    ...deployment.replicas.map((handle) => nameOfReplica(deployment, replicaAt(world, handle))),
    ...(deployment.cron?.active ?? []).map((handle) =>
      executionName(deployment.name, executionOrdinal(executionAt(world, handle))),
    ),
  ];
  if (names.includes(String(replica))) return null;
  return {
    code: 'BAD_REFERENCE',
    message: `there is no replica '${String(replica)}' in ${location}`,
    reason: noReplica,
  };
}

function hasLiveParts(world: World, record: StoredRecord): boolean {
  if (record.kind === 'workload') return !deploymentsOf(world, record.link).every(isEmpty);
  if (record.kind !== 'volumeset') return false;
  const handle = world.volumesets.get(record.link);
  if (handle === undefined) return false;
  return volumesetAt(world, handle).volumes.some((volume) => volumeAt(world, volume).volume.lifecycle !== 'deleted');
}

function hasVolumesIn(world: World, record: StoredRecord, location: string): boolean {
  const handle = world.volumesets.get(record.link);
  if (handle === undefined) return false;
  return volumesetAt(world, handle).volumes.some((one) => {
    const { volume } = volumeAt(world, one);
    return world.locations[volume.location] === location && volume.lifecycle !== 'deleted';
  });
}
