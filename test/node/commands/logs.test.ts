import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, invalid, shell, small, svcsim } from '../cli.ts';

const rollout = `timeline:
  - { at: +10m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: shop/web:2 }] } } }
`;

const cwd = folderOf({
  'a.yaml': small('a', rollout),
  'quiet.yaml': small('quiet'),
  'own.yaml': small('own', `${rollout}behavior: { shop/web: { logs: [{ every: 8m, line: "alive {n}" }] } }\n`),
  'many.yaml': small('many', 'behavior: { shop/web: { logs: [{ every: 1s, line: "alive {n}" }] } }\n').replace(
    '1h',
    '365d',
  ),
  'invalid.yaml': invalid,
});
for (const journal of ['all', 'decisions', 'none']) {
  svcsim(['run', 'a.yaml', '-q', '--out', journal, '--journal', journal], { cwd });
}

function logs(...args: string[]) {
  return svcsim(['logs', ...args], { cwd });
}

const every = '{gvc="shop"}';

describe('svcsim logs', () => {
  it('shows the lines of a scenario: time, location, replica, container, text', () => {
    const { code, stdout, stderr } = logs('a.yaml', `${every} |= "version 2"`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      '2026-11-01T00:10:14.000Z  aws-us-east-1  web-2-3  main  container main started, version 2',
      expect.stringMatching(/ {2}web-2-4 {2}main {2}container main started, version 2$/),
      expect.stringMatching(/ {2}web-2-5 {2}main {2}container main started, version 2$/),
      '',
    ]);
  });

  it('shows the same of the folder of its run, and of standard input', () => {
    const lines = logs('a.yaml', every, '--json');
    expect(lines.stdout.split('\n').length).toBe(7);
    expect(logs('all/a', every, '--json')).toEqual(lines);
    const input = readFileSync(join(cwd, 'a.yaml'), 'utf8');
    expect(svcsim(['logs', '-', every, '--json'], { cwd, input })).toEqual(lines);
  });

  it('LOG-4: by date, location and container', () => {
    const first = (...args: string[]): string => logs('all/a', ...args, '--limit', '1', '--json').stdout;
    const { at, labels } = JSON.parse(first(every));
    expect(at).toBe('2026-11-01T00:10:14.000Z');
    expect(labels).toMatchObject({ gvc: 'shop', workload: 'web', location: 'aws-us-east-1', container: 'main' });
    expect(first('{location="aws-us-east-1", container="main"}', '--from', at, '--to', '+614001ms')).toBe(first(every));
    expect(first(every, '--to', at)).toBe('');
    expect(first('{gvc="shop", container="side"}')).toBe('');
    expect(JSON.parse(first(every, '--from', '+10m15s')).at > at).toBe(true);
    expect(first(every, '--since', '49m46s')).toBe(first(every));
    expect(first(every, '--since', '10m', '--to', '+12m')).toBe(first(every));
    expect(first(every, '--since', '10m')).toBe('');
  });

  it("shows a scenario's own lines, of the folder of its run as well", () => {
    const assume = ['--assume', 'api.logs=scenarioOnly'];
    const lines = logs('own.yaml', every, ...assume);
    expect(lines.stdout.split('\n').slice(0, 4)).toEqual([
      '2026-11-01T00:08:00.000Z  aws-us-east-1  web-1-0  main  alive 1',
      '2026-11-01T00:08:00.000Z  aws-us-east-1  web-1-1  main  alive 1',
      '2026-11-01T00:08:00.000Z  aws-us-east-1  web-1-2  main  alive 1',
      '2026-11-01T00:18:14.000Z  aws-us-east-1  web-2-3  main  alive 1',
    ]);
    expect(lines.stdout).not.toContain('started');
    svcsim(['run', 'own.yaml', '-q', '--out', 'all', ...assume], { cwd });
    expect(logs('all/own', every)).toEqual(lines);
  });

  it('stops writing once it has what is asked for, or nobody reads on', () => {
    const { stdout } = logs('many.yaml', every, '--limit', '1');
    expect(stdout).toBe('2026-11-01T00:00:01.000Z  aws-us-east-1  web-1-0  main  alive 1\n');
    expect(logs('many.yaml', every, '--to', '+3s').stdout.split('\n')).toHaveLength(7);
    expect(shell(`svcsim logs many.yaml '${every}' | head -1`, cwd).stdout).toBe(stdout);
  });

  it('gives the newest first backward', () => {
    const forward = logs('a.yaml', every, '--json').stdout.trimEnd().split('\n');
    const backward = logs('a.yaml', every, '--json', '--direction', 'backward').stdout.trimEnd().split('\n');
    expect(backward).toEqual(forward.reverse());
    const two = logs('all/a', every, '--json', '--direction', 'backward', '--limit', '2').stdout;
    expect(two.trimEnd().split('\n')).toEqual(backward.slice(0, 2));
  });

  it('takes what may be laid over a scenario', () => {
    const later = logs('a.yaml', every, '--limit', '1', '--assume', 'replica.start.duration=60s').stdout;
    expect(later).toMatch(/^2026-11-01T00:11:09\.000Z /);
    const set = logs('a.yaml', every, '--set', 'shop/workload/web.spec.containers=[]');
    expect(set.code).toBe(3);
  });

  it('ends quietly where nobody reads on', () => {
    const { stdout, stderr } = shell(`svcsim logs a.yaml '${every}' | head -1; echo "\${PIPESTATUS[0]}"`, cwd);
    expect(stdout).toMatch(/^2026.*\n0\n$/);
    expect(stderr).toBe('');
  });

  it('says why there is nothing', () => {
    expect(logs('quiet.yaml', every)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'the run writes no log lines\n',
    });
    expect(logs('a.yaml', '{gvc="shpo"}').stderr).toBe(`no line has gvc="shpo"; did you mean 'shop'?\n`);
    expect(logs('a.yaml', `${every} |= "never said"`).stderr).toBe('no line matches the query\n');
    expect(logs('a.yaml', '{gvc="shpo"}', '-q').stderr).toBe('');
  });

  it('says of a journal that is cut off that it is, and shows what it has', () => {
    svcsim(['run', 'a.yaml', '-q', '--out', 'cut', '--journal-limit', '0.004'], { cwd });
    const { code, stdout, stderr } = logs('cut/a', every);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^cut\/a\/journal\.ndjson reached its size limit/);
    expect(logs('a.yaml', every).stdout.startsWith(stdout)).toBe(true);
  });
});

