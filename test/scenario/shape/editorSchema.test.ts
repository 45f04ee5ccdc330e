import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { globSync } from 'tinyglobby';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { assumptionNames } from '../../../src/rules/assumptions.ts';
import { editorSchema } from '../../../src/scenario/shape/editorSchema.ts';

const root = new URL('../../../', import.meta.url);
const check = new Ajv2020({ strict: false, logger: false, validateFormats: false }).compile(editorSchema());

describe('the schema that editors get', () => {
  const files = globSync('scenarios/**/*.yaml', { cwd: root.pathname }).sort();

  it('accepts every scenario of the repository, so that no editor underlines what svcsim reads', () => {
    const refused: string[] = [];
    let read = 0;
    for (const file of files) {
      const document: unknown = parse(readFileSync(new URL(file, root), 'utf8'), { merge: true, logLevel: 'silent' });
      if (typeof document !== 'object' || document === null || !('svcsim' in document)) continue;
      read += 1;
      if (!check(document)) refused.push(`${file}: ${JSON.stringify(check.errors?.slice(0, 2))}`);
    }
    expect(refused).toEqual([]);
    expect(read).toBeGreaterThan(100);
  });

  const scenarioWith = (resource: object): object => ({
    svcsim: 1,
    start: '2026-11-01T00:00:00Z',
    for: '1d',
    resources: [resource],
  });

  it('knows the fields of a workload: a wrong type is refused, a number as text is not', () => {
    const workload = (autoscaling: object): object =>
      scenarioWith({
        kind: 'workload',
        gvc: 'shop',
        name: 'web',
        spec: { containers: [{ name: 'main', image: 'web:1' }], defaultOptions: { autoscaling } },
      });
    expect(check(workload({ metric: 'cpu', maxScale: '4' }))).toBe(true);
    expect(check(workload({ metric: 'cpu', maxScale: [4] }))).toBe(false);
    expect(check(workload({ metric: 'cpuu' }))).toBe(false);
    expect(check(scenarioWith({ kind: 'volumeset', name: 'data', spec: { initialCapacity: {} } }))).toBe(false);
  });

  it('names every assumption, each with what it decides', () => {
    const { assumptions } = editorSchema().properties as { assumptions: { properties: Record<string, object> } };
    expect(Object.keys(assumptions.properties)).toEqual(assumptionNames);
    for (const part of Object.values(assumptions.properties)) expect(part).toHaveProperty('description');
  });
});
