import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import type { DebugDocument } from '../../../../src/report/debug/debugDocument.ts';
import { folderOf, small, svcsim } from '../../cli.ts';

const volume = `  - kind: volumeset
    gvc: shop
    name: data
    spec: { fileSystemType: xfs, performanceClass: general-purpose-ssd, initialCapacity: 10 }
  - kind: workload
    gvc: shop
    name: db
    spec:
      type: stateful
      containers:
        - { name: main, image: db:1, cpu: 500m, memory: 512Mi, volumes: [{ uri: svc://volumeset/data, path: /data }] }
      defaultOptions: { autoscaling: { metric: disabled, minScale: 1, maxScale: 1 } }
behavior:
  shop/data: { usage: { start: 4GB, growth: 24GB/d } }
`;
const cwd = folderOf({ 'a.yaml': small('a', volume) });

function debug(commands: readonly string[], ...args: string[]) {
  return svcsim(['debug', 'a.yaml', ...args], { cwd, input: `${commands.join('\n')}\n` });
}

function answers(...commands: string[]): readonly DebugDocument[] {
  return debug(commands, '--json')
    .stdout.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const crash = 'do { fault: { replicaCrash: { of: shop/web, replicas: 1 } } }';

describe('svcsim debug', () => {
  it('answers each line of its input, and ends with 0', () => {
    const { code, stdout, stderr } = debug([
      'until +10m',
      crash,
      'state shop/web',
      'step',
      'diff shop/web',
      'quit',
      'step',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^a: from 1 Nov 00:00:00 to 1 Nov 01:00:00; 'help' lists the commands\n/);
    expect(stdout).toContain('took 1 step at 1 Nov 00:10:00\n');
    expect(stdout).toMatch(/#\d+ {2}1 Nov 00:10:00 {2}.*replica \d of shop\/web at aws-us-east-1/);
    expect(stdout).toMatch(/shop\/web@aws-us-east-1: desired 3, set by #\d+, replicas 3, ready 2, version 1\n/);
    expect(stdout).toMatch(/shop\/web@aws-us-east-1\/\d: phase backoff, ready no, version 1, zone 0, restarts 1/);
    expect(stdout).toMatch(/shop\/web@aws-us-east-1\/\d: phase backoff -> running/);
  });

  it('tells a program each answer on a line, in the form that its schema describes', () => {
    const found = answers(
      'until +10m',
      crash,
      'state',
      'diff',
      'journal 2',
      'break on replica.ready',
      'c',
      'why replica.ready',
      "why-not 'shop/web <= 2'",
      'back',
      'help',
      'foo',
    );
    const schema = readFileSync(new URL('../../../../schema/debug.schema.json', import.meta.url), 'utf8');
    const check = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(schema));
    for (const one of found) {
      check(one);
      expect(check.errors ?? []).toEqual([]);
    }
    expect(found.map(({ answer }) => answer.kind)).toEqual([
      'moved',
      'taken',
      'state',
      'diff',
      'journal',
      'breakpoints',
      'moved',
      'why',
      'why-not',
      'moved',
      'help',
      'error',
    ]);
  });

  it('shows what a volume holds at each instant', () => {
    const [, { answer } = { answer: null }] = answers('until +30m', 'state shop/data');
    expect(answer).toMatchObject({
      parts: [{ key: 'shop/data@aws-us-east-1/0', values: { capacityGB: 10, usedGB: 4.5, freePercentage: 55 } }],
    });
  });

  it('changes a resource by a request to the API, and going back undoes it', () => {
    const path = 'shop/workload/web.spec.defaultOptions.autoscaling';
    const found = answers(
      'until +10m',
      `set ${path}.maxScale=5`,
      `set ${path}.minScale=5`,
      'state shop/web',
      'back',
      'state shop/web',
      `set ${path}.maxScale=5`,
    );
    const desired = found.flatMap(({ answer }) =>
      answer.kind === 'state' ? [answer.parts[0]?.values['desired']] : [],
    );
    expect(found.map(({ answer }) => answer.kind)).toEqual([
      'moved',
      'taken',
      'taken',
      'state',
      'moved',
      'state',
      'taken',
    ]);
    expect(desired).toEqual([5, 3]);
    const undone = found.map(({ answer }) => (answer.kind === 'moved' ? answer.undone : []));
    expect(undone[4]).toEqual([`set ${path}.minScale=5`, `set ${path}.maxScale=5`]);
    expect(debug(['until +10m', crash, 'back']).stdout).toContain(`\n  undone: ${crash}\n`);
  });

  it('says that the API has refused a step', () => {
    const path = 'shop/workload/web.spec.defaultOptions.autoscaling';
    const { stdout } = debug(['until +10m', `set ${path}.minScale=9`]);
    expect(stdout).toContain('the API refused the step at 1 Nov 00:10:00: nothing has changed\n');
    expect(stdout).not.toContain('took 1 step');
  });

  it('explains the entry at which it has stopped, else the first one of its instant', () => {
    const whys = answers('until +10m', crash, 'until replica.ready', 'why', 'step 9', 'why').flatMap(({ answer }) =>
      answer.kind === 'why' ? [answer.why.entry] : [],
    );
    expect(whys[0]?.type).toBe('replica.ready');
    expect(whys).toHaveLength(2);
    expect(debug(['why']).stdout).toMatch(/^.*\n#1 /);
  });

  it('goes to the next event that meets a condition, and to the time of day that comes next', () => {
    const moves = answers(
      'until +10m',
      crash,
      'until replica.terminating where why == "none such"',
      'back',
      'until 00:30',
      'until 00:45:30',
    );
    expect(moves.map(({ at }) => at.slice(11, 19))).toEqual([
      '00:10:00',
      '00:10:00',
      '00:59:59',
      expect.any(String),
      '00:30:00',
      '00:45:30',
    ]);
  });

  it('asks why-not about an earlier instant', () => {
    const [, { answer } = { answer: null }] = answers('until +30m', "why-not 'shop/web <= 2' --at +5m");
    expect(answer).toMatchObject({ kind: 'why-not', whyNot: { at: '2026-11-01T00:05:00.000Z' } });
  });

  it('saves the session as a scenario, never over a file', () => {
    const { code, stdout } = debug([
      'until +10m',
      crash,
      'until +20m',
      'save session.yaml',
      'save session.yaml',
      'save no/such.yaml',
    ]);
    expect(code).toBe(2);
    expect(stdout).toContain('wrote session.yaml: the session up to now as scenario session; its run has the same jo');
    expect(stdout).toContain('session.yaml exists: choose another name, or remove it first');
    expect(stdout).toContain('cannot write no/such.yaml: there is no such folder. Choose another name.');
    expect(existsSync(join(cwd, 'session.yaml'))).toBe(true);
    const saved = svcsim(['run', 'session.yaml', '-q', '--out', 'saved'], { cwd });
    expect(saved.code).toBe(0);
    expect(existsSync(join(cwd, 'saved/session'))).toBe(true);
  });

  it('saves under another name than that of the original, whose reports stay', () => {
    const { stdout } = debug(['until +10m', `save ${join(folderOf({}), 'a.yaml')}`]);
    expect(stdout).toContain('the session up to now as scenario a-session;');
  });

  it.each([
    ['until +2h', 'the run ends at 2026-11-01T01:00:00.000Z: --set for=... makes it longer'],
    ['until #1', "entry #1 is in the past: 'back' goes back, 'why #1' explains it"],
    ['until nothing.happened', "'nothing.happened' is no event"],
    ['until +0s', '1 Nov 00:00:00'],
    ['state shop/wbe', "nothing is named 'shop/wbe' now; did you mean 'shop/web'?"],
    ['state web', "'web' is not the name of a workload or volume set: write gvc/name, such as shop/web"],
    ['why 99', 'there is no entry 99 yet'],
    ['why shop/wbe created', "nothing is named shop/wbe in this run; did you mean 'shop/web'?"],
    ['until 25:00', "'25:00' is no time of day; write 00:30:34"],
    ['until 02:00', 'the run ends at 2026-11-01T01:00:00.000Z'],
    ['until +3m where x > 1', "'where' is about the data of an event"],
    ["why-not 'shop/web <= 2' --at +9h", '--at must be within the run'],
    ['break on replica.gone where whi == 1', "'whi' is no field of such entries"],
    ['set seed=3', 'seed holds for a whole run and cannot be changed in mid-run'],
    ['set shop/workload/web', "'set' takes PATH=VALUE"],
    ['do { nothing: 1 }', 'nothing'],
    ['clear 4', "there is no breakpoint 4; 'breakpoints' lists them"],
    ['break on replica.gone where why ==', "the condition 'why ==' cannot be read"],
  ])('%s gets a sentence', (line, message) => {
    const { stdout, stderr } = debug([line]);
    expect(stderr).toBe('');
    expect(stdout).toContain(message);
  });

  it('refuses a scenario on standard input, where its commands come from', () => {
    const { code, stderr } = svcsim(['debug', '-'], { cwd, input: 'step\n' });
    expect(code).toBe(2);
    expect(stderr).toContain('debug reads its commands from standard input: give the scenario as a file');
  });
});
