/**
 * Performs trials of `svcsim fuzz` in a process that has run nothing before:
 *
 *   node --import tsx fuzzTrials.ts TRIALS WORKERS
 *
 * WORKERS 0: the scenarios of the same trials are only generated and run, one after the other in this thread. Prints
 * the milliseconds of all trials, and how many of them were scenarios. Eight trials of each worker come before them:
 * meanwhile V8 compiles and optimizes the code in each worker.
 */
import { fuzzed } from '../../src/node/fuzz/fuzzing.ts';
import { FuzzThreads } from '../../src/node/fuzz/fuzzThreads.ts';
import { begun } from '../../src/testing/fuzz/fuzzChecks.ts';
import { trialAt } from '../../src/testing/fuzz/trials.ts';

const [, , given = '1', workers = '1'] = process.argv;
const width = Number(workers);
const trials = Number(given);
const firstTrials = 8 * Math.max(1, width);
const threads = width === 0 ? null : new FuzzThreads(width, 60_000);
await perform('first', firstTrials);
const from = performance.now();
const scenarios = await perform('1', trials);
const ms = performance.now() - from;
console.log(JSON.stringify({ ms, scenarios }));
await threads?.close();

/** @returns how many of the trials were scenarios */
async function perform(seed: string, runs: number): Promise<number> {
  if (threads === null) return runAlone(seed, runs);
  const never = (): boolean => false;
  const question = { seed, chosen: null, width, runs, isBail: false, isOver: never, isInterrupted: never };
  const { tally, failures } = await fuzzed(question, threads, () => {});
  if (failures.length > 0) throw new Error(`trial ${failures[0]?.index} breaks ${failures[0]?.broken.id}`);
  return tally.checks.get('runsToItsEnd')?.held ?? 0;
}

function runAlone(seed: string, runs: number): number {
  let scenarios = 0;
  for (let index = 0; index < runs; index += 1) {
    const trial = trialAt(seed, index);
    if (trial.kind !== 'scenario') continue;
    begun(trial.document);
    scenarios += 1;
  }
  return scenarios;
}
