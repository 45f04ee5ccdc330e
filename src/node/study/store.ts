/**
 * The store of a study's runs, `runs.ndjson`: a run that is in it is not performed again.
 *
 * The first line is a header; each other line is a finished run. Lines are only added, each with one write, so a
 * program that is killed loses at most the line that it was writing. Several lines of one run are one: the later ones
 * add measures. At the end `compact` sorts the lines.
 */
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { MeasuredRun } from '../../experiment/study/measuredRun.ts';
import { byCodeUnits } from '../../platform/api/document/json.ts';
import { exitCode, Stop, unwritable } from '../exit.ts';
import { makeFolder } from '../folder.ts';
import { LineFile } from '../lineFile.ts';
import { linesOf } from '../lines.ts';
import { type LockHolder, StoreLock } from './storeLock.ts';

/** A finished run with all that was measured of it. */
export interface StoredRun extends MeasuredRun {
  /** Of `runKeys`. */
  readonly key: string;
  /** Names of the measures that were asked for. A measure may have no value, or one for each key of a dimension. */
  readonly measures: readonly string[];
}

const schema = 'svcsim/runs/1';
const fileName = 'runs.ndjson';

const headerShape = z.object({ schema: z.string(), build: z.string() });

const runShape = z.object({
  key: z.string(),
  fingerprint: z.string(),
  isDrawn: z.boolean(),
  measures: z.array(z.string()),
  values: z.record(z.string(), z.number().nullable()),
});

const keptAdvice = 'No finished run is lost: give the same command again when the file can be written.';

/** Close it in the end, or others cannot open it while the program lives. */
export class RunStore {
  /** What the user should know of the state in which the store was found: sentences. */
  readonly warnings: readonly string[];
  readonly #path: string;
  readonly #build: string;
  readonly #lock: StoreLock;
  readonly #runs = new Map<string, StoredRun>();
  /** Lists of measures by their text: most runs have the same one, which is then in memory once. */
  readonly #lists = new Map<string, readonly string[]>();
  #file: number;
  #bytes: number;

