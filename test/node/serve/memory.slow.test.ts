import { setTimeout as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { jsonPieces } from '../../../src/node/serve/pieces.ts';
import { gvcPath } from '../../experiment/session/asked.ts';
import { served } from './served.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes in use that nothing can free: between collections, a turn for what is only freed by a callback. */
async function used(): Promise<number> {
  for (let time = 0; time < 4; time += 1) {
    collect();
    await turn(20);
  }
  return process.memoryUsage().heapUsed;
}

/** Bytes that a round keeps: the least of three rounds, since what the engine compiles on the way is kept once. */
async function keptBy(round: () => Promise<void>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < 3; time += 1) {
    const before = await used();
    await round();
    least = Math.min(least, (await used()) - before);
  }
  return least;
}

describe('ten thousand requests', () => {
  const paths = ['', '?max=2', '/api', '/none', '/api/deployment/aws-us-east-1', '/nightly/-command'];

  it('that read leave memory as it was, refused ones too', async () => {
    const { ask, sessions } = await served();
    const many = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at += 20) {
        const batch = Array.from({ length: 20 }, (_, index) =>
          ask(`${gvcPath}/workload${paths[(at + index) % paths.length]}`),
        );
        await Promise.all(batch);
      }
    };
    await many(2_000);
    // A hundred bytes a request would be a million.
    expect(await keptBy(() => many(10_000))).toBeLessThan(1_000_000);
    expect(sessions.main.session.exported()).toContain('"session": 0');
  });

  it('that write take what their entries and their records take', async () => {
    const { ask } = await served();
    const many = async (count: number): Promise<void> => {
      for (let at = 0; at < count; at += 1)
        await ask(`${gvcPath}/workload/api`, { method: 'PATCH', body: { tags: { at } } });
    };
    await many(1_000);
    // A line of some 150 bytes, a journal entry, and one of the audit trail with the record as it was.
    expect(await keptBy(() => many(5_000))).toBeLessThan(5_000 * 6_000);
  });
});

describe('a long answer', () => {
  it('comes in pieces however deep it is long, where JSON.stringify throws', () => {
    const text = 'x'.repeat(150_000_000);
    let length = 0;
    for (const piece of jsonPieces({ a: { b: { c: [text, text, text, text] } } })) length += piece.length;
    expect(length).toBe(JSON.stringify({ a: { b: { c: Array(4).fill('') } } }).length + 600_000_000);
  });
});
