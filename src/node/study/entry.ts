/** The public entry for runners that need Node: threads, a store of runs in a folder, and a queue in Redis. */
export { buildDigest } from './buildDigest.ts';
export { type QueueAddress, queueAddress } from './queue/connection.ts';
export { type QueueOptions, type QueueRunner, throughQueue } from './queue/queueRunner.ts';
export { RunStore, type StoredRun } from './store.ts';
export { type StoredRunner, throughStore } from './storedRuns.ts';
export { inThreads, type ThreadOptions, type ThreadRunner } from './threads.ts';
