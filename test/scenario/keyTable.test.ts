import { describe, expect, it } from 'vitest';
import { LineCounter } from 'yaml';
import { JsonNode, Places } from '../../src/scenario/text/places.ts';

describe('the place of a value in a map of very many keys', () => {
  it('is found by a table: a walk through all keys for each of them would be quadratic', () => {
    const names = Array.from({ length: 100 }, (_, index) => `k${index}`);
    names.indexOf = () => {
      throw new Error('all keys were gone through');
    };
    const parts = names.map((_, index) => new JsonNode(index, index + 1));
    const places = new Places();
    const map = {};
    const source = { file: 'a.json', text: '', lines: new LineCounter() };
    places.note(map, { source, value: new JsonNode(0, 100, parts, names, parts), key: null });
    expect(places.at(map, 'k70')?.value).toBe(parts[70]);
    expect(places.at(map, 'k100')).toBeNull();
  });
});
