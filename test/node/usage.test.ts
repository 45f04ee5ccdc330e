import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bin } from './built.ts';
import { folderOf, small, svcsim } from './cli.ts';

const cwd = folderOf({ 'a.yaml': small('a') });

describe('help', () => {
  it.each([
    ['--help'],
    ['run --help'],
    ['check --help'],
    ['rules --help'],
    ['logs --help'],
    ['request --help'],
    ['env --help'],
    ['init --help'],
    ...[
      'recommend',
      'compare',
      'study',
      'sensitivity',
      'find',
      'fork',
      'merge',
      'work',
      'selftest',
      'coverage',
      'debug',
      'fuzz',
    ].map((verb) => [`${verb} --help`]),
    ['help run'],
  ])('svcsim %s says how on standard output, in 80 columns, with examples, and ends with 0', (line) => {
    const { code, stdout, stderr } = svcsim(line.split(' '), { cwd });
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^Usage: svcsim/);
    expect(stdout).toMatch(/\nExamples:\n {2}svcsim /);
    expect(stdout).not.toContain('default: []');
    expect(stdout.split('\n').filter((text) => text.length > 80)).toEqual([]);
  });

  it('--version is the one of package.json', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(svcsim(['--version'], { cwd })).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('a command line that means nothing', () => {
  it.each([
    ['no verb', [], /^Usage: svcsim/],
    ['an unknown verb, near a known one', ['chek'], /Did you mean check\?/],
    ['a file where the verb should be', ['a.yaml'], /To run this scenario: svcsim run a\.yaml/],
    ['an unknown flag', ['run', '--sed', '3', 'a.yaml'], /--seed.*\n\(svcsim run --help/],
    ['no file', ['run'], /missing required argument 'file'/],
    ['a flag without its value', ['run', 'a.yaml', '--seed'], /argument missing/],
    ['an empty seed', ['run', 'a.yaml', '--seed', ''], /The value is empty/],
    ['a replication below 0', ['run', 'a.yaml', '--replication', '-1'], /A replication is a whole number from 0/],
    ['a replication of no number', ['run', 'a.yaml', '--replication', '1e1'], /A replication is a whole number from 0/],
    ['an empty folder', ['run', 'a.yaml', '--out', ''], /The value is empty/],
    ['a journal of no kind', ['run', 'a.yaml', '--journal', 'some'], /all, decisions, none/],
    ['a journal of no format', ['run', 'a.yaml', '--journal-format', 'csv'], /ndjson, parquet/],
    [
      'a format of no journal',
      ['run', 'a.yaml', '--journal', 'none', '--journal-format', 'parquet'],
      /--journal none writes no journal, so --journal-format parquet has no effect; leave one of them out/,
    ],
    ['a journal limit of nothing', ['run', 'a.yaml', '--journal-limit', '0'], /a number of MB above 0; found '0'/],
    ['--set without =', ['run', 'a.yaml', '--set', 'seed'], /--set takes name=value, such as .*; found 'seed'/],
    ['--assume without a name', ['run', 'a.yaml', '--assume', '=1'], /--assume takes name=value/],
    ['a file that is not there', ['run', 'a.yaml', 'b.yaml'], /cannot read b\.yaml: there is no such file/],
    ['a folder', ['check', '.'], /cannot read \.: it is a folder/],
    ['standard input twice', ['check', '-', '-'], /can be given only once/],
    ['a file twice', ['run', 'a.yaml', 'a.yaml'], /a\.yaml is given twice/],
    ['an unknown rule', ['rules', 'limt-1'], /did you mean 'LIMIT-1'\?/],
    ['a rule that is like none', ['rules', 'NOPE'], /there is no rule or assumption 'NOPE'; svcsim rules lists them/],
  ])('%s ends with 2 and a hint on the error stream', (_, args, hint) => {
    const { code, stdout, stderr } = svcsim(args, { cwd });
    expect(stderr).toMatch(hint);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  it('svcsim without its built part says what to run', () => {
    const folder = folderOf();
    mkdirSync(join(folder, 'bin'));
    cpSync(bin, join(folder, 'bin/svcsim.mjs'));
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'bin/svcsim.mjs')], { encoding: 'utf8' });
    expect(stderr).toMatch(/run "npm ci"/);
    expect(status).toBe(2);
  });
});

describe('svcsim rules', () => {
  it('lists no alternative that a scenario may not choose', () => {
    const { assumptions } = JSON.parse(svcsim(['rules', '--json'], { cwd }).stdout) as {
      readonly assumptions: readonly { readonly name: string; readonly notSimulated: readonly string[] }[];
    };
    const refused = assumptions.filter(({ notSimulated }) => notSimulated.length > 0);
    expect(refused.map(({ name }) => name)).toEqual([]);
    expect(svcsim(['rules', 'cron.zone'], { cwd }).stdout).toContain('default: "UTC"');
    expect(svcsim(['rules', 'api.ids'], { cwd }).stdout).toMatch(/^ {2}default: "seededHash"$/m);
  });

  it.each([
    ['hpa.', /^hpa\.sync {2}assumption\n/m],
    ['hpa.s', /^hpa\.sync {2}assumption\n/],
    ['LIM', /^LIMIT-1 {2}behaviour, /],
    ['fields.bounds', /^fields\.bounds\.name = "/],
  ])('finds by the beginning %s', (asked, shown) => {
    expect(svcsim(['rules', asked], { cwd }).stdout).toMatch(shown);
  });

  it('says what an assumption is about', () => {
    const { stdout } = svcsim(['rules', 'rollout.progressDeadline'], { cwd });
    expect(stdout).toContain(
      '\n  How long a rollout may make no progress before the platform reports that it is stuck.\n',
    );
  });

  it('shows one rule, small letters or large', () => {
    const { code, stdout } = svcsim(['rules', 'limit-1'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^LIMIT-1 {2}behaviour, /);
    expect(stdout).toMatch(/\n {2}checked by \(fails if the rule is broken\): test\//);
    expect(stdout).toMatch(/\n {2}also named in: test\//);
  });

  it('lists every rule and every assumption in a line, without escape codes where there is no terminal', () => {
    const { stdout } = svcsim(['rules'], { cwd });
    expect(stdout.match(/^[A-Z]+-\d+ /gm)).toHaveLength(298);
    const { assumptions } = JSON.parse(svcsim(['rules', '--json'], { cwd }).stdout);
    expect(stdout.match(/^[a-zA-Z]+\.[\w.]+ = /gm)).toHaveLength(assumptions.length);
    expect(stdout).not.toContain('\u001b');
  });

  it('--json is one document with all that a beginning names', () => {
    const { code, stdout, stderr } = svcsim(['rules', 'SUSP', 'cron.forbid', '--json'], { cwd });
    const { schema, rules, assumptions } = JSON.parse(stdout);
    expect({ code, stderr, schema }).toEqual({ code: 0, stderr: '', schema: 'svcsim/rules/1' });
    expect(rules.map(({ id }: { id: string }) => id.split('-')[0])).toContain('SUSP');
    for (const { tests, scenarios, checkedBy, visitedBy } of rules) {
      expect([...checkedBy.tests, ...visitedBy.tests].sort()).toEqual(tests);
      expect([...checkedBy.scenarios, ...visitedBy.scenarios].sort()).toEqual(scenarios);
    }
    expect(assumptions).toMatchObject([{ name: 'cron.forbid.missed', default: 'skip', alternatives: ['lateStart'] }]);
  });
});

describe('svcsim init', () => {
  it('writes a scenario of the name of its file, which runs and holds', () => {
    const folder = folderOf();
    expect(svcsim(['init', 'my-shop.yaml'], { cwd: folder })).toEqual({
      code: 0,
      stdout: 'Wrote my-shop.yaml. Next: svcsim run my-shop.yaml\n',
      stderr: '',
    });
    const [, schema = ''] =
      /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(join(folder, 'my-shop.yaml'), 'utf8')) ?? [];
    expect(readFileSync(join(folder, schema), 'utf8')).toContain('"title": "svcsim scenario"');
    const { code, stdout } = svcsim(['run', 'my-shop.yaml'], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^my-shop .*PASS/);
    expect(stdout).toContain('Reports: reports/my-shop\n');
  });

  it.each([
    ['leaves an existing file alone', 'a.yaml', 2, /already exists; give another name, or use --force/],
    ['wants a name', '', 2, /the name of the file is empty; give one/],
    ['says that the folder is missing', 'none/a.yaml', 5, /there is no such folder. Name another file/],
  ])('%s', (_, file, exit, message) => {
    const { code, stderr } = svcsim(['init', file], { cwd });
    expect(stderr).toMatch(message);
    expect(code).toBe(exit);
    expect(readFileSync(join(cwd, 'a.yaml'), 'utf8')).toBe(small('a'));
  });

  it('writes to standard output for -', () => {
    const { stdout } = svcsim(['init', '-'], { cwd });
    expect(svcsim(['check', '-'], { cwd, input: stdout })).toMatchObject({ code: 0, stdout: 'stdin: valid\n' });
  });
});
