/**
 * The reservation of one replica, its weight in counts, and the meters that it is billed by.
 */

import type { Assumptions } from '../../../rules/assumptions.ts';
import type { MounterBehaviour, WorkloadBehaviour } from '../../behaviour.ts';
import type { Mounter, Reserve } from '../../facts.ts';
import { type Deployment, newestRevision, type ReplicaReservation } from '../../workload/deployment.ts';
import { ephemeralBytes as ephemeralBytesOf } from '../../workload/ephemeral.ts';
import { type ContainerSettings, optionsIn, type WorkloadSettings } from '../../workload/settings.ts';
import type { World } from '../../world.ts';
import { type BilledWorkload, billedBy } from '../billedBy.ts';
import { decided } from './decided.ts';
import { seriesOf, workloadSeries } from './meter.ts';

const mebibyte = 1_048_576;

/**
 * The reservation of the containers of one replica (BILL-1, `billedBy`); and the optional meters that are asked for.
 */
export function replicaReservationOf(
  world: World,
  deployment: Deployment,
  containers: readonly ContainerSettings[],
): ReplicaReservation {
  const { reservation } = deployment;
  // Nearly every replica and execution of a deployment has the same containers as the one before.
  if (reservation?.containers === containers) return reservation;
  const billed = billedWorkload(deployment, settingsOf(deployment, containers));
  const by = billedBy(billed, world.assumptions);
  if (billed.type !== 'stateful') decided(world, 'billing.minHonouredOn');
  if (!billed.hasCapacityAI && containers.some(isReservedInPart)) decided(world, 'billing.reserved');
  const allotted = world.ledger.holds('ephemeral-storage') ? allottedBytes(world, deployment, containers) : null;
  const made = {
    containers,
    reserves: containers.map((container) => reserveOf(container, by)),
    // A newer version nearly always has containers of the same names.
    series: containers.map(({ name }, index) =>
      reservation?.reserves[index]?.container === name
        ? reservation.series[index]!
        : {
            cpu: world.ledger.series(workloadSeries(world, deployment, 'reserved-cpu', name)),
            memory: world.ledger.series(workloadSeries(world, deployment, 'reserved-memory', name)),
          },
    ),
    others: othersOf(world, deployment, allotted),
    ephemeralBytes: allotted,
  };
  deployment.reservation = made;
  return made;
}

function reserveOf(container: ContainerSettings, by: 'minima' | 'limits'): Reserve {
  return {
    container: container.name,
    cpuMillicores: by === 'minima' ? container.minCpuMillicores : container.cpuMillicores,
    memoryBytes: by === 'minima' ? container.minMemoryBytes : container.memoryBytes,
  };
}

function isReservedInPart(one: ContainerSettings): boolean {
  return one.minCpuMillicores !== one.cpuMillicores || one.minMemoryBytes !== one.memoryBytes;
}

function billedWorkload({ location }: Deployment, settings: WorkloadSettings): BilledWorkload {
  return { type: settings.type, hasCapacityAI: optionsIn(settings, location).capacityAI === true };
}

/** The settings of the version that has these containers; a command may have changed them for one execution. */
function settingsOf(deployment: Deployment, containers: readonly ContainerSettings[]): WorkloadSettings {
  const revision = deployment.revisions.find(({ settings }) => settings.containers === containers);
  return (revision ?? newestRevision(deployment)).settings;
}

/** The ephemeral storage of a replica for the journal entry of its start, if it is metered. */
export function allottedFact({ ephemeralBytes }: ReplicaReservation): { readonly ephemeralBytes?: number } {
  return ephemeralBytes === null ? nothing : { ephemeralBytes };
}

const nothing = {};

function othersOf(world: World, deployment: Deployment, allotted: number | null): ReplicaReservation['others'] {
  const { ledger } = world;
  const others: { readonly series: number; readonly amount: number }[] = [];
  if (ledger.holds('replica-time'))
    others.push({ series: seriesOf(world, ledger, deployment, 'replica-time', null), amount: 1 });
  if (allotted !== null)
    others.push({ series: seriesOf(world, ledger, deployment, 'ephemeral-storage', null), amount: allotted });
  return others.length === 0 ? noOthers : others;
}

const noOthers: ReplicaReservation['others'] = [];

/**
 * Ephemeral storage of a replica with these containers; a command may have changed them for one execution (EPH-1,
 * EPH-2, TAG-11).
 */
function allottedBytes(
  { assumptions }: World,
  deployment: Deployment,
  containers: readonly ContainerSettings[],
): number {
  const revision = deployment.revisions.find(({ settings }) => settings.containers === containers);
  if (revision !== undefined) return revision.settings.ephemeralBytes;
  const { settings } = newestRevision(deployment);
  const isLarge = settings.ephemeralBytes !== ephemeralBytesOf(cpuOf(settings.containers), false, assumptions);
  return ephemeralBytesOf(cpuOf(containers), isLarge, assumptions);
}

function cpuOf(containers: readonly ContainerSettings[]): number {
  return containers.reduce((sum, { cpuMillicores }) => sum + cpuMillicores, 0);
}

/** What a workload says of the object stores that it mounts, in its behaviour or by the volumes of its containers. */
export function mounterBehaviourOf(
  { mounter }: WorkloadBehaviour,
  { objectStores = 0 }: Pick<WorkloadSettings, 'objectStores'>,
): MounterBehaviour | null {
  if (objectStores === 0) return mounter ?? null;
  return { stores: objectStores, ...mounter };
}

/**
 * The reservation for object stores of one replica (`billing.mounterReserve`, `billing.mounterPer`).
 *
 * @param mounter null: it mounts none
 */
export function mounterOf(mounter: MounterBehaviour | null, assumptions: Assumptions): Mounter | null {
  if (mounter === null) return null;
  const { 'billing.mounterReserve': given, 'billing.mountDefault': mountDefault } = assumptions;
  const reserve = given === 'mountDefault' ? mountDefault : given;
  const mounters = assumptions['billing.mounterPer'] === 'store' ? (mounter.stores ?? 1) : 1;
  return {
    cpuMillicores: mounters * (mounter.cpuMillicores ?? reserve.cpuMillicores),
    memoryBytes: mounters * (mounter.memoryBytes ?? reserve.memoryMi * mebibyte),
    egressBytesPerHour: mounter.egressBytesPerHour ?? 0,
  };
}
