import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocuments } from '../../../src/scenario/text/document.ts';
import { Places } from '../../../src/scenario/text/places.ts';
import type { Tree } from '../../../src/scenario/text/tree.ts';

type Path = readonly (string | number)[];

/** What a text is read as, with where all of it stands. */
function readingOf(text: string) {
  const places = new Places();
  const { values, problems } = readDocuments(text, 'a.json', places);
  const root = values[0] ?? null;
  const isWhole = typeof root === 'object' && root !== null;
  const found = isWhole ? pathsOf(root).map((path) => placesAt(places, root, path)) : [];
  return { values, found, codes: problems.map(({ code, line, column }) => `${line}:${column} ${code}`) };
}

function placesAt(places: Places, root: object, path: Path) {
  return { path, value: places.place(root, path), key: places.place(root, path, 'key') };
}

/** Every path, and beside it one that leads nowhere. */
function pathsOf(value: Tree, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, part]) =>
    pathsOf(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return [path, ...inner, [...path, 'not there']];
}

/** A comment makes YAML of it, and changes no place. */
const asYaml = (text: string): string => `${text}\n# YAML`;

describe('JSON', () => {
  it('is read as YAML would be, with the same places', () => {
    const document = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    const reads = fc.property(document, fc.constantFrom(0, 2), (given, indent) => {
      const text = JSON.stringify(given, null, indent);
      expect(readingOf(text)).toEqual(readingOf(asYaml(text)));
    });
    fc.assert(reads, { seed: 1, numRuns: 300 });
  });

  it.each([
    ['escapes', '{"a\\"b\\\\": "\\u00e9\\n\\/", "\\\\": ["\\\\\\""]}'],
    ['numbers', '[0, -1, 1.50, 2e3, 1E-2, 9007199254740991]'],
    ['words', '{ "a": true, "b": false, "c": null }'],
    ['space of all kinds', ' \r\n{\r\n "a" : [ ] ,\n\n "b" : { } }\r\n'],
    ['keys that are names in JavaScript', '{"constructor": 1, "toString": 2, "1": 4, "0": 5}'],
  ])('%s', (_, text) => {
    expect(readingOf(text).values).toEqual([JSON.parse(text)]);
    expect(readingOf(text)).toEqual(readingOf(asYaml(text)));
  });

  it.each([
    ['a key that stands there twice', '{"a": 1, "a": 2}', ['1:10 duplicate-key']],
    ['a key that is not allowed', '{"__proto__": 1}', ['1:2 forbidden-key']],
    ['a number with too many digits', '{"a": 9007199254740993}', ['1:7 not-plain']],
    ['a number beyond all bounds', '{"a": 1e999}', ['1:7 not-plain']],
    ['more levels than can be meant', `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`, ['1:506 too-deep']],
  ])('has the problems of YAML: %s', (_, text, codes) => {
    expect(readingOf(text).codes).toEqual(codes);
    expect(readingOf(asYaml(text)).codes).toEqual(codes);
  });
});
