import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderOf, svcsim } from '../../cli.ts';
import { noisyShop, wide } from '../../commands/noisyShop.ts';
import { hasRedis, type Program, svcsimBeside, TestRedis } from './programs.ts';

const shop = noisyShop({
  horizon: '12h',
  every: '1m',
  more: `studies:
  scale:
    vary: { max: { path: shop/workload/api.spec.defaultOptions.autoscaling.maxScale, values: [3, 6] } }
    runs: { least: 60 }
${wide}`,
});
const cwd = folderOf({ 'shop.yaml': shop });
const asked = ['compare', 'shop.yaml', 'shop.yaml@wide', '--json'];

describe.skipIf(!hasRedis)('a study over a queue', { timeout: 240_000 }, () => {
  let redis: TestRedis;
  const started: Program[] = [];
  const beside = (...args: readonly string[]): Program => {
    const program = svcsimBeside(args, cwd);
    started.push(program);
    return program;
  };
  /** A worker that has begun to listen. */
  const worker = async (threads = 1): Promise<Program> => {
    const program = beside('work', '--queue', redis.url, '--workers', String(threads), '--lost-after', '1s');
    await program.said(/taking runs from/);
    return program;
  };
  const stop = async (...workers: readonly Program[]): Promise<void> => {
    for (const one of workers) one.send('SIGTERM');
    for (const one of workers)
      expect([await one.ended(), one.stderr]).toEqual([0, expect.stringMatching(/runs performed\n$/)]);
  };
  /** How many runs a worker performed, once it has ended. */
  const countOf = ({ stderr }: Program): number => Number(/(\d+) runs performed\n$/.exec(stderr)?.[1]);
  const results = (): number => Number(redis.ask('zcard', `${queueKey()}:completed`));
  const waiting = (): number => Number(redis.ask('llen', `${queueKey()}:wait`));
  /** Until about twenty of a study's 120 runs are done: early enough that it is still far from its end. */
  const untilUnderWay = async (study: Program): Promise<void> => {
    // The first run of each plan tells whether anything is random; then come all others.
    while (study.isRunning && waiting() < 80) await setTimeout(5);
    while (study.isRunning && waiting() > 100) await setTimeout(5);
  };
  const queueKey = (): string => redis.ask('--scan', '--pattern', 'svcsim:runs-*:meta').replace(/:meta$/, '');

  beforeEach(async () => {
    redis = await TestRedis.start();
  });
  afterEach(async () => {
    for (const program of started.splice(0)) if (program.isRunning) program.send('SIGKILL');
    await redis.close();
  });

  it('prints the same bytes as one on this machine, with one worker and with two of two threads', async () => {
    const expected = svcsim([...asked, '--runs', '6'], { cwd });
    expect(expected.code).toBe(0);
    const first = await worker();
    expect(svcsim([...asked, '--runs', '6', '--queue', redis.url], { cwd })).toEqual(expected);
    const second = await worker(2);
    const third = await worker(2);
    await stop(first);
    expect(svcsim([...asked, '--runs', '6', '--queue', redis.url], { cwd })).toEqual(expected);
    await stop(second, third);
    // Six runs of each plan, and the pair whose bills are explained.
    expect([countOf(first), countOf(second) + countOf(third)]).toEqual([14, 14]);
  });

  it('goes on where a worker is killed with kill -9: nothing lost, nothing twice', async () => {
    const expected = svcsim([...asked, '--runs', '20'], { cwd });
    const [doomed, other] = [await worker(2), await worker(1)];
    const study = beside(...asked, '--runs', '20', '--queue', redis.url);
    while (study.isRunning && results() < 1) await setTimeout(5);
    await setTimeout(300);
    doomed.send('SIGKILL');
    expect(await doomed.ended()).toBe('SIGKILL');
    expect([await study.ended(), study.stderr]).toEqual([0, '']);
    expect(study.stdout).toBe(expected.stdout);
    await stop(other);
    expect(redis.ask('keys', '*:lock')).toBe('');
  });

  it('goes on where its coordinator is killed with kill -9: finished runs are not performed again', async () => {
    const expected = svcsim([...asked, '--runs', '60'], { cwd });
    const only = await worker(1);
    const killed = beside(...asked, '--runs', '60', '--queue', redis.url);
    await untilUnderWay(killed);
    killed.send('SIGKILL');
    expect(await killed.ended()).toBe('SIGKILL');
    while (results() < 10) await setTimeout(20);
    const again = svcsim([...asked, '--runs', '60', '--queue', redis.url], { cwd });
    expect(again).toEqual(expected);
    await stop(only);
    // Without a store, what the killed one had taken already is performed again, and nothing else.
    expect(countOf(only)).toBeLessThan(120 + 60);
  });

  it('that keeps its runs performs each one once, though worker and coordinator are killed with kill -9', async () => {
    const study = (out: string): string[] => ['study', 'shop.yaml', '--out', out, '--queue', redis.url];
    const [doomed, other] = [await worker(1), await worker(1)];
    const killed = beside(...study('queued'));
    await untilUnderWay(killed);
    doomed.send('SIGKILL');
    killed.send('SIGKILL');
    expect([await doomed.ended(), await killed.ended()]).toEqual(['SIGKILL', 'SIGKILL']);
    const again = svcsim(study('queued'), { cwd });
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('were in queued/scale already')]);
    svcsim(['study', 'shop.yaml', '--out', 'here'], { cwd });
    for (const name of ['runs.ndjson', 'study.json', 'runs.csv'])
      expect(readFileSync(join(cwd, 'queued/scale', name), 'utf8')).toBe(
        readFileSync(join(cwd, 'here/scale', name), 'utf8'),
      );
    await stop(other);
    // The killed worker had finished some, and lost at most the one that was under way.
    expect(countOf(other)).toBeLessThanOrEqual(120);
  });

  it('waits where Redis goes away, and goes on where it comes back empty', async () => {
    const expected = svcsim([...asked, '--runs', '60'], { cwd });
    const only = await worker(1);
    const study = beside(...asked, '--runs', '60', '--queue', redis.url);
    await untilUnderWay(study);
    await redis.kill();
    await study.said(/the connection to Redis at \S+ is lost; waiting until it is back\n/);
    await redis.startAgain();
    expect(await study.ended()).toBe(0);
    expect(study.stderr).toMatch(/lost; waiting until it is back\nsvcsim: Redis at \S+ is back\n/);
    expect(study.stdout).toBe(expected.stdout);
    await stop(only);
  });

  it('says that no worker takes its runs, and ends with Ctrl-C; what nobody began is taken back', async () => {
    const study = beside(...asked, '--queue', redis.url);
    await study.said(/no worker takes runs from 127\.0\.0\.1:\d+; start one: svcsim work --queue redis:/);
    study.send('SIGINT');
    expect(await study.ended()).toBe(130);
    expect(study.stderr).toMatch(/interrupted before the first run ended\n$/);
    expect(waiting()).toBe(0);
  });

  it('says that the workers are of another build, which cannot perform its runs', async () => {
    redis.ask('set', 'svcsim:worker:x', JSON.stringify({ build: '0.1.0-abc', host: 'far', threads: 8 }));
    const study = beside(...asked, '--queue', redis.url);
    await study.said(/the workers at \S+ are svcsim 0\.1\.0-abc, and this is svcsim \S+: they cannot perform its runs/);
    study.send('SIGINT');
    expect(await study.ended()).toBe(130);
  });

  it('a worker with nothing to do ends after --idle', async () => {
    const idle = beside('work', '--queue', redis.url, '--idle', '300ms');
    expect([await idle.ended(), idle.stderr]).toEqual([
      0,
      expect.stringMatching(/^svcsim: taking runs from \S+, \d+ at a time \(svcsim \S+\)\nsvcsim: 0 runs performed\n$/),
    ]);
  });
});
