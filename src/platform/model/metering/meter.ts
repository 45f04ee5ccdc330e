/**
 * What replicas, executions and mounts reserve, as open runs of the ledger.
 */
import type { Instant } from '../../../engine/time.ts';
import type { WorkloadBehaviour } from '../../behaviour.ts';
import type { Mounter, Reserve } from '../../facts.ts';
import type { Ledger } from '../../metering/ledger.ts';
import type { Meter } from '../../metering/meters.ts';
import type { Series } from '../../metering/series.ts';
import type { Assumptions } from '../../rules/assumptions.ts';
import type { Deployment, Outfit } from '../../workload/deployment.ts';
import { revisionOf } from '../../workload/deployment.ts';
import type { Replica } from '../../workload/replica.ts';
import type { ContainerSettings } from '../../workload/settings.ts';
import type { World } from '../../world.ts';

const mebibyte = 1_048_576;

/** The container under which object-store mounts are billed and measured (BILL-3, METRIC-2). */
export const mounterContainer = 'cpln-mounter';

/** The container under which mounts of shared volumes are billed (BILL-4). */
const mountContainer = 'volume-mount';

/** What the containers of one replica reserve: their minimums (BILL-1, `billing.minHonouredOn`). */
export function outfitOf(world: World, deployment: Deployment, containers: readonly ContainerSettings[]): Outfit {
  const { outfit, settings } = deployment;
  // Nearly every replica and execution of a deployment is given the same containers as the one before.
  if (outfit?.containers === containers) return outfit;
  const isHonoured = world.assumptions['billing.minHonouredOn'] === 'allTypes' || settings.type === 'stateful';
  const made = {
    containers,
    reserves: containers.map((container) => reserveOf(container, isHonoured)),
    // A newer version nearly always has containers of the same names.
    series: containers.map(({ name }, index) =>
      outfit?.reserves[index]?.container === name
        ? outfit.series[index]!
        : {
            cpu: world.ledger.series(workloadSeries(world, deployment, 'reserved-cpu', name)),
            memory: world.ledger.series(workloadSeries(world, deployment, 'reserved-memory', name)),
          },
    ),
  };
  deployment.outfit = made;
  return made;
}

function reserveOf(container: ContainerSettings, isHonoured: boolean): Reserve {
  return {
    container: container.name,
    cpuMillicores: isHonoured ? container.minCpuMillicores : container.cpuMillicores,
    memoryBytes: isHonoured ? container.minMemoryBytes : container.memoryBytes,
  };
}

/** What object stores cost one replica; null: it mounts none (`billing.mounterReserve`). */
export function mounterOf(behaviour: WorkloadBehaviour, assumptions: Assumptions): Mounter | null {
  const { mounter } = behaviour;
  if (mounter === undefined) return null;
  const reserve = assumptions['billing.mounterReserve'];
  return {
    cpuMillicores: mounter.cpuMillicores ?? reserve.cpuMillicores,
    memoryBytes: mounter.memoryBytes ?? reserve.memoryMi * mebibyte,
    egressBytesPerHour: mounter.egressBytesPerHour ?? 0,
  };
}

/** Opens the runs of a new replica (`billing.replicaFrom`). */
export function openReplica(world: World, deployment: Deployment, replica: Replica, seq: number): void {
  const { settings } = revisionOf(deployment, replica.version);
  const at = billedFrom(world.assumptions, replica);
  const { mounter, ordinal } = replica;
  const spans = openContainers(world, outfitOf(world, deployment, settings.containers), at, seq, ordinal);
  if (mounter !== null) {
    const { cpuMillicores, memoryBytes } = mounter;
    spans.push(open(world, deployment, ordinal, 'mounter-cpu', mounterContainer, cpuMillicores, at, seq));
    spans.push(open(world, deployment, ordinal, 'mounter-memory', mounterContainer, memoryBytes, at, seq));
  }
  replica.spans = spans;
}

