/**
 * Performs the runs of a study on other machines: it puts them into a queue in Redis, and workers (`svcsim work`) take
 * them.
 *
 * A job of the queue is named by the run and its measures, so a run that is asked for twice is performed once. A worker
 * that dies loses nothing: after a while its run is given to another. A coordinator that dies loses nothing either:
 * results stay in Redis for a day, and who asks for these runs again finds them.
 */
import { createHash } from 'node:crypto';
import type { Job, Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { PlanText } from '../../../experiment/study/planText.ts';
import type { RunKeyOf } from '../../../experiment/study/runKey.ts';
import type { RunJob, Runner, RunResult } from '../../../experiment/study/runner.ts';
import { connect, connectionOptions, type QueueAddress, queueLibraries } from './connection.ts';
import { putPlan } from './planTexts.ts';
import {
  type Announcement,
  announcementKey,
  prefix,
  type QueuedJob,
  type QueuedResult,
  queueName,
} from './protocol.ts';

export interface QueueOptions {
  readonly address: QueueAddress;
  /** Of `buildDigest`: only workers of the same build take the runs. */
  readonly build: string;
  readonly keyOf: RunKeyOf;
  /** Ends the wait for results; who waits gets its reason as an error. */
  readonly signal?: AbortSignal;
  /** Tells the user what holds the study up. */
  readonly say: (sentence: string) => void;
}

/** Takes its jobs back from the queue when it is closed. */
export interface QueueRunner extends Runner {
  close(): Promise<void>;
}

/** At most so many runs wait in Redis at a time. */
const queuedMost = 1_000;

/** A result that no message announced, because Redis was away, is found after at most this time in milliseconds. */
const sweepMs = 2_000;

/** How long a finished run stays in Redis for a coordinator that comes again, in seconds: a day. */
const keptSeconds = 86_400;

/** A runner over the workers of a queue. @throws Stop if Redis cannot be reached */
export async function throughQueue(options: QueueOptions): Promise<QueueRunner> {
  const { address, build, say } = options;
  const libraries = queueLibraries();
  const redis = await connect(libraries, address, say);
  const connection = connectionOptions(address);
  const name = queueName(build);
  const queue: JobQueue = new libraries.bullmq.Queue(name, { connection, prefix });
  const events = new libraries.bullmq.QueueEvents(name, { connection, prefix });
  // What is wrong with the connection is said once, by `connect`.
  queue.on('error', () => {});
  events.on('error', () => {});
  await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
  const jobs = new QueuedJobs(options, redis, queue, events);
  return {
    width: await threadsOf(redis, build),
    run: (asked) => jobs.run(asked),
    close: async () => {
      await jobs.takeBack();
      await Promise.all([queue.close(), events.close()]);
      redis.disconnect();
    },
  };
}

type JobQueue = Queue<QueuedJob, QueuedResult>;

/** The jobs of one study that are in the queue. */
class QueuedJobs {
  readonly #options: QueueOptions;
  readonly #redis: Redis;
  readonly #queue: JobQueue;
  /** By the name in the queue, what was asked for; two studies' jobs of one run are two entries. */
  readonly #waiting = new Map<string, RunJob>();
  /** Names whose jobs may have finished. */
  readonly #told = new Set<string>();
  readonly #plans = new WeakMap<PlanText, Promise<string>>();
  #wake = (): void => {};

  constructor(options: QueueOptions, redis: Redis, queue: JobQueue, events: QueueEvents) {
    this.#options = options;
    this.#redis = redis;
    this.#queue = queue;
    const tell = ({ jobId }: { readonly jobId: string }): void => {
      if (!this.#waiting.has(jobId)) return;
      this.#told.add(jobId);
      this.#wake();
    };
    events.on('completed', tell);
    events.on('failed', tell);
    options.signal?.addEventListener('abort', () => this.#wake());
  }

  async *run(jobs: readonly RunJob[]): AsyncGenerator<RunResult> {
    let next = 0;
    let isIdle = false;
    while (next < jobs.length || this.#waiting.size > 0) {
      this.#options.signal?.throwIfAborted();
      const more = jobs.slice(next, next + queuedMost - this.#waiting.size);
      next += more.length;
      await this.#add(more);
      const isSweep = this.#told.size === 0;
      const names = isSweep ? [...this.#waiting.keys()] : [...this.#told];
      this.#told.clear();
      let found = 0;
      for (const name of names) {
        const job = this.#waiting.get(name);
        const result = job === undefined ? null : await this.#resultOf(name, job);
        if (result === null) continue;
        found += 1;
        this.#waiting.delete(name);
        yield result;
        // The caller has the result, and keeps it.
        await this.#remove(name);
      }
      if (found > 0 || this.#waiting.size === 0) continue;
      if (isSweep && isIdle) await this.#tellWhoIsMissing();
      isIdle = isSweep;
      await this.#sleep();
    }
  }

  /** Takes back what no worker has begun. */
  async takeBack(): Promise<void> {
    const isConnected = this.#redis.status === 'ready';
    if (isConnected) await Promise.all([...this.#waiting.keys()].map((name) => this.#remove(name)));
    this.#waiting.clear();
  }

  async #add(jobs: readonly RunJob[]): Promise<void> {
    const entries = await Promise.all(
      jobs.map(async (job) => ({ name: nameOf(job, this.#options.keyOf), plan: await this.#planOf(job.plan), job })),
    );
    for (const { name, job } of entries) this.#waiting.set(name, job);
    // A run that failed in an earlier study is tried again.
    await Promise.all(entries.map(({ name }) => this.#removeFailed(name)));
    await this.#queue.addBulk(
      entries.map(({ name, plan, job: { key: _, plan: __, ...data } }) => ({
        name: 'run',
        data: { plan, ...data },
        opts: {
          jobId: name,
          removeOnComplete: { age: keptSeconds },
          removeOnFail: { age: keptSeconds },
        },
      })),
    );
  }

  #planOf(plan: PlanText): Promise<string> {
    const known = this.#plans.get(plan) ?? putPlan(this.#redis, plan);
    this.#plans.set(plan, known);
    return known;
  }

  /** The result of a job; null: it has none yet. A job that Redis lost is added again. */
  async #resultOf(name: string, job: RunJob): Promise<RunResult | null> {
    const queued = await this.#job(name);
    if (queued === undefined) {
      this.#plans.delete(job.plan);
      await this.#add([job]);
      return null;
    }
    if (queued.finishedOn === undefined) return null;
    if (queued.returnvalue !== null && queued.returnvalue !== undefined) return { ...queued.returnvalue, key: job.key };
    if (queued.failedReason === undefined || queued.failedReason === '') return null;
    return { kind: 'failed', key: job.key, message: `no worker could perform the run: ${queued.failedReason}` };
  }

  async #removeFailed(name: string): Promise<void> {
    const known = await this.#job(name);
    if (known?.finishedOn !== undefined && known.returnvalue?.kind !== 'measured') await this.#remove(name);
  }

  async #job(name: string): Promise<Job<QueuedJob, QueuedResult> | undefined> {
    return (await this.#queue.getJob(name)) ?? undefined;
  }

  /** A job that a worker holds stays; its result then waits for whoever asks again. */
  async #remove(name: string): Promise<void> {
    await this.#queue.remove(name).catch(() => 0);
  }

  async #sleep(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, sweepMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }

  /** Says it once where nobody can take the runs. */
  async #tellWhoIsMissing(): Promise<void> {
    const { address, build, say } = this.#options;
    const workers = await workersAt(this.#redis);
    if (workers.some((worker) => worker.build === build)) {
      this.#isMissingTold = false;
      return;
    }
    if (this.#isMissingTold) return;
    this.#isMissingTold = true;
    const other = workers[0];
    say(
      other === undefined
        ? `no worker takes runs from ${address.shown}; start one: svcsim work --queue ${address.url.replace(/:[^:@/]*@/, ':PASSWORD@')}`
        : `the workers at ${address.shown} are svcsim ${other.build}, and this is svcsim ${build}: they cannot perform its runs. Install the same build there.`,
    );
  }

  #isMissingTold = false;
}

/** Names a job in the queue: the run, what is measured of it, and its futures. */
function nameOf({ plan, replication, measures, futures }: RunJob, keyOf: RunKeyOf): string {
  const digest = createHash('sha256').update(JSON.stringify({ measures, futures })).digest('hex');
  return `${keyOf(plan, replication)}-${digest.slice(0, 16)}`;
}

async function workersAt(redis: Redis): Promise<readonly Announcement[]> {
  const keys = await redis.keys(announcementKey('*'));
  const texts = keys.length === 0 ? [] : await redis.mget(keys);
  return texts.flatMap((text): Announcement[] => (text === null ? [] : [JSON.parse(text)]));
}

/** How many runs the workers perform at a time; 1 if there are none yet. */
async function threadsOf(redis: Redis, build: string): Promise<number> {
  const workers = await workersAt(redis);
  return Math.max(
    1,
    workers.filter((one) => one.build === build).reduce((sum, { threads }) => sum + threads, 0),
  );
}
