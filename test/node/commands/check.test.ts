import { describe, expect, it } from 'vitest';
import { folderOf, invalid, shell, small, svcsim } from '../cli.ts';

const cwd = folderOf({
  'a.yaml': small('a'),
  'invalid.yaml': invalid,
  'empty.yaml': '',
  'binary.yaml': Uint8Array.from({ length: 3_000 }, (_, index) => (index * 7_919) % 256),
  'zeros.yaml': new Uint8Array(1 << 20),
  'large.yaml': `svcsim: 1\n${'# a comment of no use\n'.repeat(50_000)}`,
  'varied.yaml': `${small('varied')}variants: { good: { seed: 2 }, bad: { resources: { shop/workload/none: null } } }\n`,
  'outside.yaml': small('../../outside'),
});

describe('svcsim check', () => {
  it('says of a valid scenario that it is', () => {
    expect(svcsim(['check', 'a.yaml'], { cwd })).toEqual({ code: 0, stdout: 'a.yaml: valid\n', stderr: '' });
    expect(svcsim(['check', '-q', 'a.yaml'], { cwd }).stdout).toBe('');
  });

  it('shows a mistake with its place, the line, the rule and a guess', () => {
    const { code, stdout } = svcsim(['check', 'invalid.yaml'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toMatch(/^invalid\.yaml:13:13 {2}TYPE-1 {2}.*did you mean standard\?/);
    expect(stdout).toMatch(/ 13 \| {7}type: standrd\n +\| +\^{7}\n/);
    expect(stdout).toMatch(/\ninvalid\.yaml: 1 error, 0 warnings\n$/);
  });

  it('looks at every variant, or at the one that is named', () => {
    const every = svcsim(['check', 'varied.yaml'], { cwd });
    expect(every.code).toBe(3);
    expect(every.stdout).toMatch(
      /^varied\.yaml:\d+:\d+ {2}unknown-path {2}with the variant bad: expected gvc\/kind\/name/,
    );
    expect(every.stdout).toMatch(/\nvaried\.yaml: 1 error, 0 warnings\n$/);
    expect(svcsim(['check', 'varied.yaml', '--variant', 'good'], { cwd }).stdout).toBe('varied.yaml: valid\n');
    const none = svcsim(['check', 'varied.yaml', '--variant', 'goud'], { cwd });
    expect(none.code).toBe(3);
    expect(none.stdout).toContain("found 'goud'; it has good, bad");
  });

  it('--json is one document, for all files together', () => {
    const { code, stdout, stderr } = svcsim(['check', 'a.yaml', 'invalid.yaml', '-', '--json'], { cwd, input: '' });
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({ schema: 'svcsim/check/1', files: ['a.yaml', 'invalid.yaml', 'stdin'], errors: 2 });
    expect(document.problems[0]).toMatchObject({ file: 'invalid.yaml', line: 13, column: 13, rule: 'TYPE-1' });
    expect(document.problems[1]).toMatchObject({ file: 'stdin', code: 'empty-file' });
  });

  it('takes what is no scenario at all for an invalid one, in few words', () => {
    const wrong = [
      ['empty.yaml', 'empty-file'],
      ['binary.yaml', 'not-text'],
      ['zeros.yaml', 'not-text'],
      ['large.yaml', 'missing-key'],
      ['outside.yaml', 'bad-name'],
    ];
    const { code, stdout, stderr } = svcsim(['check', ...wrong.map(([file = '']) => file)], { cwd });
    for (const [file, problem] of wrong) expect(stdout).toMatch(new RegExp(`^${file}:\\d+:\\d+  ${problem}  `, 'm'));
    expect(stdout.length).toBeLessThan(3_000);
    expect(stdout).toMatch(/\n5 scenarios: \d errors, 0 warnings\n$/);
    expect(stderr).toBe('');
    expect(code).toBe(3);
  });

  it('of a manifest in place of a scenario it says what makes one', () => {
    const { code, stdout } = svcsim(['check', '-'], { cwd, input: 'kind: workload\nname: web\nspec: {}\n' });
    expect(code).toBe(3);
    expect(stdout).toContain("the key 'svcsim' is missing");
    expect(stdout).toContain('hint: this is a manifest: svcsim init SCENARIO.yaml --from MANIFEST writes a scenario');
    expect(svcsim(['check', '-'], { cwd, input: 'name: web\n' }).stdout).toContain('hint: begin with svcsim: 1');
  });

  it('finds manifests by their pattern', () => {
    const files = folderOf({
      'shop.yaml': 'svcsim: 1\nstart: 2026-11-01T00:00:00Z\nfor: 1h\nmanifests: ./*.manifest.yaml\n',
      'a.manifest.yaml': 'kind: gvc\nname: a\n',
      'b.manifest.yaml': 'kind: gvk\nname: b\n',
    });
    const { stdout } = svcsim(['check', 'shop.yaml'], { cwd: files });
    expect(stdout).toMatch(/^b\.manifest\.yaml:1:7 .*gvk/m);
    expect(stdout).toMatch(/\nshop\.yaml: 1 error, 0 warnings\n$/);
  });

  it('says once what cannot be read, and why', () => {
    const files = folderOf({ 'a.yaml': small('a', 'include: [b.yaml, .]\nprices: a.yaml/c\n') });
    const { code, stdout } = svcsim(['check', 'a.yaml'], { cwd: files });
    expect(stdout.match(/^a\.yaml.*cannot read.*$/gm)).toEqual([
      'a.yaml:16:11  file-unreadable  cannot read b.yaml: there is no such file',
      'a.yaml:16:19  file-unreadable  cannot read .: it is a folder',
      'a.yaml:17:9  file-unreadable  cannot read a.yaml/c: a part of the path is a file, not a folder',
    ]);
    expect(code).toBe(3);
  });

  it('reads what never ends up to a limit, and a pipe to its end', () => {
    const endless = 'it is larger than 448 MiB, the limit for one input';
    expect(svcsim(['check', '/dev/zero'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: `svcsim: cannot read /dev/zero: ${endless}\n`,
    });
    expect(shell('svcsim check - < /dev/zero', cwd).stderr).toBe(`svcsim: cannot read standard input: ${endless}\n`);
    expect(shell('svcsim check <(cat a.yaml)', cwd).stdout).toMatch(/^\/dev\/fd\/\d+: valid\n$/);
    expect(shell('cat a.yaml | svcsim check -', cwd).stdout).toBe('stdin: valid\n');
  });

  it('waits for no named pipe', () => {
    const { code, stderr } = shell('mkfifo -m 600 pipe && svcsim check pipe; code=$?; rm pipe; exit $code', folderOf());
    expect(stderr).toMatch(/^svcsim: cannot read pipe: it is a named pipe: give a file/);
    expect(code).toBe(2);
  });

  it('warns of an image that no execution can start with', () => {
    const cron = `  - { kind: workload, gvc: shop, name: job, spec: { type: cron, containers: [{ name: main, image: "a b" }], job: { schedule: 0 3 * * * } } }\n`;
    const { code, stdout } = svcsim(['check', '-'], { cwd, input: small('a', cron) });
    expect(stdout).toMatch(/^stdin:16:99 {2}CRON-11 {2}warning: .*'a b'/);
    expect(stdout).toMatch(/\nstdin: valid, 1 warning\n$/);
    expect(code).toBe(0);
  });

  it.each([
    ['--assume', 'cron.forbid.mised=skip', /did you mean 'cron\.forbid\.missed'\?/],
    ['--assume', 'cron.forbid.missed=banana', /expected one of skip, lateStart; found "banana"/],
    ['--set', 'sed=2', /a scenario has no key 'sed'[\s\S]*did you mean 'seed'\?/],
    ['--set', 'shop/workload/wab.spec.type=cron', /did you mean 'shop\/workload\/web\.spec\.type'\?/],
  ])('%s %s is a problem with a hint', (flag, entry, hint) => {
    const { code, stdout } = svcsim(['check', 'a.yaml', flag, entry], { cwd });
    expect(stdout).toMatch(hint);
    expect(code).toBe(3);
  });
});
