/** `svcsim fuzz` as a person calls it: a clean program, and programs with faults in them. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { brokenCli, type Fault } from '../../scripts/brokenCli.ts';
import type { FuzzDocument } from '../../src/testing/fuzz/fuzzDocument.ts';
import { folderOf, svcsim } from './cli.ts';

const tooMany: Fault = {
  file: 'src/platform/volume/limit.ts',
  find: 'export const expansionsMax = 4;',
  replace: 'export const expansionsMax = 5;',
};
const termination = 'const stoppedAfter = signalAfter + view.stop;';
const file = 'src/platform/workload/termination.ts';

function call(program: string, cwd: string, ...args: string[]) {
  return spawnSync(process.execPath, [program, 'fuzz', ...args], { cwd, encoding: 'utf8', maxBuffer: 1 << 28 });
}

function filesIn(cwd: string): [string, string][] {
  if (!existsSync(join(cwd, 'fuzz'))) return [];
  const names = readdirSync(join(cwd, 'fuzz')).sort();
  return names.map((name) => [name, readFileSync(join(cwd, 'fuzz', name), 'utf8')]);
}

describe('svcsim fuzz on this program', () => {
  const args = ['fuzz', '--runs', '12', '--seed', 'bytes', '--json'];

  it('finds nothing, and answers with the same bytes on one thread and on three', () => {
    const [one, three] = ['1', '3'].map((workers) => svcsim([...args, '--workers', workers], { cwd: folderOf() }));
    expect(one?.code).toBe(0);
    expect(three).toEqual(one);
    const document = JSON.parse(one?.stdout ?? '') as FuzzDocument;
    expect(document).toMatchObject({ verdict: 'clean', runs: 12, failures: [] });
    expect(document.rules.length).toBeGreaterThan(20);
  });

  it('ends by the clock, and says how to repeat what it did', () => {
    const cwd = folderOf();
    const { stdout, code } = svcsim(['fuzz', '--for', '3s', '--laws', 'entriesAreInOrder'], { cwd });
    expect(code).toBe(0);
    const [, repeat = ''] =
      /^Repeat it: svcsim (fuzz --seed \d+ --runs [1-9]\d* --laws entriesAreInOrder)$/m.exec(stdout) ?? [];
    const again = svcsim(repeat.split(' '), { cwd });
    expect(again.stdout).toBe(stdout);
  });

  it.each([
    [['--laws', 'littleslaw'], "did you mean 'littlesLaw'?"],
    [['--runs', 'ten'], '--runs takes a whole number from 0'],
    [['--for', 'ten'], '--for takes a duration above 0'],
    [['--for', '1m', '--runs', '3'], 'contradict each other'],
  ])('%s is refused: %s', (given, message) => {
    const { code, stderr } = svcsim(['fuzz', ...given], { cwd: folderOf() });
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });
});

describe('svcsim fuzz on a program with a fault', () => {
  let program = '';
  beforeAll(async () => {
    program = await brokenCli(join(folderOf(), 'program'), [tooMany]);
  }, 120_000);

  it('saves the same small scenario, whatever the number of threads, and checks it first the next time', () => {
    const args = ['--laws', 'fourExpansions', '--seed', '1', '--runs', '6', '--json'];
    const cwd = folderOf();
    const one = call(program, cwd, ...args, '--workers', '1');
    const other = folderOf();
    const two = call(program, other, ...args, '--workers', '2', '--bail');
    expect(one.status).toBe(1);
    const document = JSON.parse(one.stdout) as FuzzDocument;
    expect(document.failures.map(({ id }) => id)).toEqual(['fourExpansions']);
    expect((JSON.parse(two.stdout) as FuzzDocument).failures).toEqual(document.failures);
    expect(filesIn(other)).toEqual(filesIn(cwd));
    const [[name, text] = ['', '']] = filesIn(cwd);
    expect(name).toMatch(/^fourExpansions-[0-9a-f]{8}\.yaml$/);
    expect(text).toMatch(/^# expected: .*\n# observed: /m);
    expect(text.length).toBeLessThan(4_000);
    // It is an ordinary scenario.
    expect(svcsim(['run', `fuzz/${name}`, '-q'], { cwd }).code).toBe(0);
    const again = call(program, cwd, '--runs', '0');
    expect(again.stdout).toContain(`fuzz/${name}: fourExpansions is still broken`);
    expect(again.status).toBe(1);
    const mended = svcsim(['fuzz', '--runs', '0'], { cwd });
    expect(mended.stdout).toContain(`fuzz/${name}: fourExpansions holds now`);
    expect(mended.code).toBe(0);
  });

  it('what was found before Ctrl-C is saved and printed, whole, with 130', async () => {
    const cwd = folderOf();
    const args = [
      program,
      'fuzz',
      '--laws',
      'fourExpansions',
      '--seed',
      '1',
      '--for',
      '10m',
      '--json',
      '--workers',
      '1',
    ];
    const child = spawn(process.execPath, args, { cwd });
    let stdout = '';
    child.stdout.on('data', (data) => {
      stdout += data;
    });
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
    await setTimeout(30_000);
    child.kill('SIGINT');
    expect(await closed).toBe(130);
    const document = JSON.parse(stdout) as FuzzDocument;
    expect(document.isInterrupted).toBe(true);
    expect(document.runs).toBeGreaterThan(0);
    expect(document.failures.map(({ id }) => id).filter((id) => id !== 'fourExpansions')).toEqual([]);
    expect(filesIn(cwd)).toHaveLength(document.failures.length);
    for (const [name, text] of filesIn(cwd)) {
      expect(name).not.toContain('partial');
      expect(text.startsWith('# svcsim fuzz found')).toBe(true);
    }
  });
});

describe('svcsim fuzz loses no trial', () => {
  it('whose run never ends', async () => {
    const hang = { file, find: termination, replace: `${termination} for (;;) if (view.grace < 0) break;` };
    const program = await brokenCli(join(folderOf(), 'program'), [hang]);
    const cwd = folderOf();
    const { stdout, status } = call(program, cwd, '--runs', '4', '--seed', '1', '--hang-after', '8s', '--json');
    const document = JSON.parse(stdout) as FuzzDocument;
    expect(document.failures.map(({ id }) => id)).toEqual(['endsInTime']);
    expect(document.runs).toBe(4);
    const [[name] = ['']] = filesIn(cwd);
    expect(name).toMatch(/^endsInTime-/);
    expect(status).toBe(1);
  });

  it('whose run ends its thread', async () => {
    const exit = { file, find: termination, replace: `${termination} process.exit(7);` };
    const program = await brokenCli(join(folderOf(), 'program'), [exit]);
    const cwd = folderOf();
    const { stdout, status } = call(program, cwd, '--runs', '4', '--seed', '1', '--json');
    const document = JSON.parse(stdout) as FuzzDocument;
    expect(document.failures.map(({ id }) => id)).toEqual(['threadSurvives']);
    expect(document.runs).toBe(4);
    expect(filesIn(cwd)).toHaveLength(1);
    expect(status).toBe(1);
  });

  it('whose run throws', async () => {
    const thrown = { file, find: termination, replace: `${termination} throw new Error('no termination');` };
    const program = await brokenCli(join(folderOf(), 'program'), [thrown]);
    const cwd = folderOf();
    const { stdout } = call(program, cwd, '--runs', '4', '--seed', '1', '--json');
    const [failure] = (JSON.parse(stdout) as FuzzDocument).failures;
    expect(failure).toMatchObject({ id: 'runsToItsEnd', observed: 'no termination' });
    expect(filesIn(cwd)).toHaveLength(1);
  });
});
