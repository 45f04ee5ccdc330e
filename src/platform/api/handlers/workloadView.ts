/**
 * A workload as the control plane shows it: its status and health, and its deployment in each location.
 */

import { isoFromInstant } from '../../../engine/time.ts';
import { executionName, executionOrdinal } from '../../cron/execution.ts';
import { executionAt } from '../../cron/handlers/execution.ts';
import type { ExecutionStatus } from '../../cron/run.ts';
import { type AddressKind, isNamed, locationHost } from '../../network/address.ts';
import { addressedOf } from '../../network/book.ts';
import { addressesIn } from '../../network/handlers/addresses.ts';
import { type Deployment, nameOfReplica, newestRevision } from '../../workload/deployment.ts';
import { healthOf, isSuspended, stateOf } from '../../workload/handlers/health.ts';
import { remainingReplicas } from '../../workload/handlers/passView.ts';
import { deploymentStatus, type LocationState, suspendedStatus } from '../../workload/health.ts';
import { deploymentsOf, replicaAt, type World } from '../../world.ts';
import type { JsonObject } from '../document/json.ts';
import { linkOf } from '../document/link.ts';
import type { StoredRecord } from '../records/record.ts';
import { tagStatus } from '../settings/tagStatus.ts';

/** Status and health over all locations (HEALTH-1). */
export function workloadStatus(world: World, record: StoredRecord, now: number): JsonObject {
  const deployments = deploymentsOf(world, record.link);
  const ready = deployments.map((deployment) => deployment.ready);
  const counted = deployments.map((deployment) => countedReplicas(world, deployment));
  const total = counted.reduce((sum, count) => sum + count, 0);
  return {
    status: {
      ...endpointsOf(world, record),
      ...tagStatus(world.control, record),
      currentReplicaCount: total,
      suspendedStatus: suspendedStatus(deployments.map((deployment) => ({ suspended: isSuspended(deployment) }))),
    },
    health: {
      readiness: healthOf(world, record.link, now),
      syncFailed: false,
      readyLocations: deployments.filter((deployment) => stateOf(world, deployment, now) === 'ready').length,
      totalLocations: deployments.length,
      readyReplicas: ready.reduce((sum, count) => sum + count, 0),
      totalReplicas: total,
    },
  };
}

/** How many replicas a deployment is said to have (`api.replicaCounts`). */
function countedReplicas(world: World, deployment: Deployment): number {
  const isAll = world.assumptions['api.replicaCounts'] === 'all';
  return isAll ? deployment.replicas.length : remainingReplicas(world, deployment).length;
}

const origins = new Map<AddressKind, string>([
  ['canonical', 'canonical'],
  ['custom', 'domain'],
  ['location', 'location'],
  ['replica', 'replica'],
]);

/** Addresses for callers from outside (NET-1 to NET-5); a workload that exposes no port has none. */
function endpointsOf(world: World, record: StoredRecord): JsonObject {
  const endpoints = addressesIn(world, record).flatMap(({ kind, url }) => {
    const origin = origins.get(kind);
    return origin === undefined ? [] : [{ url, origin }];
  });
  const [canonical] = endpoints;
  if (canonical === undefined) return { endpoints };
  return { endpoint: canonical.url, canonicalEndpoint: canonical.url, endpoints };
}

/** The deployment record of one location, versions side by side (VER-2, 7.4). */
export function showDeployment(world: World, deployment: Deployment, now: number): JsonObject {
  const state = stateOf(world, deployment, now);
  const { rollout, lastProcessedVersion, location } = deployment;
  const { version: newest } = newestRevision(deployment);
  const record = world.control.records.get(deployment.workload);
  const isApplied = world.assumptions['api.deploymentVersion'] === 'lastApplied';
  return {
    kind: 'deployment',
    name: location,
    lastModified: isoFromInstant(record?.lastModified ?? now),
    links: [{ rel: 'workload', href: deployment.workload }],
    status: {
      ...endpointIn(world, deployment),
      ...deploymentStatus({
        state,
        begun: rollout !== null || remainingReplicas(world, deployment).some((replica) => replica.version === newest),
        complete: deployment.completedVersion === newest,
      }),
      message: messageOf(deployment),
      lastProcessedVersion,
      expectedDeploymentVersion: isApplied ? newest : (record?.version ?? newest),
      internal: { syncFailed: false },
      jobExecutions: jobExecutions(world, deployment),
      versions: versionsOf(world, deployment, state),
    },
  };
}