  /**
   * Opens the store in a study's folder, or begins one.
   *
   * @param build of `buildDigest`
   * @throws Stop if another program has it open, if its format is another, if a line is broken, or if it cannot be
   * written
   */
  constructor(folder: string, build: string) {
    this.#path = join(folder, fileName);
    this.#build = build;
    const { lock, warnings } = locked(folder);
    this.#lock = lock;
    try {
      if (existsSync(this.#path)) warnings.push(...cutTornLine(this.#path), ...this.#read());
      this.#file = openSync(this.#path, 'a');
      this.#bytes = fstatSync(this.#file).size;
      if (this.#bytes === 0) this.#append(headerLine(build));
    } catch (error) {
      lock.release();
      throw unwritable(error, this.#path, '');
    }
    this.warnings = warnings;
  }

  /** Number of runs. */
  get size(): number {
    return this.#runs.size;
  }

  /** All runs, in no particular order. */
  runs(): Iterable<StoredRun> {
    return this.#runs.values();
  }

  /** A run, undefined where it has not finished yet. */
  get(key: string): StoredRun | undefined {
    return this.#runs.get(key);
  }

  /**
   * Adds a finished run, or measures to one.
   *
   * @param measures names of all that it was asked for
   * @throws Stop if the file cannot be written; Error if the same run gave another fingerprint before
   */
  add(key: string, measures: readonly string[], { fingerprint, isDrawn, values }: MeasuredRun): void {
    const line = lineOf({ key, fingerprint, isDrawn, measures, values });
    // Read back, so that a run gives the same values now as it will when it comes from the file.
    const run = merged(this.#runs.get(key), runShape.parse(JSON.parse(line)));
    if (typeof run === 'string') throw new Error(run);
    this.#append(line);
    this.#keep(run);
  }

  /**
   * Rewrites the store with one line a run: those of the study in its order, then all others by their key. The bytes do
   * not depend on the order in which runs finished.
   *
   * @param order keys of the study's runs; those that the store lacks are left out
   */
  compact(order: readonly string[]): void {
    const first = new Set(order);
    const others = [...this.#runs.keys()].filter((key) => !first.has(key)).sort(byCodeUnits);
    const beside = `${this.#path}.partial`;
    try {
      const file = new LineFile(beside, this.#path, keptAdvice);
      file.write(headerLine(this.#build));
      for (const key of [...first, ...others]) {
        const run = this.#runs.get(key);
        if (run !== undefined) file.write(lineOf(run));
      }
      file.close();
      sync(beside);
      renameSync(beside, this.#path);
      closeSync(this.#file);
      this.#file = openSync(this.#path, 'a');
      this.#bytes = fstatSync(this.#file).size;
    } catch (error) {
      rmSync(beside, { force: true });
      throw unwritable(error, this.#path, keptAdvice);
    }
  }

  close(): void {
    closeSync(this.#file);
    this.#lock.release();
  }

  #keep(run: StoredRun): void {
    const text = JSON.stringify(run.measures);
    const measures = this.#lists.get(text) ?? run.measures;
    this.#lists.set(text, measures);
    this.#runs.set(run.key, { ...run, measures });
  }

  /** Adds a line with one write. What a full disk took of it is cut off again. */
  #append(line: string): void {
    const bytes = Buffer.from(line);
    try {
      let done = 0;
      while (done < bytes.length) done += writeSync(this.#file, bytes, done);
      this.#bytes += bytes.length;
    } catch (error) {
      this.#cutTo(this.#bytes);
      throw unwritable(error, this.#path, keptAdvice);
    }
  }

  #cutTo(bytes: number): void {
    try {
      ftruncateSync(this.#file, bytes);
    } catch {
      // Then the next program that opens the store finds a torn line, and cuts it off.
    }
  }

  /** @returns a warning if another build wrote the store */
  #read(): string[] {
    const lines = linesOf(this.#path);
    const { value: header } = lines.next();
    if (header === undefined) return [];
    const { build } = headerIn(header, this.#path);
    let number = 1;
    for (const line of lines) {
      number += 1;
      const place = `${this.#path}:${number}`;
      const run = runIn(line);
      if (run === null)
        throw new Stop(
          exitCode.usage,
          `${place}: expected a finished run, found '${line.slice(0, 60)}'; delete this line, and its run is performed again`,
        );
      const whole = merged(this.#runs.get(run.key), run);
      if (typeof whole === 'string')
        throw new Stop(exitCode.usage, `${place}: ${whole}; delete ${this.#path} to perform all runs again`);
      this.#keep(whole);
    }
    if (build === this.#build || this.#runs.size === 0) return [];
    return [
      `${this.#path} was written by svcsim ${build}, and this is svcsim ${this.#build}: runs of another build are kept, but not used`,
    ];
  }
}

/** Takes the lock of a store. @throws Stop if another program holds it */
function locked(folder: string): { readonly lock: StoreLock; readonly warnings: string[] } {
  const path = join(folder, 'runs.lock');
  let taken: ReturnType<typeof StoreLock.take>;
  try {
    makeFolder(folder);
    taken = StoreLock.take(path);
  } catch (error) {
    throw unwritable(error, folder, '');
  }
  if ('lock' in taken) {
    const { lock, from } = taken;
    return { lock, warnings: from === null ? [] : [`process ${from.pid} did not finish this study; it is continued`] };
  }
  throw new Stop(exitCode.unwritable, `cannot write ${folder}: ${heldText(taken, path)}`);
}

function heldText({ pid, host }: LockHolder, path: string): string {
  return `process ${pid} on ${host} is performing this study. Wait until it ends; if it has ended, delete ${path}.`;
}

/**
 * Cuts off a last line that has no end: the program was killed while it wrote it.
 *
 * @returns a warning, if there was such a line
 */
function cutTornLine(path: string): string[] {
  if (!statSync(path).isFile()) throw new Stop(exitCode.unwritable, `cannot write ${path}: it is not a file`);
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    const end = endOfLines(file, size);
    if (end === size) return [];
    // Without any line it may be another file, which is not ours to change.
    if (end === 0) refuseForeign(file, path);
    ftruncateSync(file, end);
    return end === 0
      ? []
      : [`the last line of ${path} was not written whole, and is cut off; its run is performed again`];
  } finally {
    closeSync(file);
  }
}

/** The number of bytes up to and with the last line end; 0: there is none. */
function endOfLines(file: number, size: number): number {
  const chunk = Buffer.allocUnsafe(1 << 16);
  for (let until = size; until > 0; ) {
    const from = Math.max(0, until - chunk.length);
    const count = readSync(file, chunk, 0, until - from, from);
    const at = chunk.subarray(0, count).lastIndexOf(0x0a);
    if (at !== -1) return from + at + 1;
    until = from;
  }
  return 0;
}

function refuseForeign(file: number, path: string): void {
  const start = Buffer.alloc(64);
  const count = readSync(file, start, 0, start.length, 0);
  const text = start.toString('utf8', 0, count);
  const known = `{"schema":"${schema}"`;
  if (!text.startsWith(known) && !known.startsWith(text)) throw notAStore(path);
}

function notAStore(path: string): Stop {
  return new Stop(
    exitCode.usage,
    `${path} is not a store of runs: its first line is not {"schema":"${schema}",...}. Move it away, or choose another folder.`,
  );
}

function headerLine(build: string): string {
  return `${JSON.stringify({ schema, build })}\n`;
}

function headerIn(line: string, path: string): { readonly build: string } {
  const read = parsed(line, headerShape);
  if (read === null || !/^svcsim\/runs\/\d+$/.test(read.schema)) throw notAStore(path);
  if (read.schema === schema) return read;
  throw new Stop(
    exitCode.usage,
    `${path} has the format ${read.schema}, written by svcsim ${read.build}; this svcsim reads ${schema}. Use that version, or choose another folder.`,
  );
}

function runIn(line: string): StoredRun | null {
  return parsed(line, runShape);
}

function parsed<Value>(line: string, shape: z.ZodType<Value>): Value | null {
  try {
    const { success, data } = shape.safeParse(JSON.parse(line));
    return success ? data : null;
  } catch {
    return null;
  }
}

/** Two lines of one run as one, measures and values by name; a sentence if they cannot be of one run. */
function merged(known: StoredRun | undefined, added: StoredRun): StoredRun | string {
  const { key, fingerprint, isDrawn } = added;
  if (known !== undefined && known.fingerprint !== fingerprint)
    return `run ${key} had the fingerprint ${known.fingerprint}, and now has ${fingerprint}`;
  return {
    key,
    fingerprint,
    isDrawn,
    measures: [...new Set([...(known?.measures ?? []), ...added.measures])].sort(byCodeUnits),
    values: byName({ ...known?.values, ...added.values }),
  };
}

/** A value that JSON has no number for (NaN, infinity) becomes null: there is no value. */
function lineOf({ key, fingerprint, isDrawn, measures, values }: StoredRun): string {
  return `${JSON.stringify({ key, fingerprint, isDrawn, measures: [...measures].sort(byCodeUnits), values: byName(values) })}\n`;
}

function byName<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => byCodeUnits(a, b)));
}

/** Waits until a file is on the disk: a rename alone may get there sooner. */
function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
