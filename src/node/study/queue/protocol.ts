/**
 * What coordinator and workers say to each other through Redis. Builds of svcsim do not mix: each has a queue of its
 * own, because another build may give other results.
 */
import type { RunJob, RunResult } from '../../../experiment/study/runner.ts';

/** All keys in Redis begin with this. */
export const prefix = 'svcsim';

/** The queue of one build. */
export function queueName(build: string): string {
  return `runs-${build}`;
}

/** A run in the queue. */
export interface QueuedJob extends Omit<RunJob, 'key' | 'plan'> {
  /** Of the plan, in the memory of plans. */
  readonly plan: string;
}

/** What a worker answers: the result without the key of the job that asked for it. */
export type QueuedResult = RunResult extends infer One ? (One extends RunResult ? Omit<One, 'key'> : never) : never;

/** A worker that is connected, as it announces itself. */
export interface Announcement {
  readonly build: string;
  readonly host: string;
  readonly threads: number;
}

/** Where a worker announces itself, for as long as it lives. */
export function announcementKey(worker: string): string {
  return `${prefix}:worker:${worker}`;
}

/** How long an announcement lasts, and how often it is renewed, in milliseconds. */
export const announcement = { lastsMs: 15_000, renewedMs: 5_000 };
