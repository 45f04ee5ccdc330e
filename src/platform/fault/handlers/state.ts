/**
 * The faults that are under way, as other rooms ask for them.
 */
import type { Instant } from '../../../engine/time.ts';
import type { Deployment } from '../../workload/deployment.ts';
import type { World } from '../../world.ts';
import { type FaultName, type FaultTarget, type FaultUnderWay, reaches } from '../fault.ts';

/** Faults of a name that are under way, in the order of their begin. */
export function underWay({ faults }: World, name: FaultName): readonly FaultUnderWay[] {
  if (faults.active.length === 0) return none;
  return faults.active.filter(({ fault }) => fault.name === name);
}

const none: readonly FaultUnderWay[] = [];

/** A deployment as a fault sees it. */
export function targetOf({ gvc, name, location }: Deployment): FaultTarget & { readonly location: string } {
  return { kind: 'workload', gvc, name, location };
}

/** Faults of a name under way that strike a deployment. */
export function striking(world: World, name: FaultName, deployment: Deployment): readonly FaultUnderWay[] {
  const active = underWay(world, name);
  return active.length === 0 ? none : active.filter(({ fault }) => reaches(fault, targetOf(deployment)));
}

/** The outage of a location; null: it is up. */
export function outageOf(world: World, location: string): FaultUnderWay | null {
  return underWay(world, 'locationOutage').find(({ fault }) => fault.location === location) ?? null;
}

/** The fault by which the API refuses whatever comes from outside; null: it answers. */
export function throttleOf(world: World): FaultUnderWay | null {
  return underWay(world, 'apiThrottle')[0] ?? null;
}

/** Until when the images of a deployment cannot be pulled, excluded, and since which fault; null: they can. */
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

/** Faults that keep new replicas of a deployment from answering: those that strike not only some who were there. */
export function stuckBy(world: World, deployment: Deployment): readonly FaultUnderWay[] {
  return striking(world, 'stuckReadiness', deployment).filter(({ fault }) => fault.whom.kind === 'all');
}
