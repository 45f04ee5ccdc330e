/** A text file written through a buffer, with its length and digest at the end. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import type { ReportFile } from '../report/verdict/summary.ts';
import { unwritable } from './exit.ts';

const bufferCharacters = 1 << 16;

/**
 * Where text becomes bytes, for all files: each is written at once. Wide enough for most characters, as only then no
 * byte is counted beforehand.
 */
const room = Buffer.allocUnsafeSlow(4 * bufferCharacters);

/** Errors name the path that the file will have in the end. */
export class LineFile {
  readonly #file: number;
  readonly #finalPath: string;
  readonly #advice: string | undefined;
  readonly #digest = createHash('sha256');
  #pending = '';
  #characters = 0;
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

  /** Characters written so far; for the ASCII of reports, bytes. */
  get characters(): number {
    return this.#characters;
  }

  write(text: string): void {
    this.#pending += text;
    this.#characters += text.length;
    if (this.#pending.length >= bufferCharacters) this.#flush();
  }

  /** Ends the file. @returns what was written */
  close(): ReportFile {
    this.#flush();
    closeSync(this.#file);
    return { name: basename(this.#finalPath), bytes: this.#bytes, sha256: this.#digest.digest('hex') };
  }

  #flush(): void {
    const bytes = bytesOf(this.#pending);
    this.#pending = '';
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
}

/** UTF-8, good until the next call. */
function bytesOf(text: string): Buffer {
  return text.length * 3 <= room.length ? room.subarray(0, room.write(text)) : Buffer.from(text);
}
