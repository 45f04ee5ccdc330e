/**
 * A program that performs a small study into a folder, so that a test can kill it:
 *
 *   node --import tsx coordinator.ts FOLDER THREADS REPLICATIONS
 *
 * In the end it prints how far it came as JSON; what a store says of itself goes to the error stream.
 */
import { exitCode, Stop } from '../../../src/node/exit.ts';
import { RunStore } from '../../../src/node/study/store.ts';
import { allOf, throughTestStore } from './allOf.ts';
import { build, jobsOf, storedKeys } from './jobs.ts';

const [, , folder = '', width = '1', replications = '1'] = process.argv;

try {
  const jobs = jobsOf(Number(replications));
  const store = new RunStore(folder, build);
  for (const warning of store.warnings) process.stderr.write(`${warning}\n`);
  const { progress } = await throughTestStore(store, Number(width), (runner) => allOf(jobs, runner));
  store.compact(storedKeys(jobs));
  store.close();
  process.stdout.write(JSON.stringify(progress));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = error instanceof Stop ? error.code : exitCode.defect;
}
