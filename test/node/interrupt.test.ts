import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Interrupt } from '../../src/node/interrupt.ts';
import { bin } from './built.ts';
import { folderOf, small, svcsim } from './cli.ts';
import { askDuckDb } from './journal/duckDb.ts';

const cron = small('a')
  .replace(/ +defaultOptions.*\n/, '')
  .replace('type: standard', 'type: cron\n      job: { schedule: "* * * * *", concurrencyPolicy: Allow }')
  .replace('for: 1h', 'for: 3650d');

const cwd = folderOf({ 'a.yaml': small('a'), 'b.yaml': small('b'), 'long.yaml': cron });

interface Interrupted {
  readonly code: number | null;
  readonly stderr: string;
  readonly stdout: string;
}

/** Interrupts a run once its journal has grown. */
async function interrupted(args: readonly string[], out: string, ...signals: NodeJS.Signals[]): Promise<Interrupted> {
  const child = spawn(process.execPath, [bin, 'run', ...args, '--out', out], { cwd });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  while (child.exitCode === null && !hasBegun(join(cwd, out))) await setTimeout(20);
  for (const signal of signals) child.kill(signal);
  return { code: await closed, stdout, stderr };
}

function hasBegun(out: string): boolean {
  if (!existsSync(out)) return false;
  const partial = readdirSync(out).find((name) => name.includes('.partial-'));
  if (partial === undefined) return false;
  const journals = ['journal.ndjson', 'journal.parquet'].map((name) => join(out, partial, name));
  return journals.some((path) => existsSync(path) && readFileSync(path).length > 0);
}

describe('an interrupted run', () => {
  it('leaves a journal.parquet that is complete up to the instant', async () => {
    const args = ['long.yaml', '--set', 'name=parquet', '-q', '--journal-format', 'parquet'];
    expect((await interrupted(args, 'columns', 'SIGINT')).code).toBe(130);
    expect(readdirSync(join(cwd, 'columns'))).toEqual(['parquet.interrupted']);
    const folder = join(cwd, 'columns/parquet.interrupted');
    const { journalEntries } = JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8'));
    const rows = await askDuckDb(
      `select max(seq)::int as last, count(*)::int as count from '${folder}/journal.parquet'`,
    );
    expect(rows).toEqual([{ last: journalEntries, count: journalEntries }]);
  });

  it('ends with 130, reports up to the instant beside the final name, and nothing under it changed', async () => {
    svcsim(['run', 'a.yaml', '-q', '--out', 'o'], { cwd });
    const before = readdirSync(join(cwd, 'o/a')).map((name) => readFileSync(join(cwd, 'o/a', name), 'utf8'));
    const { code, stdout, stderr } = await interrupted(['long.yaml', '--json'], 'o', 'SIGINT');
    expect(stderr).toMatch(/^interrupted: the reports of the simulated part are in o\/a\.interrupted\n$/);
    expect(code).toBe(130);
    expect(readdirSync(join(cwd, 'o'))).toEqual(['a', 'a.interrupted']);
    expect(readdirSync(join(cwd, 'o/a')).map((name) => readFileSync(join(cwd, 'o/a', name), 'utf8'))).toEqual(before);
    const summary = JSON.parse(readFileSync(join(cwd, 'o/a.interrupted/summary.json'), 'utf8'));
    expect(JSON.parse(stdout).runs[0].summary).toEqual(summary);
    expect(readdirSync(join(cwd, 'o/a.interrupted'))).toHaveLength(summary.files.length + 1);
    const last = readFileSync(join(cwd, 'o/a.interrupted/journal.ndjson'), 'utf8').trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(last).seq).toBe(summary.journalEntries);
  });

  it('of a verb that shows it and leaves nothing names no folder', async () => {
    const tmp = join(cwd, 'tmp');
    mkdirSync(tmp);
    const child = spawn(process.execPath, [bin, 'bill', 'long.yaml'], { cwd, env: { ...process.env, TMPDIR: tmp } });
    let stderr = '';
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
    while (child.exitCode === null && !readdirSync(tmp).some((name) => hasBegun(join(tmp, name)))) await setTimeout(20);
    child.kill('SIGINT');
    expect(await closed).toBe(130);
    expect(stderr).toBe('interrupted: no result is shown for an incomplete run\n');
  });

  it('is what a polite kill makes of it too, and no further scenario runs', async () => {
    const { code } = await interrupted(['long.yaml', 'b.yaml', '-q'], 'p', 'SIGTERM');
    expect(code).toBe(130);
    expect(readdirSync(join(cwd, 'p'))).toEqual(['a.interrupted']);
  });

  it('ends at once where it is interrupted twice, and leaves nothing half-filled', async () => {
    const { code } = await interrupted(['long.yaml', '-q'], 'twice', 'SIGINT', 'SIGTERM');
    expect(code).toBe(130);
    expect(readdirSync(join(cwd, 'twice')).filter((name) => name.includes('partial'))).toEqual([]);
  });
});

describe('the signal of an interrupt', () => {
  it('is aborted by the first SIGINT, with the exit code as its reason', async () => {
    const interrupt = new Interrupt();
    try {
      expect([interrupt.signal.aborted, interrupt.isRequested]).toEqual([false, false]);
      const aborted = new Promise((resolve) => interrupt.signal.addEventListener('abort', resolve));
      process.emit('SIGINT');
      await aborted;
      expect(interrupt.isRequested).toBe(true);
      expect(interrupt.signal.reason).toMatchObject({ code: 130, message: 'interrupted' });
    } finally {
      interrupt.close();
    }
  });
});
