import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { folderOf, invalid, small, svcsim } from '../cli.ts';

const rollout = `timeline:
  - { at: +10m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: shop/web:2 }] } } }
`;
const cwd = folderOf({ 'a.yaml': small('a', rollout).replace('for: 1h', 'for: 2h') });
for (const journal of ['all', 'decisions', 'none']) {
  svcsim(['run', 'a.yaml', '-q', '--out', journal, '--journal', journal], { cwd });
}
svcsim(['run', 'a.yaml', '-q', '--out', 'cut', '--journal-limit', '0.004'], { cwd });

function explain(...args: string[]) {
  return svcsim(['explain', ...args], { cwd });
}

describe('svcsim explain', () => {
  it('prints formula, inputs, events and their causes of a usage row', () => {
    const { code, stdout, stderr } = explain('all/a', '--of', 'u1');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('u1  reserved-cpu of shop/workload/web, container main, at aws-us-east-1, 2026-11');
    expect(lines.slice(2, 6)).toEqual([
      expect.stringMatching(/^ {2}consumed {2}[\d,.]+ Core-Seconds$/),
      expect.stringMatching(/^ {2}priced {4}[\d,.]+ \/ 3,600 = [\d.]+ Core-Hours/),
      '  price     0.0312 USD, tier 0: cpu.reserved-cpu/1970-01-01T00:00:00Z/t0',
      expect.stringMatching(/^ {2}cost {6}[\d.]+ x 0\.0312 = [\d.]+ USD, on INV-acme-2026-11\/1$/),
    ]);
    expect(stdout).toMatch(/500m +2026-11-01T00:00:00\.000Z +2026-11-01T00:1/);
    expect(stdout).toMatch(/total +[\d,.]+ Core-Seconds, equal to the bill\n/);
    expect(stdout).toMatch(/#\d+ {2}2026-11-01T00:1\S+ {2}replica\.gone {2}shop\/workload\/web@aws-us-east-1\/0/);
    expect(stdout).toMatch(/caused by #\d+ replica\.terminating, caused by #\d+ replica\.\w+, caused by #\d+ /);
    expect(stdout).toMatch(/\n {2}ROLL-11: /);
    expect(stdout).toMatch(/\n {2}replica\.pull\.duration \(assumed: 8s\): /);
  });

  it('narrows a row to an hour', () => {
    const { stdout } = explain('all/a', '--of', 'u1', '--hour', '2026-11-01T01');
    expect(stdout).toMatch(/total +5,400\.0 Core-Seconds in this hour, 4\d\.\d % of the row\n/);
    expect(stdout).not.toContain('2026-11-01T00:00:00.000Z  2026');
    expect(explain('all/a', '--of', 'u1', '--hour', '2026-11-01T05').stderr).toBe(
      'svcsim: --hour must be within the period of u1, 2026-11; found 2026-11-01T05\n',
    );
    expect(explain('all/a', '--of', 'u1', '--hour', 'noon').stderr).toContain('such as 2026-11-14T03');
    expect(explain('all/a', '--of', '3', '--hour', '2026-11-01T01').code).toBe(2);
  });

  it('tells the same to a program, and all of it', () => {
    const found = JSON.parse(explain('all/a', '--of', 'u1', '--json').stdout);
    const bill = JSON.parse(readFileSync(join(cwd, 'all/a/bill.json'), 'utf8'));
    expect(found).toMatchObject({ schema: 'svcsim/explanation/1', kind: 'row', unexplained: '0.0', missing: [] });
    expect(found.row).toEqual(bill.usage[0]);
    expect(found.spans.map(({ opened, closed }: { opened: number; closed: number }) => [opened, closed])).toEqual(
      bill.usage[0].events,
    );
    const numbers = new Set(found.entries.map(({ seq }: { seq: number }) => seq));
    for (const { chain } of found.entries) for (const seq of chain) expect(numbers).toContain(seq);
    for (const { rules } of found.entries) for (const id of rules) expect(found.rules[id].statement).not.toBe('');
  });

  it('explains a journal entry: why it happened, and what it led to', () => {
    const journal = readFileSync(join(cwd, 'all/a/journal.ndjson'), 'utf8');
    const { seq, cause } = JSON.parse(journal.split('\n').find((line) => line.includes('rollout.started')) ?? '');
    const { stdout } = explain('all/a', '--of', `#${seq}`);
    expect(stdout).toMatch(new RegExp(`^#${seq}  2026-11-01T00:10:00\\.000Z  rollout\\.started  shop/workload/web`));
    expect(stdout).toMatch(new RegExp(`causes, nearest first\n    #${cause}  `));
    expect(stdout).toMatch(/effects\n {4}#\d+ {2}2026-11-01T00:10:00\.000Z {2}replica\.created/);
    expect(stdout).toMatch(/\n {2}ROLL-1: /);
    expect(explain('all/a', '--of', '1').stdout).toContain('cause: none in this run');
    expect(explain('all/a', '--of', String(seq + 1)).stdout).toMatch(
      /bill rows with spans that it opened or closed: u1, u2\n/,
    );
  });

  it('explains an invoice, and a line of one by its rows', () => {
    expect(explain('all/a', '--of', 'INV-acme-2026-11').stdout).toMatch(/INV-acme-2026-11\/2 +memory\.reserved-memory/);
    const { stdout } = explain('all/a', '--of', 'INV-acme-2026-11/1');
    expect(stdout).toMatch(/the sum of 1 rows\n/);
    expect(stdout).toMatch(/\n {2}u1 +reserved-cpu of shop\/workload\/web/);
  });

  it.each([
    ['all/a', 'u99', "svcsim: the bill of all/a has no row 'u99': rows are u1 to u2\n"],
    ['all/a', '9999', /entry 9999 of all\/a does not exist: the run had entries 1 to \d+\n/],
    ['all/a', 'INV-acme-2026-11/9', "svcsim: INV-acme-2026-11 has no line '9': lines are 1 to 3\n"],
    ['all/a', 'INV-acme-2026-12', /Did you mean 'INV-acme-2026-11'\?\n/],
    ['all/a', 'cpu', /give a usage row of its bill \(u1\), an invoice \(INV-acme-2026-11\)/],
    ['nowhere', 'u1', 'svcsim: nowhere does not exist; give a scenario file or a report folder\n'],
    ['none/a', '2', /has no journal, because its run used --journal none/],
    ['decisions/a', '2', /was not kept in its journal/],
  ])('%s --of %s is a mistake that it explains', (folder, of, stderr) => {
    const outcome = explain(folder, '--of', of);
    expect(outcome).toMatchObject({ code: 2, stdout: '' });
    if (typeof stderr === 'string') expect(outcome.stderr).toBe(stderr);
    else expect(outcome.stderr).toMatch(stderr);
  });

  it.each(['none/a', 'decisions/a'])(
    'prints the formula of a row of %s, which has no entries for it, and how to get them',
    (folder) => {
      const { code, stdout } = explain(folder, '--of', 'u1');
      const [head, inputs, why] = stdout.trimEnd().split('\n\n');
      expect({ code, head, inputs }).toEqual({ code: 0, ...whole() });
      expect(why).toContain(
        'Run it again with --journal all, with a larger --journal-limit if it was reached, or give the scenario file instead of the folder.',
      );
      expect(JSON.parse(explain(folder, '--of', 'u1', '--json').stdout)).toMatchObject({ spans: [], entries: [] });
      function whole() {
        const [head, inputs] = explain('all/a', '--of', 'u1').stdout.split('\n\n');
        return { head, inputs };
      }
    },
  );

  it('says what is missing where the journal reached its limit', () => {
    expect(explain('cut/a', '--of', 'u1').stdout).toMatch(/the journal does not contain #\d+/);
  });

  it('names the line of a journal that is none', () => {
    cpSync(join(cwd, 'all/a'), join(cwd, 'changed'), { recursive: true });
    const path = join(cwd, 'changed/journal.ndjson');
    writeFileSync(path, readFileSync(path, 'utf8').replace('\n', '\nnothing\n'));
    expect(explain('changed', '--of', 'u1')).toMatchObject({
      code: 2,
      stderr: 'svcsim: changed/journal.ndjson:2 is not a journal entry\n',
    });
  });
});

describe('svcsim explain FILE', () => {
  it('runs a scenario first, says what its folder says, and leaves nothing behind', () => {
    const before = readdirSync(cwd);
    const { code, stdout, stderr } = explain('a.yaml', '--of', 'u1');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(explain('all/a', '--of', 'u1').stdout);
    expect(readdirSync(cwd)).toEqual(before);
  });

  it('takes what changes a run with a file, and refuses it with a folder, whose run is over', () => {
    const assumed = explain('a.yaml', '--of', 'u1', '--assume', 'replica.pull.duration=3s');
    expect(assumed.stdout).toContain('replica.pull.duration (assumed: 3s)');
    expect(explain('all/a', '--of', 'u1', '--seed', '2').stderr).toContain('give the scenario file');
  });

  it('speaks of the file that was named, and of one that is neither', () => {
    expect(explain('a.yaml', '--of', 'u99').stderr).toBe(
      "svcsim: the bill of a.yaml has no row 'u99': rows are u1 to u2\n",
    );
    expect(explain('all/a/bill.json', '--of', 'u1').stderr).toBe(
      'svcsim: all/a/bill.json is a report file, not a scenario; give its report folder instead\n',
    );
    expect(explain('nowhere', '--of', 'u1')).toMatchObject({
      code: 2,
      stderr: 'svcsim: nowhere does not exist; give a scenario file or a report folder\n',
    });
    writeFileSync(join(cwd, 'invalid.yaml'), invalid);
    expect(explain('invalid.yaml', '--of', 'u1').code).toBe(3);
  });
});

describe('svcsim bill FILE', () => {
  it('runs a scenario first, and rates finer steps with its own prices', () => {
    expect(svcsim(['bill', 'a.yaml'], { cwd }).stdout).toBe(svcsim(['bill', 'all/a'], { cwd }).stdout);
    expect(svcsim(['bill', 'a.yaml', '--by', 'hour', '--csv'], { cwd }).stdout).toContain('2026-11-01T01');
    expect(svcsim(['bill', 'a.yaml', '--by', 'hour', '--csv'], { cwd }).stdout).toBe(
      svcsim(['bill', '-', '--by', 'hour', '--csv'], { cwd, input: readFileSync(join(cwd, 'a.yaml'), 'utf8') }).stdout,
    );
  });
});

describe('svcsim explain says how an amount came to be', () => {
  const course = fileURLToPath(new URL('../../../scenarios', import.meta.url));
  const [book, disk] = [join(course, 'tour/15-a-price-book.yaml'), join(course, 'tour/01-one-volume.yaml')];
  svcsim(['run', book, disk, '-q', '--out', 'course'], { cwd });
  const invoice = 'INV-cedar-2027-02';

  it('of a row in a tier: the bounds of it, and where the counter stood before and after', () => {
    expect(explain('course/a-price-book', '--of', 'u5').stdout).toContain(`
  tier      above 800.0 GB of the usage of the org in a billing period
  counter   800.0 before, 930.0 after
  cost      130.0 x 0.06 = 7.8 USD`);
  });

  it('of a credit its balance, of a tax its base, of the rounding the exact total and the rule', () => {
    const of = (line: number) => explain('course/a-price-book', '--of', `${invoice}/${line}`).stdout;
    expect(of(8)).toContain('balance  23.928 before, 0.0 after\n  cost     -23.928 USD');
    expect(of(9)).toContain('cost  60.648 x 0.2 = 12.1296 USD');
    expect(of(10)).toMatch(
      /exact {2}72\.7776 USD\n.*half-up to 2 decimals.*: 72\.78\n.*72\.78 - 72\.7776 = 0\.0024 USD/,
    );
  });

  it('of an expansion: the numbers first, then the rules; of an entry that it led to, the names of those before it', () => {
    const { stdout } = explain('course/one-volume', '--of', '5');
    const [numbers, , , , rules = ''] = stdout.split('\n\n');
    expect(numbers?.split('\n').slice(1)).toEqual([
      '  expansion decided by #5',
      '    capacity  10 GB -> 20.0025 GB',
      '    used      8.001 GB, 19.99 % free (minFreePercentage 20 %)',
      '    reactive  8.001 GB x 2 (scalingFactor) / (100 % - 20 %) = 20.0025 GB',
      '    in 24 h   0 earlier expansions, of at most 4',
    ]);
    expect(rules).toMatch(/^ {2}Rules\n {2}VOLAUTO-11: /);
    const gone = explain('course/one-volume', '--of', '8').stdout;
    expect(gone).toMatch(/\n {2}ROLL-11: /);
    expect(gone).not.toMatch(/\n {2}VOLAUTO-11: /);
    expect(gone).toMatch(/Rules of the causes: .*VOLAUTO-11.* \(see svcsim rules ID/);
  });

  it('of what is held for replicas that are not there: as many at once, under the tags of its time', () => {
    writeFileSync(join(cwd, 'kept.yaml'), kept);
    expect(explain('kept.yaml', '--of', 'u1').stdout).toMatch(
      /1,500m +2026-11-01T01:00:46.*#\d+ +#\d+\n.*equal to the bill/,
    );
    const { stdout } = explain('kept.yaml', '--of', 'u2');
    expect(stdout).toMatch(/, team a\n/);
    expect(stdout).toMatch(/1,500m .*2,700\.0 +#\d+ +#\d+\n.*equal to the bill/);
    expect(stdout).toMatch(/charges\.tagged/);
  });

  it('of optional meters what was held, or how it was counted', () => {
    const path = join(course, 'rules/eph-1-other-meters.yaml');
    svcsim(['run', path, '-q', '--out', 'course'], { cwd });
    const rows = JSON.parse(readFileSync(join(cwd, 'course/eph-1-other-meters/bill.json'), 'utf8')).usage;
    const counted = ['requests', 'workload-egress', 'cron-executions'];
    for (const { id, meter } of rows) {
      const { stdout } = explain('course/eph-1-other-meters', '--of', id);
      expect(stdout).toMatch(
        counted.includes(meter) ? /no spans are recorded: the [\d,.]+ \w+ are / : /equal to the bill/,
      );
      expect(stdout).not.toContain('unknown');
    }
  });
});

const kept = `svcsim: 1
name: kept
start: 2026-11-01T00:00:00Z
for: 3h
assumptions: { billing.zeroReplicas: keepMinScale }
resources:
  - kind: gvc
    name: shop
    spec: { staticPlacement: { locationLinks: [//location/aws-us-east-1] } }
  - kind: workload
    gvc: shop
    name: web
    spec:
      type: standard
      containers: [{ name: main, image: shop/web:1, cpu: 500m, memory: 512Mi }]
      defaultOptions: { autoscaling: { metric: disabled, minScale: 3, maxScale: 3 } }
timeline:
  - { at: +1h, patch: /gvc/shop/workload/web, with: { spec: { defaultOptions: { suspend: true } } } }
  - { at: +90m, patch: /gvc/shop/workload/web, with: { tags: { team: a } } }
  - { at: +2h, patch: /gvc/shop/workload/web, with: { tags: { team: b } } }
`;
