import { configDefaults, defineConfig } from 'vitest/config';

/** Suites that take minutes run where they are asked for (`npm run test:slow`). */
const slow = process.env.SLOW === undefined ? ['test/**/*.slow.test.ts'] : [];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...slow],
    globalSetup: ['test/temporaryFolder.ts'],
    // The files of a worker share what they import: reading it anew for each took a fifth of the time.
    isolate: false,
    // No test is about time: this only ends what hangs, on a busy machine too.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: '100%',
  },
});
