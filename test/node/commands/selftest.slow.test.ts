import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { folderOf, type Outcome, svcsim } from '../cli.ts';

const cwd = folderOf();
const run = (...args: string[]): Outcome => svcsim(['selftest', ...args], { cwd });
const quick = ['--only', 'tries', '--only', 'rules'];

describe('svcsim selftest', () => {
  it('ends with 0 where all checks hold, and shows each of them', () => {
    const { code, stdout, stderr } = run(...quick);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('All 1 closed form and 11 exact checks hold with seed 1.');
    expect(stdout).toMatch(/^ {2}tries +1\.875 +1\.8[78]\d* +\S+ to \S+ +[+-]?\d\.\d\d +\d\.\d % +holds$/m);
    expect(stdout).toMatch(/^ {2}quantities +\S.* holds$/m);
  });

  it('prints the same document with one thread and with several, and another one with another seed', () => {
    const documentOf = (...more: string[]): string => run(...quick, '--json', ...more).stdout;
    const one = documentOf('--workers', '1');
    expect(documentOf('--workers', '3')).toBe(one);
    expect(documentOf('--seed', '2')).not.toBe(one);
    const schema = readFileSync(new URL('../../../schema/selftest.schema.json', import.meta.url), 'utf8');
    const check = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(schema));
    check(JSON.parse(one));
    expect(check.errors ?? []).toEqual([]);
  });

  it('makes a page that needs nothing else', () => {
    const { code, stdout } = run(...quick, '--format', 'html');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<!doctype html>/);
    expect(stdout).toContain('<h1>Self-test of svcsim</h1>');
    expect(stdout).not.toMatch(/<script|https?:/);
  });

  it.each([
    ['an unknown check', ['--only', 'erlang-x'], /--only: there is no check 'erlang-x'; did you mean 'erlang-[bc]'\?/],
    ['an empty check', ['--only', ''], /The value is empty/],
    ['no number of threads', ['--workers', '0'], /--workers takes a whole number from 1 to 256; found '0'/],
    ['a format of none', ['--format', 'pdf'], /Allowed choices are text, md, json, html/],
    ['a file', ['shop.yaml'], /too many arguments/],
  ])('%s ends with 2', (_, args, message) => {
    const { code, stdout, stderr } = run(...args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
  });
});
