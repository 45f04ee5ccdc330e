/** What is printed for programs is as the published JSON Schemas say. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { folderOf, invalid, small, svcsim } from './cli.ts';

const book = fileURLToPath(new URL('../../scenarios/tour/15-a-price-book.yaml', import.meta.url));
const cwd = folderOf({ 'a.yaml': small('a'), 'invalid.yaml': invalid });
svcsim(['run', book, '-q'], { cwd });
const folder = 'reports/a-price-book';
svcsim(['reprice', folder, '--out', 'again', '-q'], { cwd });

const invoice = 'INV-cedar-2027-02';
const documents: readonly (readonly [schema: string, ...args: string[]])[] = [
  ['run', 'run', 'a.yaml', 'invalid.yaml', '--verify', '--twice'],
  ['coverage', 'coverage', 'a.yaml', 'invalid.yaml'],
  ['fuzz', 'fuzz', '--runs', '2', '--seed', '1'],
  ['check', 'check', 'a.yaml', 'invalid.yaml'],
  ['invoices', 'bill', folder],
  ['pivot', 'bill', folder, '--by', 'location,meter'],
  ['explanation', 'explain', folder, '--of', 'u5'],
  ['explanation', 'explain', folder, '--of', 'u1', '--hour', '2027-01-01T00'],
  ['explanation', 'explain', folder, '--of', invoice],
  ['explanation', 'explain', folder, '--of', `${invoice}/2`],
  ['explanation', 'explain', folder, '--of', `${invoice}/8`],
  ['explanation', 'explain', folder, '--of', '3'],
  ['why', 'why', folder, '3'],
  ['why', 'why', folder, 'settled'],
  ['why-not', 'why-not', 'a.yaml', 'shop/web >= 9'],
  ['why-not', 'why-not', 'a.yaml', 'shop/web >= 0'],
  ['reprice', 'reprice', folder, '--out', 'again'],
];

function validator(name: string) {
  const text = readFileSync(new URL(`../../schema/${name}.schema.json`, import.meta.url), 'utf8');
  return new Ajv({ allowUnionTypes: true }).compile(JSON.parse(text));
}

describe('the JSON that a verb prints is as its schema says', () => {
  it.each(documents)('%s: svcsim %s %s %s', (schema, ...args) => {
    const check = validator(schema);
    const document: object = JSON.parse(svcsim([...args, '--json'], { cwd }).stdout);
    check(document);
    expect(check.errors ?? []).toEqual([]);
    expect(check({ ...document, more: 1 })).toBe(false);
    expect(check({ ...document, schema: `svcsim/${schema}/2` })).toBe(false);
  });

  it('so is the summary of a bill that was made again', () => {
    const check = validator('repriced');
    check(JSON.parse(readFileSync(join(cwd, 'again/summary.json'), 'utf8')));
    expect(check.errors ?? []).toEqual([]);
  });
});
