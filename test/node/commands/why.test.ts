import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { folderOf, small, svcsim } from '../cli.ts';

const rollout = `timeline:
  - { at: +10m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: shop/web:2 }] } } }
`;
const cwd = folderOf({ 'a.yaml': small('a', rollout).replace('for: 1h', 'for: 2h') });
svcsim(['run', 'a.yaml', '-q', '--out', 'all'], { cwd });
svcsim(['run', 'a.yaml', '-q', '--out', 'none', '--journal', 'none'], { cwd });

function why(...args: string[]) {
  return svcsim(['why', ...args], { cwd });
}

describe('svcsim why', () => {
  it('tells what happened, what led to it, what took how long, and what it began with', () => {
    const { code, stdout, stderr } = why('all/a', 'shop/web/0 gone');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^#\d+ {2}1 Nov 00:1\d:\d\d {2}replica 0 of shop\/web at aws-us-east-1 was gone\n/);
    expect(stdout).toMatch(/\n {2}#\d+ .* replica 0 of shop\/web at aws-us-east-1 began to terminate: older version\n/);
    expect(stdout).toMatch(
      /later: 45s until its process got the stop signal \(termination\.preStop\), 1s until its process/,
    );
    expect(stdout).toMatch(/\n {2}#\d+ .* the API accepted PATCH \/org\/acme\/gvc\/shop\/workload\/web\n/);
    expect(stdout).toContain('\n  it begins with: a request to the API');
    expect(stdout).toMatch(/\n {2}ROLL-11: /);
  });

  it('answers the same for the scenario file, which it runs first', () => {
    expect(why('a.yaml', 'shop/web/0 gone').stdout).toBe(why('all/a', 'shop/web/0 gone').stdout);
  });

  it('tells all of it to a program, in the form that its schema describes', () => {
    const found = JSON.parse(why('all/a', 'shop/web gone', '--json').stdout);
    const schema = readFileSync(new URL('../../../schema/why.schema.json', import.meta.url), 'utf8');
    const check = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(schema));
    check(found);
    expect(check.errors ?? []).toEqual([]);
    expect(found).toMatchObject({
      schema: 'svcsim/why/1',
      root: 'request',
      othersCount: 2,
      entry: { type: 'replica.gone' },
    });
    for (const { ms, parts } of found.chain)
      expect(parts.reduce((sum: number, part: { ms: number }) => sum + part.ms, 0)).toBe(ms);
  });

  it('takes the first time without --at, and the last time until --at with it', () => {
    const seqOf = (...args: string[]) => JSON.parse(why('all/a', 'shop/web gone', '--json', ...args).stdout).entry.seq;
    const first = seqOf();
    expect(seqOf('--at', '+2h')).toBeGreaterThan(first);
    expect(JSON.parse(why('all/a', String(first), '--json').stdout).entry.seq).toBe(first);
    expect(JSON.parse(why('all/a', `#${first}`, '--json').stdout).entry.seq).toBe(first);
  });

  it('answers about a usage row as explain does', () => {
    expect(why('all/a', 'u1').stdout).toBe(svcsim(['explain', 'all/a', '--of', 'u1'], { cwd }).stdout);
  });

  it.each([
    [['all/a', 'shop/web gon'], /^svcsim: 'gon' is no event; did you mean 'gone'\?/],
    [
      ['all/a', 'shop/web evicted'],
      /^svcsim: 'shop\/web evicted' did not happen in all\/a: shop\/web had .*replica\.gone/,
    ],
    [['all/a', 'evicted'], /'evicted' did not happen in all\/a: this run had .*request\.accepted/],
    [['all/a', 'shop/wbe gone'], /nothing is named shop\/wbe in this run; did you mean 'shop\/web'\?/],
    [['all/a', 'other/thing gone'], /nothing is named other\/thing in this run; there is shop\/web\n/],
    [
      ['all/a', 'shop/web@aws-us-east-2 gone'],
      /shop\/web has never been at aws-us-east-2; did you mean 'aws-us-east-1'\?/,
    ],
    [['all/a', 'shop/web/77 gone'], /shop\/web had no 77; it had 0, 1, 2/],
    [['all/a', 'shop/web = 77'], /did not happen in all\/a: it had 3\n/],
    [['all/a', 'shop/web gone', '--at', '+1m'], /did not happen by \+1m; the first time was at 2026-11-01T00:1/],
    [['all/a', '99999'], /entry 99999 of all\/a is not in its journal: the run had entries 1 to \d+/],
    [['none/a', 'gone'], /none\/a has no journal, because its run used --journal none/],
    [['missing', 'gone'], /missing does not exist; give a scenario file or a report folder/],
    [['all/a'], /missing required argument 'what'/],
  ])('%j ends with exit code 2 and says what to do', (args, message) => {
    const { code, stdout, stderr } = why(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
