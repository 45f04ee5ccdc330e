/** A text file written through a buffer, with its length and digest at the end. */
import type { ReportFile } from '../report/verdict/summary.ts';
import { ByteFile } from './byteFile.ts';

const bufferCharacters = 1 << 16;

/**
 * Where text becomes bytes, for all files: each is written at once. Wide enough for most characters, as only then no
 * byte is counted beforehand.
 */
const room = Buffer.allocUnsafeSlow(4 * bufferCharacters);

/** Errors name the path that the file will have in the end. */
export class LineFile {
  readonly #file: ByteFile;
  #pending = '';
  #characters = 0;

  /** @param advice what to do where the file cannot be written; default: that of a report folder */
  constructor(path: string, finalPath: string, advice?: string) {
    this.#file = new ByteFile(path, finalPath, advice);
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
    return this.#file.close();
  }

  #flush(): void {
    const bytes = bytesOf(this.#pending);
    this.#pending = '';
    this.#file.write(bytes);
  }
}

/** UTF-8, good until the next call. */
function bytesOf(text: string): Buffer {
  return text.length * 3 <= room.length ? room.subarray(0, room.write(text)) : Buffer.from(text);
}
