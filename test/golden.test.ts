import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { committed, runShipped } from '../scripts/reports.ts';
import { folderOf } from './node/cli.ts';

const golden = new URL('../reports/', import.meta.url).pathname;
const [here, there] = [folderOf(), folderOf()];
runShipped(here);
runShipped(there, { ...process.env, TZ: 'Pacific/Kiritimati', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' });

/** The first line in which two texts differ, with the one before it; null where they are the same. */
function difference(expected: string, found: string): string | null {
  if (expected === found) return null;
  const [was, is] = [expected.split('\n'), found.split('\n')];
  const at = was.findIndex((line, index) => line !== is[index]);
  const line = at === -1 ? was.length : at;
  const short = (text: string | undefined): string => (text === undefined ? '(no such line)' : around(text));
  // Of a long line only what lies about its first difference.
  const from = [...(was[line] ?? '')].findIndex((letter, index) => letter !== is[line]?.[index]);
  const around = (text: string): string => {
    const begin = Math.max(0, from - 80);
    return text.length <= 200 ? text : `${begin > 0 ? '…' : ''}${text.slice(begin, begin + 200)}…`;
  };
  return [
    `line ${line + 1}`,
    `  ${(was[line - 1] ?? '').slice(0, 200)}`,
    `- ${short(was[line])}`,
    `+ ${short(is[line])}`,
  ].join('\n');
}

describe('the committed reports of the scenarios that come along', () => {
  it('are what a run writes today; npm run reports takes over what has moved', () => {
    const moved = readdirSync(here)
      .sort()
      .flatMap((name) =>
        committed.flatMap((file) => {
          const path = join(golden, name, file);
          const was = existsSync(path) ? readFileSync(path, 'utf8') : '';
          const found = difference(was, readFileSync(join(here, name, file), 'utf8'));
          return found === null ? [] : [`reports/${name}/${file}, ${found}`];
        }),
      );
    expect(moved.slice(0, 10).join('\n\n')).toBe('');
  });

  it('are the same bytes on a second run in another folder, time zone and language, in every file', () => {
    const different = readdirSync(here).flatMap((name) =>
      readdirSync(join(here, name)).filter((file) => {
        return !readFileSync(join(here, name, file)).equals(readFileSync(join(there, name, file)));
      }),
    );
    expect(different).toEqual([]);
    expect(readdirSync(there)).toEqual(readdirSync(here));
  });
});
