/** Writes a report folder under temporary names first: a reader sees a complete file, or that of the previous run. */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ByteFile } from './byteFile.ts';
import { errorCode, unwritable } from './exit.ts';
import { LineFile } from './lineFile.ts';

/**
 * All file names that a run can write into its folder. A new run removes those files of an earlier run that it does not
 * write itself.
 */
export const reportFiles: readonly string[] = [
  'summary.json',
  'bill.json',
  'bill.csv',
  'allocation.csv',
  'focus.csv',
  'ledger.ndjson',
  'capacity.json',
  'capacity.csv',
  'journal.ndjson',
  'journal.parquet',
  'junit.xml',
  'report.html',
  'report.md',
];

/** Collects files in a temporary folder next to the final one. */
export class ReportFolder {
  readonly path: string;
  readonly #files: readonly string[];
  readonly #beside: string;
  readonly #written = new Set<string>();
  readonly #discard = (): void => this.discard();

  /**
   * Checks, before a long run starts, that the files can be written.
   *
   * @param files names that may be written; existing ones that are not written again are removed, other files stay
   */
  constructor(path: string, files: readonly string[] = reportFiles) {
    this.path = path;
    this.#files = files;
    try {
      refuseObstacles(path, files);
      makeFolder(dirname(path));
      this.#beside = openPartial(path);
    } catch (error) {
      throw unwritable(error, path);
    }
    process.once('exit', this.#discard);
    removeLeftovers(path, files);
  }

  /** Opens a text file to write piece by piece; opening it again starts over. */
  stream(name: string): LineFile {
    this.#written.add(name);
    return new LineFile(join(this.#beside, name), join(this.path, name));
  }

  /** Opens a file to write bytes piece by piece; opening it again starts over. */
  bytes(name: string): ByteFile {
    this.#written.add(name);
    return new ByteFile(join(this.#beside, name), join(this.path, name));
  }

  write(name: string, content: string | Uint8Array): void {
    this.#written.add(name);
    try {
      writeFileSync(join(this.#beside, name), content);
    } catch (error) {
      throw unwritable(error, join(this.path, name));
    }
  }

  /** Moves the files to their final names and removes those that an earlier run left there. */
  finish(path: string = this.path): void {
    try {
      refuseObstacles(path, this.#files);
      makeFolder(path);
      for (const name of this.#written) renameSync(join(this.#beside, name), join(path, name));
      for (const name of readdirSync(path)) {
        if (this.#files.includes(name) && !this.#written.has(name)) rmSync(join(path, name));
      }
    } catch (error) {
      throw unwritable(error, path);
    } finally {
      this.discard();
    }
  }

  /** Removes the temporary folder. */
  discard(): void {
    process.off('exit', this.#discard);
    rmSync(this.#beside, { recursive: true, force: true });
  }
}

/** Throws if `path` exists and is not a folder that the report files can be written into. */
function refuseObstacles(path: string, files: readonly string[]): void {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) throw unwritable({ code: 'EEXIST' }, path);
  accessSync(path, constants.W_OK | constants.X_OK);
  for (const name of files) {
    const file = join(path, name);
    if (existsSync(file) && statSync(file).isDirectory()) throw unwritable({ code: 'EISDIR' }, file);
  }
}

/** Creates a folder and its parents. Node's recursive option loops forever below /proc. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (existsSync(path) && statSync(path).isDirectory()) return;
    const parent = dirname(path);
    if (errorCode(error) !== 'ENOENT' || existsSync(parent)) throw error;
    makeFolder(parent);
    makeFolder(path);
  }
}

const suffix = '.partial-';

const keptForMs = 86_400_000;

/** Makes an empty folder beside `path`, under a name that no other run has. */
function openPartial(path: string): string {
  return mkdtempSync(`${path}${suffix}`);
}

/**
 * Removes the partial folders of `path` that nothing was written into for a day: a younger one may belong to a run that
 * goes on. One that holds anything but `files` is not ours and stays.
 */
function removeLeftovers(path: string, files: readonly string[]): void {
  const parent = dirname(path);
  const prefix = `${basename(path)}${suffix}`;
  const before = Date.now() - keptForMs;
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix) || !/^\w{6}$/.test(name.slice(prefix.length))) continue;
    const folder = join(parent, name);
    try {
      const held = readdirSync(folder);
      const changedAt = [folder, ...held.map((file) => join(folder, file))].map((entry) => statSync(entry).mtimeMs);
      if (held.every((file) => files.includes(file)) && Math.max(...changedAt) < before) {
        rmSync(folder, { recursive: true, force: true });
      }
    } catch {
      // Another run is taking it away, or we may not: it harms nothing.
    }
  }
}
