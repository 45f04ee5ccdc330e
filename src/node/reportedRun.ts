/** A run that is over, as its report folder tells of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Instant, instantFromIso } from '../engine/time.ts';
import { errorCode, exitCode, Stop } from './exit.ts';
import { unreadable } from './lines.ts';

export interface ReportedRun {
  readonly start: Instant;
  /** As far as it came. */
  readonly end: Instant;
  /** Assumptions that were not at their default. */
  readonly changed: ReadonlyMap<string, unknown>;
  /** The path of `journal.ndjson`. */
  readonly journal: string;
  /** How many entries the run had, whether written or not. */
  readonly entries: number;
}

/** Reads what a folder says about its run. Throws a `Stop` where it is no report folder, or has no journal. */
export function readReport(folder: string): ReportedRun {
  const path = join(folder, 'summary.json');
  const { schema, start, end, files, assumptions, journalEntries } = jsonOf(path, folder);
  const [startAt, endAt] = [instantFromIso(`${start}`), instantFromIso(`${end}`)];
  if (schema !== 'svcsim/summary/1' || typeof startAt !== 'number' || typeof endAt !== 'number') {
    throw new Stop(exitCode.usage, `${path} is no summary of a run, as this svcsim writes it`);
  }
  if (!listOf(files).some((file) => file['name'] === 'journal.ndjson')) {
    throw new Stop(exitCode.usage, `the run of ${folder} was told to write no journal (--journal none). ${instead}`);
  }
  const changed = typeof assumptions === 'object' && assumptions !== null && 'changed' in assumptions;
  return {
    start: startAt,
    end: endAt,
    changed: new Map(listOf(changed ? assumptions.changed : []).map(({ name, value }) => [`${name}`, value])),
    journal: join(folder, 'journal.ndjson'),
    entries: typeof journalEntries === 'number' ? journalEntries : 0,
  };
}

/** What to do where a folder does not tell enough. */
export const instead = 'Run it again with --journal all, or give the scenario file in the place of the folder.';

type Item = { readonly [key: string]: unknown };

/** A document of a report folder, which is none where it has no such file; {} where it cannot be read as one. */
export function jsonOf(path: string, folder: string): Item {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw unreadable(error, path);
    throw new Stop(exitCode.usage, `${folder} is no report folder: there is no summary.json in it`);
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Item) : {};
  } catch {
    return {};
  }
}

function listOf(value: unknown): readonly Item[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}
