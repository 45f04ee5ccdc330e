/**
 * Files of the project that the program reads when it runs.
 */
import { readFileSync } from 'node:fs';

/**
 * Where a file of the project is; the same place as seen from the source tree (`src/node`) and from the bundle
 * (`dist/cli`).
 */
export function projectFile(path: string): URL {
  return new URL(`../../${path}`, import.meta.url);
}

/** The version of the program, from `package.json`. */
export function programVersion(): string {
  return (JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { version: string }).version;
}
