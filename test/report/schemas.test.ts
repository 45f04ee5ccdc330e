import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { publishedSchemas } from '../../scripts/schema.ts';
import { filesOf } from '../../src/report/render/files.ts';
import { eventful, ran } from './ran.ts';

const published = (name: string): string => readFileSync(new URL(`../../schema/${name}`, import.meta.url), 'utf8');

describe('the published JSON Schemas', () => {
  it('are current; npm run schema writes them', () => {
    for (const [name, text] of publishedSchemas()) expect(published(name) === text, name).toBe(true);
  });
});

describe.each(['summary', 'bill', 'capacity'])('%s.json', (name) => {
  const check = new Ajv({ allowUnionTypes: true }).compile(JSON.parse(published(`${name}.schema.json`)));
  const text = filesOf(ran(eventful).report).get(`${name}.json`) ?? '';

  it('is as its schema says', () => {
    check(JSON.parse(text));
    expect(check.errors ?? []).toEqual([]);
  });

  it('names its format', () => {
    expect(JSON.parse(text).schema).toBe(`svcsim/${name}/1`);
  });

  it.each([
    ['a key that is not of the format', { more: 1 }],
    ['another format', { schema: `svcsim/${name}/2` }],
    ['a number where digits are text', name === 'capacity' ? { currency: 1 } : { currency: 7 }],
  ])('with %s is told from it', (_, change) => {
    expect(check({ ...JSON.parse(text), ...change })).toBe(false);
  });
});
