/**
 * Bundles the command line into `dist/cli`: starting it then reads a few files instead of two hundred.
 *
 *   npm run bundle        a part of npm run build
 *
 * The code is not minified: it would start no sooner, and the stack of a defect would have lost its names.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'dist/cli');
const entry = 'main.js';

const { outputFiles, metafile } = await build({
  absWorkingDir: root,
  entryPoints: ['src/node/main.ts'],
  outdir: folder,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  sourcesContent: false,
  // The licence of one stands in comments, which a bundle loses; that of the other asks for more than its text to be passed on.
  external: ['seedrandom', '@grafana/lezer-logql'],
  // For dependencies that are CommonJS and ask for modules of node.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);`,
  },
  metafile: true,
  write: false,
  logLevel: 'warning',
});

const licences = 'LICENSES.txt';
const written = new Set([licences, ...outputFiles.map(({ path }) => basename(path))]);

// The entry comes last: whoever starts it meanwhile finds the parts of the old or of the new one.
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, licences), licencesOf(Object.keys(metafile.inputs)));
for (const { path, contents } of [...outputFiles].sort((a, b) => Number(isEntry(a.path)) - Number(isEntry(b.path)))) {
  writeFileSync(path, contents);
}
for (const name of readdirSync(folder)) if (!written.has(name)) rmSync(join(folder, name));

function isEntry(path: string): boolean {
  return basename(path) === entry;
}

/** The licence of every package that a file of the bundle comes from, since the bundle passes them on. */
function licencesOf(files: readonly string[]): string {
  const found = files.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const packages = [...new Set(found)].filter((path) => path !== undefined).sort();
  return packages.map((path) => licenceOf(join(root, path))).join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(path: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const file = readdirSync(path).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined || !['MIT', 'ISC'].includes(license)) {
    throw new Error(`${name} ${version} (${license}) has no licence that lets it be bundled; name it in 'external'`);
  }
  return `${name} ${version}\n\n${readFileSync(join(path, file), 'utf8')}`;
}
