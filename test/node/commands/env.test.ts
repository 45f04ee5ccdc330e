import { describe, expect, it } from 'vitest';
import { folderOf, invalid, small, svcsim } from '../cli.ts';

const more = `  - kind: workload
    gvc: shop
    name: nightly
    spec: { type: cron, containers: [{ name: main, image: "job:1", env: [{ name: MODE, value: all }] }], job: { schedule: "*/10 * * * *" } }
  - kind: workload
    gvc: shop
    name: db
    spec: { type: stateful, containers: [{ name: main, image: "db:1", ports: [{ number: 5432 }] }] }
behavior:
  shop/nightly: { execution: { duration: 2m } }
timeline:
  - { at: +10m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: shop/web:2 }] } } }
  - { at: +25m, post: /gvc/shop/workload/nightly/-command, with: { type: runCronWorkload, spec: { location: aws-us-east-1, containerOverrides: [{ name: main, env: [{ name: MODE, value: one }] }] } } }
`;

const cwd = folderOf({ 'a.yaml': small('a', more), 'invalid.yaml': invalid });

function env(...args: string[]) {
  return svcsim(['env', ...args], { cwd });
}

describe('svcsim env', () => {
  it('ENV-1: shows the variables of a container, and on the error stream whose they are', () => {
    const { code, stdout, stderr } = env('a.yaml', 'shop/web/web-1-1', '--at', '+5m');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'web-1-1 in aws-us-east-1, container main, version 1, at 2026-11-01T00:05:00.000Z\n',
    });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.slice(0, line.indexOf('=')))).toEqual(
      'GLOBAL_ENDPOINT GVC GVC_ALIAS LOCATION NAMESPACE PROVIDER ORG WORKLOAD WORKLOAD_VERSION TOKEN IMAGE'
        .split(' ')
        .map((name) => `SVC_${name}`),
    );
    expect(lines).toContain('SVC_IMAGE=shop/web:1');
  });

  it('ENV-10, ENV-12: of the version that the replica runs', () => {
    const { stdout } = env('a.yaml', 'shop/web', '-q');
    expect(stdout).toContain('\nSVC_WORKLOAD_VERSION=2\n');
    expect(stdout).toContain('\nSVC_IMAGE=shop/web:2\n');
  });

  it('shows those of an execution, with what its command overrides (CRON-17)', () => {
    expect(env('a.yaml', 'shop/nightly', '--at', '+10m').stdout).toContain('\nMODE=all\n');
    expect(env('a.yaml', 'shop/nightly', '--at', '+26m').stdout).toContain('\nMODE=one\n');
  });

  it('RES-6: under the prefix of the scenario', () => {
    expect(env('a.yaml', 'shop/web', '--set', 'prefix=cpln').stdout).toMatch(/^CPLN_GLOBAL_ENDPOINT=/);
  });

  it('gives one JSON document, with the rules behind each variable', () => {
    const { code, stdout, stderr } = env('a.yaml', 'shop/workload/web', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { variables, ...about } = JSON.parse(stdout);
    expect(about).toMatchObject({ schema: 'svcsim/env/1', workload: 'shop/web', container: 'main', version: 2 });
    expect(variables[1]).toEqual({
      name: 'SVC_GVC',
      value: 'shop',
      from: 'platform',
      rules: ['ENV-3'],
      assumptions: [],
    });
  });

  it('NET-6, NET-9, REPL-3: shows the addresses of a workload in their place', () => {
    const { code, stdout, stderr } = env('a.yaml', 'shop/db', '--addresses');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(lines.map(([kind]) => kind)).toEqual([
      'canonical',
      'location',
      'internal',
      'internalReplica',
      'local',
      'container',
    ]);
    expect(lines.slice(2).map(([, url]) => url)).toEqual([
      'db.shop.svcsim.local:5432',
      'replica-0.db.aws-us-east-1.shop.svcsim.local:5432',
      'db-0.db',
      'http://main:5432',
    ]);
    expect(lines[4]).toEqual(['local', 'db-0.db', 'in aws-us-east-1']);
    const { addresses } = JSON.parse(env('a.yaml', 'shop/db', '--addresses', '--json').stdout);
    expect(addresses[4]).toEqual({
      kind: 'local',
      url: 'db-0.db',
      location: 'aws-us-east-1',
      ordinal: 0,
      rule: 'REPL-3',
    });
    expect(env('a.yaml', 'shop/web', '--addresses').stderr).toBe('shop/web exposes no port, so it has no address\n');
  });

  it('says the same each time', () => {
    expect(env('a.yaml', 'shop/web', '--json')).toEqual(env('a.yaml', 'shop/web', '--json'));
  });
});

describe('what cannot be shown', () => {
  it.each<[why: string, args: string[], hint: string]>([
    [
      'an unknown workload',
      ['shop/wab'],
      "has no workload 'shop/wab' at 2026-11-01T01:00:00.000Z; did you mean 'shop/web'?",
    ],
    [
      'an unknown replica',
      ['shop/web/web-2-9'],
      "no replica 'web-2-9' at 2026-11-01T01:00:00.000Z; did you mean 'web-2-",
    ],
    [
      'an unknown container',
      ['shop/web', '--container', 'mian'],
      "no container 'mian' at 2026-11-01T01:00:00.000Z; did you mean 'main'?",
    ],
    ['an unknown location', ['shop/web', '--location', 'aws-us-est-1'], "did you mean 'aws-us-east-1'?"],
    ['a workload that nothing runs of', ['shop/nightly'], 'shop/nightly has no Active execution at 2026-11-01T01:00'],
    ['one that sleeps', ['shop/nightly'], 'try another instant, such as --at +30m'],
    ['a time after the run', ['shop/web', '--at', '+2h'], "to 2026-11-01T01:00:00.000Z; found '+2h'"],
    ['a time before the run', ['shop/web', '--at', '2026-10-01T00:00:00Z'], '--at must be within the run'],
    [
      'no time',
      ['shop/web', '--at', 'soon'],
      "--at takes a date and time with its zone, or +2d10h after the start; found 'soon'",
    ],
    ['no name', ['web'], "expected gvc/workload, such as shop/api, or gvc/workload/replica; found 'web'"],
    [
      'the addresses of a replica',
      ['shop/db/db-0', '--addresses'],
      '--addresses applies to a whole workload: write shop/db',
    ],
    ['the addresses of a container', ['shop/db', '--addresses', '--container', 'main'], 'leave out --container'],
    ['too many names', ['shop/web/web-1-0/main'], 'expected gvc/workload'],
  ])('%s ends with 2', (_, args, hint) => {
    const { code, stdout, stderr } = env('a.yaml', ...args);
    expect(stderr).toContain(hint);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('a scenario that is not valid ends with 3', () => {
    expect(env('invalid.yaml', 'shop/web').code).toBe(3);
  });
});
