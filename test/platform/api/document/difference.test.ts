import fc from 'fast-check';
import { applyPatches, enablePatches, freeze } from 'immer';
import { describe, expect, it } from 'vitest';
import { changeDocument } from '../../../../src/platform/api/document/difference.ts';
import { isObject, type Json, type JsonObject } from '../../../../src/platform/api/document/json.ts';
import type { Document } from '../../../../src/platform/api/records/record.ts';

enablePatches();

const { object } = fc.letrec<{ json: Json; object: JsonObject }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small' },
    fc.integer({ min: 0, max: 2 }),
    fc.constantFrom('a', 'b', true),
    fc.array(tie('json'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('json'), { maxKeys: 4, noNullPrototype: true }),
}));
const documents: fc.Arbitrary<Document> = fc.record({
  description: fc.constantFrom('one', 'other'),
  tags: object,
  spec: object,
  more: object,
});

describe('from one document to the next', () => {
  it('the patches lead from the one to the other, key by key, and what is made is frozen', () => {
    const property = fc.property(documents, documents, (before, after) => {
      freeze(before, true);
      const { document, patches } = changeDocument(before, after);
      expect(document).toEqual(after);
      expect(JSON.stringify(document)).toBe(JSON.stringify(applyPatches(before, patches)));
      expect(isFrozen(document)).toBe(true);
    });
    fc.assert(property, { seed: 1, numRuns: 500 });
  });

  it('an equal document is none: the one before, and no patches', () => {
    const property = fc.property(documents, (before) => {
      freeze(before, true);
      const { document, patches } = changeDocument(before, structuredClone(before));
      expect(document).toBe(before);
      expect(patches).toEqual([]);
    });
    fc.assert(property, { seed: 1, numRuns: 100 });
  });

  it('equal parts beside a change stay the same objects', () => {
    const before: Document = {
      description: 'web',
      tags: { team: 'a' },
      spec: { containers: [{ name: 'web', image: 'web:1', ports: [{ number: 80 }] }, { name: 'log' }], job: { at: 1 } },
      more: {},
    };
    const { document, patches } = changeDocument(before, {
      ...structuredClone(before),
      spec: { containers: [{ name: 'web', image: 'web:2', ports: [{ number: 80 }] }, { name: 'log' }], job: { at: 1 } },
    });
    expect(patches).toEqual([{ op: 'replace', path: ['spec', 'containers', 0, 'image'], value: 'web:2' }]);
    expect(document.tags).toBe(before.tags);
    expect(document.spec['job']).toBe(before.spec['job']);
    expect(at(document.spec['containers'], 0)['ports']).toBe(at(before.spec['containers'], 0)['ports']);
    expect(at(document.spec['containers'], 1)).toBe(at(before.spec['containers'], 1));
  });
});

function at(list: Json | undefined, index: number): JsonObject {
  const entry = Array.isArray(list) ? list[index] : undefined;
  return isObject(entry) ? entry : {};
}

function isFrozen(value: unknown): boolean {
  return (
    typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(isFrozen))
  );
}
