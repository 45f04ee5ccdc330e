import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/engine/journal.ts';
import { ByteFile } from '../../../src/node/byteFile.ts';
import { ParquetJournal } from '../../../src/node/journal/parquetJournal.ts';
import { parquetLines } from '../../../src/node/journal/parquetLines.ts';
import { journalLine } from '../../../src/report/render/journalLine.ts';
import { folderOf, small, svcsim } from '../cli.ts';
import { askDuckDb } from './duckDb.ts';

const rollout = `timeline:
  - { at: +10m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: "shop/wéb:2" }] } } }
`;
const cron = small('cron')
  .replace(/ +defaultOptions.*\n/, '')
  .replace('type: standard', 'type: cron\n      job: { schedule: "* * * * *", concurrencyPolicy: Allow }')
  .replace('for: 1h', 'for: 5d');

const cwd = folderOf({ 'a.yaml': small('a', rollout), 'b.yaml': small('b'), 'cron.yaml': cron });
const parts = resolve('scenarios/rules/volauto-18-slow-growth.yaml');

/** Runs a scenario once for each format. */
function inBoth(args: readonly string[], out: string): ReturnType<typeof svcsim>[] {
  return ['ndjson', 'parquet'].map((format) =>
    svcsim(['run', ...args, '-q', '--journal-format', format, '--out', `${out}/${format}`], { cwd }),
  );
}

function ndjsonOf(folder: string): string[] {
  const text = readFileSync(join(cwd, folder, 'journal.ndjson'), 'utf8');
  return text.split('\n').slice(0, -1);
}

async function linesIn(folder: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const some of parquetLines(join(cwd, folder, 'journal.parquet'))) lines.push(...some);
  return lines;
}

function bytesOf(path: string): ArrayBuffer {
  return new Uint8Array(readFileSync(join(cwd, path))).buffer;
}

