/** A text file written through a buffer, with its length and digest at the end. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import type { ReportFile } from '../report/summary.ts';
import { unwritable } from './exit.ts';

const bufferCharacters = 1 << 16;

/** Errors name the path that the file will have in the end. */
export class LineFile {
  readonly #file: number;
  readonly #finalPath: string;
  readonly #digest = createHash('sha256');
  #pieces: string[] = [];
  #pending = 0;
  #characters = 0;
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
  get characters(): number {
    return this.#characters;
  }

  write(text: string): void {
    this.#pieces.push(text);
    this.#characters += text.length;
    this.#pending += text.length;
    if (this.#pending >= bufferCharacters) this.#flush();
  }

  /** Ends the file. @returns what was written */
  close(): ReportFile {
    this.#flush();
    closeSync(this.#file);
    return { name: basename(this.#finalPath), bytes: this.#bytes, sha256: this.#digest.digest('hex') };
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pieces.join(''));
    this.#pieces = [];
    this.#pending = 0;
    this.#bytes += bytes.length;
    this.#digest.update(bytes);
    let done = 0;
    try {
      while (done < bytes.length) done += writeSync(this.#file, bytes, done);
    } catch (error) {
      throw unwritable(error, this.#finalPath);
    }
  }
}
