/**
 * What a simulation of the platform is made of at its start; a scenario is read into it.
 */

import type { Duration, Instant } from '../engine/time.ts';
import type { Assumptions } from '../rules/assumptions.ts';
import type { DeclaredPrincipal } from './api/access/declared.ts';
import type { JsonObject } from './api/document/json.ts';
import type { Installation, Quotas } from './api/records/state.ts';
import type { ExpectedAnswer } from './api/requests/expected.ts';
import type { ApiRequest } from './api/requests/request.ts';
import type { BehaviourChange, VolumesetBehaviour, WorkloadBehaviour } from './behaviour.ts';
import type { TestRequest } from './call/probe.ts';
import type { Fault, Recurrence } from './fault/fault.ts';
import type { Demand } from './traffic/demand.ts';
import type { Latencies, Weights } from './traffic/shares.ts';

export interface Setup {
  readonly org: string;
  readonly start: Instant;
  /** Seed and replication as one text: the root of every stream's name. */
  readonly seed: string;
  readonly prefix: 'svc' | 'cpln';
  readonly installation: Installation;
  readonly assumptions: Assumptions;
  readonly quotas: Quotas;
  /** Who may ask, beside those among the resources, in the order of their links. */
  readonly principals: readonly DeclaredPrincipal[];
  /** What stands at the start, in the order of links; valid, and valid together. */
  readonly resources: readonly SetupResource[];
  readonly behaviours: BehaviourBook;
  /** How many zones a location has, where it is not as the assumption says (`location.zones`). */
  readonly zones: ReadonlyMap<string, number>;
  readonly demands: readonly Demand[];
  /** How far callers are from locations. */
  readonly latencies: Latencies;
  /** What part of what is asked locations get where that is shared out by weight; 1 of one that is not there. */
  readonly weights: Weights;
  /** In the order in which what is due at one instant is done. */
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
  /** When it is done, rising. */
  readonly instants: readonly Instant[];
  /** `last`: after all that is due at the instant (rank 11). */
  readonly order: 'first' | 'last';
  readonly action: StepAction;
}

export type StepAction =
  | { readonly kind: 'request'; readonly request: ApiRequest; readonly answers: ExpectedAnswer | null }
  | { readonly kind: 'behaviour'; readonly changes: ReadonlyMap<string, BehaviourChange> }
  /** By `gvc/workload/name` how many times what is demanded of it comes from now on. */
  | { readonly kind: 'demand'; readonly scales: ReadonlyMap<string, number> }
  | { readonly kind: 'probe'; readonly probe: TestRequest }
  | FaultStep;

export interface FaultStep {
  readonly kind: 'fault';
  readonly fault: Fault;
  /** How long it lasts; null: an instant, or to the end of the run. */
  readonly duration: Duration | null;
  /** null: it comes at the instant of its step. */
  readonly again: Recurrence | null;
  /** Owner of the streams that say when it comes, and whom it strikes. */
  readonly stream: string;
}
