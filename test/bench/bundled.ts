/**
 * Programs of a benchmark, in one file each, as the command too is shipped: without what reading and compiling the
 * sources takes.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { codeOptions, inAscii } from '../../scripts/cliBundle.ts';
import { temporaryFolder } from '../../src/node/temporaryFolder.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const made = new Map<string, string>();

/** The path of a bundled program. @param name of its source in this folder, without its ending */
export function bundled(name: string): string {
  const known = made.get(name);
  if (known !== undefined) return known;
  const outfile = join(temporaryFolder().path, `${name}.mjs`);
  const { outputFiles } = buildSync({
    ...codeOptions,
    absWorkingDir: root,
    entryPoints: [`test/bench/${name}.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    logLevel: 'warning',
  });
  writeFileSync(outfile, inAscii(outputFiles[0]?.text ?? ''));
  made.set(name, outfile);
  return outfile;
}
