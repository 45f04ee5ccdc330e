/**
 * What replicas, executions, mounts and volumes reserve, as open runs of the ledger.
 */
import { type Duration, hour, type Instant } from '../../engine/time.ts';
import type { WorkloadBehaviour } from '../behaviour.ts';
import { textTags } from '../control/json.ts';
import type { Mounter, Reserve } from '../facts.ts';
import type { Cell, Ledger } from '../metering/ledger.ts';
import type { Meter } from '../metering/meters.ts';
import { type Series, type Tags, tagsText } from '../metering/series.ts';
import type { Assumptions } from '../rules/assumptions.ts';
import type { Deployment, Outfit } from '../workload/deployment.ts';
import { revisionOf } from '../workload/deployment.ts';
import type { Replica } from '../workload/replica.ts';
import type { ContainerSettings } from '../workload/settings.ts';
import { deploymentAt, replicaAt, type VolumeEntity, type VolumesetEntity, volumeAt, type World } from '../world.ts';

const mebibyte = 1_048_576;

/** The container under which object-store mounts are billed and measured (BILL-3, METRIC-2). */
export const mounterContainer = 'cpln-mounter';

/** The container under which mounts of shared volumes are billed (BILL-4). */
export const mountContainer = 'volume-mount';

/** What the containers of one replica reserve: their minimums (BILL-1, `billing.minHonouredOn`). */
export function outfitOf(world: World, deployment: Deployment, containers: readonly ContainerSettings[]): Outfit {
  const { outfit, settings } = deployment;
  // Nearly every replica and execution of a deployment is given the same containers as the one before.
  if (outfit?.containers === containers) return outfit;
  const isHonoured = world.assumptions['billing.minHonouredOn'] === 'allTypes' || settings.type === 'stateful';
  const made = {
    containers,
    reserves: containers.map((container) => reserveOf(container, isHonoured)),
    series: containers.map(({ name }) => ({
      cpu: seriesOf(world, world.ledger, deployment, 'reserved-cpu', name),
      memory: seriesOf(world, world.ledger, deployment, 'reserved-memory', name),
    })),
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
  const spans = openContainers(world, outfitOf(world, deployment, settings.containers), at, seq);
  if (replica.mounter !== null) {
    const { cpuMillicores, memoryBytes } = replica.mounter;
    spans.push(open(world, deployment, 'mounter-cpu', mounterContainer, cpuMillicores, at, seq));
    spans.push(open(world, deployment, 'mounter-memory', mounterContainer, memoryBytes, at, seq));
  }
  replica.spans = spans;
}

/** The first instant at which a replica is billed (`billing.replicaFrom`). */
export function billedFrom(
  assumptions: Assumptions,
  {
    createdAt,
    placedAt,
    startedAt,
  }: { readonly createdAt: Instant; readonly placedAt: Instant; readonly startedAt: Instant },
): Instant {
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

/** Opens the runs of an execution's containers. */
export function openContainers(world: World, outfit: Outfit, at: Instant, seq: number): number[] {
  const { reserves, series } = outfit;
  const spans: number[] = [];
  for (let i = 0; i < reserves.length; i += 1) {
    const { cpu, memory } = series[i]!;
    spans.push(world.ledger.open(cpu, reserves[i]!.cpuMillicores, at, seq));
    spans.push(world.ledger.open(memory, reserves[i]!.memoryBytes, at, seq));
  }
  return spans;
}

function open(
  world: World,
  deployment: Deployment,
  meter: Meter,
  container: string,
  amount: number,
  at: Instant,
  seq: number,
): number {
  return world.ledger.open(seriesOf(world, world.ledger, deployment, meter, container), amount, at, seq);
}

/** Ends the runs of a replica, if they have not ended before. */
export function closeReplica(world: World, replica: Replica, at: Instant, seq: number): void {
  for (const span of replica.spans) world.ledger.close(span, at, seq);
  replica.spans = [];
}

/** Counts the egress of a replica's object stores that flowed since it was last counted, hour by hour, in whole bytes (BILL-3). */
export function countEgress(world: World, ledger: Ledger, deployment: Deployment, replica: Replica, at: Instant): void {
  const { mounter, flowsSince } = replica;
  if (mounter === null || flowsSince === null || mounter.egressBytesPerHour === 0) return;
  const series = seriesOf(world, ledger, deployment, 'mounter-egress', mounterContainer);
  const flowed = (until: Instant): number => bytesAfter(mounter.egressBytesPerHour, until - flowsSince);
  for (let from = Math.max(flowsSince, replica.countedAt); from < at; ) {
    const until = Math.min(at, (Math.floor(from / hour) + 1) * hour);
    ledger.add(series, flowed(until) - flowed(from), from);
    from = until;
  }
}

/**
 * Whole bytes that have flowed after so long, rounded down: exact, though a rate of gigabytes times a month outgrows a double.
 *   7,445,296,295 bytes an hour for 284 hours -> 2,114,464,147,780
 */
function bytesAfter(bytesPerHour: number, length: Duration): number {
  const product = bytesPerHour * length;
  if (Number.isInteger(bytesPerHour) && product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / hour);
  let scale = 1;
  while (!Number.isInteger(bytesPerHour * scale)) scale *= 2;
  return Number((BigInt(bytesPerHour * scale) * BigInt(length)) / (BigInt(scale) * BigInt(hour)));
}

/** The cells of everything reserved and counted up to an instant; the world stays as it is. */
export function cellsOf(world: World, until: Instant): Cell[] {
  const ledger = world.ledger.fork();
  for (const [, replica] of world.replicas.entries()) {
    countEgress(world, ledger, deploymentAt(world, replica.deployment), replica, until);
  }
  return ledger.cells(until);
}

function seriesOf(world: World, ledger: Ledger, deployment: Deployment, meter: Meter, container: string): number {
  const key = `${meter}/${container}`;
  const known = deployment.series.get(key);
  if (known !== undefined) return known;
  const handle = ledger.series(workloadSeries(world, deployment, meter, container));
  if (ledger === world.ledger) deployment.series.set(key, handle);
  return handle;
}

function workloadSeries(world: World, deployment: Deployment, meter: Meter, container: string): Series {
  return {
    ...placeOf(world, deployment.gvc, deployment.location),
    resource: `workload/${deployment.name}`,
    workloadType: deployment.settings.type,
    container,
    volumeIndex: null,
    meter,
    performanceClass: null,
    tags: deployment.tags,
  };
}

/** Opens, changes or ends the run of a volume's capacity (BILL-2). */
export function reserveVolume(
  world: World,
  set: VolumesetEntity,
  entity: VolumeEntity,
  microGB: number,
  at: Instant,
  seq: number,
): void {
  const bytes = microGB * 1_000;
  if (entity.span !== null) {
    if (microGB > 0) world.ledger.change(entity.span, bytes, at, seq);
    else {
      world.ledger.close(entity.span, at, seq);
      entity.span = null;
    }
    return;
  }
  if (microGB > 0)
    entity.span = world.ledger.open(world.ledger.series(volumeSeries(world, set, entity)), bytes, at, seq);
}

function volumeSeries(world: World, set: VolumesetEntity, { volume }: VolumeEntity): Series {
  const isShared = set.settings.fileSystem === 'shared';
  return {
    ...placeOf(world, set.gvc, world.locations[volume.location]!),
    resource: `volumeset/${set.name}`,
    workloadType: null,
    container: null,
    volumeIndex: volume.index,
    meter: isShared ? 'shared-volume-capacity' : 'volume-capacity',
    performanceClass: set.settings.performanceClass,
    tags: set.tags,
  };
}

/** Opens the runs of one mount point of a shared volume, billed to the workload (BILL-4, `billing.mountBilledTo`). */
export function openMount(
  world: World,
  deployment: Deployment,
  mount: { readonly cpuMillicores: number; readonly memoryBytes: number },
  at: Instant,
  seq: number,
): number[] {
  return [
    open(world, deployment, 'mount-cpu', mountContainer, mount.cpuMillicores, at, seq),
    open(world, deployment, 'mount-memory', mountContainer, mount.memoryBytes, at, seq),
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

/**
 * Charges of a deployment carry other tags from now on; what was charged before keeps its own.
 * Egress that has flowed is counted first, under the tags that it flowed under.
 */
export function retagDeployment(world: World, deployment: Deployment, at: Instant, seq: number): void {
  const tags = tagsOf(world, deployment.gvc, deployment.workload);
  if (tagsText(tags) === tagsText(deployment.tags)) return;
  const { cron } = deployment;
  const spans: number[] = [];
  for (const handle of deployment.replicas) {
    const replica = replicaAt(world, handle);
    countEgress(world, world.ledger, deployment, replica, at);
    replica.countedAt = at;
    spans.push(...replica.spans);
  }
  for (const handle of [...(cron?.active ?? []), ...(cron?.leaving ?? [])]) {
    spans.push(...(world.executions.get(handle)?.spans ?? []));
  }
  deployment.tags = tags;
  deployment.series.clear();
  deployment.outfit = null;
  for (const span of spans) world.ledger.retag(span, tags, at, seq);
}

/** The same for the volumes of a set. */
export function retagVolumeset(world: World, set: VolumesetEntity, at: Instant, seq: number): void {
  const tags = tagsOf(world, set.gvc, set.link);
  if (tagsText(tags) === tagsText(set.tags)) return;
  set.tags = tags;
  for (const handle of set.volumes) {
    const { span } = volumeAt(world, handle);
    if (span !== null) world.ledger.retag(span, tags, at, seq);
  }
}

/** Tags that a charge carries: those of the org, the gvc and its own, the nearest winning (`billing.tagInheritance`). */
export function tagsOf(world: World, gvc: string, link: string): Tags {
  const { records } = world.control;
  const org = `/org/${world.setup.org}`;
  const own = textTags(records.get(link)?.tags ?? {});
  if (world.assumptions['billing.tagInheritance'] === 'ownOnly') return own;
  return {
    ...textTags(records.get(org)?.tags ?? {}),
    ...textTags(records.get(`${org}/gvc/${gvc}`)?.tags ?? {}),
    ...own,
  };
}
