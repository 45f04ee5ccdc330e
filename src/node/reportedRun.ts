/** A run that is over, as its report folder tells of it. */
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { hour, type Instant, instantFromIso } from '../engine/time.ts';
import type { Cell } from '../platform/metering/ledger.ts';
import type { Bill } from '../report/bill.ts';
import { readBill } from '../report/billReading.ts';
import { readLedger } from '../report/ledgerReading.ts';
import { errorCode, exitCode, Stop } from './exit.ts';
import type { FocusGrain } from './flags.ts';

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

/** Reads the bill of a folder's run. Throws a `Stop` where it is no report folder, or its bill cannot be read. */
export function readBillOf(folder: string): Bill {
  jsonOf(join(folder, 'summary.json'), folder);
  const path = join(folder, 'bill.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(error, path);
  }
  const bill = readBill(text);
  if (bill === null) throw new Stop(exitCode.usage, `${path} is no bill, as this svcsim writes it`);
  return bill;
}

/** Reads the ledger of a folder's run. Throws a `Stop` at the first line that is wrong. */
export function readCellsOf(folder: string): readonly Cell[] {
  const path = join(folder, 'ledger.ndjson');
  const read = readLedger(linesOf(path));
  if ('problem' in read) throw new Stop(exitCode.usage, `${path}:${read.line}: ${read.problem}`);
  return read.cells;
}

/** Which run of which scenario a folder tells of. */
export function readOriginOf(folder: string): { readonly seed: string; readonly scenarioHash: string | null } {
  const { seed, scenarioHash } = jsonOf(join(folder, 'summary.json'), folder);
  return { seed: `${seed}`, scenarioHash: typeof scenarioHash === 'string' ? scenarioHash : null };
}

/** What a usage row of the folder's `focus.csv` is for; an hour where there is none. */
export function readFocusGrainOf(folder: string): FocusGrain {
  const path = join(folder, 'focus.csv');
  if (!existsSync(path)) return 'hour';
  for (const line of linesOf(path)) {
    // Rows that a billing period cuts short say nothing.
    const [, until = '', from = ''] = /,Usage-Based,([^,]+),([^,]+),/.exec(line) ?? [];
    const [end, start] = [instantFromIso(until), instantFromIso(from)];
    if (typeof end !== 'number' || typeof start !== 'number' || end - start < hour) continue;
    return end - start === hour ? 'hour' : 'day';
  }
  return 'hour';
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

function jsonOf(path: string, folder: string): Item {
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

const chunkBytes = 1 << 20;

/** The lines of a text file of any size, one after the other, without their ends; an empty last one is left out. */
export function* linesOf(path: string): Generator<string> {
  const file = openFile(path);
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const lineEnd = 0x0a;
    let rest = Buffer.alloc(0);
    for (;;) {
      const count = read(file, chunk, path);
      if (count === 0) break;
      const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
      let from = 0;
      for (let to = bytes.indexOf(lineEnd); to !== -1; to = bytes.indexOf(lineEnd, from)) {
        yield bytes.toString('utf8', from, to);
        from = to + 1;
      }
      rest = bytes.subarray(from);
    }
    if (rest.length > 0) yield rest.toString('utf8');
  } finally {
    closeSync(file);
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw unreadable(error, path);
  }
}

function read(file: number, chunk: Buffer, path: string): number {
  try {
    return readSync(file, chunk);
  } catch (error) {
    throw unreadable(error, path);
  }
}

const reasons = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'permission denied'],
  ['EISDIR', 'it is a folder'],
]);

/** As a `Stop` where the system says why. */
function unreadable(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (code === null) return error;
  return new Stop(exitCode.usage, `cannot read ${path}: ${reasons.get(code) ?? `the system says ${code}`}`);
}
