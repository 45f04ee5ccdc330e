/**
 * Which build of svcsim performs runs. The results of one build are never taken for those of another.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { programVersion, projectFile } from '../projectFile.ts';

/**
 * The version and a digest of the bundled code: `0.2.0-1f0c9a3be2d1`. Started from its sources, the program has none:
 * `0.2.0-source`.
 *
 * That name stays the same when the sources change: delete the stores of a study before you run changed sources.
 */
export function buildDigest(): string {
  const isBundle = /\/dist\/cli\/[^/]+$/.test(new URL(import.meta.url).pathname);
  return `${programVersion()}-${isBundle ? bundleDigest(projectFile('dist/cli/')) : 'source'}`;
}

/** SHA-256 of the names and contents of all code in a folder: its first twelve digits. */
export function bundleDigest(folder: URL): string {
  const digest = createHash('sha256');
  for (const name of readdirSync(folder)
    .filter((one) => one.endsWith('.js'))
    .sort()) {
    const content = readFileSync(new URL(name, folder));
    digest.update(`${name} ${content.length}\n`).update(content);
  }
  return digest.digest('hex').slice(0, 12);
}
