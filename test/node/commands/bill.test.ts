import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, small, svcsim } from '../cli.ts';

const cwd = folderOf({ 'a.yaml': small('a'), 'b.yaml': small('b', 'prices: book.yaml\n') });
writeFileSync(
  join(cwd, 'book.yaml'),
  `kind: pricebook
name: mine
currency: EUR
issuer: Me
skus:
  - { id: cpu, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: 2020-01-01T00:00:00Z, list: "1" }] }
  - { id: mem, meters: [reserved-memory], unit: GiB-Hours, prices: [{ from: 2020-01-01T00:00:00Z, list: "0" }] }
`,
);
svcsim(['run', 'a.yaml', 'b.yaml', '-q', '--extrapolate', 'month'], { cwd });
svcsim(['run', 'a.yaml', '-q', '--out', 'told', '--replica-rows', '--bill-grain', 'hour'], { cwd });

function bill(...args: string[]) {
  return svcsim(['bill', ...args], { cwd });
}

describe('svcsim bill', () => {
  it('shows invoices: lines by meter and price, the rounding, what is to be paid, unit costs', () => {
    const { code, stdout, stderr } = bill('reports/a');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toBe('INV-acme-2026-11  0.05 USD');
    expect(lines[1]).toBe('  acme, 2026-11 (partial period)');
    expect(stdout).toMatch(/reserved-cpu +1\.5 +Core-Hours +0\.0312 +0\.0468 +88\.4 % +1 {2}cpu\.reserved-cpu/);
    expect(stdout).toMatch(/usage +0\.053\n {2}rounding +-0\.003\n {2}amount due +0\.05\n/);
    expect(stdout).toMatch(/shop\/workload\/web +0\.01765\n/);
    expect(stdout).toContain(
      'Extrapolated, not billed: 38.12 USD for the whole of 2026-11, from the simulated part (1h of 30d)',
    );
    expect(stdout).toContain('Invented list prices. Not the prices of any real platform.');
  });

  it('tells the same to programs and spreadsheets', () => {
    const document = JSON.parse(bill('reports/a', '--json').stdout);
    const file = JSON.parse(readFileSync(join(cwd, 'reports/a/bill.json'), 'utf8'));
    expect(document.schema).toBe('svcsim/invoices/1');
    for (const key of ['invoices', 'unitCosts', 'extrapolated', 'totals']) expect(document[key]).toEqual(file[key]);
    const lines = bill('reports/a', '--csv').stdout.split('\n');
    expect(lines[0]).toBe(
      'invoice,org,period,kind,name,surplus,quantity,unit,listPrice,contractedPrice,tier,cost,share',
    );
    expect(lines).toContain('INV-acme-2026-11,acme,2026-11,payable,,,,,,,,0.05,');
  });

  it('shows what a run costs by two dimensions', () => {
    expect(bill('reports/a', '--by', 'location,meter').stdout).toBe(
      [
        '  location         USD  reserved-cpu  reserved-memory',
        '  aws-us-east-1  0.053        0.0468           0.0062',
        '  total          0.053        0.0468           0.0062',
        '',
      ].join('\n'),
    );
    expect(JSON.parse(bill('reports/a', '--by', 'tag:team', '--json').stdout)).toMatchObject({
      schema: 'svcsim/pivot/1',
      rows: [{ key: null, label: '(untagged)', total: '0.05295' }],
    });
  });

  it('rates the ledger again for a step of time that the bill has no rows for', () => {
    const hours = 'hour,reserved-cpu,reserved-memory,total\n2026-11-01T00,0.0468,0.00615,0.05295\n';
    expect(bill('reports/a', '--by', 'hour,meter', '--csv').stdout.startsWith(hours)).toBe(true);
    expect(bill('told/a', '--by', 'hour,meter', '--csv').stdout.startsWith(hours)).toBe(true);
    expect(bill('reports/b', '--by', 'month').code).toBe(0);
    expect(bill('reports/b', '--by', 'day')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/--by \w+ needs the price book of reports\/b, .*: give it with --prices/),
    });
    expect(bill('reports/b', '--by', 'day', '--prices', 'a.yaml').code).toBe(2);
    const days = bill('reports/b', '--by', 'day', '--prices', 'b.yaml', '--csv');
    expect(days).toMatchObject({ code: 0, stderr: '' });
    expect(days.stdout.split('\n').at(-2)).toBe(bill('reports/b', '--by', 'month', '--csv').stdout.split('\n').at(-2));
  });

  it('tells replicas apart where the run did', () => {
    const { stdout } = bill('told/a', '--by', 'replica', '--csv');
    expect(stdout).toBe('replica,total\n0,0.01765\n1,0.01765\n2,0.01765\ntotal,0.05295\n');
    expect(bill('reports/a', '--by', 'replica')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--replica-rows'),
    });
  });

  it.each([
    [['nowhere'], 'svcsim: nowhere does not exist; give a scenario file or a report folder\n'],
    [['reports/a', '--by', 'locaton'], "svcsim: --by: there is no dimension 'locaton'; did you mean 'location'?\n"],
    [['reports/a', '--json', '--csv'], 'svcsim: --json and --csv contradict each other; give one of them\n'],
  ])('%j is a mistake that it explains', (args, stderr) => {
    expect(bill(...args)).toEqual({ code: 2, stdout: '', stderr });
  });

  it('names the line of a ledger that was changed, and a bill that is none', () => {
    cpSync(join(cwd, 'reports/a'), join(cwd, 'changed'), { recursive: true });
    const ledger = readFileSync(join(cwd, 'changed/ledger.ndjson'), 'utf8');
    writeFileSync(join(cwd, 'changed/ledger.ndjson'), ledger.replace('"base":"5', '"base":"6'));
    expect(bill('changed', '--by', 'hour')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^svcsim: changed\/ledger\.ndjson:1: /),
    });
    writeFileSync(join(cwd, 'changed/ledger.ndjson'), ledger.split('\n').slice(1).join('\n'));
    expect(bill('changed', '--by', 'hour').stderr).toContain('come from different runs');
    writeFileSync(join(cwd, 'changed/bill.json'), '{"schema":"svcsim/bill/1","usage":7}');
    expect(bill('changed').stderr).toBe(
      'svcsim: changed/bill.json is not a valid bill of this svcsim version: book: expected a map\n',
    );
  });
});

it('run --allocate writes the allocation view beside the bill, and no other run does', () => {
  svcsim(['run', 'a.yaml', '-q', '--out', 'split', '--allocate', 'even'], { cwd });
  const path = join(cwd, 'split/a/allocation.csv');
  expect(readFileSync(path, 'utf8')).toMatch(/^AllocatedMethodDetails,AllocatedMethodId,/);
  const summary = JSON.parse(readFileSync(join(cwd, 'split/a/summary.json'), 'utf8'));
  expect(summary.files[0]).toMatchObject({ name: 'allocation.csv', bytes: readFileSync(path).length });
  svcsim(['run', 'a.yaml', '-q', '--out', 'split'], { cwd });
  expect(existsSync(path)).toBe(false);
  expect(svcsim(['run', 'a.yaml', '--allocate', 'fair'], { cwd })).toMatchObject({ code: 2 });
});
