/** A file written piece by piece, with its length and digest at the end. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import type { ReportFile } from '../report/verdict/summary.ts';
import { unwritable } from './exit.ts';

/** Errors name the path that the file will have in the end. */
export class ByteFile {
  readonly #file: number;
  readonly #finalPath: string;
  readonly #advice: string | undefined;
  readonly #digest = createHash('sha256');
  #bytes = 0;

  /** @param advice what to do where the file cannot be written; default: that of a report folder */
  constructor(path: string, finalPath: string, advice?: string) {
    this.#finalPath = finalPath;
    this.#advice = advice;
    try {
      this.#file = openSync(path, 'w');
    } catch (error) {
      throw unwritable(error, finalPath, advice);
    }
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Writes at once; the bytes may be overwritten afterwards. */
  write(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#digest.update(bytes);
    let done = 0;
    try {
      while (done < bytes.length) done += writeSync(this.#file, bytes, done);
    } catch (error) {
      // Nobody writes on: while it is open, what was written so far keeps its room on the disk.
      closeSync(this.#file);
      throw unwritable(error, this.#finalPath, this.#advice);
    }
  }

  /** Ends the file. @returns what was written */
  close(): ReportFile {
    closeSync(this.#file);
    return { name: basename(this.#finalPath), bytes: this.#bytes, sha256: this.#digest.digest('hex') };
  }
}
