import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MeasuredRun } from '../../../src/experiment/study/measuredRun.ts';
import { Stop } from '../../../src/node/exit.ts';
import { RunStore } from '../../../src/node/study/store.ts';
import { build } from './jobs.ts';

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'svcsim-store-'));
}

const run = (value: number | null, fingerprint = 'f'): MeasuredRun => ({
  fingerprint,
  isDrawn: true,
  values: { 'bill.total': value },
});

const header = `{"schema":"svcsim/runs/1","build":"${build}"}\n`;

const lineOf = (key: string, value: number): string =>
  `{"key":"${key}","fingerprint":"f","isDrawn":true,"measures":["bill.total"],"values":{"bill.total":${value}}}\n`;

/** A folder with a store of this text. */
function folderWith(text: string): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'runs.ndjson'), text);
  return folder;
}

function textIn(folder: string): string {
  return readFileSync(join(folder, 'runs.ndjson'), 'utf8');
}

/** Opens a store, calls with it and closes it. */
function opened<Result>(folder: string, call: (store: RunStore) => Result, by = build): Result {
  const store = new RunStore(folder, by);
  try {
    return call(store);
  } finally {
    store.close();
  }
}

/** The error that ends the program. */
function stopOf(call: () => unknown): Stop {
  try {
    call();
  } catch (error) {
    if (error instanceof Stop) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a store of runs', () => {
  it('makes its folder, and has a header and a line for each run', () => {
    const folder = join(newFolder(), 'studies/black-friday');
    opened(folder, (store) => {
      store.add('b', ['bill.total'], run(2));
      store.add('a', ['bill.total'], run(1));
      expect(store.get('a')?.values).toEqual({ 'bill.total': 1 });
    });
    expect(textIn(folder)).toBe(header + lineOf('b', 2) + lineOf('a', 1));
    opened(folder, (store) => {
      expect(store.size).toBe(2);
      expect(store.get('b')).toEqual({ key: 'b', measures: ['bill.total'], ...run(2) });
      expect(store.get('c')).toBeUndefined();
      expect(store.warnings).toEqual([]);
    });
    expect(existsSync(join(folder, 'runs.lock'))).toBe(false);
  });

  it('joins the lines of one run, and compacts them to one in the order of the study', () => {
    const folder = newFolder();
    opened(folder, (store) => {
      store.add('z', ['bill.total'], run(3));
      store.add('b', ['bill.total'], run(2));
      store.add('other', ['bill.total'], run(9));
      store.add('another', ['bill.total'], run(8));
      store.add('b', ['bill.total by tag:team'], { ...run(null), values: { 'bill.total tag:team=api': 1.5 } });
      expect(store.get('b')?.measures).toEqual(['bill.total', 'bill.total by tag:team']);
      expect(store.get('b')?.values).toEqual({ 'bill.total': 2, 'bill.total tag:team=api': 1.5 });
      store.compact(['z', 'not there', 'b']);
      store.add('late', ['bill.total'], run(7));
    });
    const both =
      '{"key":"b","fingerprint":"f","isDrawn":true,"measures":["bill.total","bill.total by tag:team"],"values":{"bill.total":2,"bill.total tag:team=api":1.5}}\n';
    const whole = header + lineOf('z', 3) + both + lineOf('another', 8) + lineOf('other', 9);
    expect(textIn(folder)).toBe(whole + lineOf('late', 7));
    expect(existsSync(join(folder, 'runs.ndjson.partial'))).toBe(false);
  });

  it('its bytes after compacting do not depend on the order of lines, nor on how they were joined', () => {
    const texts = [
      ['a', 'b'],
      ['b', 'a'],
    ].map((order) => {
      const folder = newFolder();
      opened(folder, (store) => {
        for (const name of order) store.add('one', [name], { ...run(null), values: { [name]: 1 } });
        for (const key of order) store.add(key, ['b', 'a'], { ...run(null), values: { b: 1, a: 2 } });
        store.compact(['one']);
      });
      return textIn(folder);
    });
    expect(texts[0]).toBe(texts[1]);
  });

  it('has no value that JSON has no number for', () => {
    const folder = newFolder();
    opened(folder, (store) => {
      store.add('a', ['bill.total'], run(Number.NaN));
      store.add('b', ['bill.total'], run(Number.POSITIVE_INFINITY));
      expect(store.get('a')?.values).toEqual({ 'bill.total': null });
      expect(store.get('b')?.values).toEqual({ 'bill.total': null });
    });
  });

  it('the same run with another fingerprint is a defect', () => {
    const folder = newFolder();
    opened(folder, (store) => {
      store.add('a', ['bill.total'], run(1));
      expect(() => store.add('a', ['x'], run(1, 'g'))).toThrow('run a had the fingerprint f, and now has g');
    });
    expect(textIn(folder)).toBe(header + lineOf('a', 1));
  });
});

