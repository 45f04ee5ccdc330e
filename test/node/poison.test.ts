import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, svcsim } from './cli.ts';

/** Colours, sets a title, clears the screen, reorders text and breaks lines of those who count them otherwise. */
const harm = '\u001b[31m\u001b]0;title\u0007\u001b[2J\u202ereversed\u2066\u0085\u009b31m\u007f\u2028\u200f\b\r';
const poison = `a${harm}z`;
const formula = `=HYPERLINK("http://example.com/${harm}")`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const harmful = /[\0-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/;

const scenario = {
  svcsim: 1,
  name: 'poisoned',
  description: poison,
  start: '2026-11-01T00:00:00Z',
  for: '2h',
  resources: [
    { kind: 'gvc', name: 'shop', spec: { staticPlacement: { locationLinks: ['//location/aws-us-east-1'] } } },
    {
      kind: 'workload',
      gvc: 'shop',
      name: 'web',
      description: poison,
      tags: { team: poison, plus: `+${poison}`, minus: '-1+1', at: '@SUM(1)', tab: '\t=1', formula },
      spec: {
        type: 'standard',
        containers: [
          {
            name: 'main',
            image: `shop/web:1`,
            args: [poison],
            env: [
              { name: 'VALUE', value: poison },
              { name: 'FORMULA', value: formula },
            ],
            cpu: '500m',
            memory: '512Mi',
            ports: [{ number: 8080, protocol: 'http' }],
          },
        ],
        defaultOptions: { autoscaling: { metric: 'disabled', minScale: 3, maxScale: 3 } },
      },
    },
  ],
  behavior: { 'shop/web': { logs: [{ every: '10m', line: poison.replace(/[\r\u0085\u2028]/g, '') }] } },
  timeline: [
    { at: '+10m', patch: '/gvc/shop/workload/web', with: { tags: { team: `-${poison}` } } },
    { at: '+20m', patch: '/gvc/shop/workload/web', with: { spec: { [poison]: poison } }, answers: 200 },
    { at: '+30m', patch: `/gvc/shop/workload/${poison}`, with: { description: poison } },
    { at: '+40m', probe: { to: 'shop/web', headers: { 'x-poison': 'a\u0085\u202eb' } } },
  ],
  prices: 'book.json',
  expect: [{ metric: 'replicas.ready', of: 'shop/web', is: '9' }],
};
const book = {
  kind: 'pricebook',
  name: 'mine',
  currency: 'EUR',
  issuer: formula,
  skus: [
    {
      id: 'cpu',
      meters: ['reserved-cpu'],
      unit: 'Core-Hours',
      prices: [{ from: '2020-01-01T00:00:00Z', list: '1.111' }],
    },
    {
      id: 'mem',
      meters: ['reserved-memory'],
      unit: 'GiB-Hours',
      prices: [{ from: '2020-01-01T00:00:00Z', list: '0' }],
    },
  ],
  credits: [{ id: 'back', org: 'acme', amount: '0.7', from: '2026-10-01T00:00:00Z', until: '2027-01-01T00:00:00Z' }],
};

/** A file may hold such characters as escapes alone. */
function fileText(document: object): string {
  return JSON.stringify(document).replace(
    /[\u007f-\u{10ffff}]/gu,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const cwd = folderOf({ 'poisoned.json': fileText(scenario), 'book.json': fileText(book) });

function told(...args: string[]): string {
  const { code, stdout, stderr } = svcsim(args, { cwd });
  // What is poisoned on the command line is refused; all else works, and the expectation is broken.
  const isRefused = args.some((one) => one.includes(harm)) || args.includes('x-poison: a\u0085b');
  if (isRefused) expect([2, 3, 0]).toContain(code);
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
    ['rules', poison],
    [poison],
  ])('svcsim %s %s %s %s', (...args) => {
    const text = told(...args.filter((one) => typeof one === 'string'));
    expect(harmful.exec(text)).toBeNull();
  });

  it('no file of a report holds such a character', () => {
    told('run', 'poisoned.json', '--out', 'files', '--allocate', 'even');
    const folder = join(cwd, 'files/poisoned');
    const files = readdirSync(folder);
    expect(files).toHaveLength(12);
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
