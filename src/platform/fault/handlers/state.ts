/**
 * The active faults, for other parts of the platform.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { World } from '../../world.ts';
import { type FaultName, type FaultTarget, type FaultUnderWay, reaches } from '../fault.ts';

/** Active faults with a given name, in the order of their start. */
export function underWay({ faults }: World, name: FaultName): readonly FaultUnderWay[] {
  if (faults.active.length === 0) return none;
  return faults.active.filter(({ fault }) => fault.name === name);
}

const none: readonly FaultUnderWay[] = [];

/** A deployment as the target of a fault. */
export function targetOf({ gvc, name, location }: Deployment): FaultTarget & { readonly location: string } {
  return { kind: 'workload', gvc, name, location };
}

/** Active faults with a given name that strike a deployment. */
export function striking(world: World, name: FaultName, deployment: Deployment): readonly FaultUnderWay[] {
  const active = underWay(world, name);
  return active.length === 0 ? none : active.filter(({ fault }) => reaches(fault, targetOf(deployment)));
}

/** The outage of a location; null: it is up. */
export function outageOf(world: World, location: string): FaultUnderWay | null {
  return underWay(world, 'locationOutage').find(({ fault }) => fault.location === location) ?? null;
}

/** The fault by which the API refuses all requests from outside; null: the API answers. */
export function throttleOf(world: World): FaultUnderWay | null {
  return underWay(world, 'apiThrottle')[0] ?? null;
}

/** Until when image pulls of a deployment fail (excluded), and the fault that causes it; null: pulls work. */
export function pullsFailUntil(
  world: World,
  deployment: Deployment,
): { readonly until: Instant; readonly cause: number } | null {
  let latest: { readonly until: Instant; readonly cause: number } | null = null;
  for (const { endsAt, cause } of striking(world, 'pullFailure', deployment))
    if (endsAt !== null && (latest === null || endsAt > latest.until)) latest = { until: endsAt, cause };
  return latest;
}

const noZones: readonly number[] = [];

/** Zones of a location that are lost, each once. */
export function lostZones(world: World, location: string): readonly number[] {
  const active = underWay(world, 'zoneLoss');
  if (active.length === 0) return noZones;
  const lost = active.flatMap(({ fault }) => (fault.location === location && fault.zone !== null ? [fault.zone] : []));
  return [...new Set(lost)];
}

/**
 * Active faults that keep new replicas of a deployment from becoming ready: those that strike more than some of the
 * replicas that were there.
 */
export function stuckBy(world: World, deployment: Deployment): readonly FaultUnderWay[] {
  return striking(world, 'stuckReadiness', deployment).filter(({ fault }) => fault.whom.kind === 'all');
}
