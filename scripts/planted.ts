/**
 * Plants faults in the program, one at a time, and measures how long `svcsim fuzz` takes to find each.
 *
 *   npm run planted                        all faults of planted/faults.json
 *   npm run planted -- --only 'A fork'     those whose sentence has this text
 *   npm run planted -- --for 2m --workers 1 --seed 2
 *
 * Sources stay as they are: each fault is in a copy of the command line, built in a temporary folder. Exit code 1: a
 * fault was not found.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { FuzzDocument } from '../src/testing/fuzz/fuzzDocument.ts';
import { brokenCli, type Fault } from './brokenCli.ts';

/** A fault, and what is wrong with the platform then. */
export interface PlantedFault extends Fault {
  readonly says: string;
}

/** All faults of `planted/faults.json`. */
export function plantedFaults(): readonly PlantedFault[] {
  const path = fileURLToPath(new URL('../planted/faults.json', import.meta.url));
  return JSON.parse(readFileSync(path, 'utf8')) as PlantedFault[];
}

/** What came of a fault. */
export interface PlantedResult {
  /** Checks that were broken in the first trial that broke any; empty: none was, within the time. */
  readonly checks: readonly string[];
  readonly seconds: number;
  readonly trials: number;
}

/** Fuzzes a program with a fault in it until something is broken. */
export async function searched(
  fault: PlantedFault,
  { budget, seed, workers }: { readonly budget: string; readonly seed: string; readonly workers: string },
): Promise<PlantedResult> {
  const folder = mkdtempSync(join(tmpdir(), 'svcsim-planted-'));
  try {
    const program = await brokenCli(join(folder, 'program'), [fault]);
    const from = performance.now();
    const args = [
      'fuzz',
      '--bail',
      '--for',
      budget,
      '--seed',
      seed,
      '--workers',
      workers,
      '--json',
      '-q',
      '--no-shrink',
    ];
    const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const seconds = (performance.now() - from) / 1_000;
    if (status !== 0 && status !== 1) throw new Error(`svcsim fuzz ended with ${status}: ${stderr}`);
    const document = JSON.parse(stdout) as FuzzDocument;
    return { checks: document.failures.map(({ id }) => id), seconds, trials: document.runs };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      for: { type: 'string', default: '10m' },
      seed: { type: 'string', default: '1' },
      workers: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
    },
  });
  const faults = plantedFaults().filter(({ says }) => says.includes(values.only));
  let missed = 0;
  console.log('| fault | found by | trials | seconds |\n|---|---|---|---|');
  for (const fault of faults) {
    const { checks, seconds, trials } = await searched(fault, { ...values, budget: values.for });
    if (checks.length === 0) missed += 1;
    const found = checks.length === 0 ? 'nothing' : checks.map((id) => `\`${id}\``).join(', ');
    console.log(`| ${fault.says} | ${found} | ${trials} | ${seconds.toFixed(0)} |`);
  }
  console.log(`\n${faults.length - missed} of ${faults.length} faults were found within ${values.for} each`);
  if (missed > 0) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
