import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inThisThread, type RunJob, type Runner, type RunResult } from '../../../src/experiment/study/runner.ts';
import { inThreads, type ThreadOptions } from '../../../src/node/study/threads.ts';
import { bringUpToDate } from '../built.ts';
import { jobsOf } from './jobs.ts';

bringUpToDate();

const strange = new URL('strangeWorker.mjs', import.meta.url);

async function resultsOf(runner: Runner, jobs: readonly RunJob[]): Promise<Map<string, RunResult>> {
  const results = new Map<string, RunResult>();
  for await (const result of runner.run(jobs)) {
    expect(results.has(result.key)).toBe(false);
    results.set(result.key, result);
  }
  return results;
}

/** Calls with threads that are ended afterwards. */
async function withThreads<Result>(options: ThreadOptions, call: (runner: Runner) => Promise<Result>): Promise<Result> {
  const runner = inThreads(options);
  try {
    return await call(runner);
  } finally {
    await runner.close();
  }
}

/** Jobs with other keys. */
function named(...keys: readonly string[]): RunJob[] {
  const jobs = jobsOf(keys.length);
  return keys.map((key, index) => ({ ...(jobs[index] as RunJob), key }));
}

describe('runs in threads', () => {
  it.each([1, 2, 4])('give the same results with %i threads as without any', async (width) => {
    const jobs = jobsOf(5);
    const expected = await resultsOf(inThisThread(), jobs);
    expect(new Set([...expected.values()].map((one) => one.kind === 'measured' && one.fingerprint)).size).toBe(10);
    const found = await withThreads({ width }, (runner) => resultsOf(runner, jobs));
    expect(found.size).toBe(10);
    for (const [key, result] of expected) expect(found.get(key)).toEqual(result);
  });

  it('a runner performs one list after the other with the same threads', async () => {
    await withThreads({ width: 2 }, async (runner) => {
      const first = await resultsOf(runner, jobsOf(2));
      expect(await resultsOf(runner, jobsOf(2))).toEqual(first);
      expect(await resultsOf(runner, [])).toEqual(new Map());
    });
  });

  it('a plan that is refused is a result', async () => {
    const [job] = jobsOf(1);
    if (job === undefined) throw new Error('no job');
    const plan = { ...job.plan, text: job.plan.text.replace('type: cron', 'type: crone') };
    const found = await withThreads({ width: 1 }, (runner) => resultsOf(runner, [{ ...job, plan }]));
    expect(found.get(job.key)).toEqual((await resultsOf(inThisThread(), [{ ...job, plan }])).get(job.key));
    expect(found.get(job.key)?.kind).toBe('refused');
  });

  it('a plan is in memory once, and its jobs share it', async () => {
    const jobs = jobsOf(3).map((job) => ({ ...job, key: `plan ${job.key}` }));
    const found = await withThreads({ width: 2, worker: strange }, (runner) => resultsOf(runner, jobs));
    const messages = [...found.values()].map((one) => (one.kind === 'failed' ? one.message : ''));
    expect(messages.filter((one) => / true \d+$/.test(one))).toHaveLength(6);
    expect(new Set(messages).size).toBe(2);
  });

  it('a plan that is larger than what a thread remembers gives the same results', async () => {
    const jobs = jobsOf(2).map(({ plan, ...job }) => ({ ...job, plan: { ...plan } }));
    const large = `# ${'x'.repeat(5_000_000)}\n`;
    const longer = jobs.map(({ plan, ...job }) => ({ ...job, plan: { ...plan, text: `${plan.text}${large}` } }));
    const inTurn = [longer[0], longer[2], longer[1], longer[3]].flatMap((job) => job ?? []);
    const found = await withThreads({ width: 1 }, (runner) => resultsOf(runner, inTurn));
    expect(found).toEqual(await resultsOf(inThisThread(), inTurn));
  });

  it('at most twice as many jobs as threads are under way', async () => {
    let taken = 0;
    const jobs = new Proxy(jobsOf(10), {
      get: (list, property) => {
        if (/^\d+$/.test(String(property))) taken = Math.max(taken, Number(property) + 1);
        return Reflect.get(list, property);
      },
    });
    await withThreads({ width: 2 }, async (runner) => {
      let given = 0;
      for await (const _ of runner.run(jobs)) {
        expect(taken).toBeLessThanOrEqual(given + 4);
        given += 1;
      }
      expect(given).toBe(20);
    });
  });
});

