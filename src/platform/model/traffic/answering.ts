/**
 * Which replicas of a deployment requests are sent to.
 */
import { type Deployment, newestRevision, type Revision, revisionOf } from '../../workload/deployment.ts';
import { replicaAt, type World } from '../../world.ts';

/** The only version that gets requests: of several of a serverless workload one serves (ROLL-1, 5.7); null: each does. */
export function servingVersion({ settings, serving, revisions }: Deployment): number | null {
  return revisions.length > 1 && settings.type === 'serverless' ? serving : null;
}

/** What replicas that get requests were made from: the version that serves, or the newest. */
export function servingRevision(deployment: Deployment): Revision {
  const version = servingVersion(deployment);
  return version === null ? newestRevision(deployment) : revisionOf(deployment, version);
}

/** How many replicas are ready and get requests. */
export function answeringIn(world: World, deployment: Deployment): number {
  const version = servingVersion(deployment);
  if (version === null) return deployment.ready;
  let answering = 0;
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    if (replica.ready && replica.version === version) answering += 1;
  }
  return answering;
}
