/** The data of `mutants/`: each entry breaks one rule of the platform by a change of a few words. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RuleId } from '../src/rules/register.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** A change of the source that breaks one rule. */
export interface Mutant {
  readonly rule: RuleId;
  /** What is wrong with the platform then, in a sentence. */
  readonly says: string;
  /** The source, by its path in the project. */
  readonly file: string;
  /** Code that occurs once in it; white space, and a comma before a closing bracket, count for nothing. */
  readonly find: string;
  /** The code in its place. */
  readonly replace: string;
}

/** All mutants, file by file: `mutants/VOL.json` holds those of the area VOL. */
export function mutants(): Mutant[] {
  const folder = join(root, 'mutants');
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Mutant[]);
}

/**
 * The text of a mutant's file with its change.
 *
 * @throws Error where the code to be replaced is not there exactly once
 */
export function mutated(text: string, { file, find, replace }: Pick<Mutant, 'file' | 'find' | 'replace'>): string {
  const found = [...text.matchAll(patternOf(find))];
  const [match] = found;
  if (match === undefined || found.length > 1) throw new Error(`${file} has ${found.length} times: ${find}`);
  return text.slice(0, match.index) + replace + text.slice(match.index + match[0].length);
}

/** The mutant's file as it is, by its path in the project. */
export function sourceOf({ file }: Pick<Mutant, 'file'>): string {
  return readFileSync(join(root, file), 'utf8');
}

/** Finds code however it is laid out in lines. */
function patternOf(code: string): RegExp {
  const tokens = code.match(/\w+|[^\w\s]/g) ?? [];
  const parts = tokens.map((token) => {
    if (/\w/.test(token)) return `\\b${token}\\b`;
    return `${/[)\]}]/.test(token) ? ',?\\s*' : ''}\\${token}`;
  });
  return new RegExp(parts.join('\\s*'), 'g');
}
