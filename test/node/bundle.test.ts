import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compiledFolder, compiledVerbs } from '../../src/node/compiledProgram.ts';
import { atSources } from '../../src/node/defect.ts';
import { temporaryFolder } from '../../src/node/temporaryFolder.ts';
import { bin, bringUpToDate, bundle } from './built.ts';

bringUpToDate();

/** The sources and packages whose code is read before the first line of a part runs. */
function codeBehind(start: string): string[] {
  return filesBehind(start)
    .flatMap((file) => [...textOf(file).matchAll(/^ *\/\/ ((?:src|node_modules)\/.*)$/gm)])
    .map(([, path = '']) => path);
}

/** The files that are read before the first line of a part runs. */
function filesBehind(start: string): string[] {
  const files = new Set([start]);
  for (const file of files) {
    for (const [, other = ''] of textOf(file).matchAll(/^(?:} from |import |import .* from )"\.\/(.+)";$/gm)) {
      files.add(other);
    }
  }
  return [...files];
}

function textOf(file: string): string {
  return readFileSync(join(bundle, file), 'utf8');
}

/** The part that a verb loads. */
function partOf(verb: string): string {
  return new RegExp(`import\\("\\./(${verb}-\\w+\\.js)"\\)`).exec(textOf('main.js'))?.[1] ?? `no part for ${verb}`;
}

