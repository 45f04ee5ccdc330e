/** Gives a run of the tests one temporary folder for all that they and the commands write, and removes it later. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Called by vitest before the first worker starts; what it returns is called after the last test. */
export default function inTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'svcsim-tests-'));
  process.env.TMPDIR = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
