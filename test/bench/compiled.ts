/** Yardsticks in C++. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../src/node/temporaryFolder.ts';

/** The path of a compiled program; null where no g++ is at hand. @param name of its source in this folder */
export function compiled(name: string): string | null {
  const program = join(temporaryFolder().path, name);
  const source = fileURLToPath(new URL(`./${name}.cpp`, import.meta.url));
  try {
    execFileSync('g++', ['-O3', '-o', program, source], { stdio: 'ignore' });
    return program;
  } catch {
    return null;
  }
}
