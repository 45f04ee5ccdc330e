/** How the command line is bundled: for `dist/cli`, and for copies of it in which something is broken. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * What few scenarios need: the parser of cron expressions, which begins with a library of time zones, the engine of
 * regular expressions, and all time zones themselves. They are as long as all else that `check` reads, so each is a
 * file of its own, read when it is first used. By the name under which it is imported: a module in its place.
 */
const lateModules: { readonly [name: string]: string } = {
  'cron-parser': `export const CronExpressionParser = {
    parse: (...given) => code().CronExpressionParser.parse(...given),
  };`,
  re2js: `export const RE2JS = { DOTALL: 2, compile: (...given) => code().RE2JS.compile(...given) };
  export const RE2JSException = { [Symbol.hasInstance]: (error) => error instanceof code().RE2JSException };
  export const RE2JSSyntaxException = {
    [Symbol.hasInstance]: (error) => error instanceof code().RE2JSSyntaxException,
  };`,
  'moment-timezone/data/packed/latest.json': `export default {
    get version() { return code().version; },
    get zones() { return code().zones; },
    get links() { return code().links; },
  };`,
};

/** The files behind the late modules, from the root: they are in no list of the bundle's own. */
export const lateInputs: Set<string> = new Set();

const late: Plugin = {
  name: 'late modules',
  setup({ onResolve, onLoad }) {
    const names = Object.keys(lateModules);
    onResolve({ filter: new RegExp(`^(${names.join('|')})$`) }, ({ path }) => ({ path, namespace: 'late' }));
    onLoad({ filter: /./, namespace: 'late' }, ({ path }) => ({
      contents: `import file from 'late:${path}';
        let loaded;
        const code = () => loaded ??= require(file);
        ${lateModules[path]}`,
    }));
    // commander can start programs, which ours never does: what that takes is a third of its own start.
    onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      importer.includes('/commander/') ? { path, namespace: 'unused' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: '' }));
    onResolve({ filter: /^late:/ }, ({ path }) => {
      const name = path.slice('late:'.length);
      return { path: name.endsWith('.json') ? name : `${name}.cjs`, namespace: 'late file', pluginData: name };
    });
    onLoad({ filter: /./, namespace: 'late file' }, async ({ pluginData: name }) => ({
      contents: await lateFile(name),
      loader: 'file',
    }));
  },
};

/** The code behind a late module, in one piece. What is JSON stays so: it is read faster than code. */
async function lateFile(name: string): Promise<string> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `module.exports = require('${name}');`, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    metafile: true,
    write: false,
  });
  const inputs = Object.keys(metafile.inputs);
  for (const input of inputs) lateInputs.add(input);
  if (!name.endsWith('.json')) return outputFiles[0]?.text ?? '';
  const [json = ''] = inputs.filter((input) => input.endsWith(name));
  return JSON.stringify(JSON.parse(readFileSync(join(root, json), 'utf8')));
}

/** The files that are started, in the order in which they are written. */
export const cliEntries = [
  'study.js',
  'worker.js',
  'part.js',
  'selftest.js',
  'fuzz.js',
  'main.js',
  'start.js',
] as const;

// The licence of one stands in comments, which a bundle loses; that of another asks for more than its text to be
// passed on; the third starts threads from files of its own; two are installed only by who has a queue.
const external = ['seedrandom', '@grafana/lezer-logql', 'piscina', 'bullmq', 'ioredis'];

/**
 * Makes the command line in one piece ASCII, as which it is read (`src/node/compiledProgram.ts`). esbuild does so for
 * texts, and leaves regular expressions as they are.
 */
const ascii: Plugin = {
  name: 'ASCII',
  setup({ onLoad }) {
    onLoad({ filter: /\.[cm]?[jt]s$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const contents = inAscii(text);
      return contents === text ? undefined : { contents, loader: path.endsWith('ts') ? 'ts' : 'js' };
    });
  },
};

/** Code with escapes in place of all that is not ASCII, which it means the same by. */
export function inAscii(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** What the two forms of the command line have in common. */
const eachForm = {
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  sourcesContent: false,
  plugins: [late],
  external,
} satisfies BuildOptions;

/** The bundle of the command line; who builds it says where. */
export const cliOptions = {
  ...eachForm,
  entryPoints: [
    { in: 'src/node/start.ts', out: 'start' },
    { in: 'src/node/main.ts', out: 'main' },
    { in: 'src/node/study/worker.ts', out: 'worker' },
    { in: 'src/node/parts/partWorker.ts', out: 'part' },
    { in: 'src/node/selftest/worker.ts', out: 'selftest' },
    { in: 'src/node/fuzz/worker.ts', out: 'fuzz' },
    { in: 'src/node/study/entry.ts', out: 'study' },
  ],
  splitting: true,
  format: 'esm',
  // For dependencies that are CommonJS and ask for modules of node; these need no search, nor what searches.
  banner: {
    js: `const require = (name) =>
  process.getBuiltinModule(name) ?? process.getBuiltinModule('node:module').createRequire(import.meta.url)(name);`,
  },
} satisfies BuildOptions;

/** How code is written for V8: short, a byte for each character. Names stay as they are, for the stack of a defect. */
export const codeOptions = {
  charset: 'ascii',
  minifySyntax: true,
  minifyWhitespace: true,
} satisfies BuildOptions;

/** The command line in one piece (`src/node/compiledProgram.ts`). */
export const pieceOptions = {
  ...eachForm,
  ...codeOptions,
  entryPoints: [{ in: 'src/node/main.ts', out: 'main' }],
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  plugins: [late, ascii],
  define: { 'import.meta.url': 'url' },
  banner: { js: '(function (require, module, url) {' },
  footer: { js: '})' },
} satisfies BuildOptions;
