import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jsonSchema, jsonSchemaText, scenarioSchema } from '../../../src/scenario/shape/schema.ts';

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

  it('knows every key that the format has', () => {
    const keys = [
      'svcsim',
      'name',
      'description',
      'start',
      'end',
      'for',
      'seed',
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
      'prefix',
      'installation',
      'locations',
      'principals',
      'quotas',
      'include',
      'session',
      'files',
    ];
    expect(
      Object.keys(scenarioSchema.shape)
        .filter((key) => key !== '$schema')
        .toSorted(),
    ).toEqual(keys.toSorted());
  });
});
