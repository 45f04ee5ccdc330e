/**
 * Performs runs of a plan as a study does, through threads and a store, in a process that has run nothing before:
 *
 *   node --import tsx studyRuns.ts FILE FOR RUNS WORKERS
 *
 * WORKERS 0: one measured run after the other in this thread, without a store. Prints the milliseconds of all runs but
 * the first eight of each worker, and the greatest memory in MB. In those eight, V8 compiles and optimizes the code in
 * each worker anew: the first run of a week of the web shop takes ten times as long as the ninth, the second four
 * times.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureOf } from '../../src/experiment/study/measure.ts';
import { capturePlan } from '../../src/experiment/study/planText.ts';
import { runKeys } from '../../src/experiment/study/runKey.ts';
import { inThisThread, type RunJob, type Runner } from '../../src/experiment/study/runner.ts';
import { RunStore } from '../../src/node/study/store.ts';
import { throughStore } from '../../src/node/study/storedRuns.ts';
import { inThreads } from '../../src/node/study/threads.ts';

const [, , file = '', horizon = '', runs = '1', workers = '1'] = process.argv;
const { plan } = capturePlan(readFileSync(file, 'utf8'), { file, set: [{ path: 'for', value: horizon }] });
const measures = ['bill.total', 'load.failed of shop/api'].map(measureOf);
const width = Number(workers);
const firstRuns = 8 * Math.max(1, width);
const jobs = Array.from({ length: Number(runs) + firstRuns }, (_, replication): RunJob => {
  return { key: String(replication), plan, replication, measures };
});
const folder = mkdtempSync(join(tmpdir(), 'svcsim-bench-'));
const store = new RunStore(folder, 'bench');
const threads = width === 0 ? null : inThreads({ width });
const runner = threads === null ? inThisThread() : throughStore(threads, store, runKeys('bench'));
await timeOf(runner, jobs.splice(0, firstRuns));
const ms = await timeOf(runner, jobs);
console.log(JSON.stringify({ ms, mb: process.resourceUsage().maxRSS / 1024 }));
await threads?.close();
store.close();
rmSync(folder, { recursive: true });

async function timeOf(through: Runner, asked: readonly RunJob[]): Promise<number> {
  const from = performance.now();
  for await (const { kind, key } of through.run(asked)) if (kind !== 'measured') throw new Error(`run ${key}: ${kind}`);
  return performance.now() - from;
}
