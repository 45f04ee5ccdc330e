import { defineConfig } from 'vitest/config';

// A property runs many scenarios: more than the five seconds that a test usually has.
export default defineConfig({ test: { testTimeout: 60_000 } });
