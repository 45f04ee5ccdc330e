/**
 * Writes the committed reports of the scenarios that come along: `reports/<name>/`, the texts that are short enough to
 * be read in a difference.
 *
 *   npm run reports        after a change that is to move them; the difference says what moved
 *
 * `summary.json` holds the digests of all other files, so that nothing of a report moves unseen.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scenariosIn } from './scenarios.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The files of a report that are committed. */
export const committed = ['summary.json', 'bill.csv', 'capacity.json', 'report.md', 'junit.xml'] as const;

/** The files of all scenarios that come along, from the root of the project. */
export function shippedScenarios(): string[] {
  return ['tour', 'studies', 'real', 'rules', 'findings', 'regressions'].flatMap((folder) =>
    scenariosIn(folder).map((name) => `scenarios/${folder}/${name}.yaml`),
  );
}

/**
 * Runs every scenario that comes along and writes all its reports into a folder. Throws where one does not keep its
 * promises.
 *
 * @param env of the process that does it: its time zone and language must make no difference
 */
export function runShipped(out: string, env: NodeJS.ProcessEnv = process.env): void {
  const args = [join(root, 'bin/svcsim.js'), 'run', ...shippedScenarios(), '--out', out, '-q'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`the scenarios that come along ended with ${status}:\n${stderr}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = mkdtempSync(join(tmpdir(), 'svcsim-reports-'));
  const target = join(root, 'reports');
  try {
    runShipped(out);
    for (const name of readdirSync(out).sort()) {
      mkdirSync(join(target, name), { recursive: true });
      for (const file of committed) cpSync(join(out, name, file), join(target, name, file));
    }
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
