/**
 * One digest for all that a scenario was read from.
 */
import { utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * SHA-256 of a list with one line a text: its own SHA-256, two spaces, its name and a line end, as `sha256sum` lists
 * files; in the order of names.
 *
 * The scenario itself is called `-`, other files by their paths from its folder, so that it does not matter where they
 * lie; what `--set` and `--assume` lay over them counts as a text each. A seed or a
 * replication on the command line does not count: it says which run of the scenario it is.
 *
 * @param texts by file, as the reading of a scenario leaves them
 * @param file the scenario's own
 */
export function scenarioDigest(
  texts: ReadonlyMap<string, string>,
  file: string,
  sha256: (content: Uint8Array) => string,
): string {
  const lines = [...texts]
    .filter(([name]) => name !== '--seed' && name !== '--replication')
    .map(([name, text]) => [pathFrom(file, name), sha256(utf8ToBytes(text))] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, digest]) => `${digest}  ${name}\n`);
  return sha256(utf8ToBytes(lines.join('')));
}

/**
 * A path from the folder of a file; the file itself is `-`. Inputs such as `--set` and absolute paths elsewhere stay.
 *   from `a/b/shop.yaml`: `a/data/x.csv` -> `../data/x.csv`
 */
export function pathFrom(file: string, path: string): string {
  if (path === file) return '-';
  if (path.startsWith('--')) return path;
  const folder = stepsOf(file).slice(0, -1);
  const steps = stepsOf(path);
  let shared = 0;
  while (shared < folder.length && folder[shared] === steps[shared] && shared < steps.length - 1) shared += 1;
  // A path of the machine that the scenario itself names so.
  if (shared === 0 && steps[0] === '') return path;
  return [...folder.slice(shared).map(() => '..'), ...steps.slice(shared)].join('/');
}

function stepsOf(path: string): string[] {
  return path.split('/').filter((step) => step !== '.');
}
