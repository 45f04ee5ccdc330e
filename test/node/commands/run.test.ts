import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, invalid, small, svcsim } from '../cli.ts';

const broken = 'expect: [{ metric: bill.total, is: "<= 0 USD" }]\n';

const rollout = `timeline:
  - { at: +10m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: shop/web:2 }] } } }
`;

const cwd = folderOf({
  'a.yaml': small('a'),
  'also-a.yaml': small('a'),
  'rollout.yaml': small('rollout', rollout),
  'broken.yaml': small('broken', broken),
  'invalid.yaml': invalid,
  'loop.yaml': small('loop', 'timing: instant\nbehavior: { shop/web: { ephemeral: 9GB } }\n'),
  'drawn.yaml': small(
    'drawn',
    `params: { start: { uniform: { from: 5s, to: 9s } } }\nbehavior: { shop/web: { start: "\${start}", crash: { every: { exponential: { mean: 9m } } } } }\n`,
  ),
  'nothing.yaml': 'svcsim: 1\nstart: 2026-11-01T00:00:00Z\nfor: 1d\n',
  'cron.yaml': small('cron')
    .replace(/ +defaultOptions.*\n/, '')
    .replace('type: standard', 'type: cron\n      job: { schedule: "* * * * *" }'),
});

const files = [
  'bill.csv',
  'bill.json',
  'capacity.csv',
  'capacity.json',
  'focus.csv',
  'journal.ndjson',
  'junit.xml',
  'ledger.ndjson',
  'report.html',
  'report.md',
  'summary.json',
];

function contents(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}

