import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, small, svcsim } from './cli.ts';

const from = '2026-01-01T00:00:00Z';
const sku = (id: string, meter: string, unit: string, more = ''): string =>
  `  - { id: ${id}, meters: [${meter}], unit: ${unit}${more}, prices: [{ from: ${from}, list: "1" }] }\n`;
const cpu = sku('cpu', 'reserved-cpu', 'Core-Hours');
const memory = sku('memory', 'reserved-memory', 'GiB-Hours');
const book = (skus: string, more = ''): string =>
  `kind: pricebook\nname: own\ncurrency: USD\nissuer: Me\nskus:\n${skus}${more}`;

const later = `timeline:
  - { at: +30m, post: /gvc/shop/volumeset, with: { kind: volumeset, name: data, spec: { fileSystemType: ext4, performanceClass: general-purpose-ssd, initialCapacity: 10 } }, answers: 201 }
  - { at: +31m, post: /gvc/shop/workload, with: { kind: workload, name: db, spec: { type: stateful, containers: [{ name: main, image: "pg:1", volumes: [{ uri: "svc://volumeset/data", path: /data }] }] } }, answers: 201 }
`;

const cwd = folderOf({
  'whole.yaml': small('whole', 'prices: whole-book.yaml\n'),
  'whole-book.yaml': book(cpu + memory),
  'lacking.yaml': small('lacking', 'prices: lacking-book.yaml\n'),
  'lacking-book.yaml': book(cpu),
  'tied.yaml': small('tied', 'prices: tied-book.yaml\n'),
  'tied-book.yaml': book(
    memory +
      sku('a', 'reserved-cpu', 'Core-Hours', ', match: { gvc: shop }') +
      sku('b', 'reserved-cpu', 'Core-Hours', ', match: { container: main }'),
  ),
  'later.yaml': small('later', `prices: whole-book.yaml\n${later}`),
  'stranger.yaml': small('stranger', 'prices: stranger-book.yaml\n'),
  'stranger-book.yaml': book(cpu + memory, 'tax: [{ id: vat, org: elsewhere, rate: "0.2" }]\n'),
  'egress.yaml': small('egress', 'prices: egress-book.yaml\n'),
  'egress-book.yaml': book(cpu + memory + sku('egress', 'workload-egress', 'GB')),
  'number.yaml': small('number', 'prices: number-book.yaml\n'),
  'number-book.yaml': book((cpu + memory).replace('"1"', '0.03')),
});

describe('a price book that does not price what the run begins with', () => {
  it.each(['check', 'run'])('is an invalid one: svcsim %s says what is missing, at its list of SKUs', (verb) => {
    const { code, stdout, stderr } = svcsim([verb, 'lacking.yaml'], { cwd });
    expect(code).toBe(3);
    expect(verb === 'check' ? stdout : stderr).toMatch(
      /^lacking-book\.yaml:5:1 {2}price-book {2}missing price: no SKU prices reserved-memory of acme\/shop\/workload\/web /,
    );
    expect(existsSync(join(cwd, 'reports/lacking'))).toBe(false);
  });

  it('or prices it twice, which is told at the first of both', () => {
    const { code, stdout } = svcsim(['check', 'tied.yaml'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toMatch(
      /^tied-book\.yaml:7:\d+ {2}price-book {2}tie: a and b match equally well acme\/shop\/workload\/web /,
    );
  });

  it('and is used where it is only warned of what it can meter', () => {
    const warning =
      /^egress-book\.yaml:\d+:\d+ {2}billing\.chargedMeters {2}warning: the usage of workload-egress is always 0/;
    expect(svcsim(['check', 'egress.yaml'], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(warning),
    });
    expect(svcsim(['run', 'egress.yaml'], { cwd })).toMatchObject({ code: 0, stderr: expect.stringMatching(warning) });
    expect(existsSync(join(cwd, 'reports/egress/summary.json'))).toBe(true);
  });

  it('but says nothing of a book that has all that is needed', () => {
    expect(svcsim(['check', 'whole.yaml'], { cwd })).toEqual({ code: 0, stdout: 'whole.yaml: valid\n', stderr: '' });
  });
});

describe('a price that is missed only in the course of a run', () => {
  it('ends it with 3, its reports written, and is told at the book', () => {
    expect(svcsim(['check', 'later.yaml'], { cwd }).code).toBe(0);
    const { code, stdout, stderr } = svcsim(['run', 'later.yaml', '--json'], { cwd });
    expect(code).toBe(3);
    expect(stderr).toMatch(/^whole-book\.yaml:5:1 {2}price-book {2}missing price: no SKU prices volume-capacity of /m);
    const [run] = JSON.parse(stdout).runs;
    expect(run.problems).toMatchObject([{ file: 'whole-book.yaml', line: 5, code: 'price-book', severity: 'error' }]);
    expect(run.summary.findings).toMatchObject([{ severity: 'error', kind: 'price' }]);
    expect(existsSync(join(cwd, 'reports/later/bill.json'))).toBe(true);
  });
});

describe('what a book says that is doubtful or wrong', () => {
  it('a tax of an org that the scenario has not is a warning', () => {
    const { code, stdout } = svcsim(['check', 'stranger.yaml'], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^stranger-book\.yaml:8:23 .*warning: this scenario has no org elsewhere, only acme: this tax/,
    );
  });

  it('a number where a text belongs is shown with what to do', () => {
    const { code, stdout } = svcsim(['check', 'number.yaml'], { cwd });
    expect(code).toBe(3);
    expect(stdout).toMatch(/^number-book\.yaml:6:\d+ .*such as "0.0312"; found 0.03: put quotes round it\n/);
    expect(stdout).not.toContain('a book is {');
  });
});
