import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, small, svcsim } from './cli.ts';

const book = `kind: pricebook
name: mine
currency: USD
issuer: Me
skus:
  - { id: cpu, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: 2020-01-01T00:00:00Z, list: "1" }] }
  - { id: memory, meters: [reserved-memory], unit: GiB-Hours, prices: [{ from: 2020-01-01T00:00:00Z, list: "0.5" }] }
`;

const cwd = folderOf({
  'a.yaml': small('a', 'prices: ./mine.yaml\n'),
  'mine.yaml': book,
  'dear.yaml': book.replace('"1"', '"7"'),
  'part.yaml': book.replace(/ {2}- { id: memory.*\n/, ''),
  'float.yaml': book.replace('"0.5"', '0.5'),
  'hours.yaml': `${book}metering: { preset: whole-hours }\n`,
});
const first = svcsim(['run', 'a.yaml', '-q', '--focus-grain', 'day', '--bill-grain', 'hour'], { cwd });
const textOf = (folder: string, name: string) => readFileSync(join(cwd, folder, name), 'utf8');

describe('svcsim reprice', () => {
  it.each(['mine.yaml', 'a.yaml'])('with the book of the run, from %s, gives the same bytes', (file) => {
    expect(first.code).toBe(0);
    const { code, stderr } = svcsim(['reprice', 'reports/a', '--prices', file], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of ['bill.json', 'bill.csv', 'focus.csv'])
      expect(textOf('reports/a.repriced', name) === textOf('reports/a', name), name).toBe(true);
  });

  it('with another one says what changes, as a table or as JSON', () => {
    const { code, stdout } = svcsim(['reprice', 'reports/a/', '--prices', 'dear.yaml', '--out', 'dear'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /invoice +mine +mine +difference\n +INV-acme-2026-11 +\d+\.\d\d USD +\d+\.\d\d USD +\d+\.\d\d USD\n/,
    );
    const json = svcsim(['reprice', 'reports/a', '--prices', 'dear.yaml', '--out', 'dear', '--json'], { cwd });
    const { schema, invoices } = JSON.parse(json.stdout);
    expect(schema).toBe('svcsim/reprice/1');
    expect(Number(invoices[0].difference)).toBeCloseTo(Number(invoices[0].after) - Number(invoices[0].before));
    expect(JSON.parse(textOf('dear', 'bill.json')).invoices[0].payable).toBe(invoices[0].after);
  });

  it('without one takes the built-in book', () => {
    expect(svcsim(['reprice', 'reports/a', '--out', 'built-in', '-q'], { cwd })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    expect(JSON.parse(textOf('built-in', 'bill.json')).book.name).toBe('example-invented');
  });

  it.each([
    ['a price that is missing', 'part.yaml', 3, /part\.yaml:5:1 .*missing price: no SKU prices reserved-memory/],
    ['a float for a price', 'float.yaml', 3, /float\.yaml:7:\d+ .*"0\.0312"/],
    ['another metering', 'hours.yaml', 2, /hours\.yaml counts the lengths of runs in another way/],
    ['a file that is not there', 'none.yaml', 2, /cannot read none\.yaml: there is no such file/],
  ])('ends with a sentence about %s, and writes nothing', (_, prices, code, message) => {
    const ended = svcsim(['reprice', 'reports/a', '--prices', prices, '--out', 'bad'], { cwd });
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' });
    expect(ended.stderr).toMatch(message);
    expect(existsSync(join(cwd, 'bad'))).toBe(false);
  });

  it('never writes over the report of a run, and needs one to read', () => {
    const over = svcsim(['reprice', 'reports/a', '--prices', 'mine.yaml', '--out', 'reports/a'], { cwd });
    expect(over).toMatchObject({ code: 2, stderr: expect.stringMatching(/holds the report of a run/) });
    const none = svcsim(['reprice', 'reports/b', '--prices', 'mine.yaml'], { cwd });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/no report folder/) });
    mkdirSync(join(cwd, 'cut'));
    for (const name of ['summary.json', 'bill.json']) writeFileSync(join(cwd, 'cut', name), textOf('reports/a', name));
    writeFileSync(join(cwd, 'cut/ledger.ndjson'), `${textOf('reports/a', 'ledger.ndjson').split('\n')[0]}\n`);
    const cut = svcsim(['reprice', 'cut', '--prices', 'mine.yaml'], { cwd });
    expect(cut).toMatchObject({ code: 2, stderr: expect.stringMatching(/are not of one run/) });
  });
});
