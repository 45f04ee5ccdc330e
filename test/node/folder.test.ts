import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ReportFolder } from '../../src/node/folder.ts';
import { folderOf } from './cli.ts';

/** What a killed run leaves, last written to some hours ago. */
function leftover(parent: string, name: string, hoursAgo: number, file = 'journal.ndjson'): void {
  mkdirSync(join(parent, name));
  writeFileSync(join(parent, name, file), '{}\n');
  const at = Date.now() / 1_000 - hoursAgo * 3_600;
  utimesSync(join(parent, name, file), at, at);
  utimesSync(join(parent, name), at, at);
}

describe('a report folder', () => {
  it('shows nothing until it is finished, and nothing where it is discarded', () => {
    const parent = folderOf();
    const folder = new ReportFolder(join(parent, 'a'));
    folder.write('bill.json', '{}');
    expect(readdirSync(parent)).toEqual([expect.stringMatching(/^a\.partial-\w{6}$/)]);
    folder.discard();
    expect(readdirSync(parent)).toEqual([]);
    folder.discard();
  });

  it('says of a file how long it is in bytes, and its digest', () => {
    const folder = new ReportFolder(join(folderOf(), 'a'));
    const file = folder.stream('journal.ndjson');
    file.write('a');
    file.write('é');
    expect(file.characters).toBe(2);
    expect(file.close()).toEqual({
      name: 'journal.ndjson',
      bytes: 3,
      sha256: '561951c2b8c47984b8b4b8ae1f173a03d9c703f66cf36f145e27bc6145499f74',
    });
    folder.discard();
  });

  it('takes away the files of the run before that this one has not, and no others', () => {
    const path = join(folderOf(), 'a');
    mkdirSync(path);
    for (const name of ['journal.ndjson', 'bill.json', 'mine.txt']) writeFileSync(join(path, name), 'old');
    const folder = new ReportFolder(path);
    folder.write('bill.json', 'new');
    folder.finish();
    expect(readdirSync(path)).toEqual(['bill.json', 'mine.txt']);
    expect(readFileSync(join(path, 'bill.json'), 'utf8')).toBe('new');
  });

  it('takes away what a killed run of its name left a day ago, and nothing younger or foreign', () => {
    const parent = folderOf();
    leftover(parent, 'a.partial-Old111', 25);
    leftover(parent, 'a.partial-New111', 23);
    leftover(parent, 'b.partial-Old111', 25);
    leftover(parent, 'a.partial-Mine11', 25, 'thesis.txt');
    leftover(parent, 'a.partial-of-mine', 25);
    new ReportFolder(join(parent, 'a')).finish();
    expect(readdirSync(parent)).toEqual([
      'a',
      'a.partial-Mine11',
      'a.partial-New111',
      'a.partial-of-mine',
      'b.partial-Old111',
    ]);
  });
});
