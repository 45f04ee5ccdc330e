/**
 * What a simulation of the platform is made of at its start; a scenario is read into it.
 */
import type { Instant } from '../engine/time.ts';
import type { BehaviourChange, VolumesetBehaviour, WorkloadBehaviour } from './behaviour.ts';
import type { JsonObject } from './control/json.ts';
import type { ApiRequest } from './control/request.ts';
import type { Installation } from './control/store.ts';
import type { Assumptions } from './rules/assumptions.ts';

export interface Setup {
  readonly org: string;
  readonly start: Instant;
  /** Seed and replication as one text: the root of every stream's name. */
  readonly seed: string;
  readonly prefix: 'svc' | 'cpln';
  readonly installation: Installation;
  readonly assumptions: Assumptions;
  /** What stands at the start, in the order of links; valid, and valid together. */
  readonly resources: readonly SetupResource[];
  readonly behaviours: BehaviourBook;
  /** By instant; what stands at one instant is done in this order. */
  readonly timeline: readonly TimelineStep[];
}

export interface SetupResource {
  readonly kind: string;
  readonly gvc: string | null;
  readonly doc: JsonObject;
}

/** Behaviour by name, also of things that do not exist yet; `{}` where nothing is said. */
export interface BehaviourBook {
  workload(gvc: string, name: string): WorkloadBehaviour;
  volumeset(gvc: string, name: string): VolumesetBehaviour;
}

export interface TimelineStep {
  readonly at: Instant;
  /** `last`: after all that is due at the instant (rank 11). */
  readonly order: 'first' | 'last';
  readonly action: StepAction;
}

export type StepAction =
  | { readonly kind: 'request'; readonly request: ApiRequest; readonly answers: number | null }
  | { readonly kind: 'behaviour'; readonly changes: ReadonlyMap<string, BehaviourChange> };