/** Why nothing runs here, or nothing goes on; empty: neither. The platform writes the first. */
function messageOf({ options, rollout, settings }: Deployment): string {
  if (settings.type !== 'cron' && options.maxScale === 0)
    return 'This workload location is deactivated because maxScale is set to 0';
  return rollout?.stalled === true ? `the rollout of version ${rollout.version} makes no progress` : '';
}

/** Its address in this location (NET-3). */
function endpointIn(world: World, { workload, location }: Deployment): JsonObject {
  const record = world.control.records.get(workload);
  const addressed = record === undefined ? null : addressedOf(world.control, record);
  if (addressed === null || !isNamed(addressed, world.assumptions)) return {};
  return { endpoint: `https://${locationHost(addressed, location)}` };
}

/** Oldest first: those that have replicas, and the newest. */
function versionsOf(world: World, deployment: Deployment, state: LocationState): JsonObject[] {
  const { version: newest } = newestRevision(deployment);
  const { org } = world.setup;
  const gvc = world.control.records.get(linkOf('gvc', deployment.gvc, { org, gvc: null }));
  return deployment.revisions.flatMap(({ version, createdAt, settings }) => {
    const replicas = deployment.replicas
      .map((handle) => replicaAt(world, handle))
      .filter((replica) => replica.version === version);
    if (replicas.length === 0 && version !== newest) return [];
    const ready = replicas.filter((replica) => replica.ready).length;
    const here = replicas.filter(({ phase }) => phase !== 'terminating').length;
    // While it rolls out, each version is to have what it has; a pass says how that changes.
    const wanted = version === newest && deployment.rollout === null ? deployment.desired : here;
    const containers = settings.containers.map(({ name, image, cpuMillicores, memoryBytes }) => [
      name,
      {
        image,
        ready: ready > 0,
        resources: {
          replicas: wanted,
          replicasReady: ready,
          cpu: cpuMillicores,
          memory: Math.round(memoryBytes / 1_048_576),
        },
      },
    ]);
    return [
      {
        name: `${deployment.name}-${version}`,
        created: isoFromInstant(createdAt),
        workload: version,
        gvc: gvc?.version ?? 0,
        ready: ready > 0 || (deployment.desired === 0 && state === 'ready'),
        message: ready < wanted ? `${ready} of ${wanted} replicas are ready` : '',
        replicas: replicas.map((replica) => nameOfReplica(deployment, replica)),
        restarts: replicas.reduce((sum, { restarts }) => sum + restarts, 0),
        containers: Object.fromEntries(containers),
      },
    ];
  });
}

/** Final executions that are kept, then the Active ones (CRON-7, CRON-11). */
function jobExecutions(world: World, deployment: Deployment): JsonObject[] {
  const { cron, name } = deployment;
  if (cron === null) return [];
  const finals = cron.history.map((final) => {
    const revision = deployment.revisions.find(({ version }) => version === final.version);
    return {
      ...showExecution(
        world,
        executionName(name, final.ordinal),
        final.status,
        (revision ?? newestRevision(deployment)).settings.containers,
      ),
      workloadVersion: final.version,
      startTime: isoFromInstant(final.startedAt),
      completionTime: isoFromInstant(final.endedAt),
    };
  });
  const active = cron.active.map((handle) => {
    const execution = executionAt(world, handle);
    const { version, status, startTime, containers } = execution;
    return {
      ...showExecution(world, executionName(name, executionOrdinal(execution)), status, containers),
      workloadVersion: version,
      startTime: isoFromInstant(startTime),
    };
  });
  return [...finals, ...active];
}

/** An execution has one replica, which bears its name. */
function showExecution(
  world: World,
  name: string,
  status: ExecutionStatus,
  containers: readonly { readonly name: string }[],
): JsonObject {
  const said = { message: messages[status] };
  return {
    name,
    status: world.assumptions['api.executionWords'] === 'wire' ? wireWords[status] : status,
    replica: name,
    containers: Object.fromEntries(containers.map((container) => [container.name, said])),
  };
}

const messages: { readonly [status in ExecutionStatus]: string } = {
  Invalid: 'no replica can be created',
  Active: 'running',
  Success: 'exited with 0',
  Failure: 'exited with another code than 0',
  Removed: 'stopped before it completed',
};

const wireWords: { readonly [status in ExecutionStatus]: string } = {
  Invalid: 'invalid',
  Active: 'active',
  Success: 'successful',
  Failure: 'failed',
  Removed: 'removed',
};
