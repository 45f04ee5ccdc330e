/**
 * Names of replicas, and the host name that a stateful one answers to.
 */
import type { WorkloadType } from './settings.ts';

export interface ReplicaIdentity {
  readonly workload: string;
  readonly type: WorkloadType;
  readonly version: number;
  /** Stateful: the index, from 0; other types: the serial number in its location. */
  readonly ordinal: number;
}

/**
 * A replica's name, distinct within its workload and location (REPL-1, REPL-2).
 *
 *   stateful db, index 0                   -> db-0, through every restart and update
 *   standard api, version 4, serial 12     -> api-4-12, which never returns
 */
export function replicaName({ workload, type, version, ordinal }: ReplicaIdentity): string {
  return type === 'stateful' ? `${workload}-${ordinal}` : `${workload}-${version}-${ordinal}`;
}

/**
 * The local host name of a stateful replica, valid in its own location alone (REPL-3).
 *
 *   db, index 0 -> db-0.db
 */
export function replicaHostname(workload: string, index: number): string {
  return `${workload}-${index}.${workload}`;
}
