/**
 * The start of a simulation of the platform; a scenario is read into it.
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
  /** Declared callers of the API, beside those among the resources, in the order of their links. */
  readonly principals: readonly DeclaredPrincipal[];
  /** The resources at the start, in the order of links; each is valid, and so are all together. */
  readonly resources: readonly SetupResource[];
  readonly behaviours: BehaviourBook;
  /** The number of zones of a location, if it differs from the assumption (`location.zones`). */
  readonly zones: ReadonlyMap<string, number>;
  readonly demands: readonly Demand[];
  /** Latency between callers and locations. */
  readonly latencies: Latencies;
  /** Weights of locations, if demand is shared by weight; 1 for a location that is missing. */
  readonly weights: Weights;
  /** In the order in which steps of one instant are done. */
  readonly timeline: readonly TimelineStep[];
}

export interface SetupResource {
  readonly kind: string;
  readonly gvc: string | null;
  readonly doc: JsonObject;
}

/** Behaviour by name, also for resources that do not exist yet; `{}` if none is given. */
export interface BehaviourBook {
  workload(gvc: string, name: string): WorkloadBehaviour;
  volumeset(gvc: string, name: string): VolumesetBehaviour;
}

export interface TimelineStep {
  /** When the step is done, rising. */
  readonly instants: readonly Instant[];
  /** `last`: after everything else that is due at the instant (rank 11). */
  readonly order: 'first' | 'last';
  readonly action: StepAction;
}

export type StepAction =
  | { readonly kind: 'request'; readonly request: ApiRequest; readonly answers: ExpectedAnswer | null }
  | { readonly kind: 'behaviour'; readonly changes: ReadonlyMap<string, BehaviourChange> }
  /** The factor of demand from now on, by `gvc/workload/name`. */
  | { readonly kind: 'demand'; readonly scales: ReadonlyMap<string, number> }
  | { readonly kind: 'probe'; readonly probe: TestRequest }
  | FaultStep;

export interface FaultStep {
  readonly kind: 'fault';
  readonly fault: Fault;
  /** Its duration; null: it takes no time, or lasts to the end of the run. */
  readonly duration: Duration | null;
  /** null: it starts at the instant of its step. */
  readonly again: Recurrence | null;
  /** The name of the streams that draw its times and its targets. */
  readonly stream: string;
}