describe('the bundle of the command line', () => {
  it.each([
    [
      'the program itself',
      () => 'main.js',
      'src/node/main.ts',
      /^src\/(?!node\/|text\/)|^node_modules\/(?!commander\/)/,
    ],
    [
      'check',
      () => partOf('check'),
      'src/scenario/parse.ts',
      /^src\/(experiment|report|platform\/(?:\w+\/)?handlers)\/|^node_modules\/(?!@noble\/|immer\/|yaml\/|zod\/)/,
    ],
    [
      'rules',
      () => partOf('rules'),
      'src/rules/register.ts',
      /^src\/(scenario|report|platform\/(?:\w+\/)?handlers)\/|^node_modules\//,
    ],
    [
      'logs of a folder',
      () => partOf('logs'),
      'src/report/logs/parseQuery.ts',
      /^src\/(experiment|scenario\/(?!text\/frame\.ts)|platform\/(?:\w+\/)?handlers)\/|^node_modules\/(?!zod\/)/,
    ],
    [
      'serve',
      () => partOf('serve'),
      'src/node/serve/app.ts',
      /^src\/experiment\/(?:failure|recommend)\/|^node_modules\/(?!@hono\/|@noble\/|hono\/|@grafana\/|@lezer\/|immer\/|simple-statistics\/|ws\/|yaml\/|zod\/)/,
    ],
    ['init', () => partOf('init'), 'src/node/commands/init.ts', /^src\/(?!node\/|text\/)|^node_modules\//],
    [
      'a worker thread',
      () => 'worker.js',
      'src/experiment/study/runner.ts',
      /^src\/(?:node\/(?!study\/worker\.ts)|experiment\/(?:failure|session)\/|report\/page\/)|^node_modules\/commander\//,
    ],
    [
      'a worker thread of the self-test',
      () => 'selftest.js',
      'src/experiment/selftest/jobs.ts',
      /^src\/(?:node\/(?!selftest\/worker\.ts)|experiment\/(?:failure|session|recommend)\/|report\/page\/)|^node_modules\/commander\//,
    ],
  ])('%s reads what it needs and no more', (_, start, needed, needless) => {
    const code = codeBehind(start());
    expect(code).toContain(needed);
    expect(code.filter((path) => needless.test(path))).toEqual([]);
  });

  it('the grammar of queries is read for logs, and for sessions, which can be asked for them', () => {
    const verbs = [...textOf('main.js').matchAll(/import\("\.\/(\w+)-\w+\.js"\)/g)].map(([, verb = '']) => verb);
    expect(verbs.length).toBeGreaterThan(10);
    const readers = verbs.filter((verb) =>
      filesBehind(partOf(verb)).some((file) => textOf(file).includes('@grafana/lezer-logql')),
    );
    expect(readers.sort()).toEqual(['debug', 'fuzz', 'logs', 'serve']);
  });

  it('time zones, cron-parser and regular expressions are in files that are read when they are first used', () => {
    const late = readdirSync(bundle).filter((file) => /\.(?:cjs|json)$/.test(file));
    expect(late.map((file) => file.replace(/-\w+\./, '.'))).toEqual(['cron-parser.cjs', 'latest.json', 're2js.cjs']);
    const named = filesBehind(partOf('check')).map(textOf).join('\n');
    for (const file of late) expect(named).toContain(`"./${file}"`);
    expect(textOf(late[1] ?? '').match(/America\/St_Johns\|LMT/g)).toHaveLength(1);
    expect(named).not.toContain('America/St_Johns');
    expect(readFileSync(join(bundle, '../web/page.js'), 'utf8')).not.toContain('America/St_Johns');
  });

  it('statistics are read by the verbs that make or read a report alone', () => {
    const isRead = (part: string): boolean => codeBehind(part).some((path) => path.includes('/simple-statistics/'));
    expect(isRead(partOf('run'))).toBe(true);
    expect(['main.js', ...['check', 'rules', 'logs', 'init'].map(partOf)].filter(isRead)).toEqual([]);
  });

  it('of zod only what is used is there, and none of its languages', () => {
    expect(codeBehind(partOf('check')).filter((path) => path.includes('zod/v4/locales/'))).toEqual([
      'node_modules/zod/v4/locales/en.js',
    ]);
  });

  it('brings the licence of each package in it', () => {
    const licences = textOf('LICENSES.txt');
    for (const name of ['@hono/node-server', '@noble/hashes', 'commander', 'hono', 'immer', 'ws', 'yaml', 'zod']) {
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+\\n[^]*?permission`, 'im'));
    }
  });
});

const folder = pathToFileURL(`${bundle}/`);
const out = temporaryFolder().path;

describe('the command line in one piece', () => {
  // In a process of its own: V8 takes no code while it runs with other flags, as it does after other tests.
  it.each(compiledVerbs)('for %s, this version of Node takes the code that V8 has made', (verb) => {
    const source = `
      import { compiledProgram } from '${new URL('../../src/node/compiledProgram.ts', import.meta.url)}';
      process.stdout.write(String(compiledProgram(new URL('${folder}'), '${verb}').script.cachedDataRejected));`;
    const inNode = ['--import', 'tsx', '--input-type=module', '--eval', source];
    const { stdout, stderr } = spawnSync(process.execPath, inNode, { encoding: 'utf8' });
    expect({ isRejected: stdout, stderr }).toEqual({ isRejected: 'false', stderr: '' });
  });

  it('is ASCII, as which it is read, regular expressions too', () => {
    const text = readFileSync(new URL('main.cjs', compiledFolder(folder)), 'utf8');
    expect(text.match(/.{0,20}[\u0080-\uffff].{0,20}/g) ?? []).toEqual([]);
    expect(text).toContain('\\u221e');
  });

  it('imports nothing while it runs, which code outside of a module cannot do', () => {
    expect(readFileSync(new URL('main.cjs', compiledFolder(folder)), 'utf8')).not.toMatch(/[^\w.]import\(/);
  });

  it.each([
    '--version',
    'check scenarios/tour/01-one-volume.yaml',
    `run scenarios/tour/01-one-volume.yaml --json --out ${out}`,
    'rules VOL-1',
    'nothing',
  ])('does the same as from its source files: %s', (command) => {
    const outcome = (file: string): unknown => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...command.split(' ')], {
        encoding: 'utf8',
      });
      return { status, stdout, stderr };
    };
    expect(outcome(bin)).toEqual(outcome(join(bundle, 'main.js')));
  });
});

describe('the stack of a defect', () => {
  const source = readFileSync(new URL('../../src/node/verbs/program.ts', import.meta.url), 'utf8').split('\n');
  const expected = source.findIndex((text) => text.includes("new Command('svcsim')")) + 1;

  it.each([
    ['the command line', pathToFileURL(join(bundle, 'main.js'))],
    ['the command line in one piece', new URL('main.cjs', compiledFolder(folder))],
  ])('of %s names places in the sources', (_, file) => {
    const lines = readFileSync(file, 'utf8').split('\n');
    const placeOf = (code: RegExp): string => {
      const line = lines.findIndex((text) => code.test(text));
      return `${file.href}:${line + 1}:${(lines[line] ?? '').search(code) + 1}`;
    };
    const start = placeOf(/(?<=await )program\d*\(/);
    expect(
      atSources(`Error: no\n    at program (${placeOf(/new Command\w*\("svcsim"\)/)})\n    at async ${start}`),
    ).toMatch(
      new RegExp(
        `^Error: no\n    at program \\(src/node/verbs/program\\.ts:${expected}:\\d+\\)\n    at async src/node/main\\.ts:\\d+:\\d+$`,
      ),
    );
  });

  it('stays as it is where there is no source map', () => {
    const stack = 'Error: no\n    at f (file:///none/of/these.js:1:2)\n    at node:internal/main:3:4';
    expect(atSources(stack)).toBe(stack);
  });
});
