import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { programVersion } from '../../../src/node/projectFile.ts';
import { buildDigest, bundleDigest } from '../../../src/node/study/buildDigest.ts';

const folder = mkdtempSync(join(tmpdir(), 'svcsim-build-'));

/** The digest of a folder with these files. */
function digestOf(name: string, files: Readonly<Record<string, string>>): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return bundleDigest(pathToFileURL(`${path}/`));
}

describe('the build', () => {
  it('of the sources is named by the version', () => {
    expect(buildDigest()).toBe(`${programVersion()}-source`);
  });

  it('of a bundle changes with its code, not with its maps', () => {
    const known = digestOf('one', { 'main.js': 'a', 'worker.js': 'b' });
    expect(known).toMatch(/^[0-9a-f]{12}$/);
    expect(digestOf('maps', { 'main.js': 'a', 'worker.js': 'b', 'main.js.map': '{}' })).toBe(known);
    expect(digestOf('other', { 'main.js': 'a', 'worker.js': 'c' })).not.toBe(known);
    expect(digestOf('moved', { 'main.js': 'ab', 'worker.js': '' })).not.toBe(known);
    expect(digestOf('renamed', { 'main.js': 'a', 'chunk.js': 'b' })).not.toBe(known);
  });
});
