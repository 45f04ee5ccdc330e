/**
 * What the control plane needs to know of the actual state: the simulation implements it, tests use `idleView`.
 */
import type { Reason } from '../../../engine/journal.ts';
import type { LoggedEvent } from '../../eventLog/event.ts';
import type { JsonObject } from '../document/json.ts';
import type { RequestInHand } from '../requests/answer.ts';
import type { RefusalCode, RequestOutcome } from '../requests/request.ts';
import type { StoredRecord } from './record.ts';

/** Why the platform takes no such command now. */
export interface CommandRefusal {
  /** `BAD_REFERENCE` (400), `COMMAND_REFUSED` (400), `EXISTS` (409), `EXPANSION_QUOTA` (429). */
  readonly code: Extract<RefusalCode, 'BAD_REFERENCE' | 'COMMAND_REFUSED' | 'EXISTS' | 'EXPANSION_QUOTA'>;
  readonly message: string;
  readonly reason: Reason;
}

/** Answers who may read logs: with the lines of a stretch of time, or whether a stream of them may begin. */
export type ReadLogs = (call: RequestInHand, way: 'query_range' | 'tail') => RequestOutcome;

export interface PlatformView {
  /** Fields that reading a record adds: `status`, `health`; empty where there are none. */
  readStatus(record: StoredRecord): JsonObject;
  /**
   * The deployment record of a workload in a location (`{kind, name, lastModified, status}`), null where it is not
   * deployed there.
   */
  readDeployment(workload: StoredRecord, location: string): JsonObject | null;
  /** Locations in which a workload has a deployment record, in order. */
  deploymentLocations(workload: StoredRecord): readonly string[];
  /** Names of the replicas, and of the executions, of a workload in a location, in order of creation. */
  replicaNames(workload: StoredRecord, location: string): readonly string[];
  /** Whether what is allows this command, whose shape has been checked already. */
  refuseCommand(owner: StoredRecord, type: string, spec: JsonObject): CommandRefusal | null;
  /** Whether replicas, executions or volumes of the record are left, so that a deletion has to wait. */
  hasLiveParts(record: StoredRecord): boolean;
  /** Whether a volume set has volumes in a location, whose key then stays (ENC-6). */
  hasVolumesIn(volumeset: StoredRecord, location: string): boolean;
  /**
   * Whether requests to a workload, there or not, need more millicores than these at some time of the coming week, in
   * all its locations together.
   */
  demandsMoreThan(workload: { readonly gvc: string; readonly name: string }, millicores: number): boolean;
  /** What happened lately to a workload or a volume set; null where no event log is kept. */
  eventsOf(item: StoredRecord): readonly LoggedEvent[] | null;
  /** Why nothing is taken from outside now that could change something; absent: it is taken. */
  readonly throttle?: Reason;
  /** What is answered to who asks for logs; absent where nobody keeps the journal. */
  readonly readLogs?: ReadLogs;
}

/** A platform in which nothing runs: no status, no deployments, every command welcome. */
export const idleView: PlatformView = {
  readStatus: () => ({}),
  readDeployment: () => null,
  deploymentLocations: () => [],
  replicaNames: () => [],
  refuseCommand: () => null,
  hasLiveParts: () => false,
  hasVolumesIn: () => false,
  demandsMoreThan: () => false,
  eventsOf: () => [],
};