describe('what cannot be asked for', () => {
  it.each([
    [
      'an unknown label',
      ['a.yaml', '{gvcc="shop"}'],
      /^query:1:2 {2}unknown-label {2}.*\n +1 \| \{gvcc="shop"\}\n +\| {2}\^{4}\n +hint: did you mean gvc\?/,
    ],
    [
      'a bad pattern in the second line',
      ['a.yaml', '{gvc="shop"}\n |~ "a("'],
      /^query:2:5 {2}bad-regex [\s\S]* 2 \| {2}\|~ "a\("\n +\| {5}\^{4}\n/,
    ],
    ['an unclosed text', ['a.yaml', '{gvc="shop}'], /^query:1:6 {2}bad-string {2}[\s\S]*\n +\| {6}\^{6}\n/],
    ['an empty selector', ['a.yaml', '{}'], /^query:1:1 {2}empty-selector /],
    [
      'LogQL that is not answered',
      ['a.yaml', `rate(${every}[5m])`],
      /^query:1:1 {2}not-supported {2}not supported: metric/,
    ],
    [
      'a date without a zone',
      ['a.yaml', every, '--from', '2026-11-01'],
      /--from takes .* without a zone: write 2026-11-01T00:00:00Z for UTC/,
    ],
    [
      'a time without a zone',
      ['a.yaml', every, '--to', '2026-11-01T10:00'],
      /--to takes .* write 2026-11-01T10:00Z for UTC/,
    ],
    ['no date', ['a.yaml', every, '--to', 'tomorrow'], /--to takes a date and time with its zone.*; found 'tomorrow'/],
    ['no duration', ['a.yaml', every, '--from', '+2x'], /--from takes .*; found '\+2x'/],
    ['an end before the beginning', ['a.yaml', every, '--from', '+2h', '--to', '+2h'], /--from must be before --to/],
    [
      'a beginning after the run',
      ['a.yaml', every, '--from', '+300d'],
      /--from must be within the run, from .*; found '\+300d'/,
    ],
    [
      'an end before the run',
      ['a.yaml', every, '--to', '2020-01-01T00:00Z'],
      /--to must be within the run, from .* to .*; found/,
    ],
    ['two beginnings', ['a.yaml', every, '--from', '+2h', '--since', '1h'], /--from or --since, not both/],
    ['a bad duration', ['a.yaml', every, '--since', '0'], /--since takes a duration .*; found '0'/],
    ['no lines', ['a.yaml', every, '--limit', '0'], /--limit takes a whole number of lines above 0; found '0'/],
    ['a part of a line', ['a.yaml', every, '--limit', '1.5'], /--limit takes a whole number/],
    ['another direction', ['a.yaml', every, '--direction', 'up'], /forward, backward/],
    ['no query', ['a.yaml'], /missing required argument 'logql'/],
    ['a file that is not there', ['b.yaml', every], /cannot read b\.yaml: there is no such file/],
    ['a folder of something else', ['.', every], /\. is not a report folder: it has no summary\.json/],
    [
      'a journal by itself',
      ['all/a/journal.ndjson', every],
      /is a report file, not a scenario; give its report folder/,
    ],
    [
      'a run without a journal',
      ['none/a', every],
      /because its run used --journal none\. Run it again with --journal all/,
    ],
    ['a run with decisions alone', ['decisions/a', every], /its run used --journal decisions\. Run it again/],
    [
      'another replication of a run that is over',
      ['all/a', every, '--replication', '2'],
      /--replication cannot change the finished run.*give the scenario file/,
    ],
    [
      'another seed of a run that is over',
      ['all/a', every, '--seed', '2'],
      /--seed cannot change the finished run.*give the scenario file/,
    ],
    ['another assumption of one', ['all/a', every, '--assume', 'a=b'], /--assume cannot change the finished run/],
    ['another value in one', ['all/a', every, '--set', 'a=b'], /--set cannot change the finished run/],
  ])('%s ends with 2', (_, args, hint) => {
    const { code, stdout, stderr } = logs(...args);
    expect(stderr).toMatch(hint);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('an invalid scenario ends with 3', () => {
    const { code, stdout, stderr } = logs('invalid.yaml', every);
    expect(stderr).toMatch(/^invalid\.yaml:13:13 {2}TYPE-1 /);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  });

  it.each([
    ['is gone', (folder: string) => rmSync(join(folder, 'journal.ndjson')), /journal\.ndjson: there is no such file/],
    ['is a folder', replaceByFolder, /journal\.ndjson: it is a folder/],
    [
      'holds something else',
      (folder: string) => spoil(folder, 'journal.ndjson', /\n/, '\njunk'),
      /journal\.ndjson:2 is not a journal entry/,
    ],
    [
      'ends too early',
      (folder: string) => spoil(folder, 'journal.ndjson', /\n[^\n]*\n$/, '\n'),
      /lacks entries .*: it has \d+ of \d+ entries\./,
    ],
    [
      'has a summary of another kind',
      (folder: string) => spoil(folder, 'summary.json', 'summary/1', 'summary/9'),
      /not a valid summary/,
    ],
    [
      'has a summary that is cut',
      (folder: string) => spoil(folder, 'summary.json', /\n[\s\S]*/, ''),
      /not a valid summary/,
    ],
  ])('a report folder whose journal %s ends with 2', (name, change, hint) => {
    const folder = join(cwd, name);
    cpSync(join(cwd, 'all/a'), folder, { recursive: true });
    change(folder);
    const { code, stderr } = logs(name, every);
    expect(stderr).toMatch(hint);
    expect(code).toBe(2);
  });
});

function replaceByFolder(folder: string): void {
  rmSync(join(folder, 'journal.ndjson'));
  mkdirSync(join(folder, 'journal.ndjson'));
}

function spoil(folder: string, name: string, what: RegExp | string, by: string): void {
  const path = join(folder, name);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(what, by);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}
