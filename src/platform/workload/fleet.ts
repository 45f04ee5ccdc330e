/**
 * The number of standing replicas of a deployment by version. It is updated when a replica comes, changes or leaves. So
 * a fleet of tens of thousands is not searched whenever one replica becomes ready or goes.
 */
import { type Deployment, newestRevision, type StandingCount } from './deployment.ts';
import type { Replica } from './replica.ts';
import { movingVersion, type VersionCount } from './versionCount.ts';

/** Standing replicas by version: the wanted version on its own, even with no replicas; the others oldest first. */
export interface Fleet {
  readonly newest: VersionCount;
  readonly old: readonly VersionCount[];
  readonly terminating: number;
  /** Of every version. */
  readonly ready: number;
}

/** Counts the replicas of a deployment as they are now. */
export function fleetOf(deployment: Deployment): Fleet {
  const { counts, replicas, ready } = deployment;
  const { version } = newestRevision(deployment);
  let newest: VersionCount = { version, replicas: 0, available: 0 };
  let old: VersionCount[] = noCounts;
  let terminating = replicas.length;
  for (const { version: one, replicas: standing, available } of counts) {
    terminating -= standing;
    const count = { version: one, replicas: standing, available };
    if (one === version) newest = count;
    // Mostly there is one version: then no list is made.
    else if (old === noCounts) old = [count];
    else old.push(count);
  }
  if (old.length > 1) old.sort((a, b) => a.version - b.version);
  return { newest, old, terminating, ready };
}

const noCounts: VersionCount[] = [];

/** The version under which a replica is counted. */
export function versionKey(replica: Replica): number {
  return replica.moving ? movingVersion : replica.version;
}

/** Counts a new replica. */
export function countIn(deployment: Deployment, replica: Replica): void {
  count(deployment, replica, 1);
}

/** Counts a replica no longer, because it is about to terminate. */
export function countOut(deployment: Deployment, replica: Replica): void {
  count(deployment, replica, -1);
}

/** Counts a replica as available from now on, or no longer. */
export function setAvailable(deployment: Deployment, replica: Replica, available: boolean): void {
  if (replica.available === available) return;
  replica.available = available;
  const found = replica.phase === 'terminating' ? null : countedWith(deployment, versionKey(replica));
  if (found !== null) found.available += available ? 1 : -1;
}

/** Counts a replica as one of an old version from now on, because it will be rescheduled. */
export function setMoving(deployment: Deployment, replica: Replica): void {
  const stands = replica.phase !== 'terminating';
  if (stands) countOut(deployment, replica);
  replica.moving = true;
  if (stands) countIn(deployment, replica);
}

function count(deployment: Deployment, replica: Replica, by: 1 | -1): void {
  const version = versionKey(replica);
  let found = countedWith(deployment, version);
  if (found === null) {
    found = { version, replicas: 0, available: 0 };
    deployment.counts = deployment.counts.concat(found);
  }
  found.replicas += by;
  if (replica.available) found.available += by;
  if (found.replicas === 0) deployment.counts = deployment.counts.filter((one) => one !== found);
}

function countedWith({ counts }: Deployment, version: number): StandingCount | null {
  for (const count of counts) if (count.version === version) return count;
  return null;
}
