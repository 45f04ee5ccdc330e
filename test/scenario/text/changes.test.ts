import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Path } from '../../../src/platform/api/document/json.ts';
import { applyChanges, type DocumentChange } from '../../../src/scenario/text/changes.ts';
import { readDocuments } from '../../../src/scenario/text/document.ts';
import { Places, type TextOrigin } from '../../../src/scenario/text/places.ts';
import { type Tree, type TreeMap, valueAt } from '../../../src/scenario/text/tree.ts';

const text = `seed: 1
behavior:
  shop/api: &api { start: 2s, stop: 1s }
  shop/web: *api
timeline:
  - { at: +1h, pause: shop/job }
  - { at: +2h, pause: shop/job }
`;

function document(): { readonly root: TreeMap; readonly places: Places; readonly origin: TextOrigin } {
  const places = new Places();
  const root = readDocuments(text, 'a.yaml', places).values[0] as TreeMap;
  const [line] = readDocuments('said: here', '--set', places).values;
  return { root, places, origin: places.of(line as TreeMap)! };
}

const change = (path: Path, value: Tree | undefined, origin: TextOrigin | null = null): DocumentChange => ({
  path,
  value,
  origin,
});

describe('changes that are applied to a document', () => {
  it('leave it as it was, and share what they leave alone', () => {
    const { root, places } = document();
    const before = structuredClone(root);
    const after = applyChanges(root, [change(['behavior', 'shop/api', 'start'], '9s')], places);
    expect(root).toEqual(before);
    expect(after.behavior).toEqual({
      'shop/api': { start: '9s', stop: '1s' },
      'shop/web': { start: '2s', stop: '1s' },
    });
    expect(after.timeline).toBe(root.timeline);
  });

  it('reach into what an earlier one put in, but not into what was given', () => {
    const { root, places } = document();
    const given = { start: '1s' };
    const changes = [change(['behavior', 'shop/new'], given), change(['behavior', 'shop/new', 'start'], '3s')];
    expect(valueAt(applyChanges(root, changes, places), ['behavior', 'shop/new', 'start'])).toBe('3s');
    expect(given).toEqual({ start: '1s' });
  });

  it('make what is missing on the way: a list where a number follows, else a map', () => {
    const { root, places, origin } = document();
    const after = applyChanges(root, [change(['quotas', 'all', 0, 'max'], 5, origin)], places);
    expect(after.quotas).toEqual({ all: [{ max: 5 }] });
    expect(places.place(after, ['quotas', 'all', 0, 'max']).file).toBe('--set');
    expect(places.place(after, ['quotas', 'all']).file).toBe('--set');
  });

  it('take keys away, empty the place of an entry, and make nothing for it', () => {
    const { root, places } = document();
    const removals = [['seed'], ['timeline', 0], ['timeline', 0, 'at'], ['none', 'at', 'all'], ['timeline', 7]];
    const after = applyChanges(
      root,
      removals.map((path) => change(path, undefined)),
      places,
    );
    expect(after).toEqual({ behavior: root.behavior, timeline: [null, { at: '+2h', pause: 'shop/job' }] });
  });

  it('keep the places of all that they leave alone, beside their own', () => {
    const { root, places, origin } = document();
    const after = applyChanges(root, [change(['timeline', 1, 'at'], '+3h', origin)], places);
    expect(places.place(after, ['timeline', 1, 'at'])).toMatchObject({ file: '--set', line: 1 });
    expect(places.place(after, ['timeline', 1, 'pause'])).toMatchObject({ file: 'a.yaml', line: 7 });
    expect(places.place(after, ['timeline', 0, 'at'])).toMatchObject({ file: 'a.yaml', line: 6 });
    expect(places.place(after, ['behavior', 'shop/web', 'start'])).toMatchObject({ file: 'a.yaml', line: 3 });
    expect(places.place(root, ['timeline', 1, 'at'])).toMatchObject({ file: 'a.yaml', line: 7 });
  });

  it('read like the changes of a copy, one after the other (law)', () => {
    const key = fc.constantFrom('a', 'b', 'c');
    const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.integer({ min: 0, max: 9 }),
        fc.dictionary(key, tie('tree'), { noNullPrototype: true }),
      ),
    }));
    const changes = fc.array(
      fc.record({ path: fc.array(key, { minLength: 1, maxLength: 3 }), value: fc.option(tree, { nil: undefined }) }),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(fc.dictionary(key, tree, { noNullPrototype: true }), changes, (root, some) => {
        const before = structuredClone(root);
        const expected = structuredClone(root);
        for (const { path, value } of some) copied(expected, path, structuredClone(value));
        const places = new Places();
        expect(
          applyChanges(
            root,
            some.map(({ path, value }) => change(path, value)),
            places,
          ),
        ).toEqual(expected);
        expect(root).toEqual(before);
      }),
      { seed: 1 },
    );
  });
});

/** Writes into a map of maps. */
function copied(root: TreeMap, [key = '', ...rest]: readonly string[], value: Tree | undefined): void {
  const inner = root[key];
  if (rest.length === 0) {
    if (value === undefined) delete root[key];
    else root[key] = value;
    return;
  }
  const isMap = typeof inner === 'object' && inner !== null;
  if (!isMap && value === undefined) return;
  if (!isMap) root[key] = {};
  copied(root[key] as TreeMap, rest, value);
}
