#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/cli/main.js', import.meta.url);
if (!existsSync(main)) {
  process.stderr.write('svcsim is not built yet: run "npm ci" in its folder, then try again.\n');
  process.exit(2);
}
await import(main.href);
