/**
 * The connection to Redis, or Valkey, that coordinator and workers share. `bullmq` and `ioredis` are loaded only here:
 * who studies on one machine need not install them.
 */
import { createRequire } from 'node:module';
import type { Redis } from 'ioredis';
import { exitCode, Stop } from '../../exit.ts';

/** The libraries of the queue. */
export interface QueueLibraries {
  readonly bullmq: Pick<typeof import('bullmq'), 'Queue' | 'QueueEvents' | 'Worker'>;
  readonly ioredis: Pick<typeof import('ioredis'), 'Redis'>;
}

/** @throws Stop if they are not installed */
export function queueLibraries(): QueueLibraries {
  const require = createRequire(import.meta.url);
  try {
    return { bullmq: require('bullmq'), ioredis: require('ioredis') };
  } catch {
    throw new Stop(
      exitCode.usage,
      '--queue needs two packages that are not installed: npm install bullmq@6.7.0 ioredis@6.0.0',
    );
  }
}

/** Where a queue is. */
export interface QueueAddress {
  readonly url: string;
  /** Host and port, without a password, for messages. */
  readonly shown: string;
}

/** Reads `redis://host:port`. @throws Stop if it is no such address */
export function queueAddress(text: string): QueueAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '')
    throw new Stop(
      exitCode.usage,
      `--queue takes the address of a Redis, such as redis://localhost:6379; found '${text}'`,
    );
  return { url: text, shown: `${url.hostname}:${url.port === '' ? '6379' : url.port}` };
}

/** The longest pause between two tries to connect again, in milliseconds. */
const pauseMostMs = 2_000;

/** How each connection waits for a Redis that is away: without end, because no finished run is lost meanwhile. */
export function connectionOptions({ url }: QueueAddress): {
  readonly url: string;
  readonly maxRetriesPerRequest: null;
  readonly retryStrategy: (times: number) => number;
} {
  return { url, maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(100 * times, pauseMostMs) };
}

/**
 * Connects for the first time. Afterwards a connection that breaks is restored, which is said.
 *
 * @throws Stop if nothing answers at the address: it is probably mistyped
 */
export async function connect(
  { ioredis }: QueueLibraries,
  address: QueueAddress,
  say: (sentence: string) => void,
): Promise<Redis> {
  let isFirst = true;
  let lastError = 'no answer';
  const options = connectionOptions(address);
  const redis = new ioredis.Redis(address.url, {
    ...options,
    lazyConnect: true,
    retryStrategy: (times) => (isFirst ? null : options.retryStrategy(times)),
  });
  let isAway = false;
  redis.on('error', (error: Error) => {
    lastError = error.message === '' ? String((error as { code?: unknown }).code ?? error.name) : error.message;
  });
  redis.on('close', () => {
    if (isFirst || isAway || redis.status === 'end') return;
    isAway = true;
    say(`the connection to Redis at ${address.shown} is lost; waiting until it is back`);
  });
  redis.on('ready', () => {
    if (isAway) say(`Redis at ${address.shown} is back`);
    isAway = false;
  });
  try {
    await redis.connect();
  } catch {
    redis.disconnect();
    throw new Stop(
      exitCode.usage,
      `cannot connect to Redis at ${address.shown}: ${lastError}. Check the address of --queue, and that redis-server runs.`,
    );
  }
  isFirst = false;
  return redis;
}
