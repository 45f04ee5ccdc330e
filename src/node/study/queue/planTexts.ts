/**
 * The texts of plans in Redis, by SHA-256 of their content: a file that a hundred plans share travels once.
 */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { PlanText } from '../../../experiment/study/planText.ts';
import { prefix } from './protocol.ts';

/** How long Redis keeps a text after its last use, in seconds: a week. */
const keptSeconds = 7 * 86_400;

function textKey(hash: string): string {
  return `${prefix}:text:${hash}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Puts a plan and all its files into Redis. @returns its hash */
export async function putPlan(redis: Redis, plan: PlanText): Promise<string> {
  const texts = new Map<string, string>();
  const put = (text: string): string => {
    const hash = hashOf(text);
    texts.set(hash, text);
    return hash;
  };
  const files = Object.entries(plan.files).map(
    ([path, text]) => [path, typeof text === 'string' ? put(text) : text] as const,
  );
  const hash = put(JSON.stringify({ ...plan, text: put(plan.text), files: Object.fromEntries(files) }));
  await Promise.all([...texts].map(([key, text]) => redis.set(textKey(key), text, 'EX', keptSeconds)));
  return hash;
}

/** Takes a plan from Redis. @throws Error if a part of it is not there any more, or has another content */
export async function getPlan(redis: Redis, hash: string): Promise<PlanText> {
  const stored: PlanText = JSON.parse(await getText(redis, hash));
  const files = await Promise.all(
    Object.entries(stored.files).map(
      async ([path, text]) => [path, typeof text === 'string' ? await getText(redis, text) : text] as const,
    ),
  );
  return { ...stored, text: await getText(redis, stored.text), files: Object.fromEntries(files) };
}

async function getText(redis: Redis, hash: string): Promise<string> {
  const text = await redis.get(textKey(hash));
  if (text === null || hashOf(text) !== hash)
    throw new Error('a file of the plan is not in Redis any more; give the command of the study again');
  return text;
}
