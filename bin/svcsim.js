#!/usr/bin/env node
import { existsSync } from 'node:fs';

const start = new URL('../dist/cli/start.js', import.meta.url);
if (!existsSync(start)) {
  process.stderr.write('svcsim is not built yet: run "npm ci" in its folder, then try again.\n');
  process.exit(2);
}
await import(start.href);
