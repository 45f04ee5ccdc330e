import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { jsonSchemaText } from '../../../src/scenario/shape/editorSchema.ts';
import { jsonSchema, scenarioSchema } from '../../../src/scenario/shape/schema.ts';

const published = readFileSync(new URL('../../../schema/scenario.schema.json', import.meta.url), 'utf8');

describe('the published JSON Schema', () => {
  it('is current; npx tsx scripts/schema.ts writes it', () => {
    expect(published === jsonSchemaText()).toBe(true);
  });

  it('describes every key of the file', () => {
    const { properties } = jsonSchema() as { properties: Record<string, { description?: string; const?: number }> };
    const silent = Object.entries(properties).filter(([, property]) => property.description === undefined);
    expect(silent).toEqual([]);
    expect(Object.keys(properties)).toContain('behavior');
  });

  it('allows a parameter in place of a number, a truth value or one of some words, and nowhere too early', () => {
    const check = new Ajv2020({ strict: false, logger: false }).compile(JSON.parse(published));
    const isAllowed = (more: object): boolean =>
      check({ svcsim: 1, start: '2026-11-01T00:00:00Z', for: '30d', ...more });
    const reference = `\${some-name}`;
    expect(isAllowed({ locations: { x: { zones: reference, enabled: reference } }, timing: reference })).toBe(true);
    expect(isAllowed({ demand: [{ to: 'a/b', rate: '1/s', noise: { every: '5m', cv: reference } }] })).toBe(true);
    expect(isAllowed({ locations: { x: { zones: 'three' } } })).toBe(false);
    expect(isAllowed({ locations: { x: { zones: `${reference}0` } } })).toBe(false);
    for (const key of ['replication', 'prefix', 'session']) expect(isAllowed({ [key]: reference }), key).toBe(false);
  });

  it('knows the forms of a parameter', () => {
    const check = new Ajv2020({ strict: false, logger: false }).compile(JSON.parse(published));
    const isAllowed = (parameter: unknown): boolean =>
      check({ svcsim: 1, start: '2026-11-01T00:00:00Z', for: '30d', params: { x: parameter } });
    const triangular = { low: 3, mode: 5, high: 9 };
    for (const good of [5, 'text', true, { triangular, round: 0.1 }, { uniform: { from: '1s', to: '2s' } }])
      expect(isAllowed(good), JSON.stringify(good)).toBe(true);
    for (const bad of [null, [5], { triangullar: triangular }, { triangular: { low: 3 } }])
      expect(isAllowed(bad), JSON.stringify(bad)).toBe(false);
  });

  it('knows every key that the format has', () => {
    const keys = [
      'svcsim',
      'name',
      'description',
      'start',
      'end',
      'for',
      'seed',
      'replication',
      'params',
      'guessed',
      'org',
      'timing',
      'manifests',
      'resources',
      'behavior',
      'demand',
      'timeline',
      'assumptions',
      'prices',
      'expect',
      'variants',
      'studies',
      'prefix',
      'installation',
      'locations',
      'principals',
      'quotas',
      'include',
      'session',
      'window',
      'files',
    ];
    expect(
      Object.keys(scenarioSchema.shape)
        .filter((key) => key !== '$schema')
        .toSorted(),
    ).toEqual(keys.toSorted());
  });
});
