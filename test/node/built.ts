/** The program as tests and benchmarks start it: built, and not older than its sources. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Started with node, since npx takes eight times as long. */
export const bin: string = join(root, 'bin/svcsim.js');

/** The folder of the bundle that `bin` starts. */
export const bundle: string = join(root, 'dist/cli');

const sources = ['src', 'scripts/bundle.ts', 'scripts/cliBundle.ts', 'scripts/codeOfVerb.ts', 'package.json'].map(
  (path) => join(root, path),
);

/**
 * Bundles the command line where something is newer than the bundle: once for all test files that run at the same time.
 */
export function bringUpToDate(): void {
  const lock = join(tmpdir(), 'svcsim-test-build.lock');
  while (!mayBuild(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  try {
    const entry = statSync(join(bundle, 'main.js'), { throwIfNoEntry: false });
    if (entry !== undefined && sources.every((path) => newest(path) <= entry.mtimeMs)) return;
    const { status, stderr } = spawnSync('npm', ['run', 'bundle'], { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error(`the command line cannot be bundled:\n${stderr}`);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function mayBuild(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const made = statSync(lock, { throwIfNoEntry: false });
    if (made !== undefined && Date.now() - made.mtimeMs > 120_000) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

function newest(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), 0);
}