describe('a thread that dies', () => {
  it('makes its job fail, and others go on in a new thread', async () => {
    const jobs = named('a', 'exit 1', 'b', 'exit 2', 'c');
    for (const width of [1, 2]) {
      const found = await withThreads({ width, worker: strange }, (runner) => resultsOf(runner, jobs));
      expect(found.size).toBe(5);
      for (const key of ['a', 'b', 'c']) expect(found.get(key)?.kind).toBe('measured');
      for (const key of ['exit 1', 'exit 2'])
        expect(found.get(key)).toEqual({
          kind: 'failed',
          key,
          message: 'the worker thread of the run ended: worker exited with code: 7',
        });
    }
  });

  it('because its memory is used up says so', async () => {
    const options = { width: 2, worker: strange, resourceLimits: { maxOldGenerationSizeMb: 96 } };
    const found = await withThreads(options, (runner) => resultsOf(runner, named('memory', 'a', 'b', 'c')));
    expect(found.get('memory')).toMatchObject({
      kind: 'failed',
      message: expect.stringMatching(/^the run needs more memory than a worker thread may take; give Node more/),
    });
    for (const key of ['a', 'b', 'c']) expect(found.get(key)?.kind).toBe('measured');
  });

  it('before it can do anything makes all jobs fail, and none waits for ever', async () => {
    const missing = { width: 2, worker: new URL('none.mjs', import.meta.url) };
    const found = await withThreads(missing, (runner) => resultsOf(runner, jobsOf(5)));
    const messages = [...found.values()].map((one) => (one.kind === 'failed' ? one.message : one.kind));
    expect(messages).toHaveLength(10);
    for (const message of messages) expect(message).toMatch(/none\.mjs/);
  });
});

describe('an end before the end', () => {
  it('closing the iterator ends a run at once', async () => {
    await withThreads({ width: 1, worker: strange }, async (runner) => {
      const results = runner.run(named('loop', 'a'))[Symbol.asyncIterator]();
      const waiting = results.next();
      expect(await results.return?.()).toEqual({ done: true, value: undefined });
      expect(await waiting).toEqual({ done: true, value: undefined });
      expect((await resultsOf(runner, named('a'))).get('a')?.kind).toBe('measured');
    });
  });

  it('leaving a loop over results ends the runs that are under way', async () => {
    await withThreads({ width: 2, worker: strange }, async (runner) => {
      for await (const { key } of runner.run(named('loop', 'a'))) {
        expect(key).toBe('a');
        break;
      }
      expect((await resultsOf(runner, named('b'))).size).toBe(1);
    });
  });

  it('a signal ends all runs at once, and its reason is the error', async () => {
    const controller = new AbortController();
    await withThreads({ width: 2, worker: strange, signal: controller.signal }, async (runner) => {
      const results = runner.run(named('a', 'loop', 'b'))[Symbol.asyncIterator]();
      await results.next();
      const waiting = results.next().then(() => results.next());
      controller.abort(new Error('no more'));
      await expect(waiting).rejects.toThrow('no more');
      await expect(resultsOf(runner, named('a'))).rejects.toThrow('no more');
    });
  });

  it('a signal ends what threads are doing, though nobody asks for results', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svcsim-threads-'));
    const path = join(folder, 'written');
    const controller = new AbortController();
    await withThreads({ width: 1, worker: strange, signal: controller.signal }, async (runner) => {
      const results = runner.run(named(`write ${path}`))[Symbol.asyncIterator]();
      const waiting = expect(results.next()).rejects.toThrow('no more');
      while (!existsSync(path)) await setTimeout(5);
      controller.abort(new Error('no more'));
      await waiting;
      // It is still, sooner or later, and stays so.
      for (let [size, still] = [-1, 0]; still < 10; await setTimeout(50)) {
        const now = statSync(path).size;
        still = now === size ? still + 1 : 0;
        size = now;
      }
    });
    rmSync(folder, { recursive: true });
  });
});