describe('a store that was left behind', () => {
  it.each([
    ['half a line', '{"key":"b","fingerp'],
    ['a whole line without its end', lineOf('b', 2).trimEnd()],
    ['half a character', Buffer.from('{"key":"ü').subarray(0, -1)],
    ['bytes that were never written', Buffer.alloc(70_000)],
  ])('with %s at its end: it is cut off, and said', (_, torn) => {
    const whole = header + lineOf('a', 1);
    const folder = newFolder();
    writeFileSync(join(folder, 'runs.ndjson'), Buffer.concat([Buffer.from(whole), Buffer.from(torn)]));
    opened(folder, (store) => {
      expect(store.warnings).toEqual([
        `the last line of ${folder}/runs.ndjson was not written whole, and is cut off; its run is performed again`,
      ]);
      expect(store.size).toBe(1);
      store.add('c', ['bill.total'], run(3));
    });
    expect(textIn(folder)).toBe(whole + lineOf('c', 3));
  });

  it.each(['', '{"sch', header.trimEnd()])('with no more than the header %s begins anew', (text) => {
    const folder = folderWith(text);
    expect(opened(folder, ({ warnings }) => warnings)).toEqual([]);
    expect(textIn(folder)).toBe(header);
  });

  it.each(['my notes', '{"schema":"svcsim/bill/1","x":', '\n', 'a\nb\n', '{"schema":"svcsim/bill/1","build":"1"}\n'])(
    'as another file (%j) is refused, and stays as it is',
    (text) => {
      const folder = folderWith(text);
      const { code, message } = stopOf(() => new RunStore(folder, build));
      expect(message).toBe(
        `${folder}/runs.ndjson is not a store of runs: its first line is not {"schema":"svcsim/runs/1",...}. Move it away, or choose another folder.`,
      );
      expect(code).toBe(2);
      expect(textIn(folder)).toBe(text);
      expect(existsSync(join(folder, 'runs.lock'))).toBe(false);
    },
  );

  it('in another format is refused', () => {
    const folder = folderWith('{"schema":"svcsim/runs/2","build":"9.0.0-abc","more":true}\n');
    expect(stopOf(() => new RunStore(folder, build)).message).toBe(
      `${folder}/runs.ndjson has the format svcsim/runs/2, written by svcsim 9.0.0-abc; this svcsim reads svcsim/runs/1. Use that version, or choose another folder.`,
    );
  });

  it.each(['{"key":"b"', '', '{"key":"b"}', header.trimEnd(), lineOf('b', 2).replace('2}', '"2"}').trimEnd()])(
    'with a broken line in the middle (%s) is refused with its number',
    (line) => {
      const folder = folderWith(`${header}${lineOf('a', 1)}${line}\n${lineOf('c', 3)}`);
      const { code, message } = stopOf(() => new RunStore(folder, build));
      expect(message).toBe(
        `${folder}/runs.ndjson:3: expected a finished run, found '${line.slice(0, 60)}'; delete this line, and its run is performed again`,
      );
      expect(code).toBe(2);
    },
  );

  it('with two lines of one run that contradict each other is refused', () => {
    const folder = folderWith(header + lineOf('a', 1) + lineOf('a', 1).replace('"f"', '"g"'));
    expect(stopOf(() => new RunStore(folder, build)).message).toBe(
      `${folder}/runs.ndjson:3: run a had the fingerprint f, and now has g; delete ${folder}/runs.ndjson to perform all runs again`,
    );
  });

  it('by another build keeps its runs, and says that they are not used', () => {
    const folder = folderWith(header + lineOf('a', 1));
    opened(
      folder,
      (store) => {
        expect(store.warnings).toEqual([
          `${folder}/runs.ndjson was written by svcsim test-1, and this is svcsim test-2: runs of another build are kept, but not used`,
        ]);
        store.compact([]);
      },
      'test-2',
    );
    expect(textIn(folder)).toBe(header.replace('test-1', 'test-2') + lineOf('a', 1));
  });
});

