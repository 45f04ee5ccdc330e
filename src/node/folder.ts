/** A report folder, filled beside its final names: a reader sees each file whole, or the one of the run before. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { unwritable } from './exit.ts';

/** Every file name that a run may leave in its folder; those of an earlier run that a new one does not write are removed. */
export const reportFiles = [
  'summary.json',
  'bill.json',
  'bill.csv',
  'ledger.ndjson',
  'capacity.json',
  'capacity.csv',
  'journal.ndjson',
] as const;

const bufferCharacters = 1 << 16;

/** Files being written into a folder next to the final one. */
export class ReportFolder {
  readonly path: string;
  readonly #beside: string;
  readonly #written: string[] = [];

  constructor(path: string) {
    this.path = path;
    try {
      mkdirSync(dirname(path), { recursive: true });
      this.#beside = mkdtempSync(`${path}.partial-`);
    } catch (error) {
      throw unwritable(error, path);
    }
  }

  /** Opens a file to write piece by piece. */
  stream(name: string): LineFile {
    this.#written.push(name);
    return new LineFile(join(this.#beside, name), join(this.path, name));
  }

  write(name: string, text: string): void {
    const file = this.stream(name);
    file.write(text);
    file.close();
  }

  /** What a closed file holds. */
  content(name: string): Uint8Array {
    return readFileSync(join(this.#beside, name));
  }

  /** Moves what was written to its final names and removes what an earlier run left there. */
  finish(path: string = this.path): void {
    try {
      mkdirSync(path, { recursive: true });
      for (const name of this.#written) renameSync(join(this.#beside, name), join(path, name));
      for (const name of readdirSync(path)) {
        if (reportFiles.some((known) => known === name) && !this.#written.includes(name)) rmSync(join(path, name));
      }
    } catch (error) {
      throw unwritable(error, path);
    } finally {
      this.discard();
    }
  }

  /** Leaves nothing behind. */
  discard(): void {
    if (existsSync(this.#beside)) rmSync(this.#beside, { recursive: true, force: true });
  }
}

/** A text file written through a buffer; errors name the final path. */
export class LineFile {
  readonly #file: number;
  readonly #finalPath: string;
  #pieces: string[] = [];
  #pending = 0;
  #bytes = 0;

  constructor(path: string, finalPath: string) {
    this.#finalPath = finalPath;
    try {
      this.#file = openSync(path, 'w');
    } catch (error) {
      throw unwritable(error, finalPath);
    }
  }

  /** Characters written so far; for the ASCII of reports, bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  write(text: string): void {
    this.#pieces.push(text);
    this.#bytes += text.length;
    this.#pending += text.length;
    if (this.#pending >= bufferCharacters) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pieces.join(''));
    this.#pieces = [];
    this.#pending = 0;
    let done = 0;
    try {
      while (done < bytes.length) done += writeSync(this.#file, bytes, done);
    } catch (error) {
      throw unwritable(error, this.#finalPath);
    }
  }
}
