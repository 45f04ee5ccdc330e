import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Measure } from '../../../src/experiment/study/measure.ts';
import { runKeys } from '../../../src/experiment/study/runKey.ts';
import { inThisThread, type RunJob, type Runner, type RunResult } from '../../../src/experiment/study/runner.ts';
import { RunStore } from '../../../src/node/study/store.ts';
import { throughStore } from '../../../src/node/study/storedRuns.ts';
import { measureOf } from '../../experiment/study/plans.ts';
import { bringUpToDate } from '../built.ts';
import { allOf, type JobProgress, performJobs, throughTestStore } from './allOf.ts';
import { build, jobsOf, storedKeys, usual } from './jobs.ts';

bringUpToDate();

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'svcsim-stored-'));
}

function textIn(folder: string): string {
  return readFileSync(join(folder, 'runs.ndjson'), 'utf8');
}

/** A runner that keeps the jobs that it was given. */
function watched(runner: Runner = inThisThread()): { readonly runner: Runner; readonly given: RunJob[] } {
  const given: RunJob[] = [];
  return {
    given,
    runner: {
      width: runner.width,
      run: (jobs) => {
        given.push(...jobs);
        return runner.run(jobs);
      },
    },
  };
}

/** Performs jobs in this thread through the store of a folder. */
async function performedIn(folder: string, jobs: readonly RunJob[], runner: Runner = inThisThread()) {
  const store = new RunStore(folder, build);
  try {
    return await allOf(jobs, throughStore(runner, store, runKeys(build)));
  } finally {
    store.close();
  }
}

/** The whole study in one go, with threads: its store's bytes and its results. */
async function inOneGo(jobs: readonly RunJob[], width: number) {
  const folder = newFolder();
  const store = new RunStore(folder, build);
  const { results } = await throughTestStore(store, width, (runner) => allOf(jobs, runner));
  store.compact(storedKeys(jobs));
  store.close();
  return { text: textIn(folder), results };
}