/** The first instant at which a replica is billed (`billing.replicaFrom`); of many, a column of instants each. */
export function billedFrom<At>(
  assumptions: Assumptions,
  { createdAt, placedAt, startedAt }: { readonly createdAt: At; readonly placedAt: At; readonly startedAt: At },
): At {
  switch (assumptions['billing.replicaFrom']) {
    case 'created':
      return createdAt;
    case 'started':
      return startedAt;
    case 'placed':
      return placedAt;
    case 'ready':
      throw new Error('billing.replicaFrom: ready is not simulated');
  }
}

/** Opens the runs of the containers of an execution, or of a replica. */
export function openContainers(
  world: World,
  outfit: Outfit,
  at: Instant,
  seq: number,
  replicaIndex: number | null = null,
): number[] {
  const { ledger } = world;
  const { reserves, series } = outfit;
  // As long as it will be: a list that grows by itself takes room for many more, and every replica keeps one.
  const spans = new Array<number>(2 * reserves.length);
  for (let i = 0; i < reserves.length; i += 1) {
    const { cpu, memory } = series[i]!;
    spans[2 * i] = ledger.open(ledger.ofReplica(cpu, replicaIndex), reserves[i]!.cpuMillicores, at, seq);
    spans[2 * i + 1] = ledger.open(ledger.ofReplica(memory, replicaIndex), reserves[i]!.memoryBytes, at, seq);
  }
  return spans;
}

function open(
  world: World,
  deployment: Deployment,
  replicaIndex: number,
  meter: Meter,
  container: string,
  amount: number,
  at: Instant,
  seq: number,
): number {
  const { ledger } = world;
  const series = ledger.ofReplica(seriesOf(world, ledger, deployment, meter, container), replicaIndex);
  return ledger.open(series, amount, at, seq);
}

const none: readonly number[] = [];

/** Ends the runs of a replica, if they have not ended before. */
export function closeReplica(world: World, replica: Replica, at: Instant, seq: number): void {
  for (const span of replica.spans) world.ledger.close(span, at, seq);
  replica.spans = none;
}

/** The handle of one of a deployment's series in a ledger: the world's, or a copy of it. */
export function seriesOf(
  world: World,
  ledger: Ledger,
  deployment: Deployment,
  meter: Meter,
  container: string,
): number {
  const key = `${meter}/${container}`;
  const known = deployment.series?.get(key);
  if (known !== undefined) return known;
  const handle = ledger.series(workloadSeries(world, deployment, meter, container));
  if (ledger === world.ledger) {
    deployment.series ??= new Map();
    deployment.series.set(key, handle);
  }
  return handle;
}

function workloadSeries(world: World, deployment: Deployment, meter: Meter, container: string): Series {
  const { org, gvc, location, provider, locationType } = placeOf(world, deployment.gvc, deployment.location);
  // Field by field: a spread would give every series a hidden class of its own, which is larger than the series.
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

/** Opens the runs of one mount point of a shared volume, billed to the workload (BILL-4, `billing.mountBilledTo`). */
export function openMount(
  world: World,
  deployment: Deployment,
  { ordinal }: Replica,
  mount: { readonly cpuMillicores: number; readonly memoryBytes: number },
  at: Instant,
  seq: number,
): number[] {
  return [
    open(world, deployment, ordinal, 'mount-cpu', mountContainer, mount.cpuMillicores, at, seq),
    open(world, deployment, ordinal, 'mount-memory', mountContainer, mount.memoryBytes, at, seq),
  ];
}

/** Where something is, as the bill sees it. */
export function placeOf(
  world: World,
  gvc: string,
  location: string,
): Pick<Series, 'org' | 'gvc' | 'location' | 'provider' | 'locationType'> {
  const { org } = world.setup;
  const record = world.control.records.get(`/org/${org}/location/${location}`);
  const provider = typeof record?.more.provider === 'string' ? record.more.provider : 'unknown';
  return { org, gvc, location, provider, locationType: provider === 'byok' ? 'byok' : 'hosted' };
}
