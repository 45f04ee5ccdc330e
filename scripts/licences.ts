/** The licences of packages that a bundle contains. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The licence of every package that a file of a bundle comes from, since the bundle passes them on.
 *
 * @param files as the bundler names them, from `root`
 * @throws Error if a package has no licence that lets it be bundled
 */
export function licencesOf(root: string, files: readonly string[]): string {
  const found = files.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
  const packages = [...new Set(found)].filter((path) => path !== undefined).sort();
  return packages.map((path) => licenceOf(join(root, path))).join(`\n${'-'.repeat(80)}\n\n`);
}

function licenceOf(path: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
  const text = licenceText(path);
  if (text === null || !['MIT', 'ISC'].includes(license)) {
    throw new Error(`${name} ${version} (${license}) has no licence that lets it be bundled; name it in 'external'`);
  }
  return `${name} ${version}\n\n${text}`;
}

/** The licence is in a file of its own, or at the end of the readme; null: neither. */
function licenceText(path: string): string | null {
  const fileOf = (name: RegExp): string | undefined => readdirSync(path).find((each) => name.test(each));
  const file = fileOf(/^licen[cs]e/i);
  if (file !== undefined) return readFileSync(join(path, file), 'utf8');
  const readme = fileOf(/^readme/i);
  const text = readme === undefined ? '' : readFileSync(join(path, readme), 'utf8');
  return /^licen[cs]e.*\n[-=]+\n[\s\S]*permission[\s\S]*/im.exec(text)?.[0] ?? null;
}
