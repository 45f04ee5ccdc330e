/**
 * A worker of a queue: it takes runs from Redis and performs them in threads, until it is told to stop.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import type { PlanText } from '../../../experiment/study/planText.ts';
import type { ThreadRunner } from '../threads.ts';
import { connect, connectionOptions, type QueueAddress, queueLibraries } from './connection.ts';
import { getPlan } from './planTexts.ts';
import {
  type Announcement,
  announcement,
  announcementKey,
  prefix,
  type QueuedJob,
  type QueuedResult,
  queueName,
} from './protocol.ts';

export interface WorkerOptions {
  readonly address: QueueAddress;
  readonly build: string;
  readonly runner: ThreadRunner;
  /** The worker finishes its present runs, and ends. */
  readonly signal: AbortSignal;
  /** Ends if it had no run for so long, in milliseconds; null: it waits for ever. */
  readonly idleMs: number | null;
  /** After so long without a sign of life, in milliseconds, a run of a worker is given to another. */
  readonly lostAfterMs: number;
  readonly say: (sentence: string) => void;
  /** Called once, when it is connected. */
  readonly onReady: () => void;
  /** Called after each run with the number of runs so far. */
  readonly onRun: (count: number) => void;
}

/** A run whose worker was killed so often fails: probably it is what kills them. */
const deathsMost = 5;

/** Plans that a worker remembers. */
const plansMost = 100;

/** Works until the signal, or until there was nothing to do for a while. @returns the number of runs performed */
export async function workAtQueue(options: WorkerOptions): Promise<number> {
  const { address, build, runner, signal, idleMs, lostAfterMs, say, onReady, onRun } = options;
  const libraries = queueLibraries();
  const redis = await connect(libraries, address, say);
  const plans = new KnownPlans(redis);
  let count = 0;
  let underWay = 0;
  let idleSince = performance.now();
  const worker = new libraries.bullmq.Worker<QueuedJob, QueuedResult>(
    queueName(build),
    async ({ data: { plan, ...job } }) => {
      underWay += 1;
      try {
        const { key, ...result } = await runner.perform({ key: '', plan: await plans.get(plan), ...job });
        return result;
      } finally {
        underWay -= 1;
        count += 1;
        idleSince = performance.now();
        onRun(count);
      }
    },
    {
      connection: connectionOptions(address),
      prefix,
      concurrency: runner.width,
      lockDuration: lostAfterMs,
      stalledInterval: lostAfterMs,
      maxStalledCount: deathsMost,
      drainDelay: 1,
    },
  );
  worker.on('error', () => {});
  const own: Announcement = { build, host: hostname(), threads: runner.width };
  const id = announcementKey(randomUUID());
  const announce = (): void =>
    void redis.set(id, JSON.stringify(own), 'PX', announcement.lastsMs).catch(() => undefined);
  announce();
  // A Redis that comes back may have forgotten it.
  redis.on('ready', announce);
  onReady();
  const heart = setInterval(announce, announcement.renewedMs);
  await new Promise<void>((resolve) => {
    const isDone = (): boolean =>
      signal.aborted || (idleMs !== null && underWay === 0 && performance.now() - idleSince >= idleMs);
    const watch = setInterval(() => {
      if (!isDone()) return;
      clearInterval(watch);
      resolve();
    }, 100);
  });
  clearInterval(heart);
  await worker.close();
  await redis.del(id).catch(() => 0);
  redis.disconnect();
  return count;
}

/** Plans by their hash, those used last. */
class KnownPlans {
  readonly #redis: Redis;
  readonly #known = new Map<string, Promise<PlanText>>();

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  async get(hash: string): Promise<PlanText> {
    const found = this.#known.get(hash) ?? getPlan(this.#redis, hash);
    this.#known.delete(hash);
    this.#known.set(hash, found);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= plansMost) break;
      this.#known.delete(oldest);
    }
    try {
      return await found;
    } catch (error) {
      this.#known.delete(hash);
      throw error;
    }
  }
}
