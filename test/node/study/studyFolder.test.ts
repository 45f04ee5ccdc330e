import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeStudyFolder } from '../../../src/node/study/studyFolder.ts';
import type { StudyDocument } from '../../../src/report/study/document.ts';
import type { RunRow } from '../../../src/report/study/runTable.ts';
import { compared, planOf } from '../../experiment/study/plans.ts';
import { failing } from '../../experiment/study/shops.ts';
import { folderOf } from '../cli.ts';

const files = ['runs.csv', 'runs.parquet', 'study.html', 'study.json', 'study.md'];

async function content(): Promise<{ document: StudyDocument; rows: RunRow[]; currency: string }> {
  const plans = [planOf('rare', failing('2%')), planOf('often', failing('60%'))];
  const { document } = await compared(plans, { of: ['bill.total', 'executions.failed of shop/night'], runs: 4 });
  const rows = document.plans.flatMap(({ name }) =>
    [0, 1, 2, 3].map(
      (replication): RunRow => ({ point: name, replication, seed: '1', fingerprint: 'f', values: { 'bill.total': 1 } }),
    ),
  );
  return { document, rows, currency: 'USD' };
}

describe('the folder of a study', () => {
  it('has the answer for programs, for a pull request and for people, and all runs', async () => {
    const folder = join(folderOf(), 'studies', 'rare');
    const given = await content();
    writeStudyFolder(folder, given);
    expect(readdirSync(folder).sort()).toEqual(files);
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    expect(JSON.parse(read('study.json'))).toEqual(given.document);
    expect(read('study.md')).toContain('| executions.failed of shop/night |');
    expect(read('study.html')).toContain(given.document.name);
    expect(read('runs.csv').split('\n')).toHaveLength(10);
  });

  it('has the same bytes in whatever order the runs ended', async () => {
    const [one, other] = [join(folderOf(), 'a'), join(folderOf(), 'b')];
    const given = await content();
    writeStudyFolder(one, given);
    writeStudyFolder(other, { ...given, rows: [...given.rows].reverse() });
    for (const name of files)
      expect(readFileSync(join(other, name)).equals(readFileSync(join(one, name))), name).toBe(true);
  });

  it('keeps the store of its runs and the notes of its owner, and leaves no temporary folder', async () => {
    const parent = folderOf();
    const folder = join(parent, 'a');
    mkdirSync(folder);
    for (const name of ['runs.ndjson', 'notes.txt', 'study.md']) writeFileSync(join(folder, name), 'old');
    writeStudyFolder(folder, await content());
    expect(readFileSync(join(folder, 'runs.ndjson'), 'utf8')).toBe('old');
    expect(existsSync(join(folder, 'notes.txt'))).toBe(true);
    expect(readFileSync(join(folder, 'study.md'), 'utf8')).not.toBe('old');
    expect(readdirSync(parent)).toEqual(['a']);
  });

  it('that cannot be written whole is not written at all', async () => {
    const folder = join(folderOf(), 'a');
    mkdirSync(join(folder, 'runs.parquet'), { recursive: true });
    const given = await content();
    expect(() => writeStudyFolder(folder, given)).toThrow('a folder of this name exists, and a file is needed');
    expect(readdirSync(folder)).toEqual(['runs.parquet']);
  });
});
