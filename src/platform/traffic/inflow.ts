/**
 * What comes to the replicas of a workload in one location, as an amount.
 */
import type { Instant } from '../../engine/time.ts';
import type { WorkloadBehaviour } from '../behaviour.ts';
import type { ContainerSettings, LocationOptions } from '../workload/settings.ts';
import type { Flow } from './flow.ts';
import type { Serving } from './serving.ts';

/** Mutable; the flow is replaced, never changed. */
export interface Inflow {
  flow: Flow;
  /** Since when this flow comes here. */
  since: Instant;
  /** Requests that wait, as of `countedTo` (`fluid.overflow`). */
  waiting: number;
  /** Up to when requests have been counted. */
  countedTo: Instant;
  /** Requests that came, and those that found nobody and were lost. */
  came: number;
  lost: number;
  /** What was worked out last of what a replica does; null: nothing was. */
  station: Station | null;
  /** What a replica did for a request over the run, while requests came: since when each; replaced, never changed. */
  servings: readonly ServingSince[];
}

export interface ServingSince {
  readonly since: Instant;
  readonly serving: Serving;
}

/** What one replica does for requests, and what it was worked out from. Immutable. */
export interface Station {
  readonly behaviour: WorkloadBehaviour;
  readonly options: LocationOptions;
  readonly containers: readonly ContainerSettings[];
  readonly serving: Serving;
}

const nothing: Flow = [];

/** Nothing comes, from an instant on. */
export function newInflow(since: Instant): Inflow {
  return { flow: nothing, since, waiting: 0, countedTo: since, came: 0, lost: 0, station: null, servings: [] };
}
