import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/platform/api/document/json.ts';
import { applyPatch } from '../../../src/platform/api/document/patch.ts';
import { patchBetween } from '../../../src/platform/api/document/patchBetween.ts';
import { defaultAssumptions } from '../../../src/rules/assumptions.ts';

const base = { org: 'acme', gvc: 'shop' };
const between = (before: JsonObject, after: JsonObject): JsonObject =>
  patchBetween(before, after, base, defaultAssumptions);

const workload = {
  tags: { team: 'web', tier: 'one' },
  spec: {
    containers: [
      { name: 'main', cpu: '1', memory: '1Gi', env: [{ name: 'A', value: '1' }] },
      { name: 'side', cpu: '100m' },
    ],
    defaultOptions: { autoscaling: { minScale: 1, maxScale: 3 } },
  },
} as const satisfies JsonObject;

describe('the patch between two documents', () => {
  it.each([
    ['is empty where both say the same', workload, {}],
    [
      'names only the field that differs',
      { ...workload, spec: { ...workload.spec, defaultOptions: { autoscaling: { minScale: 1, maxScale: 6 } } } },
      { spec: { defaultOptions: { autoscaling: { maxScale: 6 } } } },
    ],
    ['takes a key away by null', { ...workload, tags: { tier: 'one' } }, { tags: { team: null } }],
    [
      'patches a container by its name, and leaves the other alone',
      {
        ...workload,
        spec: {
          ...workload.spec,
          containers: [{ ...workload.spec.containers[0], cpu: '2' }, workload.spec.containers[1]],
        },
      },
      { spec: { containers: [{ name: 'main', cpu: '2' }] } },
    ],
    [
      'drops a container that is gone',
      { ...workload, spec: { ...workload.spec, containers: [workload.spec.containers[0]] } },
      { spec: { '$drop/containers': ['side'] } },
    ],
    [
      'gives a list without names whole',
      {
        ...workload,
        spec: {
          ...workload.spec,
          containers: [{ ...workload.spec.containers[0], env: [] }, workload.spec.containers[1]],
        },
      },
      { spec: { containers: [{ name: 'main', env: [] }] } },
    ],
  ] as const)('%s', (_, after, patch) => {
    expect(between(workload, after)).toEqual(patch);
  });

  it('replaces a whole field where the order of entries with names differs', () => {
    const [main, side] = workload.spec.containers;
    const after = { ...workload, spec: { ...workload.spec, containers: [side, main] } };
    expect(between(workload, after)).toEqual({ '$replace/spec': after.spec });
  });

  it('makes the one document of the other, whatever they are', () => {
    const leaf = fc.constantFrom<JsonObject[string]>(1, 'x', true, ['a'], ['b', { name: 'c' }]);
    const container = fc.record(
      { name: fc.constantFrom('main', 'side', 'third'), cpu: leaf },
      { requiredKeys: ['name'] },
    );
    const spec = fc.record(
      {
        containers: fc.uniqueArray(container, { selector: ({ name }) => name, maxLength: 3 }),
        options: fc.dictionary(fc.constantFrom('a', 'b'), leaf),
      },
      { requiredKeys: [] },
    );
    const doc = fc.record({ spec, tags: fc.dictionary(fc.constantFrom('t', 'u'), leaf) }, { requiredKeys: [] });
    fc.assert(
      fc.property(doc, doc, (before, after) => {
        const patch = between(before as JsonObject, after as JsonObject);
        expect(applyPatch(before as JsonObject, patch, base, [], defaultAssumptions)).toEqual(after);
      }),
      { numRuns: 300 },
    );
  });
});