describe('runs through a store', () => {
  it('have the same bytes and the same results with 1, 2 and 4 workers, and without any', async () => {
    const jobs = jobsOf(8);
    const alone = newFolder();
    const { results } = await performedIn(alone, jobs);
    const one = await inOneGo(jobs, 1);
    expect(one.results).toEqual(results);
    expect(one.text.split('\n')).toHaveLength(18);
    expect(await inOneGo(jobs, 2)).toEqual(one);
    expect(await inOneGo(jobs, 4)).toEqual(one);
    // Nothing of a result depends on whether it was performed or stored.
    expect(JSON.stringify((await performedIn(alone, jobs)).results)).toBe(JSON.stringify(results));
  });

  it('are performed once: progress tells what came from the store', async () => {
    const folder = newFolder();
    const first = await performedIn(folder, jobsOf(3));
    expect(first.progress).toEqual({ done: 6, of: 6, fromStore: 0 });
    const { runner, given } = watched();
    const longer = await performedIn(folder, jobsOf(5), runner);
    expect(longer.progress).toEqual({ done: 10, of: 10, fromStore: 6 });
    expect(given.map(({ replication }) => replication)).toEqual([3, 4, 3, 4]);
    expect(longer.results.slice(0, 3)).toEqual(first.results.slice(0, 3));
  });

  it('are performed again only for the measures that they lack', async () => {
    const folder = newFolder();
    await performedIn(folder, jobsOf(2, ['bill.total']));
    const { runner, given } = watched();
    const more = jobsOf(2, ['executions.failed of shop/night', 'bill.total', 'bill.total by resource']);
    const { results } = await performedIn(folder, more, runner);
    expect(given.map(({ measures }) => measures.map(({ name }) => name))).toEqual(
      Array(4).fill(['executions.failed of shop/night', 'bill.total by resource']),
    );
    expect(results).toEqual((await performedIn(newFolder(), more)).results);
    const [result] = results;
    const names = Object.keys(result?.kind === 'measured' ? result.values : {});
    expect(names.slice(0, 2)).toEqual(['executions.failed of shop/night', 'bill.total']);
    expect(names[2]).toMatch(/^bill\.total resource=/);
    const none = watched();
    const fewer = await performedIn(folder, jobsOf(2, ['bill.total']), none.runner);
    expect(none.given).toEqual([]);
    expect(fewer.results.map((one) => one.kind === 'measured' && Object.keys(one.values))).toEqual(
      Array(4).fill(['bill.total']),
    );
  });

  it('keep values of every kind of measure, asked for at once or one after the other', async () => {
    const expecting = 'expect: [{ metric: executions.failed, of: shop/night, is: "<= 4" }]\n';
    const measures: Measure[] = [
      { kind: 'assumptions', name: 'assumptions' },
      { kind: 'expectations', name: 'expectations of this' },
      ...usual.map(measureOf),
    ];
    const jobs = jobsOf(3).map((job) => {
      return { ...job, plan: { ...job.plan, text: job.plan.text + expecting }, measures };
    });
    const direct: RunResult[] = [];
    for await (const result of inThisThread().run(jobs)) direct.push(result);
    expect(new Set(direct.map((one) => one.kind === 'measured' && one.values['expectations of this all'])).size).toBe(
      2,
    );
    expect((await performedIn(newFolder(), jobs)).results).toEqual(direct);
    const folder = newFolder();
    for (const measure of measures)
      await performedIn(
        folder,
        [...jobs].map((job) => ({ ...job, measures: [measure] })),
      );
    const none = watched();
    expect((await performedIn(folder, jobs, none.runner)).results).toEqual(direct);
    expect(none.given).toEqual([]);
  });

  it('that are the same in several plans are performed once, with the measures of all', async () => {
    const [job] = jobsOf(1, ['bill.total']);
    if (job === undefined) throw new Error('no job');
    const other = { ...job, key: 'other', plan: { ...job.plan }, measures: [measureOf('bill.total by resource')] };
    const { runner, given } = watched();
    const { results, progress } = await performedIn(newFolder(), [job, other], runner);
    expect(given).toHaveLength(1);
    expect(given[0]?.measures.map(({ name }) => name)).toEqual(['bill.total', 'bill.total by resource']);
    expect(progress).toEqual({ done: 2, of: 2, fromStore: 0 });
    expect(results.map(({ key }) => key)).toEqual([job.key, 'other']);
    expect(results.map((one) => one.kind === 'measured' && Object.keys(one.values).length)).toEqual([1, 1]);
  });

  it('that failed or were refused are tried again', async () => {
    const folder = newFolder();
    const jobs = jobsOf(2);
    const troubled: Runner = {
      width: 1,
      async *run(asked) {
        for (const { key, replication } of asked)
          yield replication === 0
            ? { kind: 'failed', key, message: 'no' }
            : { kind: 'refused', key, refusal: { rule: null, message: 'no', text: 'no' } };
      },
    };
    const { results, progress } = await performedIn(folder, jobs, troubled);
    expect(results.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
      '20% 0 failed',
      '20% 1 refused',
      '40% 0 failed',
      '40% 1 refused',
    ]);
    expect(progress).toEqual({ done: 4, of: 4, fromStore: 0 });
    expect(textIn(folder).split('\n')).toHaveLength(2);
    expect((await performedIn(folder, jobs)).progress).toEqual({ done: 4, of: 4, fromStore: 0 });
  });

  it('come in the order of the jobs, in whatever order they finish', async () => {
    const jobs = jobsOf(3);
    const backwards: Runner = {
      width: 1,
      async *run(asked) {
        const results: RunResult[] = [];
        for await (const result of inThisThread().run(asked)) results.unshift(result);
        yield* results;
      },
    };
    const { results } = await performedIn(newFolder(), jobs, backwards);
    expect(results).toEqual((await performedIn(newFolder(), jobs)).results);
    expect(results.map(({ key }) => key)).toEqual(jobs.map(({ key }) => key));
  });

  it('that were asked for before a caller left are stored', async () => {
    const folder = newFolder();
    const store = new RunStore(folder, build);
    const steps = performJobs(jobsOf(5), throughStore(inThisThread(), store, runKeys(build)));
    for (let count = 0; count < 3; count += 1) await steps.next();
    await steps.return([]);
    store.close();
    expect(textIn(folder).split('\n')).toHaveLength(5);
  });

  it('without jobs have no progress', async () => {
    expect(await performedIn(newFolder(), [])).toEqual({ progress: null, results: [] });
  });
});

/** The study of `coordinator.ts` as a program of its own. */
class Coordinator {
  readonly #child: ChildProcess;
  readonly #closed: Promise<void>;
  stdout = '';
  stderr = '';

