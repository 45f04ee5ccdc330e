/** The files of a project as they were at another commit: read from git, in a folder of their own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import type { Files } from '../scenario/text/reading.ts';
import { exitCode, Stop } from './exit.ts';
import { filesLike, textOf } from './inputs.ts';

/** Readers of files at a commit. Paths are those of the present folder. */
export interface GitFiles extends Required<Files> {
  /** Deletes what was unpacked. */
  close(): void;
}

/**
 * Unpacks the files of a commit.
 *
 * @param ref a commit, branch or tag of the repository that the present folder is in
 * @throws Stop if git, the repository or the commit is not there
 */
export function filesAt(ref: string): GitFiles {
  const top = git(['rev-parse', '--show-toplevel'], ref).trim();
  const prefix = git(['rev-parse', '--show-prefix'], ref).trim();
  const commit = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`], ref).trim();
  const folder = mkdtempSync(join(tmpdir(), 'svcsim-base-'));
  try {
    const archive = join(folder, 'files.tar');
    // From a folder below, git would archive that folder alone.
    git(['-C', top, 'archive', '--format=tar', `--output=${archive}`, commit], ref);
    execFileSync('tar', ['-xf', archive, '-C', folder], { stdio: ['ignore', 'ignore', 'pipe'] });
    rmSync(archive);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  const here = join(folder, prefix);
  const there = (path: string): string => join(here, relative(process.cwd(), resolve(path)));
  return {
    read: (path) => textOf(there(path)),
    list: (pattern) => filesLike(there(pattern)).map((path) => relative(here, path)),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function git(args: readonly string[], ref: string): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    const [line = ''] = said.split('\n');
    const why = line === '' ? `git knows no commit '${ref}' here` : line.replace(/^fatal: /, '');
    throw new Stop(exitCode.usage, `--base ${ref}: ${why}`);
  }
}
