/** A folder that is gone when the process ends, at the latest. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

const inUse = new Set<string>();

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), 'svcsim-'));
  // One listener for all folders: Node warns of more than ten.
  if (inUse.size === 0) process.once('exit', removeAll);
  inUse.add(path);
  return { path, remove: () => remove(path) };
}

function remove(path: string): void {
  inUse.delete(path);
  if (inUse.size === 0) process.off('exit', removeAll);
  rmSync(path, { recursive: true, force: true });
}

function removeAll(): void {
  for (const path of inUse) rmSync(path, { recursive: true, force: true });
}
