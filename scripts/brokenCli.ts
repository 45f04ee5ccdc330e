/** A copy of the command line in which something is broken, to see whether a check notices. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { cliOptions } from './cliBundle.ts';
import { type Mutant, mutated, sourceOf } from './mutant.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A change of a source: `find` occurs once in `file`. */
export type Fault = Pick<Mutant, 'file' | 'find' | 'replace'>;

/**
 * Builds the command line with faults in it, in a folder that is made. The sources of the project stay as they are.
 *
 * @returns the path of the program, for `node`
 */
export async function brokenCli(folder: string, faults: readonly Fault[]): Promise<string> {
  const texts = new Map<string, string>();
  for (const fault of faults) {
    const path = join(root, fault.file);
    texts.set(path, mutated(texts.get(path) ?? sourceOf(fault), fault));
  }
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const name of ['bin', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'evidence', 'dist/web']) symlinkSync(join(root, name), join(folder, name));
  await build({
    ...cliOptions,
    absWorkingDir: root,
    outdir: join(folder, 'dist/cli'),
    bundle: true,
    logLevel: 'warning',
    plugins: [
      {
        name: 'faults',
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const contents = texts.get(path);
            return contents === undefined ? undefined : { contents, loader: 'ts' };
          });
        },
      },
      ...cliOptions.plugins,
    ],
  });
  return join(folder, 'bin/svcsim.js');
}