describe('journal.parquet', () => {
  it('read by DuckDB, has typed columns, and the fields of every line of journal.ndjson', async () => {
    inBoth([resolve('scenarios/tour/06-a-bad-day.yaml')], 'one');
    const file = join(cwd, 'one/parquet/a-bad-day/journal.parquet');
    expect(await askDuckDb(`select column_name, column_type from (describe from '${file}')`)).toEqual([
      { column_name: 'seq', column_type: 'BIGINT' },
      { column_name: 'at', column_type: 'TIMESTAMP' },
      { column_name: 'type', column_type: 'VARCHAR' },
      { column_name: 'subject', column_type: 'VARCHAR' },
      { column_name: 'rules', column_type: 'VARCHAR[]' },
      { column_name: 'assumptions', column_type: 'VARCHAR[]' },
      { column_name: 'cause', column_type: 'BIGINT' },
      { column_name: 'root', column_type: 'VARCHAR' },
      { column_name: 'data', column_type: 'VARCHAR' },
    ]);
    const rows = await askDuckDb(
      `select * replace (strftime("at", '%Y-%m-%dT%H:%M:%S.%gZ') as "at") from '${file}' order by seq`,
    );
    const lines = ndjsonOf('one/ndjson/a-bad-day').map((line) => JSON.parse(line));
    const read = rows.map(({ seq, cause, data, ...row }) => ({
      ...row,
      seq: Number(seq),
      cause: cause === null ? null : Number(cause),
      data: JSON.parse(`${data}`),
    }));
    expect(read).toEqual(lines.map((line) => ({ root: null, ...line })));
    expect(lines.length).toBeGreaterThan(200);
  });

  it('gives back the lines of journal.ndjson, byte for byte, from several groups of rows', async () => {
    inBoth(['cron.yaml'], 'many');
    expect((await linesIn('many/parquet/cron')).join('\n')).toBe(ndjsonOf('many/ndjson/cron').join('\n'));
    const { row_groups: groups, created_by: maker } = parquetMetadata(bytesOf('many/parquet/cron/journal.parquet'));
    expect(groups.map((group) => Number(group.num_rows))).toEqual([...Array(5).fill(4_096), expect.any(Number)]);
    expect(maker).toBe('svcsim');
  });

  it('keeps the decisions that journal.ndjson keeps', async () => {
    inBoth(['a.yaml', '--journal', 'decisions'], 'some');
    expect(await linesIn('some/parquet/a')).toEqual(ndjsonOf('some/ndjson/a'));
  });

  it('is the same file each time, and for any number of threads', () => {
    const digests = ['1', '1', '2', '3'].map((threads, index) => {
      const out = `threads/${index}`;
      const args = ['run', parts, '-q', '--threads', threads, '--journal-format', 'parquet', '--out', out];
      svcsim(args, { cwd });
      const [name = ''] = readdirSync(join(cwd, out));
      return createHash('sha256')
        .update(readFileSync(join(cwd, out, name, 'journal.parquet')))
        .digest('hex');
    });
    expect(new Set(digests).size).toBe(1);
  });

  it('is in the summary with its digest; of two formats a folder has the last one', () => {
    svcsim(['run', 'b.yaml', '-q', '--out', 'two'], { cwd });
    const before = readdirSync(join(cwd, 'two/b'));
    svcsim(['run', 'b.yaml', '-q', '--out', 'two', '--journal-format', 'parquet'], { cwd });
    const journals = before.map((name) => (name === 'journal.ndjson' ? 'journal.parquet' : name));
    expect(readdirSync(join(cwd, 'two/b')).sort()).toEqual(journals.sort());
    const { files } = JSON.parse(readFileSync(join(cwd, 'two/b/summary.json'), 'utf8'));
    const bytes = readFileSync(join(cwd, 'two/b/journal.parquet'));
    expect(files).toContainEqual({
      name: 'journal.parquet',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    expect(files.filter(({ name }: { name: string }) => name.startsWith('journal'))).toHaveLength(1);
  });

  it('works for several scenarios, with --verify and --twice', async () => {
    const flags = ['-q', '--verify', '--twice', '--journal-format', 'parquet', '--out', 'all'];
    const { code, stderr } = svcsim(['run', 'a.yaml', 'b.yaml', ...flags], { cwd });
    expect(code).toBe(0);
    expect(stderr.match(/^verified: /gm)).toHaveLength(2);
    expect(stderr.match(/^run twice: .* are the same/gm)).toHaveLength(2);
    inBoth(['a.yaml', 'b.yaml'], 'plain');
    for (const name of ['a', 'b'])
      expect(readFileSync(join(cwd, 'all', name, 'journal.parquet'))).toEqual(
        readFileSync(join(cwd, 'plain/parquet', name, 'journal.parquet')),
      );
  });
});

describe('a row of journal.parquet', () => {
  const reason = { rules: ['WL-8'], assumptions: [] };
  const entry = { seq: 1, at: 1_800_000_000_123, type: 'request.refused', reason, cause: null } as const;
  const entries: readonly Entry[] = [
    { ...entry, subject: { name: 'shop/workload/"web"\\', hash: 0 }, ordinal: 'a\u202e]"', data: { status: 400 } },
    {
      ...entry,
      seq: 2 ** 40,
      cause: 2 ** 31,
      subject: { name: 'org', hash: 0 },
      ordinal: null,
      data: { message: '"data":{}}' },
    },
    { ...entry, at: -1, subject: { name: 'ü', hash: 0 }, ordinal: 7, data: { message: 'x'.repeat(100_000) } },
  ];

  it('is the same from an entry and from its line, and gives the line back', async () => {
    const path = join(folderOf(), 'journal.parquet');
    const files = [true, false].map((isEntry) => {
      const journal = new ParquetJournal(new ByteFile(path, path), 1e9);
      for (const one of entries)
        expect(isEntry ? journal.writeEntry(one) : journal.writeLine(`${journalLine(one)}\n`)).toBe(true);
      return journal.close().sha256;
    });
    expect(files[0]).toBe(files[1]);
    const lines: string[] = [];
    for await (const some of parquetLines(path)) lines.push(...some);
    expect(lines).toEqual(entries.map(journalLine));
  });
});

describe('journal.parquet at its limit', () => {
  it.each(['0.02', '0.1'])('of %s MB is no longer than that, says so, and has the first entries', async (limit) => {
    const cut = svcsim(
      ['run', 'cron.yaml', '-q', '--journal-format', 'parquet', '--journal-limit', limit, '--out', 'cut'],
      { cwd },
    );
    expect(cut).toEqual({
      code: 0,
      stdout: '',
      stderr: `journal.parquet reached its limit of ${limit} MB; the run and the other reports are complete\n`,
    });
    const { byteLength } = bytesOf('cut/cron/journal.parquet');
    expect(byteLength).toBeLessThanOrEqual(Number(limit) * 1e6);
    expect(byteLength).toBeGreaterThan(Number(limit) * 1e6 * 0.5);
    const lines = await linesIn('cut/cron');
    const stop = JSON.parse(lines.pop() ?? '');
    expect(stop).toEqual({
      stopped: `the file reached its limit of ${Number(limit) * 1e6} bytes; --journal-limit raises it`,
      seq: lines.length + 1,
    });
    svcsim(['run', 'cron.yaml', '-q', '--out', 'whole'], { cwd });
    expect(lines).toEqual(ndjsonOf('whole/cron').slice(0, lines.length));
  });

  it('without room for any entry has its columns, no rows, and says so', async () => {
    const flags = ['--journal-format', 'parquet', '--journal-limit', '0.001', '--out', 'none'];
    expect(svcsim(['run', 'a.yaml', '-q', ...flags], { cwd }).code).toBe(0);
    expect(await askDuckDb(`select count(*)::int as count from '${join(cwd, 'none/a/journal.parquet')}'`)).toEqual([
      { count: 0 },
    ]);
    expect(await linesIn('none/a')).toEqual([expect.stringContaining('"seq":1}')]);
  });
});

describe('a verb reads journal.parquet as it reads journal.ndjson', () => {
  inBoth(['a.yaml', '--bill-grain', 'hour'], 'read');
  const answers = (args: readonly string[]) =>
    ['ndjson', 'parquet'].map((format) => {
      const whole = args.map((arg) => (arg === 'FOLDER' ? `read/${format}/a` : arg));
      const { code, stdout, stderr } = svcsim(whole, { cwd });
      return { code, text: `${stdout}${stderr}`.replaceAll(`read/${format}`, 'read') };
    });

  it.each([
    ['explain', ['explain', 'FOLDER', '--of', 'u1', '--json']],
    ['explain of an entry', ['explain', 'FOLDER', '--of', '9']],
    ['why', ['why', 'FOLDER', 'shop/web/0 gone']],
    ['why of what was not', ['why', 'FOLDER', 'shop/web = 77']],
    ['logs', ['logs', 'FOLDER', '{workload="web"}']],
  ])('%s', (_, args) => {
    const [ndjson, parquet] = answers(args);
    expect(parquet).toEqual(ndjson);
    expect(ndjson?.text.length).toBeGreaterThan(20);
  });

  it('reprice copies it', () => {
    const { code, stderr } = svcsim(['reprice', 'read/parquet/a', '--out', 'repriced', '-q'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(cwd, 'repriced/journal.parquet'))).toEqual(
      readFileSync(join(cwd, 'read/parquet/a/journal.parquet')),
    );
    expect(svcsim(['explain', 'repriced', '--of', '9'], { cwd }).code).toBe(0);
  });

  it('one that was changed is named', () => {
    inBoth(['b.yaml'], 'spoilt');
    appendFileSync(join(cwd, 'spoilt/parquet/b/journal.parquet'), 'junk');
    const { code, stderr } = svcsim(['explain', 'spoilt/parquet/b', '--of', '1'], { cwd });
    expect(stderr).toContain('spoilt/parquet/b/journal.parquet does not match its digest in summary.json');
    expect(code).toBe(2);
  });
});
