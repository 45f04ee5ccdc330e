/** A report folder, filled beside its final names: a reader sees each file whole, or the one of the run before. */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode, unwritable } from './exit.ts';
import { openPartial, removeLeftovers } from './leftovers.ts';
import { LineFile } from './lineFile.ts';

/**
 * Every file name that a run may leave in its folder; those of an earlier run that a new one does not write are
 * removed.
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
  'junit.xml',
  'report.html',
  'report.md',
];

/** Files being written into a folder next to the final one. */
export class ReportFolder {
  readonly path: string;
  readonly #files: readonly string[];
  readonly #beside: string;
  readonly #written = new Set<string>();
  readonly #discard = (): void => this.discard();

  /**
   * Finds out what would be in the way at the end before a long run begins.
   *
   * @param files that may be written; those of them that stand there and are not written anew go, all others stay
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

  /** Opens a file to write piece by piece, anew where it was opened before. */
  stream(name: string): LineFile {
    this.#written.add(name);
    return new LineFile(join(this.#beside, name), join(this.path, name));
  }

  write(name: string, text: string): void {
    this.#written.add(name);
    try {
      writeFileSync(join(this.#beside, name), text);
    } catch (error) {
      throw unwritable(error, join(this.path, name));
    }
  }

  /** Moves what was written to its final names and removes what an earlier run left there. */
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

  /** Leaves nothing behind. */
  discard(): void {
    process.off('exit', this.#discard);
    rmSync(this.#beside, { recursive: true, force: true });
  }
}

/** Throws where `path` is no folder that takes the files of a report; none standing there is fine. */
function refuseObstacles(path: string, files: readonly string[]): void {
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) throw unwritable({ code: 'EEXIST' }, path);
  accessSync(path, constants.W_OK | constants.X_OK);
  for (const name of files) {
    const file = join(path, name);
    if (existsSync(file) && statSync(file).isDirectory()) throw unwritable({ code: 'EISDIR' }, file);
  }
}

/** Makes a folder and those above it. Node's own recursive way goes round for ever below /proc. */
function makeFolder(path: string): void {
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
