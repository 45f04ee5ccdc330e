/** The source that a verb reads: the report folder of a run, or a scenario file, which is run to create one. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { exitCode, Stop } from '../exit.ts';
import type { RunFlags, ScenarioFlags } from '../flags.ts';
import { reportFiles } from '../folder.ts';
import { temporaryFolder } from '../temporaryFolder.ts';
import { blamed } from './reportedRun.ts';

/** Practically no limit, because an incomplete journal explains nothing. */
const journalLimitMB = '1000000';

/**
 * Reads a report. For a scenario it runs the scenario into a temporary folder and deletes the folder afterwards.
 *
 * @param look receives the folder, and the scenario file if it can be read again; its errors name the source as it was
 * given on the command line
 * @returns the exit code; that of the run if the run made no report
 */
export async function lookInto(
  source: string,
  flags: ScenarioFlags,
  look: (folder: string, scenario: string | null) => number | Promise<number>,
): Promise<number> {
  if (isFolder(source)) {
    refuseScenarioFlags(flags);
    try {
      return await look(source, null);
    } catch (error) {
      throw blamed(error, source);
    }
  }
  if (reportFiles.includes(basename(source))) {
    throw new Stop(exitCode.usage, `${source} is a report file, not a scenario; give its report folder instead`);
  }
  if (source !== '-' && !existsSync(source)) {
    throw new Stop(exitCode.usage, `${source} does not exist; give a scenario file or a report folder`);
  }
  const { run } = await import('../commands/run.ts');
  const { path: out, remove } = temporaryFolder();
  try {
    const code = await run([source], { ...runFlags(flags), out });
    const [name] = readdirSync(out);
    // A failed expectation does not make the report wrong.
    if (name === undefined || code > exitCode.failed) return code;
    return await named(source, join(out, name), (folder) => look(folder, source === '-' ? null : source));
  } finally {
    remove();
  }
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // The caller reads it as a scenario then, and reports why that fails.
    return false;
  }
}

/** Refuses options that change a run if the source is a report folder, whose run is finished. */
export function refuseScenarioFlags({ seed, replication, variant, set, assume }: ScenarioFlags): void {
  const flags = {
    '--seed': seed,
    '--replication': replication,
    '--variant': variant,
    '--set': set,
    '--assume': assume,
  };
  const given = Object.entries(flags).find(([, value]) => value !== undefined)?.[0] ?? null;
  if (given === null) return;
  throw new Stop(
    exitCode.usage,
    `${given} cannot change the finished run of a report folder; give the scenario file instead`,
  );
}

function runFlags({ seed, replication, variant, set, assume }: ScenarioFlags): Omit<RunFlags, 'out'> {
  return {
    ...(seed === undefined ? {} : { seed }),
    ...(replication === undefined ? {} : { replication }),
    ...(variant === undefined ? {} : { variant }),
    ...(set === undefined ? {} : { set }),
    ...(assume === undefined ? {} : { assume }),
    quiet: true,
    isPassing: true,
    journal: 'all',
    journalLimit: journalLimitMB,
    billGrain: 'month',
    focusGrain: 'day',
  };
}

/** Errors about the temporary folder name the source instead. */
async function named(
  source: string,
  folder: string,
  look: (folder: string) => number | Promise<number>,
): Promise<number> {
  try {
    return await look(folder);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    throw new Stop(error.code, error.message.replaceAll(folder, source));
  }
}
