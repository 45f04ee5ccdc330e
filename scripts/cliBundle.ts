/** How the command line is bundled: for `dist/cli`, and for copies of it in which something is broken. */
import { fileURLToPath } from 'node:url';
import type { BuildOptions, Plugin } from 'esbuild';

/**
 * cron-parser begins with a library of time zones, which takes longer than a small check: its code is run when the
 * first expression is read.
 */
const lateCronParser: Plugin = {
  name: 'late cron-parser',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cron-parser$/ }, ({ namespace }) =>
      namespace === 'late' ? undefined : { path: 'cron-parser', namespace: 'late' },
    );
    onLoad({ filter: /^cron-parser$/, namespace: 'late' }, () => ({
      contents: `export const CronExpressionParser = {
        parse: (...given) => require('cron-parser').CronExpressionParser.parse(...given),
      };`,
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
    }));
  },
};

/** All time zones are 700 kB: they are read when the first of them is asked for. */
const lateZones: Plugin = {
  name: 'late zones',
  setup({ onResolve, onLoad }) {
    const file = 'moment-timezone/data/packed/latest.json';
    onResolve({ filter: /^moment-timezone\/data\/packed\/latest\.json$/ }, ({ kind }) =>
      kind === 'require-call' ? undefined : { path: file, namespace: 'late' },
    );
    onLoad({ filter: /^moment-timezone/, namespace: 'late' }, () => ({
      contents: `export default {
        get version() { return require('${file}').version; },
        get zones() { return require('${file}').zones; },
        get links() { return require('${file}').links; },
      };`,
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
    }));
  },
};

/** The files that are started, in the order in which they are written. */
export const cliEntries = ['study.js', 'worker.js', 'selftest.js', 'fuzz.js', 'main.js'] as const;

/** The bundle of the command line; who builds it says where. */
export const cliOptions = {
  entryPoints: [
    { in: 'src/node/main.ts', out: 'main' },
    { in: 'src/node/study/worker.ts', out: 'worker' },
    { in: 'src/node/selftest/worker.ts', out: 'selftest' },
    { in: 'src/node/fuzz/worker.ts', out: 'fuzz' },
    { in: 'src/node/study/entry.ts', out: 'study' },
  ],
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  sourcemap: 'linked',
  sourcesContent: false,
  plugins: [lateCronParser, lateZones],
  // The licence of one stands in comments, which a bundle loses; that of another asks for more than its text to be
  // passed on; the third starts threads from files of its own; two are installed only by who has a queue.
  external: ['seedrandom', '@grafana/lezer-logql', 'piscina', 'bullmq', 'ioredis'],
  // For dependencies that are CommonJS and ask for modules of node.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);`,
  },
} satisfies BuildOptions;
