import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseBook } from '../../../src/scenario/read/bookFile.ts';
import { good, head, parse, shop } from '../builders.ts';

describe('a price book with parameters', () => {
  const book = (from: string): string =>
    `{ kind: pricebook, name: mine, currency: USD, issuer: Me, skus: [{ id: cpu, meters: [reserved-cpu], unit: Core-Hours, prices: [{ from: 1970-01-01T00:00:00Z, list: ${from} }] }] }`;
  const priced = `${head}${shop}params: { cpu: { uniform: { from: 0.02, to: 0.04 }, round: 0.001 } }\nprices: ${book(`"\${cpu}"`)}\n`;

  it('has their values as decimals, for the scenario and for its bill at another time', () => {
    const { prices, parameters, start, end } = good(priced);
    const value = parameters[0]?.value ?? '';
    expect(value).toMatch(/^0\.0[234]\d?\d?$/);
    expect(prices).toEqual(good(`${head}${shop}prices: ${book(`"${value}"`)}\n`).prices);
    const about = {
      period: { start, end },
      org: 'acme',
      priced: { locations: [], providers: [], gvcs: [], containers: [] },
    };
    expect(parseBook(priced, { file: 's.yaml', about }).placed?.book).toEqual(prices);
  });

  it('stays as it is in a file of its own', () => {
    const text = `${head}${shop}params: { cpu: 0.03 }\nprices: book.yaml\n`;
    const { problems } = parse(text, { 'book.yaml': book(`"\${cpu}"`) });
    expect(problems.map(({ file, severity }) => `${file} ${severity}`)).toEqual(['s.yaml warning', 'book.yaml error']);
    expect(problems[1]?.hint).toBe('parameters are replaced only in s.yaml itself');
  });
});

describe('a price book that cannot be read', () => {
  const [first, ...more] = parse(`${head}${shop}prices: { cpu: -5 }\n`).problems;

  it('is told once of the keys that it lacks', () => {
    expect(first?.message).toBe('the keys kind, name, currency, issuer and skus are missing');
    expect(more.map(({ message, hint }) => [message, hint])).toEqual([['unknown key cpu', undefined]]);
  });

  it('comes with the form of one that can, and a file that has one', () => {
    const [, book = '', file = ''] = /^write (\{.*\}), as in (\S+)$/.exec(first?.hint ?? '') ?? [];
    expect(good(`${head}${shop}prices: ${book}\n`).prices?.skus.map(({ meter }) => meter)).toEqual(['reserved-cpu']);
    expect(readFileSync(file, 'utf8')).toContain('\nprices:\n  kind: pricebook\n');
  });
});
