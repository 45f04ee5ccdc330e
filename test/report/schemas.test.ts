import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { publishedSchemas } from '../../scripts/schema.ts';
import { filesOf } from '../../src/report/render/files.ts';
import { eventful, ran, uncertain } from './ran.ts';

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

  it('is so of a run with parameters and a replication', () => {
    const drawn = JSON.parse(filesOf(ran(uncertain, { replication: 3 }).report).get(`${name}.json`) ?? '');
    check(drawn);
    expect(check.errors ?? []).toEqual([]);
    if (name === 'summary')
      expect(drawn).toMatchObject({
        replication: 3,
        parameters: [
          {
            name: 'growth',
            value: expect.stringMatching(/^[2-8](\.\d)?$/),
            distribution: { triangular: { low: 2, mode: 3, high: 8 }, round: 0.1 },
          },
          { name: 'words', value: 'a b', distribution: 'constant' },
        ],
      });
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