  /** @param before a line of bash, which the program follows */
  constructor(folder: string, width: number, replications: number, before = '') {
    const program = fileURLToPath(new URL('coordinator.ts', import.meta.url));
    const args = ['--import', 'tsx', program, folder, String(width), String(replications)];
    this.#child = spawn('bash', ['-c', `${before}\nexec "$0" "$@"`, process.execPath, ...args]);
    this.#child.stdout?.on('data', (data) => {
      this.stdout += data;
    });
    this.#child.stderr?.on('data', (data) => {
      this.stderr += data;
    });
    this.#closed = new Promise((resolve) => this.#child.on('close', () => resolve()));
  }

  send(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Waits for the end. */
  async ended(): Promise<{ readonly code: number | null; readonly signal: string | null }> {
    await this.#closed;
    return { code: this.#child.exitCode, signal: this.#child.signalCode };
  }

  get progress(): JobProgress {
    return JSON.parse(this.stdout);
  }
}

function linesIn(folder: string): number {
  return existsSync(join(folder, 'runs.ndjson')) ? textIn(folder).split('\n').length - 1 : 0;
}

describe('a study whose program is killed with kill -9', () => {
  it('goes on where it was: nothing lost, nothing twice, the same bytes in the end as in one go', async () => {
    const folder = newFolder();
    const replications = 400;
    let performed = 0;
    for (const [width, lines] of [
      [2, 5],
      [1, 60],
      [2, 150],
    ] as const) {
      const study = new Coordinator(folder, width, replications);
      while (study.isRunning && linesIn(folder) < lines) await setTimeout(1);
      study.send('SIGKILL');
      expect(await study.ended(), study.stderr).toEqual({ code: null, signal: 'SIGKILL' });
      expect(existsSync(join(folder, 'runs.lock'))).toBe(true);
      const whole = textIn(folder).split('\n').slice(1, -1);
      expect(new Set(whole.map((line) => JSON.parse(line).key)).size).toBe(whole.length);
      expect(whole.length).toBeGreaterThanOrEqual(performed);
      performed = whole.length;
    }
    expect(performed).toBeLessThan(2 * replications);
    const last = new Coordinator(folder, 2, replications);
    expect(await last.ended(), last.stderr).toEqual({ code: 0, signal: null });
    expect(last.stderr).toMatch(/^process \d+ did not finish this study; it is continued\n/);
    expect(last.progress).toEqual({ done: 800, of: 800, fromStore: performed });
    const { text } = await inOneGo(jobsOf(replications), 2);
    expect(textIn(folder)).toBe(text);
  });

  it('is refused to a second program while the first lives, and that goes on', async () => {
    const folder = newFolder();
    const first = new Coordinator(folder, 1, 400);
    while (first.isRunning && linesIn(folder) < 2) await setTimeout(1);
    // Then it does not finish meanwhile.
    first.send('SIGSTOP');
    const second = new Coordinator(folder, 1, 400);
    expect((await second.ended()).code).toBe(5);
    expect(second.stderr).toMatch(
      /^cannot write \S+: process \d+ on \S+ is performing this study\. Wait until it ends; if it has ended, delete \S+\/runs\.lock\.\n$/,
    );
    first.send('SIGCONT');
    expect((await first.ended()).code).toBe(0);
    expect(first.progress).toEqual({ done: 800, of: 800, fromStore: 0 });
  });
});

describe('a study that may not write more', () => {
  it('ends with 5 and a sentence, keeps all finished runs, and goes on later', async () => {
    const folder = newFolder();
    const full = new Coordinator(folder, 2, 100, 'ulimit -f 20');
    expect((await full.ended()).code).toBe(5);
    expect(full.stderr).toBe(
      `cannot write ${folder}/runs.ndjson: the file would exceed the allowed size. No finished run is lost: give the same command again when the file can be written.\n`,
    );
    expect(textIn(folder)).toMatch(/\}\n$/);
    const finished = linesIn(folder) - 1;
    expect(finished).toBeGreaterThan(20);
    const later = new Coordinator(folder, 2, 100);
    expect(await later.ended(), later.stderr).toEqual({ code: 0, signal: null });
    expect(later.stderr).toBe('');
    expect(later.progress).toEqual({ done: 200, of: 200, fromStore: finished });
  });

  it('are performed with their futures, whatever the store has of the run alone', async () => {
    const folder = newFolder();
    const [job] = jobsOf(1);
    if (job === undefined) throw new Error('no job');
    await performedIn(folder, [job]);
    const futures = {
      entries: 0,
      all: [{ key: 'same', at: Date.parse('2026-11-01T06:00:00Z'), steps: [], isCompared: false }],
      isBaseMeasured: true,
    };
    const { runner, given } = watched();
    const { results } = await performedIn(folder, [{ ...job, futures }], runner);
    expect(given).toHaveLength(1);
    expect(results[0]).toMatchObject({ kind: 'measured', futures: [{ kind: 'measured', key: 'same' }] });
  });
});
