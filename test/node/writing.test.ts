import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { folderOf, invalid, shell, small, svcsim } from './cli.ts';

const cwd = folderOf({ 'a.yaml': small('a'), 'b.yaml': small('b'), 'invalid.yaml': invalid, file: 'mine' });

describe('a folder that takes no files ends with 5 and a sentence', () => {
  mkdirSync(join(cwd, 'obstructed/a/bill.json'), { recursive: true });
  writeFileSync(join(cwd, 'obstructed/a/summary.json'), 'of the run before');

  it.each([
    ['a file', 'file', /a file of this name exists, and a folder is needed/],
    ['below a file', 'file/below', /a part of the path is a file/],
    [
      'below /proc, where nothing can be made',
      '/proc/svcsim/x',
      /cannot write \/proc\/svcsim\/x\/a: there is no such folder/,
    ],
    ['a name too long', 'x'.repeat(300), /the name is too long/],
    [
      'a folder in the place of a file',
      'obstructed',
      /obstructed\/a\/bill\.json: a folder of this name exists, and a file is needed/,
    ],
  ])('%s', (_, out, reason) => {
    const { code, stderr } = svcsim(['run', 'a.yaml', '-q', '--out', out], { cwd });
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(/Choose another folder with --out DIR\.\n$/);
    expect(code).toBe(5);
    expect(readFileSync(join(cwd, 'obstructed/a/summary.json'), 'utf8')).toBe('of the run before');
    expect(readdirSync(join(cwd, 'obstructed'))).toEqual(['a']);
  });

  const tiny = join(cwd, 'tiny');
  mkdirSync(tiny);
  const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'none', tiny]).status === 0;
  if (canMount) afterAll(() => spawnSync('umount', [tiny]));

  it.skipIf(!canMount)('a full disk, and leaves nothing there (skipped where a small disk cannot be mounted)', () => {
    const { code, stderr } = svcsim(['run', 'a.yaml', '-q', '--set', 'for=30d', '--out', 'tiny'], { cwd });
    expect(stderr).toMatch(/the disk is full\. Nothing was changed\./);
    expect(code).toBe(5);
    expect(readdirSync(tiny)).toEqual([]);
  });

  it.skipIf(!canMount)('a full disk under init: the file that stood there stays, and no empty one is left', () => {
    writeFileSync(join(tiny, 'old.yaml'), 'mine');
    writeFileSync(join(tiny, 'fill'), Buffer.alloc(4_096));
    for (let size = 4_096; ; size += 4_096) {
      try {
        writeFileSync(join(tiny, 'fill'), Buffer.alloc(size));
      } catch {
        break;
      }
    }
    for (const args of [['new.yaml'], ['old.yaml', '--force']]) {
      const { code, stderr } = svcsim(['init', ...args], { cwd: tiny });
      expect(stderr).toBe(`svcsim: cannot write ${args[0]}: the disk is full. Name another file.\n`);
      expect(code).toBe(5);
    }
    expect(readdirSync(tiny).sort()).toEqual(['fill', 'old.yaml']);
    expect(readFileSync(join(tiny, 'old.yaml'), 'utf8')).toBe('mine');
    for (const name of readdirSync(tiny)) rmSync(join(tiny, name));
  });

  it.skipIf(!existsSync('/dev/full'))('standard output on a full disk', () => {
    const { stdout, stderr } = shell('svcsim rules >/dev/full; echo $?', cwd);
    expect(stderr).toBe('svcsim: cannot write standard output: the disk is full.\n');
    expect(stdout).toBe('5\n');
  });
});

describe('a reader that goes away', () => {
  it.each([['run a.yaml b.yaml --out piped'], ['rules'], ['rules --json'], ['check invalid.yaml --json'], ['--help']])(
    'svcsim %s | true ends quietly with 0',
    (line) => {
      const { stdout, stderr } = shell(`svcsim ${line} | true; echo \${PIPESTATUS[0]}`, cwd);
      // What fits the pipe before its reader is gone is written: then the code is the verb's own.
      expect(stdout).toMatch(line.startsWith('check') ? /^[03]\n$/ : /^0\n$/);
      expect(stderr).toBe('');
    },
  );

  it('has had the reports of what was run until then, and nothing half-filled stands beside them', () => {
    expect(readdirSync(join(cwd, 'piped'))).toEqual(['a']);
  });
});
