/** Patches of `mutants/`: each breaks one rule of the platform. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ruleStatus } from '../src/platform/rules/built.ts';
import { type RuleId, rules } from '../src/platform/rules/register.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'mutants');

/** A patch that breaks one rule. */
export interface Mutant {
  readonly rule: string;
  readonly path: string;
  /** Its first line without the rule: what is wrong with the platform then. */
  readonly says: string;
  readonly text: string;
}

/** The rules that are built and show in virtual time, in the register's order. */
export function rulesToBreak(): RuleId[] {
  return rules.filter(({ id, kind }) => kind === 'behaviour' && ruleStatus(id).status === 'built').map(({ id }) => id);
}

/** All patches, by name. */
export function mutants(): Mutant[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.patch'));
  return names.sort().map((name) => {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8');
    const [head = ''] = text.split('\n');
    return { rule: name.slice(0, -'.patch'.length), path, says: head.slice(head.indexOf(': ') + 2), text };
  });
}

/** Why a patch does not apply to the files below a folder; null where it does. Nothing is changed. */
export function patchTrouble({ path }: Mutant, where = root): string | null {
  return git(['apply', '--check', path], where);
}

/** Runs git in a folder. @returns what it complains about; null where all is well */
export function git(words: readonly string[], where: string): string | null {
  const { status, stderr } = spawnSync('git', words, { cwd: where, encoding: 'utf8' });
  return status === 0 ? null : stderr.trim() || `git ${words.join(' ')} ended with ${status}`;
}
