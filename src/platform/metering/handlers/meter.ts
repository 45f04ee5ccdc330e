/**
 * The ledger series of workloads, and the metering that replicas and executions share.
 */

import type { Instant } from '../../../engine/time.ts';
import type { Assumptions } from '../../../rules/assumptions.ts';
import type { Meter } from '../../../rules/meterNames.ts';
import type { Deployment, ReplicaReservation } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import type { VolumesetEntity, World } from '../../world.ts';
import type { Ledger } from '../ledger.ts';
import type { MeterSeries } from '../series.ts';

/** The container under which object-store mounts are billed and measured (BILL-3, METRIC-2). */
export const mounterContainer = 'cpln-mounter';

/** The container under which mounts of shared volumes are billed (BILL-4). */
export const mountContainer = 'volume-mount';

/**
 * The first instant at which a replica is billed (`billing.replicaFrom`); for many replicas, a column of instants each.
 * A replica whose containers run counts as ready: those of executions have no probes, and no other is billed before it
 * is ready.
 */
export function billedFrom<At>(
  assumptions: Assumptions,
  { createdAt, placedAt, startedAt }: { readonly createdAt: At; readonly placedAt: At; readonly startedAt: At },
): At {
  switch (assumptions['billing.replicaFrom']) {
    case 'created':
      return createdAt;
    case 'started':
    case 'ready':
      return startedAt;
    case 'placed':
      return placedAt;
  }
}

/**
 * Opens the runs of the containers of one or several replicas or executions; for a single replica, under its own series
 * if the ledger distinguishes replicas.
 */
export function openContainers(
  world: World,
  reservation: ReplicaReservation,
  at: Instant,
  seq: number,
  { replicas = 1, replica = null }: { readonly replicas?: number; readonly replica?: Replica | null } = {},
): number[] {
  const { reserves, series, others } = reservation;
  const { ledger } = world;
  // Allocated at its final length: a list that grows reserves room for many more, and every replica keeps one.
  const spans = new Array<number>(2 * reserves.length + others.length);
  for (let i = 0; i < reserves.length; i += 1) {
    const { cpu, memory } = series[i]!;
    spans[2 * i] = ledger.open(ledger.ofReplica(cpu, replica), replicas * reserves[i]!.cpuMillicores, at, seq);
    const memoryBytes = replicas * reserves[i]!.memoryBytes;
    spans[2 * i + 1] = ledger.open(ledger.ofReplica(memory, replica), memoryBytes, at, seq);
  }
  for (let i = 0; i < others.length; i += 1)
    spans[2 * reserves.length + i] = ledger.open(
      ledger.ofReplica(others[i]!.series, replica),
      replicas * others[i]!.amount,
      at,
      seq,
    );
  return spans;
}

/** The handle of one of a deployment's series in a ledger: the world's, or a copy of it. */
export function seriesOf(
  world: World,
  ledger: Ledger,
  deployment: Deployment,
  meter: Meter,
  container: string | null,
): number {
  const key = `${meter}/${container ?? ''}`;
  const known = deployment.series?.get(key);
  if (known !== undefined) return known;
  const handle = ledger.series(workloadSeries(world, deployment, meter, container));
  if (ledger === world.ledger) {
    deployment.series ??= new Map();
    deployment.series.set(key, handle);
  }
  return handle;
}

export function workloadSeries(
  world: World,
  deployment: Deployment,
  meter: Meter,
  container: string | null,
): MeterSeries {
  const { org, gvc, location, provider, locationType } = placeOf(world, deployment.gvc, deployment.location);
  // Field by field: a spread would give every series its own hidden class, which is larger than the series.
  return {
    org,
    gvc,
    location,
    provider,
    locationType,
    resource: `workload/${deployment.name}`,
    workloadType: deployment.settings.type,
    container,
    volumeIndex: null,
    meter,
    performanceClass: null,
    tags: deployment.tags,
  };
}

/** The series of a volume set in a location: of one volume, or, with neither index nor class, of a mount point. */
export function volumesetSeries(
  world: World,
  set: VolumesetEntity,
  place: {
    readonly location: string;
    readonly meter: Meter;
    readonly container: string | null;
    readonly volumeIndex: number | null;
    readonly performanceClass: string | null;
  },
): MeterSeries {
  const { org, gvc, location, provider, locationType } = placeOf(world, set.gvc, place.location);
  // Field by field, as `workloadSeries`.
  return {
    org,
    gvc,
    location,
    provider,
    locationType,
    resource: `volumeset/${set.name}`,
    workloadType: null,
    container: place.container,
    volumeIndex: place.volumeIndex,
    meter: place.meter,
    performanceClass: place.performanceClass,
    tags: set.tags,
  };
}

/** The location of a charge. */
export function placeOf(
  world: World,
  gvc: string,
  location: string,
): Pick<MeterSeries, 'org' | 'gvc' | 'location' | 'provider' | 'locationType'> {
  const { org } = world.setup;
  const record = world.control.records.get(`/org/${org}/location/${location}`);
  const provider = typeof record?.more.provider === 'string' ? record.more.provider : 'unknown';
  return { org, gvc, location, provider, locationType: provider === 'byok' ? 'byok' : 'hosted' };
}