describe('svcsim run', () => {
  it('writes the reports, says where they are, and what to do next', () => {
    const { code, stdout, stderr } = svcsim(['run', 'a.yaml'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^a +\d+\.\d\d USD\n/);
    expect(stdout).toMatch(
      /\n {2}Reports: reports\/a\n {2}Next, read the most used assumption: svcsim rules run\.start\n/,
    );
    expect(stdout).not.toContain('\u001b');
    expect(readdirSync(join(cwd, 'reports'))).toEqual(['a']);
    expect(readdirSync(join(cwd, 'reports/a')).sort()).toEqual(files);
  });

  it('names a loop that takes no time as the mistake of its scenario (EPH-3), and runs the others', () => {
    const { code, stdout, stderr } = svcsim(['run', 'loop.yaml', 'a.yaml', '--out', 'looped', '--json'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^loop.yaml:17:25 {2}EPH-3 {2}simulated time does not advance beyond .* replica.overflowed -> .* repeat .*\n(?:.*\n){3} {3}hint: lower behavior.shop\/web.ephemeral, or/,
    );
    expect(stderr).not.toContain('defect');
    expect(readdirSync(join(cwd, 'looped'))).toEqual(['a']);
    const { runs } = JSON.parse(stdout);
    expect(runs[0].problems).toMatchObject([{ code: 'zero-time-loop', severity: 'error', rule: 'EPH-3', line: 17 }]);
    expect(svcsim(['bill', 'loop.yaml'], { cwd })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('EPH-3  simulated time does not advance'),
    });
  });

  it('says in the report and on the terminal what was changed, and proposes the same change again', () => {
    const change = 'behavior.shop/*.start={ exponential: { mean: 5s } }';
    const roll =
      'timeline=[{ at: +10m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: "web:2" }] } } }]';
    const { stdout } = svcsim(['run', 'a.yaml', '--out', 'changed', '--set', change, '--set', roll], { cwd });
    expect(stdout).toContain(`\nchanged: ${change}\n`);
    expect(stdout).toMatch(/Seed 1 with the same changes reproduces this run exactly/);
    expect(stdout).toContain(`svcsim run a.yaml --set '${change}' --set '`);
    expect(stdout).toMatch(/ --out changed --seed 2\n/);
    const summary = JSON.parse(readFileSync(join(cwd, 'changed/a/summary.json'), 'utf8'));
    expect(summary.changes).toEqual([change, roll]);
  });

  it('-q says nothing', () => {
    expect(svcsim(['run', 'a.yaml', '-q', '--out', 'quiet'], { cwd })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each([
    ['md', 'report.md', /^### a · /],
    ['junit', 'junit.xml', /^<\?xml .*<testsuites name="svcsim" tests="0"/s],
  ])('--format %s says on standard output what %s holds, and nothing else', (format, name, begins) => {
    const { code, stdout, stderr } = svcsim(['run', 'a.yaml', '--format', format, '--out', format], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trimEnd()).toBe(readFileSync(join(cwd, format, 'a', name), 'utf8').trimEnd());
    expect(stdout).toMatch(begins);
  });

  it('takes one form only', () => {
    const { code, stderr } = svcsim(['run', 'a.yaml', '--json', '--format', 'md'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toBe('svcsim: --json and --format md contradict each other; give one of them\n');
  });

  it('gives the same bytes twice, from another folder too', () => {
    svcsim(['run', 'a.yaml', '-q', '--out', 'once'], { cwd });
    mkdirSync(join(cwd, 'elsewhere'));
    svcsim(['run', '../a.yaml', '-q', '--out', '.'], { cwd: join(cwd, 'elsewhere') });
    expect(contents(join(cwd, 'elsewhere/a'))).toEqual(contents(join(cwd, 'once/a')));
  });

  it('reads standard input for -, and proposes no command that would need it again', () => {
    const { code, stdout } = svcsim(['run', '-', '--out', 'in'], { cwd, input: small('a').replace('name: a\n', '') });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^stdin /);
    expect(stdout).not.toContain('run -');
  });

  it('a broken expectation ends with 1', () => {
    const { code, stdout } = svcsim(['run', 'broken.yaml', '--out', 'b'], { cwd });
    expect(stdout).toMatch(/^broken +FAIL [\s\S]*✗ bill\.total: 0\.05 USD \(expected at most 0\.00 USD\)/);
    expect(code).toBe(1);
  });

  it('an invalid scenario ends with 3, with a code frame and no stack trace', () => {
    const { code, stdout, stderr } = svcsim(['run', 'invalid.yaml', '--out', 'none'], { cwd });
    expect(stderr).toMatch(/^invalid\.yaml:13:13 {2}TYPE-1/);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(existsSync(join(cwd, 'none'))).toBe(false);
  });

  it('runs all valid ones of several, and ends with the highest code; --json is one document', () => {
    const args = ['run', 'invalid.yaml', 'a.yaml', 'broken.yaml', '--json', '--out', 'several'];
    const { code, stdout, stderr } = svcsim(args, { cwd });
    expect(code).toBe(3);
    expect(stderr).toContain('TYPE-1');
    const { schema, runs } = JSON.parse(stdout);
    expect(schema).toBe('svcsim/run/1');
    expect(runs).toMatchObject([
      { file: 'invalid.yaml', problems: [{ rule: 'TYPE-1' }] },
      { file: 'a.yaml', folder: 'several/a', problems: [], summary: { verdict: 'pass' } },
      { file: 'broken.yaml', folder: 'several/broken', problems: [], summary: { verdict: 'fail' } },
    ]);
    expect(runs[1].summary).toEqual(JSON.parse(readFileSync(join(cwd, 'several/a/summary.json'), 'utf8')));
    expect(runs[1].summary.files).toHaveLength(files.length - 1);
  });

  it('says last which of several failed; with -q on the error stream, and only then', () => {
    const several = ['run', 'a.yaml', 'broken.yaml', '--out', 'told'];
    expect(svcsim(several, { cwd }).stdout).toMatch(/\n\n1 of 2 failed: broken\n$/);
    expect(svcsim([...several, '-q'], { cwd })).toEqual({ code: 1, stdout: '', stderr: '1 of 2 failed: broken\n' });
    const quiet = svcsim(['run', 'a.yaml', 'rollout.yaml', '-q', '--out', 'told'], { cwd });
    expect(quiet).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('two scenarios of one name are refused before either runs', () => {
    const { code, stderr } = svcsim(['run', 'a.yaml', 'also-a.yaml', '--out', 'twins'], { cwd });
    expect(stderr).toMatch(/a\.yaml and also-a\.yaml are both named 'a'/);
    expect(code).toBe(2);
    expect(existsSync(join(cwd, 'twins'))).toBe(false);
  });

  it.each([['../up'], ['..']])('a name of %s is refused: it would leave the folder', (name) => {
    const { code, stderr } = svcsim(['run', 'a.yaml', '--set', `name=${name}`, '--out', 'names'], { cwd });
    expect(stderr).toContain('bad-name');
    expect(code).toBe(3);
    expect(existsSync(join(cwd, 'names'))).toBe(false);
  });

  it('--set, --assume and --seed change the run', () => {
    const flags = ['--set', 'shop/workload/web.spec.defaultOptions.autoscaling.maxScale=4'];
    const more = ['--set', 'for=2h', '--assume', 'replica.start.duration=30s', '--seed', 'other'];
    const { stdout } = svcsim(['run', 'a.yaml', ...flags, ...more, '--json', '--out', 'changed'], { cwd });
    const [{ summary }] = JSON.parse(stdout).runs;
    expect(summary).toMatchObject({ seed: 'other', end: '2026-11-01T02:00:00.000Z' });
    expect(summary.assumptions.changed).toMatchObject([{ name: 'replica.start.duration' }]);
  });

  it('--replication draws other parameters and other luck, the same each time', () => {
    const runs = [[], ['0'], ['3'], ['3']].map((numbers) => {
      const flags = numbers.flatMap((number) => ['--replication', number]);
      const { stdout } = svcsim(['run', 'drawn.yaml', ...flags, '--json', '--out', 'drawn'], { cwd });
      const [{ summary }] = JSON.parse(stdout).runs;
      return summary;
    });
    const values = runs.map(({ parameters, fingerprint, replication = 0 }) => [
      parameters[0].value,
      fingerprint,
      replication,
    ]);
    expect(values[0]).toEqual(values[1]);
    expect(values[2]).toEqual(values[3]);
    expect(values[2]?.[2]).toBe(3);
    for (const index of [0, 1, 2]) expect(values[2]?.[index]).not.toBe(values[0]?.[index]);
    const { stdout } = svcsim(['run', 'drawn.yaml', '--replication', '3', '--out', 'drawn'], { cwd });
    expect(stdout).toMatch(/svcsim run drawn\.yaml --replication 3 --out drawn --seed 2\n/);
    expect(svcsim(['env', 'drawn.yaml', 'shop/web', '--replication', '3'], { cwd }).code).toBe(0);
  });

  it('without any resource runs too, and costs nothing', () => {
    const { code, stdout } = svcsim(['run', 'nothing.yaml', '--verify', '--out', 'n'], { cwd });
    expect(stdout).toMatch(/^nothing +0\.00 USD\n/);
    expect(code).toBe(0);
  });

  it('ends before what is due at the very end', () => {
    svcsim(['run', 'cron.yaml', '-q', '--set', 'for=2m', '--out', 'end'], { cwd });
    const journal = readFileSync(join(cwd, 'end/cron/journal.ndjson'), 'utf8');
    expect(journal.match(/"execution\.started"/g)).toHaveLength(2);
    expect(journal).not.toContain('00:02:00');
  });
});

describe('journal.ndjson', () => {
  const journal = (folder: string): string[] =>
    readFileSync(join(cwd, folder, 'journal.ndjson'), 'utf8')
      .trimEnd()
      .split('\n');

  it('stops at its limit with a line that says so, and the reports go on', () => {
    const { code, stderr } = svcsim(['run', 'a.yaml', '-q', '--journal-limit', '0.001', '--out', 'cut'], { cwd });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^journal\.ndjson reached its limit of 0\.001 MB/);
    const lines = journal('cut/a').map((line) => JSON.parse(line));
    expect(lines.at(-1).stopped).toMatch(/limit of 1000 bytes; --journal-limit raises it/);
    expect(lines.at(-1).seq).toBe(lines.length);
    expect(contents(join(cwd, 'cut/a'))['capacity.json']).toBe(contents(join(cwd, 'reports/a'))['capacity.json']);
  });

  it('none hears executions together, and comes to the same', () => {
    svcsim(['run', 'cron.yaml', '-q', '--set', 'for=30d', '--journal', 'decisions', '--out', 'by-one'], { cwd });
    svcsim(['run', 'cron.yaml', '-q', '--set', 'for=30d', '--journal', 'none', '--out', 'together'], { cwd });
    const [byOne, together] = ['by-one/cron', 'together/cron'].map((folder) => contents(join(cwd, folder)));
    // The page names entries only where a journal is kept; that it is the same either way without one is a test of its
    // own.
    const others = ['journal.ndjson', 'summary.json', 'report.html'];
    for (const name of files.filter((one) => !others.includes(one))) expect(together?.[name]).toBe(byOne?.[name]);
    const [one, other] = [byOne, together].map((texts) => JSON.parse(texts?.['summary.json'] ?? ''));
    expect({ ...other, files: null }).toEqual({ ...one, files: null });
  });

  it('none after all takes the old one away; what is not ours stays; either way verifies', () => {
    svcsim(['run', 'rollout.yaml', '-q', '--out', 'j'], { cwd });
    const all = journal('j/rollout');
    writeFileSync(join(cwd, 'j/rollout/notes.txt'), 'mine');
    const some = svcsim(['run', 'rollout.yaml', '-q', '--journal', 'decisions', '--verify', '--out', 'j'], { cwd });
    expect(some).toMatchObject({ code: 0, stderr: expect.stringMatching(/^verified/) });
    expect(all).toEqual(expect.arrayContaining(journal('j/rollout')));
    expect(journal('j/rollout').length).toBeLessThan(all.length);
    const none = svcsim(['run', 'rollout.yaml', '-q', '--journal', 'none', '--verify', '--out', 'j'], { cwd });
    expect(none).toMatchObject({ code: 0, stderr: expect.stringMatching(/^verified/) });
    expect(readdirSync(join(cwd, 'j/rollout')).sort()).toEqual(
      [...files.filter((name) => name !== 'journal.ndjson'), 'notes.txt'].sort(),
    );
  });
});
