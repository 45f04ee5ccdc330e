/** The tests that Stryker runs (`scripts/stryker.ts`): files named in `STRYKER_TESTS`, parted by commas. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: (process.env.STRYKER_TESTS ?? '').split(','),
    // The files of a worker share what they import: a worker lives for one mutant.
    isolate: false,
    testTimeout: 600_000,
  },
});
