/**
 * The environment variables of containers in the present world.
 */
import type { Instant } from '../../../engine/time.ts';
import { idOfRecord } from '../../api/document/id.ts';
import { type JsonObject, textAt } from '../../api/document/json.ts';
import { linkOf } from '../../api/document/link.ts';
import { locationFields } from '../../api/records/locations.ts';
import { envVariables } from '../../api/settings/workloadSettings.ts';
import { executionName, executionOrdinal } from '../../cron/execution.ts';
import { executionAt } from '../../cron/handlers/execution.ts';
import { type Deployment, nameOfReplica, revisionOf } from '../../workload/deployment.ts';
import type { ContainerSettings } from '../../workload/settings.ts';
import { replicaAt, type World } from '../../world.ts';
import { addressedOf } from '../book.ts';
import { environmentOf, type Variable } from '../environment.ts';

/** Where containers run: a replica, or an execution of a cron workload. */
export interface Dwelling {
  readonly name: string;
  readonly version: number;
  readonly createdAt: Instant;
  readonly containers: readonly ContainerSettings[];
}

/**
 * The replicas of a deployment that are not gone, in order of creation; then its Active executions, in order of start.
 */
export function dwellingsIn(world: World, deployment: Deployment): readonly Dwelling[] {
  const replicas = deployment.replicas.map((handle): Dwelling => {
    const replica = replicaAt(world, handle);
    const { containers } = revisionOf(deployment, replica.version).settings;
    const { version, createdAt } = replica;
    return { name: nameOfReplica(deployment, replica), version, createdAt, containers };
  });
  const executions = (deployment.cron?.active ?? []).map((handle): Dwelling => {
    const execution = executionAt(world, handle);
    const { version, startTime: createdAt, containers } = execution;
    return { name: executionName(deployment.name, executionOrdinal(execution)), version, createdAt, containers };
  });
  return [...replicas, ...executions];
}

/** The environment variables of one of their containers (ENV-1). */
export function environmentIn(
  world: World,
  deployment: Deployment,
  { name, version, createdAt }: Dwelling,
  container: ContainerSettings,
): readonly Variable[] {
  const { control, setup, assumptions } = world;
  const { org, seed, prefix } = setup;
  const record = control.records.get(deployment.workload);
  if (record === undefined) throw new Error(`${deployment.subject.name} has no workload record`);
  const gvcLink = linkOf('gvc', deployment.gvc, { org, gvc: null });
  const place = control.records.get(linkOf('location', deployment.location, { org, gvc: null }));
  const known = { ...locationFields(deployment.location), ...place?.more };
  const workload = { ...addressedOf(control, record), id: idOfRecord(record, seed) };
  return environmentOf(
    {
      org,
      seed,
      prefix,
      gvc: { name: deployment.gvc, link: gvcLink, env: envVariables(gvcSpecAt(world, gvcLink, createdAt)) },
      workload,
      location: {
        name: deployment.location,
        provider: textAt(known, 'provider') ?? '',
        region: textAt(known, 'region') ?? '',
      },
      replica: name,
      version,
      container,
    },
    assumptions,
  );
}

/**
 * The spec of a GVC for a replica that was created at an instant (`env.changed`): the spec of that time if it is
 * remembered, else the present one.
 */
function gvcSpecAt({ control, formerGvcs }: World, link: string, createdAt: Instant): JsonObject {
  const former = formerGvcs.get(link)?.find(({ until }) => until > createdAt);
  return former?.spec ?? control.records.get(link)?.spec ?? {};
}
