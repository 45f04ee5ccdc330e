import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, small, svcsim } from '../cli.ts';

const book = `kind: pricebook
name: mine
currency: USD
issuer: Me
skus:
  - { id: cpu, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: 2020-01-01T00:00:00Z, list: "1" }] }
  - { id: memory, meters: [reserved-memory], unit: GiB-Hours, prices: [{ from: 2020-01-01T00:00:00Z, list: "0.5" }] }
`;

const cwd = folderOf({
  'a.yaml': small(
    'a',
    `prices: ./mine.yaml
timeline:
  - { at: +10m, patch: /gvc/shop/workload/web, with: { spec: { containers: [{ name: main, image: shop/web:2 }] } } }
`,
  ),
  'mine.yaml': book,
  'dear.yaml': book.replace('"1"', '"7"'),
  'part.yaml': book.replace(/ {2}- { id: memory.*\n/, ''),
  'float.yaml': book.replace('"0.5"', '0.5'),
  'volumes.yaml': `${book.slice(0, book.indexOf('  - { id: cpu'))}  - { id: disk, meters: [volume-capacity], unit: GB-Months, prices: [{ from: 2020-01-01T00:00:00Z, list: "1" }] }\n`,
  'asked.yaml': book.replace(
    'skus:\n',
    'skus:\n  - { id: asked, meters: [requests], unit: Requests, prices: [{ from: 2020-01-01T00:00:00Z, list: "1" }] }\n',
  ),
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
      /Invoice +mine +mine +difference\n +INV-acme-2026-11 +\d+\.\d\d USD +\d+\.\d\d USD +\d+\.\d\d USD\n/,
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
    [
      'several prices that are missing at once',
      'volumes.yaml',
      3,
      /missing price: no SKU prices reserved-cpu of [^;]+; nor reserved-memory of /,
    ],
    ['a float for a price', 'float.yaml', 3, /float\.yaml:7:\d+ .*"0\.0312"/],
    [
      'a meter that nobody metered',
      'asked.yaml',
      2,
      /asked\.yaml charges requests, which the run of reports\/a did not record/,
    ],
    ['a file that is not there', 'none.yaml', 2, /cannot read none\.yaml: there is no such file/],
  ])('ends with a sentence about %s, and writes nothing', (_, prices, code, message) => {
    const ended = svcsim(['reprice', 'reports/a', '--prices', prices, '--out', 'bad'], { cwd });
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: '' });
    expect(ended.stderr).toMatch(message);
    expect(existsSync(join(cwd, 'bad'))).toBe(false);
  });

  it('counts the lengths of runs anew from the journal, as a run with that book does', () => {
    const { code, stderr } = svcsim(['reprice', 'reports/a', '--prices', 'hours.yaml', '--out', 'hours'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const flags = [
      '-q',
      '--focus-grain',
      'day',
      '--bill-grain',
      'hour',
      '--out',
      'again',
      '--set',
      'prices=./hours.yaml',
    ];
    expect(svcsim(['run', 'a.yaml', ...flags], { cwd }).code).toBe(0);
    expect(
      JSON.parse(textOf('hours', 'bill.json')).usage.some(({ surplus }: { surplus: string }) => surplus !== '0.0'),
    ).toBe(true);
    for (const name of ['bill.json', 'bill.csv', 'ledger.ndjson'])
      expect(textOf('hours', name) === textOf('again/a', name), name).toBe(true);
  });

  it.each(['none', 'decisions', 'cut'])('says what it takes where the journal was kept as %s', (kept) => {
    const flags = kept === 'cut' ? ['--journal-limit', '0.003'] : ['--journal', kept];
    svcsim(['run', 'a.yaml', '-q', '--out', kept, ...flags], { cwd });
    const ended = svcsim(['reprice', `${kept}/a`, '--prices', 'hours.yaml', '--out', 'bad'], { cwd });
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--journal all') });
    expect(existsSync(join(cwd, 'bad'))).toBe(false);
  });

  it('makes a folder that can be billed, explained and repriced like that of a run, and replaced', () => {
    expect(svcsim(['reprice', 'reports/a', '--prices', 'dear.yaml', '--out', 'folder', '-q'], { cwd }).code).toBe(0);
    expect(svcsim(['bill', 'folder', '--by', 'hour', '--csv'], { cwd }).stdout).toContain('2026-11-01T00,');
    expect(svcsim(['explain', 'folder', '--of', 'u1'], { cwd }).stdout).toMatch(
      /price +7\.0 USD[\s\S]*total[\s\S]*replica\.settled/,
    );
    expect(svcsim(['reprice', 'folder', '--prices', 'mine.yaml', '--out', 'back', '-q'], { cwd }).code).toBe(0);
    expect(textOf('back', 'bill.json') === textOf('reports/a', 'bill.json')).toBe(true);
    const over = svcsim(['reprice', 'reports/a', '--prices', 'mine.yaml', '--out', 'folder', '-q'], { cwd });
    expect(over.code).toBe(0);
    expect(JSON.parse(textOf('folder', 'summary.json'))).toMatchObject({ schema: 'svcsim/repriced/1', name: 'a' });
  });

  it('shows the largest differences with the prices that bind', () => {
    const { stdout } = svcsim(['reprice', 'reports/a', '--prices', 'dear.yaml', '--out', 'dear'], { cwd });
    expect(stdout).toMatch(
      /Largest differences +mine +mine +difference +prices\n +reserved-cpu on INV-acme-2026-11 .* cpu\/2020-01-01 t0\n/,
    );
  });

  it('never writes over the report of a run, and needs one to read', () => {
    const over = svcsim(['reprice', 'reports/a', '--prices', 'mine.yaml', '--out', 'reports/a'], { cwd });
    expect(over).toMatchObject({ code: 2, stderr: expect.stringMatching(/contains the report of a run/) });
    const none = svcsim(['reprice', 'reports/b', '--prices', 'mine.yaml'], { cwd });
    expect(none).toMatchObject({ code: 2, stderr: expect.stringMatching(/not a report folder/) });
    mkdirSync(join(cwd, 'torn'));
    for (const name of ['summary.json', 'bill.json', 'journal.ndjson'])
      writeFileSync(join(cwd, 'torn', name), textOf('reports/a', name));
    writeFileSync(join(cwd, 'torn/ledger.ndjson'), `${textOf('reports/a', 'ledger.ndjson').split('\n')[0]}\n`);
    const cut = svcsim(['reprice', 'torn', '--prices', 'mine.yaml'], { cwd });
    expect(cut).toMatchObject({ code: 2, stderr: expect.stringMatching(/come from different runs/) });
  });
});
