/** The folder of saved failures. A file in it is whole or not there. */
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FailedTrial, failureName, failureText } from '../../testing/fuzz/failureFile.ts';
import { unwritable } from '../exit.ts';
import { readText } from '../inputs.ts';

export class FailureFolder {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Names and texts of saved failures, by name. */
  saved(): readonly { readonly file: string; readonly text: string }[] {
    if (!existsSync(this.#path)) return [];
    const names = readdirSync(this.#path).filter((name) => /\.ya?ml$/.test(name));
    return names.sort().map((name) => {
      const file = join(this.#path, name);
      return { file, text: readText(file) };
    });
  }

  /** Writes a failure under a name of its own. @returns its path */
  save(failure: FailedTrial): string {
    const file = join(this.#path, failureName(failure));
    const partial = `${file}.partial-${process.pid}`;
    try {
      mkdirSync(this.#path, { recursive: true });
      writeFileSync(partial, failureText(failure));
      renameSync(partial, file);
    } catch (error) {
      throw unwritable(error, file, 'Choose another folder with --out DIR.');
    }
    return file;
  }
}
