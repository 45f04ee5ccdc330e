/** What a verb looks into: the report folder of a run, or a scenario's file, which is run to make one. */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { exitCode, Stop } from '../exit.ts';
import type { RunFlags, ScenarioFlags } from '../flags.ts';
import { reportFiles } from '../folder.ts';
import { blamed } from './reportedRun.ts';

/** As much as a disk holds: a journal that was cut explains nothing. */
const journalLimitMB = '1000000';

/**
 * Looks into a report. That of a scenario is made beside all others, and is gone afterwards.
 *
 * @param look is given the folder, and the scenario's file where there is one to be read again; its errors are told of
 * what was named on the command line
 * @returns how to exit: as the run does where nothing could be made
 */
export async function lookInto(
  source: string,
  flags: ScenarioFlags,
  look: (folder: string, scenario: string | null) => number,
): Promise<number> {
  if (isFolder(source)) {
    refuseScenarioFlags(flags);
    try {
      return look(source, null);
    } catch (error) {
      throw blamed(error, source);
    }
  }
  if (reportFiles.includes(basename(source))) {
    throw new Stop(exitCode.usage, `${source} is no scenario; give the report folder that it lies in`);
  }
  if (source !== '-' && !existsSync(source)) {
    throw new Stop(exitCode.usage, `${source} is no report folder and no scenario: there is nothing of that name`);
  }
  const { run } = await import('./run.ts');
  const out = mkdtempSync(join(tmpdir(), 'svcsim-'));
  const remove = (): void => rmSync(out, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const code = await run([source], { ...runFlags(flags), out });
    const [name] = readdirSync(out);
    // An expectation that is broken makes no report less true.
    if (name === undefined || code > exitCode.failed) return code;
    return named(source, join(out, name), (folder) => look(folder, source === '-' ? null : source));
  } finally {
    process.off('exit', remove);
    remove();
  }
}

export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // Whoever reads it as a scenario says why not.
    return false;
  }
}

/** The run of a folder is over: what would change it is a mistake. */
export function refuseScenarioFlags({ seed, variant, set, assume }: ScenarioFlags): void {
  const flags = { '--seed': seed, '--variant': variant, '--set': set, '--assume': assume };
  const given = Object.entries(flags).find(([, value]) => value !== undefined)?.[0] ?? null;
  if (given === null) return;
  throw new Stop(
    exitCode.usage,
    `${given} changes a run, and the run of a report folder is over; give the scenario file`,
  );
}

function runFlags({ seed, variant, set, assume }: ScenarioFlags): Omit<RunFlags, 'out'> {
  return {
    ...(seed === undefined ? {} : { seed }),
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

/** What goes wrong in a folder that nobody has named is told of what was named. */
function named(source: string, folder: string, look: (folder: string) => number): number {
  try {
    return look(folder);
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    throw new Stop(error.code, error.message.replaceAll(folder, source));
  }
}
