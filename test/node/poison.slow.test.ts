import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, svcsim } from './cli.ts';
import { fileText, formula, harm, harmful, poison, poisoned, poisonedBook } from './poisoned.ts';

const cwd = folderOf({ 'poisoned.json': fileText(poisoned), 'book.json': fileText(poisonedBook) });

function told(...args: string[]): string {
  const { code, stdout, stderr } = svcsim(args, { cwd });
  // What is poisoned on the command line is refused; all else works, and the expectation is broken.
  const isRefused = args.some((one) => one.includes(harm)) || args.includes('x-poison: a\u0085b');
  if (isRefused) expect([2, 3, 5, 0]).toContain(code);
  else expect([0, 1], stderr).toContain(code);
  return stdout + stderr;
}

describe('what a scenario holds is shown and never obeyed', () => {
  it.each([
    ['check', 'poisoned.json'],
    ['check', 'poisoned.json', '--json'],
    ['run', 'poisoned.json', '--focus-grain', 'hour', '--allocate', 'even'],
    ['run', 'poisoned.json', '--format', 'md'],
    ['run', 'poisoned.json', '--format', 'junit'],
    ['run', 'poisoned.json', '--json'],
    ['run', 'poisoned.json', '--variant', poison],
    ['run', 'poisoned.json', '--set', `x${poison}=${poison}`],
    ['run', poison],
    ['bill', 'reports/poisoned'],
    ['bill', 'reports/poisoned', '--csv'],
    ['bill', 'reports/poisoned', '--json'],
    ['bill', 'reports/poisoned', '--by', 'tag:team'],
    ['bill', 'reports/poisoned', '--by', 'tag:formula,tag:team', '--csv'],
    ['bill', 'reports/poisoned', '--by', `tag:${poison}`],
    ['explain', 'reports/poisoned', '--of', 'u1'],
    ['explain', 'reports/poisoned', '--of', 'u1', '--json'],
    ['explain', 'reports/poisoned', '--of', '3'],
    ['explain', 'reports/poisoned', '--of', poison],
    ['reprice', 'reports/poisoned', '--prices', 'book.json', '--out', 'again'],
    ['reprice', 'reports/poisoned', '--prices', 'book.json', '--out', 'again', '--json'],
    ['logs', 'poisoned.json', '{workload="web"}'],
    ['logs', 'poisoned.json', '{workload="web"}', '--json'],
    ['logs', 'reports/poisoned', '{workload="web"}'],
    ['logs', 'poisoned.json', `{workload="${poison}"}`],
    ['env', 'poisoned.json', 'shop/web'],
    ['env', 'poisoned.json', 'shop/web', '--json'],
    ['env', 'poisoned.json', 'shop/web', '--addresses'],
    ['env', 'poisoned.json', `shop/${poison}`],
    ['request', 'poisoned.json', 'shop/web'],
    ['request', 'poisoned.json', 'shop/web', '--json'],
    ['request', 'poisoned.json', 'shop/web', '--header', 'x-poison: a\u0085b'],
    ['recommend', 'poisoned.json'],
    ['recommend', 'poisoned.json', '--json'],
    ['run', 'poisoned.json', '--recommend', '--failures'],
    ['run', 'poisoned.json', '--recommend', '--failures', '--json'],
    ['run', 'poisoned.json', '--recommend', '--failures', '--format', 'md'],
    ['serve', 'poisoned.json', '--host', poison],
    ['serve', 'poisoned.json', '--port', poison],
    ['serve', 'poisoned.json', '--key', poison],
    ['serve', 'poisoned.json', '--key', `k=//user/${poison}`],
    ['serve', 'poisoned.json', '--rate', poison],
    ['serve', poison],
    ['init', poison],
    ['init', poison],
    ['init', `${poison}/${poison}`],
    ['rules', poison],
    [poison],
  ])('svcsim %s %s %s %s', (...args) => {
    const text = told(...args.filter((one) => typeof one === 'string'));
    expect(harmful.exec(text)).toBeNull();
  });

  it('a scenario that init writes is one, whatever its file is called', () => {
    for (const name of [`${poison}.yaml`, 'a\nb: 1.yaml', 'a\u0085b: 1.yaml', "it's.yaml"]) {
      expect(svcsim(['init', name], { cwd }).code, name).toBe(0);
      expect(harmful.exec(readFileSync(join(cwd, name), 'utf8'))).toBeNull();
      expect(svcsim(['check', name], { cwd }).stderr).toBe('');
      expect(svcsim(['check', name], { cwd }).code, name).toBe(0);
    }
  });

  it('no file of a report holds such a character', () => {
    told('run', 'poisoned.json', '--out', 'files', '--allocate', 'even', '--recommend', '--failures');
    const folder = join(cwd, 'files/poisoned');
    const files = readdirSync(folder);
    expect(files).toHaveLength(12);
    told('recommend', 'poisoned.json', '--out', 'advice');
    for (const name of readdirSync(join(cwd, 'advice/poisoned')))
      expect(harmful.exec(readFileSync(join(cwd, 'advice/poisoned', name), 'utf8')), name).toBeNull();
    for (const name of files) expect(harmful.exec(readFileSync(join(folder, name), 'utf8')), name).toBeNull();
    // As JSON, nothing is lost.
    const { usage } = JSON.parse(readFileSync(join(folder, 'bill.json'), 'utf8'));
    expect(usage[0].tags.formula).toBe(formula);
    // The page decodes what it is given.
    const page = readFileSync(join(folder, 'report.html'), 'utf8');
    const data = /id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? '';
    expect(harmful.exec(JSON.stringify(JSON.parse(data)))).toBeNull();
    expect(page).toContain('\\\\u202e');
    expect(data).not.toMatch(/[^\\](\\\\)*\\u00[01]/);
  });

  it('no field of a CSV is a formula, and amounts stay numbers', () => {
    told('run', 'poisoned.json', '--out', 'files', '--allocate', 'even');
    const csv = (name: string): string[][] => fieldsOf(readFileSync(join(cwd, 'files/poisoned', name), 'utf8'));
    const tables = [
      ...['bill.csv', 'capacity.csv', 'focus.csv', 'allocation.csv'].map(csv),
      fieldsOf(told('bill', 'files/poisoned', '--csv')),
      ...['formula', 'team', 'plus', 'minus', 'at', 'tab'].map((tag) =>
        fieldsOf(told('bill', 'files/poisoned', '--by', `tag:${tag}`, '--csv')),
      ),
    ];
    const fields = tables.flat(2);
    for (const field of fields) if (/^[=+\-@\t\r]./.test(field)) expect(Number(field), field).not.toBeNaN();
    expect(fields.some((field) => field.startsWith("'=HYPERLINK"))).toBe(true);
    expect(fields.some((field) => field.startsWith("'-a"))).toBe(true);
    // The credit.
    expect(fields).toContain('-0.7');
  });
});

/** Lines of a CSV file without its end. */
function fieldsOf(text: string): string[][] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) =>
      [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
}