describe('a store that is open', () => {
  it('is refused to a second program, which is told the first', () => {
    const folder = newFolder();
    opened(folder, () => {
      const { code, message } = stopOf(() => new RunStore(folder, build));
      expect(message).toBe(
        `cannot write ${folder}: process ${process.pid} on ${hostname()} is performing this study. Wait until it ends; if it has ended, delete ${folder}/runs.lock.`,
      );
      expect(code).toBe(5);
    });
    expect(opened(folder, ({ warnings }) => warnings)).toEqual([]);
  });

  it('by a program on another machine is refused, since nobody here knows whether that is alive', () => {
    const folder = newFolder();
    const { pid } = spawnSync('true');
    writeFileSync(join(folder, 'runs.lock'), JSON.stringify({ pid, host: 'elsewhere', born: null }));
    expect(stopOf(() => new RunStore(folder, build)).message).toContain(`process ${pid} on elsewhere is performing`);
  });

  it.each([
    ['whose number is free', spawnSync('true').pid, null],
    ['whose number another one has by now', process.pid, 'an earlier boot 12345'],
  ])('by a dead program %s is taken over, and that is said', (_, pid, born) => {
    const folder = newFolder();
    writeFileSync(join(folder, 'runs.lock'), JSON.stringify({ pid, host: hostname(), born }));
    expect(opened(folder, ({ warnings }) => warnings)).toEqual([
      `process ${pid} did not finish this study; it is continued`,
    ]);
    expect(existsSync(join(folder, 'runs.lock'))).toBe(false);
  });

  it.skipIf(!existsSync('/proc/self/stat'))('by a dead program that nobody has waited for is taken over', async () => {
    const folder = newFolder();
    // The child ends once its parent is another program, which never asks how it ended.
    const child = 'until grep -q sleep /proc/$PPID/comm; do sleep 0.01; done';
    const parent = spawn('bash', ['-c', `sh -c '${child}' & echo $!; exec sleep 60`]);
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', (data) => resolve(String(data)))));
    while (!/ Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await new Promise((wait) => setTimeout(wait, 10));
    writeFileSync(join(folder, 'runs.lock'), JSON.stringify({ pid, host: hostname(), born: null }));
    expect(opened(folder, ({ warnings }) => warnings)).toHaveLength(1);
    parent.kill();
  });

  it('by a program that died while it wrote its lock is taken over', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'runs.lock'), '');
    expect(opened(folder, ({ size }) => size)).toBe(0);
  });
});

describe('a store that cannot be written', () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'file'), 'mine');

  it.each([
    ['a file', `${folder}/file`, /file: a file of this name exists, and a folder is needed\./],
    ['below a file', `${folder}/file/below`, /below: a part of the path is a file, not a folder\./],
    ['below /proc', '/proc/svcsim/x', /cannot write \/proc\/svcsim\/x: there is no such folder\./],
  ])('%s', (_, path, reason) => {
    const { code, message } = stopOf(() => new RunStore(path, build));
    expect(message).toMatch(reason);
    expect(code).toBe(5);
  });

  it('a folder in the place of the file', () => {
    mkdirSync(join(folder, 'blocked/runs.ndjson'), { recursive: true });
    const { code, message } = stopOf(() => new RunStore(join(folder, 'blocked'), build));
    expect(message).toMatch(/runs\.ndjson: it is not a file$/);
    expect(code).toBe(5);
    expect(existsSync(join(folder, 'blocked/runs.lock'))).toBe(false);
  });

  it.skipIf(!existsSync('/dev/full'))('a device in the place of the file', () => {
    mkdirSync(join(folder, 'device'));
    symlinkSync('/dev/full', join(folder, 'device/runs.ndjson'));
    expect(stopOf(() => new RunStore(join(folder, 'device'), build)).message).toMatch(/it is not a file$/);
  });

  it('a full disk: the runs before are there (skipped where a small disk cannot be mounted)', ({
    skip,
    onTestFinished,
  }) => {
    const tiny = join(folder, 'tiny');
    mkdirSync(tiny);
    const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'none', tiny]).status === 0;
    skip(!canMount);
    onTestFinished(() => void spawnSync('umount', [tiny]));
    const kept: string[] = [];
    opened(tiny, (store) => {
      for (const name of ['bill.total', 'x', 'y']) store.add('joined', [name], { ...run(null), values: {} });
      store.compact([]);
      kept.push('{"key":"joined","fingerprint":"f","isDrawn":true,"measures":["bill.total","x","y"],"values":{}}\n');
      const { code, message } = stopOf(() => {
        for (let count = 0; ; count += 1) {
          store.add(`run ${count}`, ['bill.total'], run(count));
          kept.push(lineOf(`run ${count}`, count));
        }
      });
      expect(message).toBe(
        `cannot write ${tiny}/runs.ndjson: the disk is full. No finished run is lost: give the same command again when the file can be written.`,
      );
      expect(code).toBe(5);
      expect(store.size).toBe(kept.length);
      expect(store.get('run 0')?.values).toEqual({ 'bill.total': 0 });
      expect(stopOf(() => store.compact([])).message).toContain('the disk is full. No finished run is lost');
    });
    expect(textIn(tiny)).toBe(header + kept.join(''));
    expect(existsSync(join(tiny, 'runs.ndjson.partial'))).toBe(false);
  });
});
