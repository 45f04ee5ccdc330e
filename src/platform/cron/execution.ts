/**
 * An execution: the current state of one run of a cron workload in one location. Only handlers change it.
 */

import { hash32 } from '../../engine/hash.ts';
import type { DrawItem } from '../../engine/random.ts';
import type { Duration, Instant } from '../../engine/time.ts';
import type { Deployment } from '../workload/deployment.ts';
import type { LostNode } from '../workload/replica.ts';
import type { ContainerSettings } from '../workload/settings.ts';
import type { ExecutionRun, ExecutionStatus } from './run.ts';

/** Fixed shape: numbers, strings, null, and immutable parts that clones share. */
export interface Execution {
  /** Handle in the pool of executions; set when it is added there. */
  handle: number;
  /** Handle of its deployment. */
  readonly deployment: number;
  /** Number of its tick (`slotOf`); -1: started by command. */
  readonly slot: number;
  /** The instant of its tick, which may be before its start; null: started by command. */
  readonly slotAt: Instant | null;
  /** Id of the command that started it; null: started by a tick. */
  readonly command: string | null;
  /** Workload version that it runs (VER-2). */
  readonly version: number;
  /** When it became `Active`. */
  readonly startTime: Instant;
  /** Containers of this execution: those of the workload, or with the command's overrides (CRON-17). */
  readonly containers: readonly ContainerSettings[];
  /** Its steps and their instants, unless something from outside cuts it short. */
  run: ExecutionRun;
  status: ExecutionStatus;
  /** When it became final; null while `Active`. */
  finishedAt: Instant | null;
  /** When its last replica is gone; null until it is ended or terminates. */
  goneAt: Instant | null;
  /** Open runs of the ledger for it; replaced, never changed. */
  spans: readonly number[];
  /** Its maximum Active time; null: no limit. */
  readonly activeDeadline: Duration | null;
  /** Its node is lost; null: it is not. */
  node: LostNode | null;
  /** Journal number of the entry that started it, or that led to its present state. */
  cause: number;
}

/** The values that a new execution is created with. */
export type NewExecution = Omit<Execution, 'handle' | 'status' | 'finishedAt' | 'goneAt' | 'spans' | 'node'>;

const noSpans: readonly number[] = [];

/** The record of an execution that has just become `Active`. */
export function createExecution(given: NewExecution): Execution {
  return {
    handle: 0,
    deployment: given.deployment,
    slot: given.slot,
    slotAt: given.slotAt,
    command: given.command,
    version: given.version,
    startTime: given.startTime,
    containers: given.containers,
    run: given.run,
    status: 'Active',
    finishedAt: null,
    goneAt: null,
    spans: noSpans,
    activeDeadline: given.activeDeadline,
    node: null,
    cause: given.cause,
  };
}

/** An independent copy; immutable parts are shared. */
export function cloneExecution(execution: Execution): Execution {
  return { ...execution };
}

/** What draws of an execution are about: its tick, whatever its schedule is, or its command. */
export function drawItemOfExecution(
  { subject, handle }: Pick<Deployment, 'subject' | 'handle'>,
  { slotAt, command }: Pick<Execution, 'slotAt' | 'command'>,
  startTime: Instant,
): DrawItem {
  const turn = command === null ? 0 : hash32(command);
  return { owner: subject.name, number: handle, item: slotAt ?? startTime, turn, part: 0 };
}

/** Whether a tick started the execution, rather than a command. */
export function isScheduled(execution: Pick<Execution, 'command'>): boolean {
  return execution.command === null;
}

/** The ordinal of an execution within its deployment: the id of its command, or the number of its tick. */
export function executionOrdinal(execution: Pick<Execution, 'slot' | 'command'>): number | string {
  return execution.command ?? execution.slot;
}

/**
 * The name of an execution of a workload, from its ordinal (TYPE-11, CRON-18).
 *
 *   nightly, tick at 2026-11-01T03:00:00Z          -> nightly-29891700, epoch minutes
 *   the same tick of an `@every`                   -> nightly-1793502000, epoch seconds
 *   command 5f3a                                   -> command-5f3a
 */
export function executionName(workload: string, ordinal: number | string): string {
  return typeof ordinal === 'number' ? `${workload}-${ordinal}` : `command-${ordinal}`;
}
