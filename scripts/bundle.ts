/**
 * Bundles what is started: the command line into `dist/cli`, where it then reads a few files instead of two hundred;
 * the same in one piece with the code that V8 makes of it into `dist/compiled`; and the report page into `dist/web`.
 *
 *   npm run bundle        a part of npm run build
 *
 * The code of the command line keeps its names, for the stack of a defect. That of the page does not: it is a part of
 * every report.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { compiledFolder, compiledVerbs } from '../src/node/compiledProgram.ts';
import { temporaryFolder } from '../src/node/temporaryFolder.ts';
import { cliEntries, cliOptions, lateInputs, pieceOptions } from './cliBundle.ts';
import { licencesOf } from './licences.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiled = join(root, 'dist/compiled');

// Whoever starts the command line meanwhile does so from its source files.
rmSync(compiled, { recursive: true, force: true });

await bundle('dist/web', ['page.js'], {
  entryPoints: [
    { in: 'src/web/shell/main.ts', out: 'page' },
    { in: 'src/web/shell/page.css', out: 'page' },
    { in: 'src/web/shell/study.css', out: 'study' },
  ],
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  charset: 'ascii',
});

await bundle('dist/cli', cliEntries, cliOptions);
await compile();

/**
 * Entries come last, in their order, and that of the command line last of all: whoever starts it meanwhile finds the
 * parts of the old or of the new one.
 */
async function bundle(name: string, entries: readonly string[], options: BuildOptions): Promise<void> {
  const folder = join(root, name);
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: root,
    outdir: folder,
    bundle: true,
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const licences = 'LICENSES.txt';
  const files = outputFiles ?? [];
  const written = new Set([licences, ...files.map(({ path }) => basename(path))]);
  const rankOf = ({ path }: { readonly path: string }): number => entries.indexOf(basename(path));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, licences), licencesOf(root, [...Object.keys(metafile?.inputs ?? {}), ...lateInputs]));
  for (const { path, contents } of [...files].sort((a, b) => rankOf(a) - rankOf(b))) {
    writeFileSync(path, contents);
  }
  for (const file of readdirSync(folder)) if (!written.has(file)) rmSync(join(folder, file));
}

/** Makes the command line in one piece, and V8's code of it, by commands that use as much of it as most do. */
async function compile(): Promise<void> {
  const { path: folder, remove } = temporaryFolder();
  const outdir = fileURLToPath(compiledFolder(pathToFileURL(join(root, 'dist/cli/'))));
  await build({ ...pieceOptions, absWorkingDir: root, outdir, bundle: true, logLevel: 'warning' });
  for (const verb of compiledVerbs) {
    const flags = verb === 'run' ? ['--out', folder, '--quiet'] : [];
    const args = ['--import', 'tsx', 'scripts/codeOfVerb.ts', verb, 'scenarios/tour/01-one-volume.yaml', ...flags];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`no code can be made for ${verb}:\n${stderr}`);
  }
  remove();
}
